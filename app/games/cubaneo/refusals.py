"""Why something is not offered in a turn, as keys of `words.REASONS`; a piece names what it is about."""

from collections.abc import Callable, Iterator

from app.games.cubaneo import architect, foreman, harbour, rewards, tradeswoman, worker
from app.games.cubaneo.game import Game
from app.games.cubaneo.pieces import (
    CHARACTERS,
    CUBANS,
    FIRST_PRODUCT,
    GOODS,
    RESOURCES,
    REWARDS,
    TRADING_GOODS,
    WAREHOUSE,
    WATER,
)
from app.games.cubaneo.specials import SpecialTile
from app.games.session import Action, Reason, Refusal


def piece_of(action: Action) -> tuple[str, ...]:
    """The pieces that an action is about, as refusals name them, and `""` for all."""
    found = [""]
    found.extend(getattr(action, field) for field in ("card", "good", "reward") if hasattr(action, field))
    if hasattr(action, "building"):
        found.append(f"building-{action.building}")
    if hasattr(action, "berth"):
        found.append(f"berth-{action.berth}")
    acts = getattr(action, "acts", ())
    if isinstance(acts, tuple):
        found.extend(acts)
    found.extend(field for field in ("tax", "duty") if getattr(action, field, False))
    return tuple(found)


def refusals(game: Game, seat: int) -> tuple[Refusal, ...]:
    """What the seat whose turn it is might expect to do but may not."""
    doing = game.state.doing
    if not doing.card:
        return (*_characters(game, seat), *_visits(game, seat))
    found: list[Refusal] = []
    if doing.card in CARDS and not doing.over:
        found.extend(CARDS[doing.card](game, seat))
    if doing.card in REWARDS:
        found.extend(_rewards(game, seat))
    return tuple(found)


def _characters(game: Game, seat: int) -> Iterator[Refusal]:
    player = game.player(seat)
    hand = player.hand
    for card in CHARACTERS:
        if card not in hand:
            yield Refusal("play", Reason("played"), card)
        elif len(hand) == 1:
            yield Refusal("play", Reason("last-card"), card)


def _visits(game: Game, seat: int) -> Iterator[Refusal]:
    bays = {bay.card: bay for bay in game.state.promenade}
    for card in CUBANS:
        if card not in bays:
            yield Refusal("visit", Reason("not-here"), card)
        elif bays[card].cover:
            yield Refusal("visit", Reason("occupied", {"by": bays[card].cover}), card)
        elif not game.player(seat).cars:
            yield Refusal("visit", Reason("no-car"), card)


def _rewards(game: Game, seat: int) -> Iterator[Refusal]:
    doing = game.state.doing
    free = rewards.available(game, seat, doing.card)
    for reward in REWARDS[doing.card]:
        if game.rule() == "no_alternative_actions":
            yield Refusal("reward", Reason("propriety"), reward)
        elif reward not in free:
            yield Refusal("reward", Reason("covered"), reward)
        elif doing.begun:
            yield Refusal("reward", Reason("begun"), reward)


def _worker(game: Game, seat: int) -> Iterator[Refusal]:
    doing = game.state.doing
    drought = game.rule() == "no_irrigation" and game.player(seat).yard[WATER] > 0
    if drought and doing.harvest and sum(doing.harvest) > worker.FREE:
        yield Refusal("harvest", Reason("drought"))


def _tradeswoman(game: Game, seat: int) -> Iterator[Refusal]:
    doing, player = game.state.doing, game.player(seat)
    sold = {deal.good for deal in doing.deals if deal.sold}
    bought = {deal.good for deal in doing.deals if not deal.sold}
    for index, name in enumerate(TRADING_GOODS):
        good = index + FIRST_PRODUCT
        sale, purchase = tradeswoman.sale(game, index), tradeswoman.purchase(game, index)
        if good in bought:
            yield Refusal("sell", Reason("bought"), name)
        elif not player.stock(good):
            yield Refusal("sell", Reason("none"), name)
        elif tradeswoman.sales_left(game, doing) == 0:
            yield Refusal("sell", Reason("market-act"), name)
        elif sale is None:
            yield Refusal("sell", Reason("row-full"), name)
        if good in sold:
            yield Refusal("buy", Reason("sold"), name)
        elif purchase is None:
            yield Refusal("buy", Reason("import-act"), name)
        elif purchase > player.pesos:
            yield Refusal("buy", Reason("no-pesos", {"price": purchase}), name)


def _architect(game: Game, seat: int) -> Iterator[Refusal]:
    doing = game.state.doing
    if doing.built:
        if not doing.used and not game.book.buildings[doing.built].ability.usable(game, seat):
            yield Refusal("use", Reason(_why_not(game, doing.built)), f"building-{doing.built}")
        return
    yard = game.player(seat).yard
    permit = architect.permit(game)
    for building in game.book.buildings[1:]:
        piece = f"building-{building.number}"
        lack = {
            name: cost - have for name, cost, have in zip(RESOURCES, building.cost, yard, strict=False) if cost > have
        }
        if building.number not in game.state.display:
            yield Refusal("build", Reason("gone"), piece)
        elif lack:
            yield Refusal("build", Reason("too-dear", {"missing": lack}), piece)
        elif permit and sum(yard[:3]) == sum(building.cost):
            yield Refusal("build", Reason("permit"), piece)


def _why_not(game: Game, number: int) -> str:
    """Why a building that may be used is of no use now."""
    ability = game.book.buildings[number].ability
    taken = isinstance(ability, SpecialTile) and getattr(game.state.specials, ability.tile)
    return "tile-taken" if taken else "nothing"


def _uses(game: Game, seat: int) -> Iterator[Refusal]:
    doing, player = game.state.doing, game.player(seat)
    near = foreman.line(game, player)
    lawyer = doing.card == "lawyer"
    if lawyer and not doing.used and player.pesos < foreman.FEE:
        yield Refusal("use", Reason("no-pesos", {"price": foreman.FEE}))
        return
    offered = foreman.lawyer_uses(game, seat) if lawyer else foreman.uses(game, seat)
    for number in (WAREHOUSE, *player.buildings):
        if number in offered:
            continue
        if number in doing.used:
            key = "used"
        elif doing.used and not lawyer and number not in near:
            key = "not-in-line"
        else:
            key = _why_not(game, number)
        yield Refusal("use", Reason(key), f"building-{number}")


def _mayor(game: Game, seat: int) -> Iterator[Refusal]:
    doing, player = game.state.doing, game.player(seat)
    if doing.opened is None:
        if doing.begun and game.rule() == "at_most_3_goods_per_mayor":
            yield Refusal("load", Reason("loading-act"))
        return
    berth = doing.opened.berth
    berths = (berth,) if berth else (1, 2, 3)
    if berth:
        for other in (1, 2, 3):
            if other != berth and game.state.berths[other - 1] is not None:
                yield Refusal("load", Reason("one-ship"), f"berth-{other}")
    loadable = {good for each in berths for good in harbour.cargo(game, player, each)}
    for good in range(FIRST_PRODUCT, len(GOODS)):
        if good not in loadable:
            yield Refusal("load", Reason("no-space" if player.stock(good) else "none"), GOODS[good])


CARDS: dict[str, Callable[[Game, int], Iterator[Refusal]]] = {
    "worker": _worker,
    "tradeswoman": _tradeswoman,
    "architect": _architect,
    "foreman": _uses,
    "lawyer": _uses,
    "mayor": _mayor,
}
"""The refusals of each card whose action is done in steps."""
