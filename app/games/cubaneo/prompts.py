"""What the seat whose turn it is is asked, as keys of `words.PROMPTS`."""

from collections.abc import Callable
from typing import Any

from app.games.cubaneo import architect, foreman, harbour, tradeswoman, worker
from app.games.cubaneo.game import Game
from app.games.cubaneo.pieces import SPACES, TRADING_GOODS, WATER, amounts
from app.games.cubaneo.state import Opened
from app.games.cubaneo.turns import LOADING_ACT, ability, playable, turns_each
from app.games.session import Prompt


def prompt(game: Game, seat: int) -> Prompt:
    """What that seat is asked in its turn."""
    doing = game.state.doing
    if not doing.card:
        return _turn(game, seat)
    if doing.over:
        return _end(game)
    if doing.opened and doing.opened.building:
        return _ability(game, seat)
    return CARDS[doing.card](game, seat)


def _end(game: Game) -> Prompt:
    return Prompt("end", {"card": game.state.doing.card})


def _turn(game: Game, seat: int) -> Prompt:
    player = game.player(seat)
    characters = list(playable(player))
    visits = [bay.card for bay in game.state.promenade if not bay.cover] if player.cars else []
    data = {
        "turn": game.state.turns // game.seats + 1,
        "of": turns_each(game.seats),
        "characters": characters,
        "visits": visits,
        "idle": [card for card in (*characters, *visits) if card in WORTH and not WORTH[card](game, seat)],
    }
    return Prompt("turn", data)


WORTH: dict[str, Callable[[Game, int], Any]] = {
    "architect": architect.choices,
    "foreman": foreman.uses,
    "mayor": lambda game, seat: harbour.load_choices(game, game.player(seat), Opened(0, harbour.FULL)),
    "lawyer": foreman.lawyer_uses,
    "harbor_master": lambda game, seat: harbour.pairs(game),
}
"""What the cards whose action needs something to be there would find now."""


def _ability(game: Game, seat: int) -> Prompt:
    opened = game.state.doing.opened
    assert opened is not None
    if not ability(game, opened).choices(game, seat, opened):
        return _end(game)
    brings = ability(game, opened).brings(game, seat)
    return Prompt("ability", {"building": opened.building, "left": opened.left, "brings": brings})


def _worker(game: Game, seat: int) -> Prompt:
    doing, player = game.state.doing, game.player(seat)
    common: dict[str, Any] = {"free": worker.FREE, "water": player.yard[WATER]}
    if not doing.begun:
        yields = [amounts(worker.bears(game, player, space)) for space in range(SPACES)]
        return Prompt("worker-space", {"yields": yields, **common})
    if not doing.harvest:
        return _end(game)
    most = min(sum(doing.harvest), worker.most(game, player))
    return Prompt("worker-products", {"products": amounts(doing.harvest, 3), "most": most, **common})


def _tradeswoman(game: Game, seat: int) -> Prompt:
    offered = {
        name: [
            good
            for choice in tradeswoman.choices(game, seat)
            if choice.action.__name__ == name
            for good in choice.fields["good"]
        ]
        for name in ("Sell", "Buy")
    }
    prices = {
        good: {
            "sell": tradeswoman.sale(game, index) if good in offered["Sell"] else None,
            "buy": tradeswoman.purchase(game, index) if good in offered["Buy"] else None,
        }
        for index, good in enumerate(TRADING_GOODS)
    }
    return Prompt("tradeswoman", {"prices": prices, "sales": tradeswoman.sales_left(game, game.state.doing)})


def _architect(game: Game, seat: int) -> Prompt:
    doing = game.state.doing
    found = architect.choices(game, seat)
    if not doing.built:
        numbers = sorted({number for choice in found for number in choice.fields["building"]})
        return Prompt("architect", {"affordable": numbers, "extra": int(architect.permit(game))})
    if not found:
        return _end(game)
    return Prompt("built", _use(game, seat, doing.built))


def _use(game: Game, seat: int, number: int) -> dict[str, Any]:
    return {"building": number, "brings": game.book.buildings[number].ability.brings(game, seat)}


def _foreman(game: Game, seat: int) -> Prompt:
    found = foreman.uses(game, seat)
    if game.state.doing.used and not found:
        return _end(game)
    near = foreman.line(game, game.player(seat))
    data = {
        "line": [_use(game, seat, number) for number in found if number in near],
        "elsewhere": [_use(game, seat, number) for number in found if number not in near],
    }
    return Prompt("foreman", data)


def _lawyer(game: Game, seat: int) -> Prompt:
    found = foreman.lawyer_uses(game, seat)
    if game.state.doing.used:
        return _end(game)
    return Prompt("lawyer", {"uses": [_use(game, seat, number) for number in found], "fee": foreman.FEE})


def _mayor(game: Game, seat: int) -> Prompt:
    doing = game.state.doing
    opened = doing.opened
    if opened is None or (doing.begun and not harbour.load_choices(game, game.player(seat), opened)):
        return _end(game)
    most = LOADING_ACT if game.rule() == "at_most_3_goods_per_mayor" else None
    return Prompt("mayor", {"berth": opened.berth, "most": most})


def _harbor_master(game: Game, seat: int) -> Prompt:
    if game.state.doing.opened is None:
        return _end(game)
    return Prompt("harbor_master", {"berths": list(harbour.pairs(game))})


CARDS: dict[str, Callable[[Game, int], Prompt]] = {
    "worker": _worker,
    "tradeswoman": _tradeswoman,
    "architect": _architect,
    "foreman": _foreman,
    "mayor": _mayor,
    "lawyer": _lawyer,
    "harbor_master": _harbor_master,
}
"""The prompt of each card whose action is done in steps."""
