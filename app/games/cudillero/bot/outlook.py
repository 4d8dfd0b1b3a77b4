"""What the bot makes of its views."""

from msgspec import Struct

from app.games.cudillero.components import COLOURS, Faces
from app.games.cudillero.own import Cards, Kept
from app.games.cudillero.state import Pool
from app.games.cudillero.views import Belongings, Bids, Catalogue, Left, Market, Objective, Values
from app.games.cudillero.village import Village
from app.games.session import Turn, View


class Position(Struct, frozen=True):
    """Where a plan stands: the own things, the market, what is left of the turn."""

    village: Village
    hand: tuple[str, ...]
    stalls: tuple[str, ...]
    """Roofs and floors of the market."""
    doorways: int
    tokens: tuple[str, ...]
    values: tuple[int, ...]
    pool: Pool
    stocked: tuple[str, ...]


class Outlook:
    """What the seat sees, as the bot thinks of it."""

    def __init__(self, seat: int, public: View, private: View) -> None:
        self.seat = seat
        self.turn: Turn = public["turn"]
        self.catalogue: Catalogue = public["catalogue"]
        self.bids: Bids = public["bids"]
        self.market: Market = public["market"]
        self.board: Values = public["values"]
        self.objective: Objective = public["objective"]
        self.cards: Cards = private["cards"]
        self.kept: Kept = private["kept"]
        self.left: Left = public["pool"]
        self.faces = Faces(self.catalogue.cards)
        self.others: dict[int, Belongings] = {}
        seats = 0
        while f"player-{seats + 1}" in public:
            seats += 1
            if seats != seat:
                self.others[seats] = public[f"player-{seats}"]
        self.mine: Belongings = public[f"player-{seat}"]
        self.village = Village(self.faces, public[f"village-{seat}"].buildings)
        self.seats = seats
        rounds = self.catalogue.days * self.catalogue.rounds
        day: int = self.turn.data["day"]
        done = (day - 1) * self.catalogue.rounds + self.turn.round - 1
        self.rounds_left: int = rounds - done
        """Rounds to come, the present one too."""

    @property
    def deeds(self) -> tuple[str, ...]:
        """The actions of the played card."""
        return self.left.deeds

    @property
    def values(self) -> tuple[int, ...]:
        return tuple(self.board.values[colour] for colour in COLOURS)

    @property
    def prize(self) -> int:
        """The points for reaching the common objective next, if it is a race and the seat has not reached it."""
        race = self.objective
        open_prizes = race.prizes[len(race.claims) :]
        return open_prizes[0] if open_prizes and self.seat not in race.claims else 0

    def position(self, pool: Pool) -> Position:
        """The present position, with so much left of a turn."""
        return Position(
            village=self.village,
            hand=self.mine.hand,
            stalls=tuple(card for card in self.market.roofs + self.market.floors if card),
            doorways=self.market.doorways,
            tokens=self.mine.tokens,
            values=self.values,
            pool=pool,
            stocked=self.board.stocked,
        )
