"""The vocabulary of building abilities (CB-19, CB-20): each is data with a word for what it does.

An ability is `usable` only if it would change something. With `steps` 0 it is carried out `at_once`; another is opened
and then done step by step, each step an action from its `choices`. Goods come from forecourt and Warehouse, forecourt
first, and results go to the forecourt.
"""

from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
from msgspec.structs import replace

from app.games.cubaneo import harbour
from app.games.cubaneo.actions import Convert as ConvertAction
from app.games.cubaneo.actions import Exchange as ExchangeAction
from app.games.cubaneo.actions import Gamble as GambleAction
from app.games.cubaneo.actions import Load, Sell, Swap
from app.games.cubaneo.choosing import each_of, one_of
from app.games.cubaneo.pieces import GOODS, INDEX, RESOURCES, amounts
from app.games.cubaneo.state import Opened
from app.games.domains import Whole
from app.games.session import Action, Choice

if TYPE_CHECKING:
    from app.games.cubaneo.game import Game


class Ability(msgspec.Struct, frozen=True):
    """Base of all abilities."""

    lendable: ClassVar[bool] = True
    """Whether the Partner tile may use it (CB-21)."""

    @property
    def steps(self) -> int:
        """How many steps an opened use has; 0 when it is carried out at once."""
        return 0

    def usable(self, game: "Game", seat: int) -> bool:
        """Whether a use by that seat would change something now."""
        return True

    def at_once(self, game: "Game", seat: int, building: int) -> None:
        """Carry out an ability without steps."""
        raise TypeError(f"{type(self).__name__} is used in steps.")

    def choices(self, game: "Game", seat: int, opened: Opened) -> tuple[Choice, ...]:
        """The next step."""
        raise TypeError(f"{type(self).__name__} has no steps.")

    def step(self, game: "Game", seat: int, opened: Opened, action: Action) -> Opened | None:
        """Carry out a step. Returns: what is open after it."""
        raise TypeError(f"{type(self).__name__} has no steps.")

    def brings(self, game: "Game", seat: int) -> dict[str, Any]:
        """What a use of it to the full would bring and cost that seat now, for the prompt."""
        return {}


class Store(Ability, frozen=True):
    """The Warehouse (CB-15): move all products from the forecourt into it."""

    lendable: ClassVar[bool] = False

    def usable(self, game: "Game", seat: int) -> bool:
        return any(game.player(seat).yard[3:6])

    def at_once(self, game: "Game", seat: int, building: int) -> None:
        game.tell("stored", seat, goods=game.store_products(seat), building=building)

    def brings(self, game: "Game", seat: int) -> dict[str, Any]:
        return {"stored": amounts(game.player(seat).yard[3:6], 3)}


class Gain(Ability, frozen=True):
    """Take these goods and pesos from the supply."""

    goods: tuple[int, ...]
    pesos: int

    def at_once(self, game: "Game", seat: int, building: int) -> None:
        player = game.player(seat)
        yard = tuple(map(int.__add__, player.yard, self.goods))
        game.put(seat, replace(player, yard=yard, pesos=player.pesos + self.pesos))
        game.tell("used", seat, building=building, **self.brings(game, seat))

    def brings(self, game: "Game", seat: int) -> dict[str, Any]:
        return {"gained": amounts(self.goods), "pesos": self.pesos}


class Points(Ability, frozen=True):
    """Victory points at every use."""

    points: int

    def at_once(self, game: "Game", seat: int, building: int) -> None:
        game.tell("used", seat, building=building, points=game.score(seat, "abilities", self.points))

    def brings(self, game: "Game", seat: int) -> dict[str, Any]:
        return {"points": self.points}


class PointsPerBuildings(Ability, frozen=True):
    """A point for each full `each` buildings of one's own, the Warehouse included."""

    each: int

    def _points(self, game: "Game", seat: int) -> int:
        return (1 + len(game.player(seat).buildings)) // self.each

    def usable(self, game: "Game", seat: int) -> bool:
        return self._points(game, seat) > 0

    def at_once(self, game: "Game", seat: int, building: int) -> None:
        game.tell("used", seat, building=building, points=game.score(seat, "abilities", self._points(game, seat)))

    def brings(self, game: "Game", seat: int) -> dict[str, Any]:
        return {"points": self._points(game, seat)}


class _Turning(Ability, frozen=True):
    """Turns up to `most` of a good (0: any number) into something else, in one step that says how many."""

    source: int
    most: int

    @property
    def steps(self) -> int:
        return 1

    def limit(self, game: "Game", seat: int) -> int:
        """How many may be turned now."""
        stock = game.player(seat).stock(self.source)
        return min(stock, self.most) if self.most else stock

    def usable(self, game: "Game", seat: int) -> bool:
        return game.player(seat).stock(self.source) > 0

    def choices(self, game: "Game", seat: int, opened: Opened) -> tuple[Choice, ...]:
        return (Choice(ConvertAction, {"count": Whole(1, self.limit(game, seat))}),)


class Convert(_Turning, frozen=True):
    """Up to `most` of one good into as many of another."""

    target: int

    def step(self, game: "Game", seat: int, opened: Opened, action: Action) -> None:
        assert isinstance(action, ConvertAction)
        count = action.count
        game.put(seat, game.player(seat).spend(self.source, count).gain(self.target, count))
        game.tell("used", seat, building=opened.building, **self._deal(count))

    def _deal(self, count: int) -> dict[str, Any]:
        return {"spent": {GOODS[self.source]: count}, "gained": {GOODS[self.target]: count}}

    def brings(self, game: "Game", seat: int) -> dict[str, Any]:
        return self._deal(self.limit(game, seat))


class Score(_Turning, frozen=True):
    """Up to `most` of one good into `points` points each."""

    points: int

    def step(self, game: "Game", seat: int, opened: Opened, action: Action) -> None:
        assert isinstance(action, ConvertAction)
        game.put(seat, game.player(seat).spend(self.source, action.count))
        points = game.score(seat, "abilities", self.points * action.count)
        game.tell("used", seat, building=opened.building, spent={GOODS[self.source]: action.count}, points=points)

    def brings(self, game: "Game", seat: int) -> dict[str, Any]:
        count = self.limit(game, seat)
        return {"spent": {GOODS[self.source]: count}, "points": count * self.points}


class _Stepwise(Ability, frozen=True):
    """Something that may be done up to `most` times."""

    most: int

    @property
    def steps(self) -> int:
        return self.most


class Exchange(_Stepwise, frozen=True):
    """A resource for another one."""

    def usable(self, game: "Game", seat: int) -> bool:
        return any(game.player(seat).yard[:3])

    def choices(self, game: "Game", seat: int, opened: Opened) -> tuple[Choice, ...]:
        yard = game.player(seat).yard
        return tuple(
            each_of(ExchangeAction, ("give", (give,)), ("take", tuple(take for take in RESOURCES if take != give)))
            for index, give in enumerate(RESOURCES)
            if yard[index]
        )

    def step(self, game: "Game", seat: int, opened: Opened, action: Action) -> Opened | None:
        assert isinstance(action, ExchangeAction)
        game.put(seat, game.player(seat).spend(INDEX[action.give], 1).gain(INDEX[action.take], 1))
        game.tell("used", seat, building=opened.building, spent={action.give: 1}, gained={action.take: 1})
        return _less(opened)

    def brings(self, game: "Game", seat: int) -> dict[str, Any]:
        return {"exchanged": min(self.most, sum(game.player(seat).yard[:3]))}


class SellToSupply(_Stepwise, frozen=True):
    """Goods to the supply for a fixed price."""

    goods: tuple[int, ...]
    price: int

    def _for_sale(self, game: "Game", seat: int) -> tuple[str, ...]:
        player = game.player(seat)
        return tuple(GOODS[good] for good in self.goods if player.stock(good))

    def usable(self, game: "Game", seat: int) -> bool:
        return bool(self._for_sale(game, seat))

    def choices(self, game: "Game", seat: int, opened: Opened) -> tuple[Choice, ...]:
        goods = self._for_sale(game, seat)
        return (one_of(Sell, "good", goods),) if goods else ()

    def step(self, game: "Game", seat: int, opened: Opened, action: Action) -> Opened | None:
        assert isinstance(action, Sell)
        game.put(seat, game.player(seat).spend(INDEX[action.good], 1))
        game.pay(seat, -self.price)
        game.tell("used", seat, building=opened.building, spent={action.good: 1}, pesos=self.price)
        return _less(opened)

    def brings(self, game: "Game", seat: int) -> dict[str, Any]:
        player = game.player(seat)
        return {"pesos": self.price * min(self.most, sum(player.stock(good) for good in self.goods))}


class Gamble(_Stepwise, frozen=True):
    """Each time, either way: its pesos for its points, or its points, if there are so many, for its pesos."""

    pesos: int
    points: int

    def _stakes(self, game: "Game", seat: int) -> tuple[str, ...]:
        player = game.player(seat)
        pesos, points = player.pesos >= self.pesos, player.points >= self.points
        return ("pesos",) * pesos + ("points",) * points

    def usable(self, game: "Game", seat: int) -> bool:
        return bool(self._stakes(game, seat))

    def choices(self, game: "Game", seat: int, opened: Opened) -> tuple[Choice, ...]:
        stakes = self._stakes(game, seat)
        return (one_of(GambleAction, "stake", stakes),) if stakes else ()

    def step(self, game: "Game", seat: int, opened: Opened, action: Action) -> Opened | None:
        assert isinstance(action, GambleAction)
        sign = 1 if action.stake == "pesos" else -1
        game.pay(seat, sign * self.pesos)
        points = game.score(seat, "abilities", sign * self.points)
        game.tell("used", seat, building=opened.building, pesos=-sign * self.pesos, points=points)
        return _less(opened)


class LoadShip(_Stepwise, frozen=True):
    """Goods onto one ship at a berth, for the Mayor's points."""

    def usable(self, game: "Game", seat: int) -> bool:
        return harbour.can_load(game, game.player(seat))

    def choices(self, game: "Game", seat: int, opened: Opened) -> tuple[Choice, ...]:
        return harbour.load_choices(game, game.player(seat), opened)

    def step(self, game: "Game", seat: int, opened: Opened, action: Action) -> Opened | None:
        assert isinstance(action, Load)
        space = harbour.load(game, seat, action.berth, INDEX[action.good], opened.building)
        opened = harbour.after_load(opened, action.berth, space)
        return opened if opened.left else None


class SwapShips(Ability, frozen=True):
    """Swap the ships of two adjacent occupied berths; the points come only with a swap."""

    points: int

    @property
    def steps(self) -> int:
        return 1

    def usable(self, game: "Game", seat: int) -> bool:
        return bool(harbour.pairs(game))

    def choices(self, game: "Game", seat: int, opened: Opened) -> tuple[Choice, ...]:
        return harbour.swap_choices(game)

    def step(self, game: "Game", seat: int, opened: Opened, action: Action) -> None:
        assert isinstance(action, Swap)
        harbour.swap(game, seat, action.berth, self.points, opened.building)

    def brings(self, game: "Game", seat: int) -> dict[str, Any]:
        return {"points": self.points}


class OccupiedAlternatives(Ability, frozen=True):
    """The Beach Café (CB-20): its owner may take covered alternative rewards. There is nothing to use."""

    lendable: ClassVar[bool] = False

    def usable(self, game: "Game", seat: int) -> bool:
        return False


def use(game: "Game", seat: int, building: int) -> Opened | None:
    """Use a building's ability: at once, or by opening it. Returns: what is open now."""
    ability = game.book.buildings[building].ability
    if ability.steps:
        return Opened(building, ability.steps)
    ability.at_once(game, seat, building)
    return None


def _less(opened: Opened) -> Opened | None:
    return replace(opened, left=opened.left - 1) if opened.left > 1 else None
