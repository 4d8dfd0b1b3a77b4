"""The words for abilities in a component file, and how each is read."""

from collections.abc import Callable, Mapping

from app.games.cubaneo import abilities, specials
from app.games.cubaneo.abilities import Ability
from app.games.cubaneo.entries import Entry
from app.games.cubaneo.pieces import GOODS, INDEX, SPECIALS, TRADING_GOODS

Read = Callable[[Entry, str], Ability]


def _good(entry: Entry, key: str) -> int:
    return INDEX.get(entry.text(key, GOODS), 0)


def _gain(entry: Entry, word: str) -> Ability:
    gain = entry.entry(word)
    pesos = gain.whole("pesos", 1, 99, default=0)
    return abilities.Gain(gain.goods_here(GOODS), pesos)


def _convert(entry: Entry, word: str) -> Ability:
    deal = entry.entry(word)
    ability = abilities.Convert(_good(deal, "from"), deal.whole("most", 0, 99), _good(deal, "to"))
    deal.nothing_else()
    return ability


def _score(entry: Entry, word: str) -> Ability:
    deal = entry.entry(word)
    ability = abilities.Score(_good(deal, "from"), deal.whole("most", 0, 99), deal.whole("points", 1, 99))
    deal.nothing_else()
    return ability


def _exchange(entry: Entry, word: str) -> Ability:
    deal = entry.entry(word)
    deal.text("kind", ("resources",))
    ability = abilities.Exchange(deal.whole("most", 1, 99))
    deal.nothing_else()
    return ability


def _sell(entry: Entry, word: str) -> Ability:
    deal = entry.entry(word)
    goods = tuple(INDEX[good] for good in deal.texts("goods", allowed=TRADING_GOODS))
    ability = abilities.SellToSupply(deal.whole("most", 1, 99), goods, deal.whole("price", 1, 99))
    deal.nothing_else()
    return ability


def _gamble(entry: Entry, word: str) -> Ability:
    deal = entry.entry(word)
    ability = abilities.Gamble(deal.whole("times", 1, 99), deal.whole("pesos", 1, 99), deal.whole("points", 1, 99))
    deal.nothing_else()
    return ability


def _points(entry: Entry, word: str) -> Ability:
    return abilities.Points(entry.whole(word, 1, 99))


def _points_per_buildings(entry: Entry, word: str) -> Ability:
    per = entry.entry(word)
    ability = abilities.PointsPerBuildings(per.whole("each", 1, 99))
    per.nothing_else()
    return ability


def _load(entry: Entry, word: str) -> Ability:
    return abilities.LoadShip(entry.whole(word, 1, 99))


def _swap_ships(entry: Entry, word: str) -> Ability:
    deal = entry.entry(word)
    ability = abilities.SwapShips(deal.whole("points", 0, 99))
    deal.nothing_else()
    return ability


def _passive(entry: Entry, word: str) -> Ability:
    entry.text(word, ("occupied_alternatives",))
    return abilities.OccupiedAlternatives()


def _special(entry: Entry, word: str) -> Ability:
    tile = entry.text(word, SPECIALS)
    kinds: dict[str, type[specials.SpecialTile]] = {"votes": specials.TakeVotes, "partner": specials.UsePartner}
    return kinds.get(tile, specials.LayTile)(tile)


WORDS: Mapping[str, Read] = {
    "gain": _gain,
    "convert": _convert,
    "exchange": _exchange,
    "sell": _sell,
    "score": _score,
    "points": _points,
    "points_per_buildings": _points_per_buildings,
    "gamble": _gamble,
    "load": _load,
    "swap_ships": _swap_ships,
    "passive": _passive,
    "special": _special,
}
"""Each word a building may have in the file: it reads the ability from the building's table."""
