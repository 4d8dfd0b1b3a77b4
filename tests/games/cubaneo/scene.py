"""A game of Cubaneo put into a position that a test needs; what happens in it is real."""

from collections.abc import Mapping
from typing import Any, Self

from msgspec.structs import replace

from app.games.cubaneo import rounds
from app.games.cubaneo.actions import End, Load, Play, Use, Visit
from app.games.cubaneo.components import Book
from app.games.cubaneo.pieces import (
    CHARACTERS,
    EVENTS,
    GOODS,
    GROUPS,
    INDEX,
    LETTERS,
    PRODUCTS,
    RULES,
    TRADING_GOODS,
    Character,
    Cuban,
    amounts,
)
from app.games.cubaneo.session import Options, Session
from app.games.cubaneo.state import Bay, Berth, Doing, Player, Specials, State
from app.games.cubaneo.turns import current
from app.games.session import Action, Event, Reason
from app.games.shelf import rulebook

RED = (
    "warehouse",
    "wood",
    "sugar_cane",
    "citrus_fruits",
    "tobacco",
    "citrus_fruits",
    "stone",
    "wood",
    "stone",
    "water",
    "tobacco",
    "sugar_cane",
)
"""The red property of the house edition, which the rulebook's examples fit."""

CUBANS = ("dancer", "harbor_master", "musician", "revolutionary", "lawyer", "day_laborer")


def house() -> Book:
    """The components of the house edition."""
    book = rulebook("cubaneo").components().content
    assert isinstance(book, Book)
    return book


def number(name: str) -> int:
    """The number of a building by its name."""
    return next(building.number for building in house().buildings if building.name == name)


class Scene:
    """A game whose state a test may set; all players start with empty yards, the red property and 10 pesos."""

    def __init__(self, seats: int = 3, seed: int = 1) -> None:
        self.session = Session.begin(seats, Options(), house(), seed.to_bytes(32, "big"), 1)
        self.events: tuple[Event, ...] = self.session.opening
        red = next(at for at, each in enumerate(house().properties) if each.colour == "red")
        for seat in range(1, seats + 1):
            self._put(seat, replace(self.player(seat), estate=red, worker=0, yard=(0,) * 8))
        self.set(start=1, token=1)
        self.promenade(*CUBANS)

    @property
    def state(self) -> State:
        return self.session.play.state

    def player(self, seat: int) -> Player:
        return self.session.play.player(seat)

    def _put(self, seat: int, player: Player) -> None:
        self.session.play.put(seat, player)
        self.session = self.session.clone()

    # --- setting ---

    def set(self, **changes: Any) -> Self:
        """Set parts of the state."""
        for name, value in changes.items():
            setattr(self.state, name, value)
        self.session = self.session.clone()
        return self

    def has(
        self,
        seat: int,
        *,
        store: Mapping[str, int] | None = None,
        tiles: Mapping[int, int] | None = None,
        pesos: int | None = None,
        points: int | None = None,
        worker: int | None = None,
        played: tuple[str, ...] | None = None,
        cars: int | None = None,
        **goods: int,
    ) -> Self:
        """Set what lies before a seat; goods are the whole forecourt if any are named."""
        player = self.player(seat)
        changes: dict[str, Any] = {"pesos": pesos, "points": points, "worker": worker, "played": played, "cars": cars}
        if goods:
            self.goods(seat, goods)
            player = self.player(seat)
        if store is not None:
            changes["store"] = tuple(store.get(good, 0) for good in PRODUCTS)
        if tiles is not None:
            changes["tiles"] = tuple(tiles.get(space, 0) for space in range(12))
            gone = set(tiles.values())
            self.set(display=tuple(each for each in self.state.display if each not in gone))
        if points is not None:
            changes["sources"] = (points, *(0,) * 7)
        self._put(seat, replace(player, **{name: value for name, value in changes.items() if value is not None}))
        return self

    def goods(self, seat: int, goods: Mapping[str, int]) -> Self:
        """Set the whole forecourt of a seat."""
        self._put(seat, replace(self.player(seat), yard=tuple(goods.get(good, 0) for good in GOODS)))
        return self

    def market(self, **counts: int) -> Self:
        """Set the markers of some rows."""
        before = dict(zip(TRADING_GOODS, self.state.market, strict=True))
        return self.set(market=tuple({**before, **counts}.values()))

    def ship(self, berth: int, cargo: str, *loaded: int) -> Self:
        """Put a ship of that cargo at a berth, with these spaces loaded."""
        wanted = tuple(LETTERS[letter] for letter in cargo)
        ship = house().ships.index(wanted)
        berths = list(self.state.berths)
        berths[berth - 1] = Berth(ship, loaded)
        return self.set(berths=tuple(berths))

    def promenade(self, *cards: str) -> Self:
        """Set the six cards; a donkey's cart covers its event."""
        return self.set(promenade=tuple(Bay(card, -1 if card == "donkey" else 0) for card in cards))

    def rule(self, rule: str) -> Self:
        """Put the restriction with that rule in force."""
        assert rule in RULES
        at = next(at for at, each in enumerate(house().restrictions) if each.rule == rule)
        return self.set(active=(*self.state.active[:3], at))

    def force(self, **acts: int) -> Self:
        """Put acts in force by their index in the file."""
        active: dict[str, int] = dict(zip(GROUPS, self.state.active, strict=True))
        return self.set(active=tuple({**active, **acts}.values()))

    def propose(self, **acts: int) -> Self:
        """Turn up acts by their index in the file."""
        proposed: dict[str, int] = dict(zip(GROUPS, self.state.proposed, strict=True))
        return self.set(proposed=tuple({**proposed, **acts}.values()))

    def keeps(self, **cards: str) -> Self:
        """Leave these characters in the hands of the seats `s1`, `s2` ... (the others keep the Worker)."""
        for seat in range(1, self.session.seats + 1):
            card = cards.get(f"s{seat}", "worker")
            self.has(seat, played=tuple(each for each in CHARACTERS if each != card), cars=0)
        return self

    def enter(self, stage: str, event: str = "remove_goods") -> Self:
        """Begin a stage after the actions, with that event open; who has no set hand keeps the Worker."""
        if any(len(player.hand) > 1 for player in self.state.players):
            self.keeps()
        open_at = EVENTS.index(event)
        self.set(
            promenade=tuple(Bay(card, 0 if at == open_at else 1) for at, card in enumerate(CUBANS)),
            doing=Doing(),
            specials=self.state.specials,
        )
        play = self.session.play
        play.news = []
        rounds.enter(play, stage)
        self.session = self.session.clone()
        self.events = tuple(play.news)
        return self

    def take(self, **tiles: Any) -> Self:
        """Give out special tiles."""
        return self.set(specials=replace(Specials(), **tiles))

    # --- acting ---

    def act(self, *actions: Action, seat: int = 0) -> tuple[Event, ...]:
        """Carry out actions of a seat (the one whose turn it is); returns what the last one told."""
        for action in actions:
            self.events = self.session.apply(seat or self.session.actors()[0], action)
        return self.events

    def turn(self, *actions: Action) -> tuple[Event, ...]:
        """A whole turn: the actions and its end."""
        return self.act(*actions, End())

    def refused(self, action: Action, seat: int = 0) -> Reason:
        """Why an action is not admitted."""
        seat = seat or self.session.actors()[0]
        assert not self.session.admits(seat, action), f"{action} is admitted"
        return self.session.objection(seat, action)

    def offers(self, kind: type[Action], field: str = "", seat: int = 0) -> list[Any]:
        """All actions of a type that are offered now, or one of their fields, without doubles."""
        seat = seat or self.session.actors()[0]
        found = [action for action in self.session.legal_actions(seat) if type(action) is kind]
        values = [getattr(action, field) if field else action for action in found]
        return [value for at, value in enumerate(values) if value not in values[:at]]

    # --- looking ---

    def yard(self, seat: int = 1) -> dict[str, int]:
        """What lies in the forecourt."""
        return amounts(self.player(seat).yard)

    def store(self, seat: int = 1) -> dict[str, int]:
        """What lies in the Warehouse."""
        return amounts(self.player(seat).store, INDEX[PRODUCTS[0]])

    def points(self, seat: int = 1) -> int:
        return self.player(seat).points

    def pesos(self, seat: int = 1) -> int:
        return self.player(seat).pesos

    def row(self, good: str) -> int:
        """The markers of a good on the market."""
        return self.state.market[TRADING_GOODS.index(good)]

    def turn_of(self) -> int:
        return current(self.session.play)

    def told(self, key: str) -> list[Event]:
        """The last events of that key."""
        return [event for event in self.events if event.key == key]

    def keys(self) -> list[str]:
        return [event.key for event in self.events]


def playing(card: Character, **scene: Any) -> Scene:
    """A scene in which seat 1 has played that character."""
    made = Scene(**scene)
    made.act(Play(card))
    return made


def visiting(card: Cuban, **scene: Any) -> Scene:
    """A scene in which seat 1 has visited that Cuban."""
    made = Scene(**scene)
    made.act(Visit(card))
    return made


def using(building: int | str, **goods: int) -> Scene:
    """A scene in which seat 1 has that building in its worker's line and is about to use it as Foreman."""
    made = Scene()
    tile = number(building) if isinstance(building, str) else building
    made.has(1, tiles={1: tile}, worker=1).goods(1, goods)
    made.act(Play("foreman"))
    return made


__all__ = ["RED", "Load", "Scene", "Use", "house", "number", "playing", "using", "visiting"]
