"""The actions of Cubaneo: what a seat can do, as it stands in the JSON API (`{"type": "sell", "good": "rum"}`)."""

from typing import Annotated, Literal

from msgspec import Meta

from app.games.cubaneo.pieces import Character, Cuban, Group, Product, Resource, RewardName, TradingGood
from app.games.session import Action

Space = Annotated[int, Meta(ge=0, le=11)]
Building = Annotated[int, Meta(ge=0, le=99)]
Count = Annotated[int, Meta(ge=1, le=999)]


class Play(Action, frozen=True):
    """Play a character card from the hand (CB-8)."""

    card: Character


class Visit(Action, frozen=True):
    """Visit a promenade card with a car (CB-17); with `perform` false, without doing its action."""

    card: Cuban
    perform: bool = True


class End(Action, frozen=True):
    """End the turn (CB-18)."""


class Work(Action, frozen=True):
    """Worker: place the worker on a space, or leave it by naming its own; the resources come at once (CB-10)."""

    space: Space


class Harvest(Action, frozen=True):
    """Worker: bring in so many of each product; two are free, each more costs 1 water (CB-10)."""

    products: dict[Product, Count]

    def __hash__(self) -> int:
        return hash(frozenset(self.products.items()))


class Sell(Action, frozen=True):
    """Sell one good: to the market by the Tradeswoman (CB-11), or to the supply by a building."""

    good: TradingGood


class Buy(Action, frozen=True):
    """Tradeswoman: buy one good at its cheapest marker, or from the supply when its row is empty (CB-11)."""

    good: TradingGood


class Reward(Action, frozen=True):
    """Take an alternative reward (CB-12); `kind` names the resource or product where the reward leaves it open."""

    reward: RewardName
    kind: Literal["", "wood", "water", "stone", "citrus_fruits", "sugar_cane", "tobacco"] = ""


class Build(Action, frozen=True):
    """Architect: construct a building on a space (CB-13); `extra` is the resource that the Building Permit Act asks."""

    building: Building
    space: Space
    extra: Literal["", "wood", "water", "stone"] = ""


class Use(Action, frozen=True):
    """Use a building of one's own, 0 for the Warehouse: a simple ability at once, another is opened for its steps."""

    building: Building


class Convert(Action, frozen=True):
    """Open ability: turn so many of its good into others, or into points."""

    count: Count


class Exchange(Action, frozen=True):
    """Open ability: exchange one resource for another."""

    give: Resource
    take: Resource


class Gamble(Action, frozen=True):
    """Open ability: stake pesos for points, or points for pesos."""

    stake: Literal["pesos", "points"]


class Load(Action, frozen=True):
    """Mayor or open ability: load one good onto the ship at that berth (CB-16)."""

    berth: Annotated[int, Meta(ge=1, le=3)]
    good: TradingGood


class Swap(Action, frozen=True):
    """Harbor Master or open ability: swap the ships at this berth and the next higher one (CB-17)."""

    berth: Annotated[int, Meta(ge=1, le=2)]


class Lay(Action, frozen=True):
    """Open ability: lay the Newspaper or the Decree on a proposed act (CB-21)."""

    act: Group


class Partner(Action, frozen=True):
    """Open ability: use a building tile of another player (CB-21)."""

    building: Building


class Demolish(Action, frozen=True):
    """Demolition: put a building tile back into the display, 0 for none (CB-22). All decide at the same time."""

    building: Building


class Vote(Action, frozen=True):
    """Parliament: buy so many votes (CB-23). All decide at the same time."""

    votes: Annotated[int, Meta(ge=0, le=9999)]


class Pass(Action, frozen=True):
    """Parliament: pass two of the proposed acts (CB-24)."""

    acts: tuple[Group, ...]


class Pay(Action, frozen=True):
    """Acts: pay the tax, return the duty, or not (CB-25). `resource` is the one given where the duty leaves it open.

    All decide at the same time.
    """

    tax: bool
    duty: bool
    resource: Literal["", "wood", "water", "stone"] = ""


class Store(Action, frozen=True):
    """Clean-up under the Storage Act: the three products that the Warehouse keeps (CB-26).

    All decide at the same time.
    """

    keep: dict[Product, Count]

    def __hash__(self) -> int:
        return hash(frozenset(self.keep.items()))


Step = Work | Harvest | Sell | Buy | Reward | Build | Use | Convert | Exchange | Gamble | Load | Swap | Lay | Partner
Decision = Demolish | Vote | Pay | Store
Actions = (
    Play
    | Visit
    | End
    | Work
    | Harvest
    | Sell
    | Buy
    | Reward
    | Build
    | Use
    | Convert
    | Exchange
    | Gamble
    | Load
    | Swap
    | Lay
    | Partner
    | Demolish
    | Vote
    | Pass
    | Pay
    | Store
)
