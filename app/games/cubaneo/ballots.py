"""What the house bot decides outside its turns: votes, acts, tax and duty, demolition, storage."""

from collections.abc import Callable
from itertools import combinations
from random import Random

from app.games.cubaneo import subsidies
from app.games.cubaneo.actions import Demolish, Pass, Pay, Store, Vote
from app.games.cubaneo.acts import duty, fillings, returned, tax
from app.games.cubaneo.game import Game
from app.games.cubaneo.parliament import extra, kept, passable, price
from app.games.cubaneo.pieces import DUTY, GROUPS, INDEX, ROUNDS, SUBSIDY, TAX, VOTES, Group, Rule
from app.games.cubaneo.worth import Judge
from app.games.session import Action, Choice

Decide = Callable[[Game, int, tuple[Choice, ...], Random], Action]

BURDENS: dict[Rule, float] = {
    "votes_cost_double": 0.1,
    "construction_costs_one_more_resource": -0.5,
    "at_most_2_sales_per_tradeswoman": -0.1,
    "at_most_3_goods_per_mayor": -0.6,
    "no_irrigation": -0.4,
    "warehouse_keeps_3_products": -0.5,
    "no_buying_from_supply": 0.0,
    "no_alternative_actions": -0.3,
}
"""What a restriction is felt to cost each player in the rounds to come."""


def outcome(game: Game, seat: int, active: tuple[int, ...]) -> float:
    """What these acts in force would bring the seat in this round, and a little for those to come."""
    judge = Judge(game, seat)
    player, book = game.player(seat), game.book
    cost, due = book.tax(active[TAX]), book.duty(active[DUTY])
    total, obeyed = 0.0, 0
    if player.pesos >= cost and cost * judge.peso < 2.5:
        total += 2.0 - cost * judge.peso
        obeyed += 1
    if fillings(player, due):
        total += 2.0 - sum(count * judge.goods[good] for good, count in enumerate(due.goods))
        obeyed += 1
    if obeyed == 2:
        total += 1.0
    if active[SUBSIDY] >= 0:
        total += subsidies.points(book.subsidies[active[SUBSIDY]], player) * (1.0 + 0.4 * judge.left)
    return total


def motion(game: Game, seat: int, groups: tuple[Group, ...]) -> float:
    """What it is worth to the seat, against the others, that the proposed acts of these groups are passed."""
    state, book = game.state, game.book
    active = tuple(
        state.proposed[index] if group in groups else state.active[index] for index, group in enumerate(GROUPS)
    )
    others = [outcome(game, other, active) for other in range(1, game.seats + 1) if other != seat]
    total = outcome(game, seat, active) - sum(others) / len(others)
    specials = state.specials
    if specials.newspaper and specials.newspaper_on in groups:
        total += 2.0 if specials.newspaper == seat else -1.0
    if "restriction" in groups:
        total += 0.2 * BURDENS[book.restrictions[state.proposed[3]].rule] * min(ROUNDS - state.round, 2)
    return total


def motions(game: Game, seat: int) -> list[tuple[float, tuple[Group, ...]]]:
    """Each pair of acts that may be passed, with its worth to the seat."""
    return [(motion(game, seat, pair), pair) for pair in combinations(passable(game), 2)]


def _vote(game: Game, seat: int, choices: tuple[Choice, ...], rng: Random) -> Action:
    mine = motions(game, seat)
    best = max(value for value, _ in mine)
    stake = 0.0
    rivals = [other for other in range(1, game.seats + 1) if other != seat]
    for other in rivals:
        pair = max(motions(game, other))[1]
        stake += (best - motion(game, seat, pair)) / len(rivals)
    player = game.player(seat)
    judge = Judge(game, seat)
    cost = price(game)
    reserve = tax(game) if judge.left or player.pesos >= tax(game) else 0
    spare = max(player.pesos - reserve, 0) // cost
    base = VOTES[kept(game, seat)] + extra(game, seat)
    gap = max(VOTES[kept(game, other)] + extra(game, other) for other in rivals) - base
    if not judge.left:
        return Vote(spare)
    wish = int(stake / (judge.peso * cost)) if stake > 0 else 0
    if gap > wish or not spare:
        return Vote(0)
    return Vote(min(spare, wish, max(gap, 0) + rng.randrange(0, 3)))


def _pass(game: Game, seat: int, choices: tuple[Choice, ...], rng: Random) -> Action:
    return Pass(max(motions(game, seat))[1])


def _pay(game: Game, seat: int, choices: tuple[Choice, ...], rng: Random) -> Action:
    judge = Judge(game, seat)
    options = [action for choice in choices for action in choice]

    def gain(action: Action) -> float:
        assert isinstance(action, Pay)
        total = 2.0 - tax(game) * judge.peso if action.tax else 0.0
        if action.duty:
            goods = returned(duty(game), action.resource)
            total += 2.0 - sum(judge.kept(INDEX[good]) * count for good, count in goods.items())
        return total + (1.0 if action.tax and action.duty else 0.0)

    return max(options, key=gain)


def _demolish(game: Game, seat: int, choices: tuple[Choice, ...], rng: Random) -> Action:
    judge = Judge(game, seat)

    def gain(number: int) -> float:
        cost = game.book.buildings[number].cost
        return 1.0 + sum(judge.goods[good] * count for good, count in enumerate(cost)) - judge.buildings[number]

    best = max(game.player(seat).buildings, key=gain)
    return Demolish(best if gain(best) > 0 else 0)


def _store(game: Game, seat: int, choices: tuple[Choice, ...], rng: Random) -> Action:
    judge = Judge(game, seat)

    def gain(action: Action) -> float:
        assert isinstance(action, Store)
        return sum(judge.wanted(INDEX[good]) * count - 0.05 * count**2 for good, count in action.keep.items())

    return max((action for choice in choices for action in choice), key=gain)


DECIDE: dict[type[Action], Decide] = {Vote: _vote, Pass: _pass, Pay: _pay, Demolish: _demolish, Store: _store}
"""How each of these is decided, by the type of the action."""
