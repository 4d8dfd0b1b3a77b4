"""E) Acts (CB-25): tax and duty, decided by all at the same time, then the subsidy."""

from collections.abc import Mapping

from app.games.cubaneo import subsidies
from app.games.cubaneo.actions import Pay
from app.games.cubaneo.choosing import each_of
from app.games.cubaneo.components import Duty
from app.games.cubaneo.game import Game
from app.games.cubaneo.pieces import DUTY, GOODS, INDEX, RESOURCES, ROUNDS, SUBSIDY, TAX
from app.games.cubaneo.stage import Decisions, Stage
from app.games.cubaneo.state import Player
from app.games.session import Choice, Prompt, Reason, Refusal

OBEYED = 2
"""Points for paying the tax, and for returning the duty (CB-25)."""
BOTH = 1
"""Points more for doing both (CB-25)."""


def tax(game: Game) -> int:
    """The pesos of the tax in force."""
    return game.book.tax(game.state.active[TAX])


def duty(game: Game) -> Duty:
    """The duty in force."""
    return game.book.duty(game.state.active[DUTY])


def fillings(player: Player, due: Duty) -> tuple[str, ...]:
    """The resources that may fill the open part of a duty; an empty name where there is none to fill.

    Empty when the player cannot return the duty.
    """
    if any(player.stock(good) < count for good, count in enumerate(due.goods)):
        return ()
    if not due.resource:
        return ("",)
    return tuple(name for index, name in enumerate(RESOURCES) if player.yard[index] >= due.goods[index] + due.resource)


def returned(due: Duty, resource: str) -> dict[str, int]:
    """The goods of a duty whose open part is filled by that resource."""
    goods = {GOODS[good]: count for good, count in enumerate(due.goods) if count}
    if resource:
        goods[resource] = goods.get(resource, 0) + due.resource
    return goods


def missing(player: Player, due: Duty) -> Mapping[str, int]:
    """What the player lacks to return a duty; `resource` is the open part."""
    lack = {
        GOODS[good]: count - player.stock(good) for good, count in enumerate(due.goods) if count > player.stock(good)
    }
    return lack or {"resource": due.resource}


class Dues(Decisions):
    """E, tax and duty: all who can pay either decide; nothing is booked before all have."""

    name = "dues"
    following = "subsidies"

    def enter(self, game: Game) -> bool:
        cost, due = tax(game), duty(game)
        able = tuple(
            seat for seat, player in enumerate(game.state.players, 1) if player.pesos >= cost or fillings(player, due)
        )
        return self.ask(game, able)

    def options(self, game: Game, seat: int) -> tuple[Choice, ...]:
        player = game.player(seat)
        taxes = (False, True) if player.pesos >= tax(game) else (False,)
        kinds = fillings(player, duty(game))
        without = each_of(Pay, ("tax", taxes), ("duty", (False,)), ("resource", ("",)))
        if not kinds:
            return (without,)
        return (without, each_of(Pay, ("tax", taxes), ("duty", (True,)), ("resource", kinds)))

    def resolve(self, game: Game) -> None:
        order = game.order(game.state.start)
        decisions = {seat: game.state.decisions[seat - 1] for seat in order}
        for seat in order:
            decision = decisions[seat]
            if isinstance(decision, Pay) and decision.tax:
                game.pay(seat, tax(game))
                game.tell("tax", seat, pesos=-tax(game), points=game.score(seat, "dues", OBEYED))
        for seat in order:
            decision = decisions[seat]
            if isinstance(decision, Pay) and decision.duty:
                goods = returned(duty(game), decision.resource)
                player = game.player(seat)
                for good, count in goods.items():
                    player = player.spend(INDEX[good], count)
                game.put(seat, player)
                game.tell("duty", seat, goods=goods, points=game.score(seat, "dues", OBEYED))
        for seat in order:
            decision = decisions[seat]
            if isinstance(decision, Pay) and decision.tax and decision.duty:
                game.tell("both", seat, points=game.score(seat, "dues", BOTH))

    def prompt(self, game: Game, seat: int) -> Prompt:
        player, due = game.player(seat), duty(game)
        kinds = fillings(player, due)
        data = {
            "tax": tax(game),
            "duty": game.book.face("duty", game.state.active[DUTY]),
            "can_tax": player.pesos >= tax(game),
            "can_duty": bool(kinds),
            "resources": [kind for kind in kinds if kind],
            "decided": game.state.decisions[seat - 1] is not None,
        }
        return Prompt("dues", data)

    def refusals(self, game: Game, seat: int) -> tuple[Refusal, ...]:
        if seat not in game.state.asked:
            return ()
        player, due = game.player(seat), duty(game)
        found = []
        if player.pesos < tax(game):
            found.append(Refusal("pay", Reason("too-few-pesos", {"pesos": tax(game)}), "tax"))
        if not fillings(player, due):
            found.append(Refusal("pay", Reason("missing", {"missing": missing(player, due)}), "duty"))
        return tuple(found)


class Subsidies(Stage):
    """E, the subsidy, reckoned after tax and duty are paid; the game ends after the sixth round's."""

    name = "subsidies"
    following = "storage"

    def enter(self, game: Game) -> bool:
        active = game.state.active[SUBSIDY]
        if active >= 0:
            subsidy = game.book.subsidies[active]
            face = game.book.face("subsidy", active)
            for seat in game.order(game.state.start):
                player = game.player(seat)
                points = game.score(seat, "subsidies", subsidies.points(subsidy, player))
                game.tell("subsidy", seat, act=face, count=subsidies.COUNTS[subsidy.counts](player), points=points)
        if game.state.round < ROUNDS:
            note_course(game)
        return False

    def next(self, game: Game) -> str:
        return self.following if game.state.round < ROUNDS else "over"


def note_course(game: Game) -> None:
    """Keep the points at the end of a round, for the chart."""
    game.state.course = (*game.state.course, tuple(player.points for player in game.state.players))
