"""The pieces of Cubaneo by name, and the order in which tuples of the state count them."""

from typing import Final, Literal, get_args

Resource = Literal["wood", "water", "stone"]
Product = Literal["citrus_fruits", "sugar_cane", "tobacco"]
TradingGood = Literal["citrus_fruits", "sugar_cane", "tobacco", "rum", "cigars"]
Character = Literal["worker", "tradeswoman", "architect", "foreman", "mayor"]
Cuban = Literal["dancer", "harbor_master", "musician", "revolutionary", "lawyer", "day_laborer"]
Group = Literal["tax", "duty", "subsidy", "restriction"]
RewardName = Literal["resource", "product", "points-2", "points-1", "pesos-4", "pesos-2"]
Rule = Literal[
    "votes_cost_double",
    "construction_costs_one_more_resource",
    "at_most_2_sales_per_tradeswoman",
    "at_most_3_goods_per_mayor",
    "no_irrigation",
    "warehouse_keeps_3_products",
    "no_buying_from_supply",
    "no_alternative_actions",
]
"""What a restriction may say (CB-26)."""

RESOURCES: Final = ("wood", "water", "stone")
PRODUCTS: Final = ("citrus_fruits", "sugar_cane", "tobacco")
COMMODITIES: Final = ("rum", "cigars")
TRADING_GOODS: Final = PRODUCTS + COMMODITIES
GOODS: Final = RESOURCES + TRADING_GOODS
"""A forecourt counts all eight in this order, a Warehouse the products, the market the trading goods."""

INDEX: Final = {good: index for index, good in enumerate(GOODS)}
WATER: Final = 1
FIRST_PRODUCT: Final = 3
FIRST_COMMODITY: Final = 6
LETTERS: Final = {"C": 3, "S": 4, "T": 5, "R": 6, "G": 7}
"""The letters of the ship cards, as indices into `GOODS`."""

VOTES: Final = {"worker": 1, "tradeswoman": 2, "architect": 3, "foreman": 4, "mayor": 5}
"""The characters and the votes printed on them (CB-23)."""
CHARACTERS: Final = tuple(VOTES)
CUBANS: Final = ("dancer", "harbor_master", "musician", "revolutionary", "lawyer", "day_laborer")
DONKEY: Final = "donkey"
EVENTS: Final = ("add_goods", "remove_goods", "immediate_acts", "wealth_tax", "ships_depart", "demolition")
"""The events of the six spaces of the promenade, from left to right (CB-22)."""

GROUPS: Final[tuple[Group, ...]] = ("tax", "duty", "subsidy", "restriction")
TAX, DUTY, SUBSIDY, RESTRICTION = range(4)
RULES: Final[tuple[Rule, ...]] = get_args(Rule)
SPECIALS: Final = ("newspaper", "decree", "votes", "partner")

REWARDS: Final[dict[str, tuple[str, ...]]] = {
    "tradeswoman": ("resource", "product"),
    "architect": ("points-2", "points-1"),
    "mayor": ("pesos-4", "pesos-2"),
}
"""The alternative rewards by the character that may take them (CB-12)."""

ROWS, COLUMNS = 3, 4
SPACES: Final = ROWS * COLUMNS
LINES: Final = tuple(
    tuple(other for other in range(SPACES) if other // COLUMNS == space // COLUMNS or (other - space) % COLUMNS == 0)
    for space in range(SPACES)
)
"""The six spaces in row and column of each space, its own included. Spaces count row by row from the top left."""

WAREHOUSE: Final = 0
"""The number that stands for the Warehouse among the buildings."""
ROUNDS: Final = 6
DONKEYS: Final = {2: 1, 3: 2, 4: 1, 5: 0}
"""Donkeys on the promenade by the number of players (CB-6)."""


def amounts(counts: tuple[int, ...], first: int = 0) -> dict[str, int]:
    """Counts as a mapping of the goods that there are; `first` is the index of the first good that is counted."""
    return {GOODS[first + index]: count for index, count in enumerate(counts) if count}


def changed(counts: tuple[int, ...], index: int, by: int) -> tuple[int, ...]:
    """The same counts with one of them higher by so many."""
    new = list(counts)
    new[index] += by
    return tuple(new)
