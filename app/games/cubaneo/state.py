"""The state of a game of Cubaneo: immutable parts under one struct whose parts are replaced."""

import msgspec

from app.games.cubaneo.actions import Decision
from app.games.cubaneo.pieces import CHARACTERS, FIRST_COMMODITY, FIRST_PRODUCT, changed

CART = -1
"""What covers an event of the promenade: 0 nothing, a seat its car, this a donkey's cart."""

SOURCES = ("ships", "abilities", "promenade", "rewards", "events", "dues", "subsidies", "buildings")
"""Where points come from, in the order in which a player counts them: the lines of the score."""


class Player(msgspec.Struct, frozen=True):
    """What lies before one player. `estate` is its property, by its place in the file.

    `tiles` has the building number on each of the twelve spaces, 0 for none.
    """

    estate: int
    worker: int
    pesos: int
    points: int
    sources: tuple[int, ...]
    yard: tuple[int, ...]
    store: tuple[int, ...]
    tiles: tuple[int, ...]
    played: tuple[str, ...]
    cars: int

    @property
    def hand(self) -> tuple[str, ...]:
        """The characters not yet played in this round."""
        return tuple(card for card in CHARACTERS if card not in self.played)

    @property
    def buildings(self) -> tuple[int, ...]:
        """The numbers of the building tiles, without the Warehouse, in the order of the spaces."""
        return tuple(number for number in self.tiles if number)

    def stock(self, good: int) -> int:
        """How many of a good lie in forecourt and Warehouse."""
        if FIRST_PRODUCT <= good < FIRST_COMMODITY:
            return self.yard[good] + self.store[good - FIRST_PRODUCT]
        return self.yard[good]

    def spend(self, good: int, count: int) -> "Player":
        """The player without so many of a good: from the forecourt first (CB-19)."""
        near = min(count, self.yard[good])
        spent = msgspec.structs.replace(self, yard=changed(self.yard, good, -near))
        if near == count:
            return spent
        return msgspec.structs.replace(spent, store=changed(self.store, good - FIRST_PRODUCT, near - count))

    def gain(self, good: int, count: int) -> "Player":
        """The player with so many more of a good in the forecourt."""
        return msgspec.structs.replace(self, yard=changed(self.yard, good, count))


class Bay(msgspec.Struct, frozen=True):
    """A space of the promenade: the card on it, and what covers its event (0, a seat, or `CART`)."""

    card: str
    cover: int = 0


class Berth(msgspec.Struct, frozen=True):
    """A ship at a berth: its number, counted from 0 in the file's order, and its taken spaces, in ascending order."""

    ship: int
    loaded: tuple[int, ...] = ()


class Deal(msgspec.Struct, frozen=True):
    """A sale or purchase of the Tradeswoman in the present turn. `good` counts as in `pieces.GOODS`."""

    sold: bool
    good: int
    price: int


class Opened(msgspec.Struct, frozen=True):
    """An ability that is being used in steps: how many are left, and the ship it is about, if any.

    `building` is 0 for the Mayor's and the Harbor Master's own action. `fresh` are the ship's spaces loaded by it.
    """

    building: int
    left: int
    berth: int = 0
    fresh: tuple[int, ...] = ()


class Doing(msgspec.Struct, frozen=True):
    """The turn in progress. `card` is the character or Cuban whose action is done.

    `begun`: the card's own action has begun, so that no alternative reward can be taken. `over`: only the end is left.
    `harvest`: the products that the worker may bring in. `built`: the building just constructed. `used`: the buildings
    used by this action.
    """

    card: str = ""
    begun: bool = False
    over: bool = False
    harvest: tuple[int, ...] = ()
    deals: tuple[Deal, ...] = ()
    built: int = 0
    used: tuple[int, ...] = ()
    opened: Opened | None = None


class Specials(msgspec.Struct, frozen=True):
    """Who has which special tile in this round (0: nobody), and on which group's proposed act it lies (CB-21)."""

    newspaper: int = 0
    newspaper_on: str = ""
    decree: int = 0
    decree_on: str = ""
    votes: int = 0
    partner: int = 0


class Ballot(msgspec.Struct, frozen=True):
    """The votes of one seat once all have decided: of the kept card, of the special tile, bought."""

    seat: int
    card: str
    base: int
    extra: int
    bought: int

    @property
    def total(self) -> int:
        """All its votes."""
        return self.base + self.extra + self.bought


class State(msgspec.Struct):
    """The whole game. Acts are indices into their group in the file; -1 is the printed one, or none.

    `turns` counts the turns that are over in this round, `moves` all actions of the game.
    `market` counts markers of the trading goods. `sea` is the ship deck in batches from the top: the order within a
    batch is what nobody knows. `decks` has each group's acts in the order of the rounds, the two put away at the end.
    `asked` are the seats of a decision that all make at the same time, `decisions` what each has decided (by seat).
    `course` has each round's points by seat at its end.
    """

    seed: bytes
    round: int
    phase: str
    start: int
    token: int
    turns: int
    moves: int
    players: tuple[Player, ...]
    market: tuple[int, ...]
    waiting: int
    berths: tuple[Berth | None, ...]
    sea: tuple[tuple[int, ...], ...]
    decks: tuple[tuple[int, ...], ...]
    proposed: tuple[int, ...]
    active: tuple[int, ...]
    display: tuple[int, ...]
    promenade: tuple[Bay, ...] = ()
    covered: tuple[str, ...] = ()
    specials: Specials = Specials()
    doing: Doing = Doing()
    asked: tuple[int, ...] = ()
    decisions: tuple[Decision | None, ...] = ()
    ballots: tuple[Ballot, ...] = ()
    winner: int = 0
    passed: tuple[str, ...] = ()
    course: tuple[tuple[int, ...], ...] = ()
