"""The Tradeswoman (CB-11): sales and purchases on the market, no good both ways in one action."""

from msgspec.structs import replace

from app.games.cubaneo.actions import Buy, Sell
from app.games.cubaneo.choosing import one_of
from app.games.cubaneo.game import Game
from app.games.cubaneo.pieces import FIRST_PRODUCT, GOODS, INDEX, TRADING_GOODS, changed
from app.games.cubaneo.state import Deal, Doing
from app.games.session import Choice

MOST_SALES = 2
"""Sales of one action under the Market Act (CB-26)."""


def sale(game: Game, index: int) -> int | None:
    """The price of the dearest empty space of a row, counted from 0, or None when the row is full."""
    prices = game.book.prices(index)
    count = game.state.market[index]
    return prices[count] if count < len(prices) else None


def purchase(game: Game, index: int) -> int | None:
    """The price of the cheapest marker of a row, of the supply when it is empty, or None under the Import Act."""
    count = game.state.market[index]
    if count:
        return game.book.prices(index)[count - 1]
    return None if game.rule() == "no_buying_from_supply" else game.book.supply_price


def sales_left(game: Game, doing: Doing) -> int | None:
    """How many sales this action still allows, or None for any number."""
    if game.rule() != "at_most_2_sales_per_tradeswoman":
        return None
    return MOST_SALES - sum(deal.sold for deal in doing.deals)


def choices(game: Game, seat: int) -> tuple[Choice, ...]:
    """Every sale and purchase."""
    doing = game.state.doing
    player = game.player(seat)
    sold = {deal.good for deal in doing.deals if deal.sold}
    bought = {deal.good for deal in doing.deals if not deal.sold}
    may_sell = sales_left(game, doing) != 0
    sell, buy = [], []
    for index, name in enumerate(TRADING_GOODS):
        good = index + FIRST_PRODUCT
        if may_sell and good not in bought and player.stock(good) and sale(game, index) is not None:
            sell.append(name)
        if good not in sold and player.pesos:
            price = purchase(game, index)
            if price is not None and price <= player.pesos:
                buy.append(name)
    return (
        *((one_of(Sell, "good", tuple(sell)),) if sell else ()),
        *((one_of(Buy, "good", tuple(buy)),) if buy else ()),
    )


def sell(game: Game, seat: int, action: Sell) -> None:
    """Sell one good to the market."""
    state = game.state
    good = INDEX[action.good]
    index = good - FIRST_PRODUCT
    price = sale(game, index)
    assert price is not None
    space = state.market[index]
    state.market = changed(state.market, index, 1)
    player = game.player(seat).spend(good, 1)
    game.put(seat, replace(player, pesos=player.pesos + price))
    _note(game, Deal(sold=True, good=good, price=price))
    game.tell("sold", seat, good=GOODS[good], pesos=price, space=space)


def buy(game: Game, seat: int, action: Buy) -> None:
    """Buy one good from the market or, from an empty row, from the supply."""
    state = game.state
    good = INDEX[action.good]
    index = good - FIRST_PRODUCT
    price = purchase(game, index)
    assert price is not None
    supply = not state.market[index]
    if not supply:
        state.market = changed(state.market, index, -1)
    player = game.player(seat).gain(good, 1)
    game.put(seat, replace(player, pesos=player.pesos - price))
    _note(game, Deal(sold=False, good=good, price=price))
    game.tell("bought", seat, good=GOODS[good], pesos=-price, supply=supply)


def _note(game: Game, deal: Deal) -> None:
    doing = game.state.doing
    game.state.doing = replace(doing, begun=True, deals=(*doing.deals, deal))
