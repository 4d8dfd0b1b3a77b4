"""The shelf: the rulebooks on offer. The only module of the games that reads component files."""

import hashlib
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from app.games.session import Action, GameSession, View

GAMES = ("cuckooo", "cudillero", "cubaneo")
"""The keys of the rulebooks, in the order in which they stand on the shelf. A new game adds its key here."""

Decide = Callable[[int, View, View, Random], Action]
"""A player that is not a person: seat, public view, private view, chance for ties -> an action."""


class ComponentError(ValueError):
    """A component file that cannot be played with. `faults` has a sentence for each thing that is wrong."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__(" ".join(faults))
        self.faults = faults


class Components(msgspec.Struct, frozen=True):
    """A component file: its text, the SHA-256 of the text in hex, and what the game made of it."""

    text: str
    digest: str
    content: Any


class Rulebook(msgspec.Struct, frozen=True):
    """A game on the shelf. `seats` are the fewest and most players, `minutes` is what a game takes people."""

    key: str
    name: str
    seats: tuple[int, int]
    minutes: int
    session: type[GameSession]
    parse: Callable[[str], Any]
    decide: Decide
    default: Decide
    folder: Path

    def components(self, text: str | None = None) -> Components:
        """The game's own components, or those of a text. Raises: ComponentError with a sentence for every fault."""
        return _parsed(self, _own_text(self.folder) if text is None else text)

    def __hash__(self) -> int:
        return hash(self.key)

    def decode(self, action: bytes | str) -> Action:
        """An action from JSON, strictly. Raises: msgspec.ValidationError or msgspec.DecodeError with what is wrong."""
        decoded: Action = _decoder(self.session).decode(action)
        return decoded

    def options(self, values: Mapping[str, Any]) -> Any:
        """Options from plain values; missing ones have their defaults. Raises: msgspec.ValidationError."""
        return msgspec.convert(values, self.session.Options, strict=True)


@cache
def shelf() -> Mapping[str, Rulebook]:
    """All rulebooks by key, in the order of the shelf."""
    return {key: rulebook(key) for key in GAMES}


@cache
def rulebook(key: str) -> Rulebook:
    """The rulebook of that key. Raises: KeyError when there is none."""
    if key not in GAMES:
        raise KeyError(key)
    module = import_module(f"app.games.{key}")
    return Rulebook(
        key=key,
        name=module.NAME,
        seats=module.SEATS,
        minutes=module.MINUTES,
        session=module.Session,
        parse=module.parse,
        decide=module.decide,
        default=module.default,
        folder=Path(str(module.__file__)).parent,
    )


@cache
def _own_text(folder: Path) -> str:
    return (folder / "components.toml").read_text("utf-8")


@cache
def _parsed(book: Rulebook, text: str) -> Components:
    return Components(text, hashlib.sha256(text.encode()).hexdigest(), book.parse(text))


@cache
def _decoder(session: type[GameSession]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(session.Actions, strict=True)
