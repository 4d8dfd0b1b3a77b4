"""The promenade: visiting its cards with a car (CB-6, CB-17)."""

from msgspec.structs import replace

from app.games.cubaneo.abilities import SwapShips
from app.games.cubaneo.actions import Visit
from app.games.cubaneo.choosing import each_of
from app.games.cubaneo.game import Game
from app.games.cubaneo.pieces import EVENTS
from app.games.cubaneo.state import Bay, Doing, Opened, State
from app.games.session import Choice, Flight

HARBOR_MASTER = SwapShips(0)
MUSICIAN_PESOS = 2
REVOLUTIONARY_POINTS = 1
IN_STEPS = ("harbor_master", "lawyer")
"""Cubans whose action is done in steps after the visit; the others' is done by it, or left undone."""


def open_event(state: State) -> tuple[int, str]:
    """The space whose event is not covered, and the event (CB-22). Only after the action phase there is just one."""
    space = next(at for at, bay in enumerate(state.promenade) if not bay.cover)
    return space, EVENTS[space]


def choices(game: Game, seat: int) -> tuple[Choice, ...]:
    """Every card without a car or cart; simple actions may be left undone."""
    if not game.player(seat).cars:
        return ()
    free = [bay.card for bay in game.state.promenade if not bay.cover]
    simple = tuple([card for card in free if card not in IN_STEPS])
    others = tuple([card for card in free if card in IN_STEPS])
    return (
        *((each_of(Visit, ("card", simple), ("perform", (True, False))),) if simple else ()),
        *((each_of(Visit, ("card", others), ("perform", (True,))),) if others else ()),
    )


def visit(game: Game, seat: int, action: Visit) -> None:
    """Cover the event and do the card's action."""
    state = game.state
    card = action.card
    space = next(at for at, bay in enumerate(state.promenade) if bay.card == card)
    state.promenade = (*state.promenade[:space], Bay(card, seat), *state.promenade[space + 1 :])
    player = game.player(seat)
    game.put(seat, replace(player, cars=player.cars - 1))
    game.tell(
        "visited",
        seat,
        (Flight(f"garage-{seat}", f"promenade-{space}", f"car-{seat}"),),
        card=card,
        space=space,
        event=EVENTS[space],
        perform=action.perform,
    )
    opened = Opened(0, 1) if card == "harbor_master" else None
    state.doing = Doing(card=card, begun=True, over=card not in IN_STEPS, opened=opened)
    if action.perform and card not in IN_STEPS:
        _perform(game, seat, card)


def _perform(game: Game, seat: int, card: str) -> None:
    if card == "dancer":
        game.state.token = seat
        game.tell("token", seat)
    elif card == "musician":
        game.pay(seat, -MUSICIAN_PESOS)
        game.tell("earned", seat, card=card, pesos=MUSICIAN_PESOS, points=0)
    elif card == "revolutionary":
        points = game.score(seat, "promenade", REVOLUTIONARY_POINTS)
        game.tell("earned", seat, card=card, pesos=0, points=points)
    else:
        game.tell("stored", seat, goods=game.store_products(seat), building=-1)
