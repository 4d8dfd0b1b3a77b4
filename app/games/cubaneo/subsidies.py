"""What subsidies count (CB-25): one point for each full so many of it."""

from collections.abc import Callable, Mapping
from functools import partial

from app.games.cubaneo.components import Subsidy
from app.games.cubaneo.pieces import GOODS, VOTES
from app.games.cubaneo.state import Player

Count = Callable[[Player], int]


def _stock(good: int, player: Player) -> int:
    return player.stock(good)


COUNTS: Mapping[str, Count] = {
    **{good: partial(_stock, index) for index, good in enumerate(GOODS)},
    "building_tiles": lambda player: len(player.buildings),
    "pesos": lambda player: player.pesos,
    "stored_products": lambda player: sum(player.store),
    "resource_sets": lambda player: min(player.yard[:3]),
    "votes_of_kept_character": lambda player: sum(VOTES[card] for card in player.hand[:1]),
}
"""What can be counted before a player: goods in forecourt and Warehouse, building tiles without the Warehouse, pesos,
products in the Warehouse, sets of wood, stone and water, the printed votes of the kept character."""


def points(subsidy: Subsidy, player: Player) -> int:
    """The points that a subsidy gives a player."""
    earned = COUNTS[subsidy.counts](player) // subsidy.each
    return min(earned, subsidy.most) if subsidy.most else earned
