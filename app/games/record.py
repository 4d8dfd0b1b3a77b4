"""A whole game as a portable text: JSON Lines, a first line that says what is played, then a line for each live move.

The first line is `{"tertulia": 1, "game", "rules", "options", "components": {"digest", "text"}, "seats", "commitment",
"seed"}`. `seats` are the names by seat, empty where they were left out; the components' text is there only where it is
not the game's own. A move is `{"seat", "action", "at"}`; `at`, where known, is a time in UTC as in ISO 8601:
`2026-05-01T20:15:07Z`. With the seed, all that happened follows from the moves: whoever has a record can replay and
verify the game.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NamedTuple

import msgspec

from app.games.chance import SEED_BYTES, commitment
from app.games.session import Action, Event, GameSession, IllegalAction, Standing
from app.games.shelf import ComponentError, Components, Rulebook
from app.games.shelf import rulebook as rulebook_of

FORMAT = 1
"""The version of the form of records that this program writes and reads."""
TIME = r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$"
"""A time in UTC as in ISO 8601."""
LONGEST = 4_000_000
"""Characters of the longest text that is read as a record."""


class RecordError(ValueError):
    """A text that is not a record, or a record of something that did not happen. Says what is wrong, and where."""


class Move(msgspec.Struct, frozen=True):
    """A live move: who did what, and when, if that is known: a time in UTC, `2026-05-01T20:15:07Z`."""

    seat: int
    action: Action
    at: str | None = None


class Record(msgspec.Struct, frozen=True):
    """A game: what was played, by which rules, options and components, who sat there, the seed, and the live moves."""

    rulebook: Rulebook
    rules: int
    options: Any
    components: Components
    names: tuple[str, ...]
    seed: bytes
    moves: tuple[Move, ...] = ()

    def begin(self) -> GameSession:
        """The game before its first move."""
        return self.rulebook.session.begin(
            len(self.names), self.options, self.components.content, self.seed, self.rules
        )


class Step(NamedTuple):
    """A moment of a replay: how many moves were made, the last one (None at the start), what happened, the session.

    The session is a live one: it changes with the next step.
    """

    number: int
    move: Move | None
    events: tuple[Event, ...]
    session: GameSession


class Verdict(msgspec.Struct, frozen=True):
    """What was verified: the commitment that the seed answers to, the number of legal moves, the final ranking."""

    commitment: str
    moves: int
    ranking: tuple[Standing, ...]


class _Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    digest: str
    text: str | None = None


class _Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    tertulia: int
    game: str
    rules: int
    options: Mapping[str, Any]
    components: _Source
    seats: tuple[str, ...]
    commitment: str
    seed: str


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    seat: int
    action: msgspec.Raw
    at: Annotated[str, msgspec.Meta(pattern=TIME)] | None = None


def write(record: Record, *, names: bool = True) -> str:
    """The record as text, with or without the names of the players."""
    own = record.rulebook.components().digest == record.components.digest
    header = _Header(
        FORMAT,
        record.rulebook.key,
        record.rules,
        msgspec.to_builtins(record.options),
        _Source(record.components.digest, None if own else record.components.text),
        record.names if names else ("",) * len(record.names),
        commitment(record.seed),
        record.seed.hex(),
    )
    lines = [msgspec.json.encode(header)]
    lines += [
        msgspec.json.encode(_Line(move.seat, msgspec.Raw(msgspec.json.encode(move.action)), move.at))
        for move in record.moves
    ]
    return "".join(f"{line.decode()}\n" for line in lines)


def read(text: str) -> Record:
    """The record in a text.

    Raises: RecordError when the text is not a record of this form, or names a game, rules, options or components that
        this program does not have, or its seed does not answer to its commitment. Moves are checked for their form
        only: `replay` says whether they were legal.
    """
    if len(text) > LONGEST:
        raise RecordError(f"The file is too long for a record: it has more than {LONGEST} characters.")
    lines = text.splitlines()
    if not lines:
        raise RecordError("The file is empty; a record begins with a line that names the game.")
    header = _header(lines[0])
    rulebook = _rulebook(header.game)
    least, most = rulebook.seats
    if not least <= len(header.seats) <= most:
        raise RecordError(f"Line 1: {rulebook.name} is for {least} to {most} players, not {len(header.seats)}.")
    if not 1 <= header.rules <= rulebook.session.version:
        raise RecordError(
            f"Line 1: the game was played by the rules {header.rules} of {rulebook.name}; this program knows the rules"
            f" 1 to {rulebook.session.version}. Read the record with a newer program."
        )
    try:
        options = rulebook.options(header.options)
    except msgspec.ValidationError as fault:
        raise RecordError(f"Line 1: the options do not fit {rulebook.name}: {fault}.") from None
    moves = tuple(_move(rulebook, number, line) for number, line in enumerate(lines[1:], start=2))
    return Record(
        rulebook,
        header.rules,
        options,
        _components(rulebook, header.components),
        header.seats,
        _seed(header),
        moves,
    )


def _header(line: str) -> _Header:
    try:
        header = msgspec.json.decode(line, type=_Header)
    except msgspec.DecodeError as fault:
        raise RecordError(f"Line 1 is not the first line of a record: {fault}.") from None
    if header.tertulia != FORMAT:
        raise RecordError(
            f"Line 1: the record has form {header.tertulia}; this program reads form {FORMAT}. Use the program that"
            " wrote it, or a newer one."
        )
    return header


def _rulebook(key: str) -> Rulebook:
    try:
        return rulebook_of(key)
    except KeyError:
        raise RecordError(f"Line 1: this program has no game called {key!r}.") from None


def _seed(header: _Header) -> bytes:
    try:
        seed = bytes.fromhex(header.seed)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise RecordError(f"Line 1: the seed is not {2 * SEED_BYTES} hexadecimal digits.")
    if commitment(seed) != header.commitment:
        raise RecordError(
            "Line 1: the seed does not answer to the commitment that was shown at the start: the seed or the commitment"
            " was changed."
        )
    return seed


def _components(rulebook: Rulebook, source: _Source) -> Components:
    if source.text is None:
        own = rulebook.components()
        if own.digest != source.digest:
            raise RecordError(
                f"Line 1: the game was played with components that this program does not have ({source.digest[:16]}),"
                " and the record does not carry them."
            )
        return own
    try:
        components = rulebook.components(source.text)
    except ComponentError as fault:
        raise RecordError(f"Line 1: the components cannot be played with: {fault}") from None
    if components.digest != source.digest:
        raise RecordError("Line 1: the text of the components is not the one that its digest stands for.")
    return components


def _move(rulebook: Rulebook, number: int, line: str) -> Move:
    try:
        parsed = msgspec.json.decode(line, type=_Line)
        return Move(parsed.seat, rulebook.decode(bytes(parsed.action)), parsed.at)
    except msgspec.DecodeError as fault:
        raise RecordError(f"Line {number} is not a move of {rulebook.name}: {fault}.") from None


def replay(record: Record) -> Iterator[Step]:
    """The game step by step, beginning with the set-up.

    Raises: RecordError at the first move that the rules do not allow.
    """
    session = record.begin()
    yield Step(0, None, session.opening, session)
    for number, move in enumerate(record.moves, start=1):
        try:
            events = session.apply(move.seat, move.action)
        except IllegalAction as refused:
            raise RecordError(
                f"Line {number + 1}: move {number} is not legal: seat {move.seat} may not do that"
                f" ({refused.reason.key})."
            ) from None
        yield Step(number, move, events, session)


def verify(record: Record) -> Verdict:
    """Replay a finished game and check every move.

    Raises: RecordError when a move is not legal, or the game is not finished.
    """
    session, moves = record.begin(), 0
    for step in replay(record):
        session, moves = step.session, step.number
    if session.actors():
        raise RecordError(f"The record stops after {moves} moves, before the game is over: the end is missing.")
    return Verdict(commitment(record.seed), moves, session.result())
