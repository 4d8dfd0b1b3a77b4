"""The pieces of Cuckooo! (CK-1 to CK-4): what a component file says, and what of it is in play at a table."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal

import msgspec

Token = Literal["spying", "swap", "big-hand", "order", "series"]

ROUNDS = 4
DEALT = 7
"""Sparrows that each player is dealt in a round (CK-8)."""
OPENING = "blue"
"""The colour whose highest sparrow opens the row (CK-9)."""
SPYING, SWAP, BIG_HAND, ORDER, SERIES = "spying", "swap", "big-hand", "order", "series"
NUMBERS = range(3, 6)
"""How many can play."""


class _Values(dict[str, int]):
    """The number in a piece's name, found once."""

    def __missing__(self, piece: str) -> int:
        self[piece] = value = int(piece.split("-")[1])
        return value


VALUE = _Values()
"""The number on each sparrow, owl, cuckoo and magpie by the name of the piece."""


class Faces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values on the owls, cuckoos and magpies, and the action tokens there are (CK-3)."""

    owls: tuple[int, ...]
    cuckoos: tuple[int, ...]
    magpies: tuple[int, ...]
    tokens: tuple[Token, ...]


class Number(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What changes with the number of players (CK-2, CK-16, CK-24)."""

    without_sparrows: tuple[int, ...]
    without_owls: tuple[int, ...]
    without_tokens: tuple[Token, ...]
    wealth: int


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A component file as it is written: the lowest and highest sparrow of each colour, the faces of the rest."""

    sparrows: Mapping[str, tuple[int, int]]
    faces: Faces
    players: Mapping[str, Number]

    def __hash__(self) -> int:
        return id(self)


class Pieces:
    """The pieces in play with so many players, and what a table asks about them again and again.

    A sparrow is named by its face (`green-5`), an owl `owl-13`, a cuckoo `cuckoo-6`, a magpie `magpie-19-2`: the second
    19 of its deck.
    """

    def __init__(self, components: Components, seats: int) -> None:
        number = components.players[str(seats)]
        self.seats = seats
        self.wealth = number.wealth
        self.faces = {
            f"{colour}-{value}": (colour, value)
            for colour, (low, high) in components.sparrows.items()
            for value in range(low, high + 1)
            if value not in number.without_sparrows
        }
        self.sparrows = tuple(self.faces)
        self.place = {card: place for place, card in enumerate(self.sparrows)}
        self.follow = {card: self._followers(card) for card in self.sparrows}
        self.opener = max((card for card in self.sparrows if self.faces[card][0] == OPENING), key=VALUE.__getitem__)
        self.owls = tuple(f"owl-{value}" for value in components.faces.owls if value not in number.without_owls)
        self.cuckoos = tuple(f"cuckoo-{value}" for value in sorted(components.faces.cuckoos, reverse=True))
        self.magpies = components.faces.magpies
        self.tokens = tuple(token for token in components.faces.tokens if token not in number.without_tokens)

    def hand(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Sparrows in the order of a hand: by colour, then by value."""
        return tuple(sorted(cards, key=self.place.__getitem__))

    def _followers(self, card: str) -> frozenset[str]:
        colour, value = self.faces[card]
        return frozenset(
            other for other, face in self.faces.items() if other != card and (face[0] == colour or face[1] == value)
        )


@lru_cache(maxsize=64)
def pieces(components: Components, seats: int) -> Pieces:
    """The pieces in play with that many players."""
    return Pieces(components, seats)


def parse(text: str) -> Components:
    """A component file. Raises: ComponentError with a sentence for each thing that is wrong."""
    from app.games.shelf import ComponentError

    try:
        components = msgspec.toml.decode(text, type=Components)
    except msgspec.DecodeError as fault:
        raise ComponentError((f"The component file of Cuckooo! cannot be read: {fault}.",)) from None
    faults = tuple(_faults(components))
    if faults:
        raise ComponentError(faults)
    return components


def _faults(components: Components) -> Iterator[str]:
    faces = components.faces
    if set(components.players) != {str(seats) for seats in NUMBERS}:
        yield "It must have a table [players.N] for 3, 4 and 5 players and no other."
        return
    if OPENING not in components.sparrows:
        yield f"It must have {OPENING} sparrows, since the highest {OPENING} one opens the row."
        return
    for colour, (low, high) in components.sparrows.items():
        if not colour.isalpha() or not colour.islower() or not 0 <= low <= high <= 99:
            yield f"The sparrows {colour!r} need a name of small letters, and a lowest and highest value from 0 to 99."
            return
    for name, values, least, most in (("owls", faces.owls, 10, 99), ("cuckoos", faces.cuckoos, 5, 99)):
        if len(set(values)) != len(values):
            yield f"All {name} must differ."
        if len(values) < least or not all(0 <= value <= most for value in values):
            yield f"There must be at least {least} {name} with values from 0 to {most}."
    if len(faces.magpies) < ROUNDS + 1 or not all(0 <= value <= 99 for value in faces.magpies):
        yield f"There must be at least {ROUNDS + 1} magpies with values from 0 to 99."
    if len(set(faces.tokens)) != len(faces.tokens):
        yield "All action tokens must differ."
    for seats in NUMBERS:
        yield from _faults_of_number(components, seats)


def _faults_of_number(components: Components, seats: int) -> Iterator[str]:
    number = components.players[str(seats)]
    cards = [
        (colour, value)
        for colour, (low, high) in components.sparrows.items()
        for value in range(low, high + 1)
        if value not in number.without_sparrows
    ]
    if len(cards) != DEALT * seats:
        yield f"With {seats} players there must be {DEALT * seats} sparrows, not {len(cards)}."
    if not any(colour == OPENING for colour, _ in cards):
        yield f"With {seats} players no {OPENING} sparrow is left to open the row."
    if len(set(components.faces.owls) - set(number.without_owls)) < 2 * seats:
        yield f"With {seats} players there must be at least {2 * seats} owls."
    if len(set(components.faces.tokens) - set(number.without_tokens)) < seats:
        yield f"With {seats} players there must be at least {seats} action tokens."
    if not 1 <= number.wealth <= 99:
        yield f"With {seats} players the wealth of a magpie must be from 1 to 99 silver."
