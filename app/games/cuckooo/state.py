"""The state of a game of Cuckooo!: parts that are never changed, only replaced."""

from typing import Annotated, Literal, TypeVar

import msgspec

from app.games.chance import Chance
from app.games.cuckooo.components import Pieces

T = TypeVar("T")
Cards = tuple[str, ...]
Phase = Literal["pass", "flock", "keep", "settlement", "take", "swap", "over"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may be chosen before a game."""

    flocks: Annotated[
        Literal["open", "hidden"],
        msgspec.Meta(description="Whether the sparrows in a flock lie face up, or face down until the settlement."),
    ] = "open"
    tokens: Annotated[
        Literal["off", "on"],
        msgspec.Meta(description="Whether each owl taken from round 2 on comes with an action token."),
    ] = "off"


class Placed(msgspec.Struct, frozen=True):
    """A piece and the seat that laid or took it; 0: nobody yet."""

    piece: str
    seat: int = 0


class Discarded(msgspec.Struct, frozen=True):
    """Sparrows that a seat discarded face up: for a `cuckoo` (CK-10 C), or as the `rest` of the last hand (CK-13)."""

    seat: int
    why: Literal["cuckoo", "rest"]
    cards: Cards


class Flock(msgspec.Struct, frozen=True):
    """A flock at the settlement (CK-15 to CK-17).

    `order` is its place among those that share the silver, 0 if it does not; `coins` are the numbers of the silver
    coins that came to it, counted from 1 as they were handed out.
    """

    seat: int
    owl: str
    sparrows: Cards
    cuckoo: str
    total: int
    gold: int
    order: int
    coins: tuple[int, ...]


class Settlement(msgspec.Struct, frozen=True):
    """The settlement of a round: every flock by seat, the magpie, and who shared its `wealth` in which order.

    `moved` is the seat that Order moved one place forward among the `sharers` (CK-28), 0 if none.
    """

    round: int
    magpie: str
    wealth: int
    flocks: tuple[Flock, ...]
    sharers: tuple[int, ...]
    moved: int


class State(msgspec.Struct):
    """Everything there is to know about a game. Tuples by seat begin with seat 1."""

    seats: int
    options: Options
    seed: bytes
    phase: Phase
    round: int
    dealer: int
    turn: int
    """The seat that acts, where one after the other does; 0 where all do."""
    owls: tuple[Cards, ...]
    owl_deck: Cards
    """From the top."""
    buried: int
    """How many owls at the bottom of the deck lie there since they were given up: all saw which ones."""
    magpies: tuple[int, ...]
    """All of them in the order of the deck; as many as settlements there were are turned up."""
    spies: tuple[int, ...] = (0, 0, 0, 0)
    """Who looked at two magpies in each round; 0: nobody."""
    gold: tuple[int, ...] = ()
    silver: tuple[int, ...] = ()
    tokens: Cards = ()
    """The action token of each seat, or an empty string."""
    offer: tuple[Placed, ...] = ()
    """The owls turned up in this round, and who took each."""
    cuckoos: tuple[Placed, ...] = ()
    """The cuckoos turned up in this round, the highest first, and who took each."""
    hands: tuple[Cards, ...] = ()
    picks: tuple[Cards, ...] = ()
    """What each seat picked to pass to its right in this round; empty as long as it has not."""
    passed: bool = False
    """Whether the picks of this round have changed hands."""
    late: int = 0
    """The seat that had Big Hand when they did; 0: nobody."""
    flocks: tuple[Cards, ...] = ()
    row: tuple[Placed, ...] = ()
    discards: tuple[Discarded, ...] = ()
    ready: tuple[int, ...] = ()
    results: tuple[Settlement, ...] = ()


class Game:
    """A game as the phases handle it: its state, its pieces, its chance; whether the last action revealed anything, and
    whether it finished the phase."""

    __slots__ = ("chance", "finished", "pieces", "reveals", "state")

    def __init__(self, state: State, pieces: Pieces) -> None:
        self.state = state
        self.pieces = pieces
        self.chance = Chance(state.seed)
        self.reveals = True
        self.finished = False


def left(seat: int, seats: int) -> int:
    """The next seat clockwise."""
    return seat % seats + 1


def right(seat: int, seats: int) -> int:
    """The seat before."""
    return (seat - 2) % seats + 1


def put(parts: tuple[T, ...], seat: int, part: T) -> tuple[T, ...]:
    """The parts by seat with that of one seat replaced."""
    return (*parts[: seat - 1], part, *parts[seat:])


def without(cards: Cards, card: str) -> Cards:
    """The cards but that one."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def holder(state: State, token: str) -> int:
    """The seat that has the action token, 0 if nobody does."""
    return state.tokens.index(token) + 1 if token in state.tokens else 0


def cuckoo_of(state: State, seat: int) -> str:
    """The cuckoo that the seat took in this round, or an empty string."""
    return next((cuckoo.piece for cuckoo in state.cuckoos if cuckoo.seat == seat), "")


def next_cuckoo(state: State) -> str:
    """The highest cuckoo left."""
    return next((cuckoo.piece for cuckoo in state.cuckoos if not cuckoo.seat), "")


def last_card(state: State) -> str:
    """The sparrow at the end of the row."""
    return state.row[-1].piece


def is_last(state: State, seat: int) -> bool:
    """Whether all others are out of cards, so that this is the final action (CK-13)."""
    return not any(state.hands[: seat - 1]) and not any(state.hands[seat:])


def magpie_name(magpies: tuple[int, ...], position: int) -> str:
    """The name of the magpie at a position of the deck: its value, and which one of that value it is from the top."""
    value = magpies[position]
    return f"magpie-{value}-{magpies[: position + 1].count(value)}"
