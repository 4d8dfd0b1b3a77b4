"""A game in progress as the phases see it: the state, the components, and what has happened in this action."""

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from app.games.chance import Chance
from app.games.cubaneo.pieces import RESTRICTION, Rule, amounts
from app.games.cubaneo.state import SOURCES, Player, State
from app.games.session import Event, Flight

if TYPE_CHECKING:
    from app.games.cubaneo.components import Book


class Game:
    """State, components and news of one game; the phases read it and change it through the members here."""

    __slots__ = ("book", "drew", "news", "state")

    def __init__(self, book: "Book", state: State) -> None:
        self.book = book
        self.state = state
        self.news: list[Event] = []
        self.drew = False

    def chance(self) -> Chance:
        """The draws of the game. Taking them marks the action as one that drew something."""
        self.drew = True
        return Chance(self.state.seed)

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.state.players)

    def player(self, seat: int) -> Player:
        """What lies before that seat."""
        return self.state.players[seat - 1]

    def put(self, seat: int, player: Player) -> None:
        """Replace what lies before that seat."""
        players = self.state.players
        self.state.players = (*players[: seat - 1], player, *players[seat:])

    def rule(self) -> Rule | None:
        """The rule of the restriction in force (CB-26); None if there is none."""
        active = self.state.active[RESTRICTION]
        return self.book.restrictions[active].rule if active >= 0 else None

    def order(self, first: int) -> tuple[int, ...]:
        """All seats clockwise from that one."""
        return (*range(first, self.seats + 1), *range(1, first))

    def tell(self, key: str, seat: int = 0, flights: tuple[Flight, ...] = (), **data: Any) -> None:
        """Add an event to the news."""
        self.news.append(Event(key, seat, data, flights))

    def score(self, seat: int, source: str, points: int) -> int:
        """Book points (CB-30: never below 0) under one of `SOURCES`. Returns: the points really booked."""
        player = self.player(seat)
        booked = max(points, -player.points)
        index = SOURCES.index(source)
        sources = (*player.sources[:index], player.sources[index] + booked, *player.sources[index + 1 :])
        self.put(seat, replace(player, points=player.points + booked, sources=sources))
        return booked

    def pay(self, seat: int, pesos: int) -> None:
        """Take so many pesos from the seat; a negative number gives them."""
        player = self.player(seat)
        self.put(seat, replace(player, pesos=player.pesos - pesos))

    def store_products(self, seat: int) -> dict[str, int]:
        """Move all products from the forecourt to the Warehouse (CB-15). Returns: what was moved."""
        player = self.player(seat)
        yard = player.yard
        kept = player.store
        store = (kept[0] + yard[3], kept[1] + yard[4], kept[2] + yard[5])
        self.put(seat, replace(player, store=store, yard=(*yard[:3], 0, 0, 0, *yard[6:])))
        return amounts(yard[3:6], 3)
