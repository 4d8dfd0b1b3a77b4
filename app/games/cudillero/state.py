"""The state of a game: immutable parts under one `State`, and the `Play` that the phases work on."""

import copy
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from app.games.chance import Chance
from app.games.cudillero.actions import Add, Bid, Keep, Roof
from app.games.cudillero.components import COLOURS, Components
from app.games.cudillero.village import Building, Village
from app.games.session import Event, Flight, Half

DAYS = 3
ROUNDS = 6
HAND = 5
"""Action cards that each player draws at the start of a day (CD-1)."""
DRAWN = 3
"""Action cards that are drawn after each round (CD-23)."""
EXTRA_TURN, EXTRA_ACTION, RELOCATE = "extra_turn", "extra_action", "relocate"
TOKENS = ("plus_10", "plus_20", EXTRA_TURN, EXTRA_ACTION, RELOCATE)
PLUS = {"plus_10": 10, "plus_20": 20}
"""What tokens add to the higher bid card (CD-9)."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may be chosen before a game: the variants (CD-38 to CD-40)."""

    personal: Annotated[
        Literal["off", "on"],
        Meta(description="Whether each player keeps a secret objective that brings 10 points."),
    ] = "off"
    stock: Annotated[
        Literal["off", "on"],
        Meta(description="Whether the first who raises a colour to the stock market line may build a card free."),
    ] = "off"

    @property
    def with_personal(self) -> bool:
        return self.personal == "on"

    @property
    def with_stock(self) -> bool:
        return self.stock == "on"


class Player(msgspec.Struct, frozen=True):
    """What belongs to a seat. `cards`, `deck` and `played` are action cards; `hand` are bought cards not yet built."""

    buildings: tuple[Building, ...]
    offers: tuple[str, ...]
    """The two roofs of which one is kept; empty afterwards."""
    aims: tuple[str, ...]
    """The two personal objectives of which one is kept; empty afterwards and without the variant."""
    cards: tuple[int, ...] = ()
    deck: tuple[int, ...] = ()
    played: tuple[int, ...] = ()
    hand: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ("plus_10", "plus_20")
    gained: bool = False
    """Whether it has had its Extra turn token (CD-21)."""
    roof: str = ""
    returned: str = ""
    aim: str = ""
    unwanted: str = ""
    """The personal objective that was not kept."""


class Rank(msgspec.Struct, frozen=True):
    """A bid that is shown, and the place in the round's order that it won (CD-10, CD-11).

    `total` is the higher card with the tokens. `both`: does both actions of `play`. `beats` says what decided between
    this bid and the next in order: `high`, `low`, `play`, or `seat` for a tie in all three; "" for the last.
    """

    seat: int
    high: int
    low: int
    play: int
    tokens: tuple[str, ...]
    total: int
    both: bool
    beats: str


class Pool(msgspec.Struct, frozen=True):
    """What is left in a turn: so often the first action of the played card, the second, and either of them; free builds
    that wait; steps made so far."""

    first: int = 0
    second: int = 0
    either: int = 0
    free: int = 0
    step: int = 0


class State(msgspec.Struct):
    """A whole game. Every part is immutable; a change replaces the part."""

    seed: bytes
    options: Options
    phase: str
    players: tuple[Player, ...]
    first: int
    """The starting player of the last round, or the seat drawn at set-up (CD-11)."""
    piles: tuple[str, str]
    """The tokens of day 2 and day 3 (CD-6)."""
    roof_deck: tuple[str, ...]
    floor_deck: tuple[str, ...]
    doorways: int
    """Doorways left to buy."""
    doors: int
    """Doorways taken so far: the next is `door-{doors + 1}`."""
    made: tuple[Keep | Bid | Add | Roof | None, ...]
    """By seat the choice that was made in a phase in which all choose at the same time."""
    day: int = 1
    round: int = 1
    roofs: tuple[str, ...] = ()
    """Face-up roofs of the market, "" for a gap."""
    floors: tuple[str, ...] = ()
    roof_discards: tuple[str, ...] = ()
    floor_discards: tuple[str, ...] = ()
    roof_makes: int = 0
    """How often the deck was made anew from its discards."""
    floor_makes: int = 0
    objective: str = ""
    claims: tuple[int, ...] = ()
    """Who reached the common objective, in order."""
    values: tuple[int, int, int, int] = (0, 0, 0, 0)
    stocked: tuple[str, ...] = ()
    """Colours that have reached the stock market line."""
    bids: tuple[Bid, ...] = ()
    """By seat, from when all have chosen until they are shown."""
    ranks: tuple[Rank, ...] = ()
    """The bids of the round, best first, once shown."""
    turn: int = 0
    """Whose turn it is, as an index of `ranks`."""
    pool: Pool = Pool()
    placed: tuple[int, ...] = ()
    """At the end by seat where the starting roof was built, 0 for nowhere."""


class Play:
    """A running game as the phases work on it: the state, what follows from it, and what has just happened."""

    __slots__ = ("content", "drew", "state", "told", "villages")

    def __init__(self, content: Components, state: State, villages: list[Village] | None = None) -> None:
        self.content = content
        self.state = state
        self.villages = villages or [Village(content.faces, player.buildings) for player in state.players]
        self.told: list[Event] = []
        self.drew = False

    def copy(self) -> "Play":
        """For a clone: the same immutable parts."""
        return Play(self.content, copy.copy(self.state), list(self.villages))

    @property
    def seats(self) -> int:
        return len(self.state.players)

    @property
    def chance(self) -> Chance:
        """The draws of this game. Who asks for them draws, so the last action cannot be undone."""
        self.drew = True
        return Chance(self.state.seed)

    def player(self, seat: int) -> Player:
        return self.state.players[seat - 1]

    def change(self, seat: int, **parts: Any) -> None:
        """Replace parts of what belongs to a seat."""
        players = self.state.players
        changed = msgspec.structs.replace(players[seat - 1], **parts)
        self.state.players = (*players[: seat - 1], changed, *players[seat:])

    def settle(self, seat: int, village: Village, **parts: Any) -> None:
        """Give a seat another village, and replace other parts of what belongs to it."""
        self.villages[seat - 1] = village
        self.change(seat, buildings=village.buildings, **parts)

    def tell(
        self,
        key: str,
        seat: int = 0,
        data: Mapping[str, Any] | None = None,
        flights: tuple[Flight, ...] = (),
        secret: Mapping[int, Half] | None = None,
    ) -> None:
        """Note what has happened."""
        self.told.append(Event(key, seat, data or {}, flights, secret or {}))

    # --- simultaneous choices ---

    def choose(self, seat: int, action: Keep | Bid | Add | Roof) -> bool:
        """Note a choice that others do not see yet. Returns: whether it takes the place of an earlier one."""
        made = self.state.made
        self.state.made = (*made[: seat - 1], action, *made[seat:])
        self.drew = True
        return made[seat - 1] is not None

    def value(self, colour: str) -> int:
        """The value of a colour."""
        return self.state.values[COLOURS.index(colour)]

    # --- turns ---

    @property
    def seat(self) -> int:
        """Whose turn it is; 0 outside the turns."""
        state = self.state
        return state.ranks[state.turn].seat if state.phase == "turns" else 0

    @property
    def stalls(self) -> tuple[str, ...]:
        """All cards that can be taken from the market, the top doorway last."""
        state = self.state
        cards = [card for card in state.roofs + state.floors if card]
        if state.doorways:
            cards.append(f"door-{state.doors + 1}")
        return tuple(cards)
