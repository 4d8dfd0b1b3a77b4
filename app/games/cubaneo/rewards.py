"""The alternative rewards of Tradeswoman, Architect and Mayor (CB-12, CB-20)."""

from msgspec.structs import replace

from app.games.cubaneo.abilities import OccupiedAlternatives
from app.games.cubaneo.actions import Reward
from app.games.cubaneo.choosing import each_of
from app.games.cubaneo.game import Game
from app.games.cubaneo.pieces import INDEX, PRODUCTS, RESOURCES, REWARDS
from app.games.cubaneo.state import Player
from app.games.session import Choice

KINDS = {"resource": RESOURCES, "product": PRODUCTS}
POINTS = {"points-2": 2, "points-1": 1}
PESOS = {"pesos-4": 4, "pesos-2": 2}


def has_cafe(game: Game, player: Player) -> bool:
    """Whether the player owns the Beach Café and may take covered rewards."""
    return any(isinstance(game.book.buildings[number].ability, OccupiedAlternatives) for number in player.buildings)


def available(game: Game, seat: int, card: str) -> tuple[str, ...]:
    """The rewards that this character may take instead of its action."""
    rewards = REWARDS.get(card, ())
    if not rewards or game.rule() == "no_alternative_actions":
        return ()
    covered = game.state.covered
    if not covered or not any(reward in covered for reward in rewards) or has_cafe(game, game.player(seat)):
        return rewards
    return tuple([reward for reward in rewards if reward not in covered])


def choices(game: Game, seat: int, card: str) -> tuple[Choice, ...]:
    """The rewards that may be taken, as choices."""
    return tuple(
        [
            each_of(Reward, ("reward", (reward,)), ("kind", KINDS.get(reward, ("",))))
            for reward in available(game, seat, card)
        ]
    )


def take(game: Game, seat: int, action: Reward) -> None:
    """Take a reward and cover it; a covered one stays covered."""
    state = game.state
    reward = action.reward
    covered = reward in state.covered
    if not covered:
        state.covered = (*state.covered, reward)
    if action.kind:
        game.put(seat, game.player(seat).gain(INDEX[action.kind], 1))
    pesos = PESOS.get(reward, 0)
    if pesos:
        game.pay(seat, -pesos)
    points = game.score(seat, "rewards", POINTS[reward]) if reward in POINTS else 0
    state.doing = replace(state.doing, begun=True, over=True, opened=None)
    goods = {action.kind: 1} if action.kind else {}
    game.tell("rewarded", seat, reward=reward, goods=goods, pesos=pesos, points=points, covered=covered)
