"""How a session is written and read: its state in an envelope that says which program can read it."""

import hashlib
from functools import cache
from typing import Any, Generic, TypeVar

import msgspec

from app.games.session import GameSession

S = TypeVar("S", bound=msgspec.Struct)


class Dump(msgspec.Struct, Generic[S], frozen=True, forbid_unknown_fields=True):
    """A written session. `fingerprint` is that of the state's shape."""

    game: str
    rules: int
    fingerprint: str
    reveals: bool
    state: S


@cache
def fingerprint(state: type[msgspec.Struct]) -> str:
    """The hash of the shape of a state, for `GameSession.fingerprint`."""
    return hashlib.sha256(msgspec.json.encode(msgspec.json.schema(state), order="deterministic")).hexdigest()


def dump(session: GameSession, state: msgspec.Struct) -> bytes:
    """A session with its state as JSON, for `GameSession.dump`."""
    written = Dump(session.game, session.rules, session.fingerprint(), session.reveals, state)
    return msgspec.json.encode(written, order="deterministic")


def load(session: type[GameSession], state: type[S], data: bytes) -> Dump[S]:
    """What `dump` wrote, for `GameSession.load`.

    Raises: ValueError when that was something else, or came from another game or version of the program.
    """
    try:
        written: Dump[S] = _decoder(state).decode(data)
    except msgspec.MsgspecError as error:
        raise ValueError(f"This is not a dump of the game {session.game}: {error}.") from error
    known = 1 <= written.rules <= session.version
    if not known or (written.game, written.fingerprint) != (session.game, session.fingerprint()):
        raise ValueError(f"This dump of the game {session.game} was written by another version of the program.")
    return written


@cache
def _decoder(state: type[msgspec.Struct]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(Dump[state])  # type: ignore[valid-type]
