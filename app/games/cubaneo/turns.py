"""The action phase (CB-8, CB-9, CB-18): turns one after another, each done in steps and ended by its player."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from app.games.cubaneo import actions, architect, foreman, promenade, rewards, tradeswoman, worker
from app.games.cubaneo.abilities import Ability, LoadShip
from app.games.cubaneo.actions import Play
from app.games.cubaneo.choosing import END, one_of
from app.games.cubaneo.game import Game
from app.games.cubaneo.harbour import FULL
from app.games.cubaneo.state import Doing, Opened, Player
from app.games.session import Choice, Flight

MAYOR = LoadShip(FULL)
LOADING_ACT = 3
"""Goods of one Mayor action under the Loading Act (CB-26)."""


def turns_each(seats: int) -> int:
    """The turns of each player in a round: four characters and the car, two cars with 2 players."""
    return 6 if seats == 2 else 5


def cars_each(seats: int) -> int:
    """The cars of each player (CB-5)."""
    return 2 if seats == 2 else 1


def current(game: Game) -> int:
    """The seat whose turn it is."""
    return (game.state.start - 1 + game.state.turns) % game.seats + 1


def playable(player: Player) -> tuple[str, ...]:
    """The characters that may be played: the last one is kept for the parliament."""
    hand = player.hand
    return hand if len(hand) > 1 else ()


def ability(game: Game, opened: Opened) -> Ability:
    """What has been opened: a building's ability, or the action of the Mayor or the Harbor Master."""
    if opened.building:
        return game.book.buildings[opened.building].ability
    return MAYOR if game.state.doing.card == "mayor" else promenade.HARBOR_MASTER


def choices(game: Game, seat: int) -> tuple[Choice, ...]:
    """What the seat whose turn it is may do next."""
    doing = game.state.doing
    if not doing.card:
        characters = playable(game.player(seat))
        visits = promenade.choices(game, seat)
        return (one_of(Play, "card", characters), *visits) if characters else visits
    if doing.over:
        return (END,)
    step = ability(game, doing.opened).choices(game, seat, doing.opened) if doing.opened else ()
    more = CARDS[doing.card](game, seat) if doing.card in CARDS else ()
    instead = () if doing.begun else rewards.choices(game, seat, doing.card)
    return (*step, *more, *instead, END)


CARDS: dict[str, Callable[[Game, int], tuple[Choice, ...]]] = {
    "worker": worker.choices,
    "tradeswoman": tradeswoman.choices,
    "architect": architect.choices,
    "foreman": foreman.choices,
    "lawyer": foreman.choices,
}
"""What each card offers besides the next step of an open ability."""


def play(game: Game, seat: int, action: Play) -> None:
    """Lay a character face up; the Mayor's action is an ability that is open from the start."""
    player = game.player(seat)
    card = action.card
    game.put(seat, replace(player, played=(*player.played, card)))
    game.tell("played", seat, (Flight(f"hand-{seat}", f"played-{seat}", f"{card}-{seat}"),), card=card)
    opened = None
    if card == "mayor":
        opened = Opened(0, LOADING_ACT if game.rule() == "at_most_3_goods_per_mayor" else FULL)
    game.state.doing = Doing(card=card, opened=opened)


def step(game: Game, seat: int, action: Any) -> None:
    """Carry out a step of the open ability."""
    doing = game.state.doing
    assert doing.opened is not None
    opened = ability(game, doing.opened).step(game, seat, doing.opened, action)
    game.state.doing = replace(doing, begun=True, opened=opened)


def sell(game: Game, seat: int, action: actions.Sell) -> None:
    """Sell to the supply by an open ability, else to the market."""
    (step if game.state.doing.opened else tradeswoman.sell)(game, seat, action)


CARRY_OUT: dict[type[Any], Callable[[Game, int, Any], None]] = {
    actions.Play: play,
    actions.Visit: promenade.visit,
    actions.Work: worker.work,
    actions.Harvest: worker.harvest,
    actions.Sell: sell,
    actions.Buy: tradeswoman.buy,
    actions.Reward: rewards.take,
    actions.Build: architect.build,
    actions.Use: foreman.use,
    actions.Convert: step,
    actions.Exchange: step,
    actions.Gamble: step,
    actions.Load: step,
    actions.Swap: step,
    actions.Lay: step,
    actions.Partner: step,
}
