"""Reading a component file: every part is checked, and every fault becomes a sentence."""

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from app.games.cubaneo.ability_words import WORDS
from app.games.cubaneo.components import THE_WAREHOUSE, Book, Building, Duty, Property, Restriction, Subsidy
from app.games.cubaneo.entries import Entry
from app.games.cubaneo.pieces import COLUMNS, GOODS, INDEX, LETTERS, PRODUCTS, RESOURCES, ROWS, RULES
from app.games.cubaneo.subsidies import COUNTS

CARDS, PROPERTIES, BUILDINGS, SHIPS, ACTS = 8, 5, 30, 15, 8
SPACE_KINDS = ("warehouse", *RESOURCES, *PRODUCTS)


def read(faces: Mapping[str, Any], faults: list[str]) -> Book | None:
    """The components in a parsed file; its faults, one sentence each, are added to the list.

    Returns: None when a fault was found.
    """
    file = Entry("The component file", faces, faults)
    name = file.text("name")
    start, market, ships, acts = (file.entry(key) for key in ("start", "market", "ships", "acts"))
    properties = [_property(entry) for entry in file.entries("properties", PROPERTIES)]
    buildings = [_building(entry) for entry in file.entries("buildings", BUILDINGS)]
    file.nothing_else()
    _unlike(faults, "property colour", [each.colour for each in properties])
    _numbered(faults, buildings)
    book = Book(
        name=name,
        pesos=start.whole("pesos", 0, 99),
        cards=tuple(card.goods_here(GOODS) for card in start.entries("cards", CARDS)),
        product_prices=_prices(market, "products"),
        commodity_prices=_prices(market, "commodities"),
        supply_price=market.whole("supply_price", 1, 99),
        properties=tuple(properties),
        buildings=(THE_WAREHOUSE, *sorted(buildings, key=lambda building: building.number)),
        ships=tuple(_ship(ships, at, card) for at, card in enumerate(ships.texts("cards", SHIPS), 1)),
        printed_tax=acts.whole("printed_tax", 1, 99),
        printed_duty=_duty(acts.entry("printed_duty")),
        taxes=acts.wholes("tax", 1, 99, ACTS),
        duties=tuple(_duty(entry) for entry in acts.entries("duty", ACTS)),
        subsidies=tuple(_subsidy(entry) for entry in acts.entries("subsidy", ACTS)),
        restrictions=tuple(_restriction(entry) for entry in acts.entries("restriction", ACTS)),
        faces=dict(faces),
    )
    for entry in (start, market, ships, acts):
        entry.nothing_else()
    return None if faults else book


def _unlike(faults: list[str], what: str, values: list[str]) -> None:
    for value, count in Counter(values).items():
        if count > 1 and value:
            faults.append(f"The {what} {value!r} is there {count} times; it must be there once.")


def _numbered(faults: list[str], buildings: list[Building]) -> None:
    numbers = Counter(building.number for building in buildings)
    faults.extend(
        f"Building number {number} is there {numbers[number]} times; it must be there once."
        for number in range(1, BUILDINGS + 1)
        if numbers[number] != 1
    )
    tiles = [getattr(building.ability, "tile", "") for building in buildings]
    _unlike(faults, "special tile", tiles)


def _prices(market: Entry, key: str) -> tuple[int, ...]:
    prices = market.wholes(key, 1, 99)
    if not market.has(key):
        return prices
    if len(prices) < 2 or len(prices) % 2:
        market.fault(f"{key!r} needs an even number of prices, since half of the row is filled at the start")
    if any(left <= right for left, right in pairwise(prices)):
        market.fault(f"{key!r} must fall from left to right")
    return prices


def _property(entry: Entry) -> Property:
    colour = entry.text("colour")
    rows = entry.rows("rows", ROWS, COLUMNS, SPACE_KINDS)
    entry.nothing_else()
    kinds = [kind for row in rows for kind in row]
    resources = sum(kind in RESOURCES for kind in kinds)
    products = sum(kind in PRODUCTS for kind in kinds)
    if rows and (resources, products, kinds.count("warehouse")) != (5, 6, 1):
        entry.fault(
            f"a property has spaces for 5 resources and 6 products, and 1 Warehouse; "
            f"this one has {resources}, {products} and {kinds.count('warehouse')}"
        )
    return Property(colour, tuple(INDEX.get(kind, -1) for kind in kinds))


def _building(entry: Entry) -> Building:
    number = entry.whole("number", 1, BUILDINGS)
    name = entry.text("name")
    cost = entry.goods("cost", RESOURCES)[:3]
    words = [word for word in WORDS if entry.has(word)]
    if len(words) == 1:
        ability = WORDS[words[0]](entry, words[0])
    else:
        entry.fault(f"a building has one ability of {', '.join(WORDS)}; this one has {len(words)}")
        ability = THE_WAREHOUSE.ability
        entry.ignore(*words)
    entry.nothing_else()
    return Building(number, name, cost, ability)


def _ship(ships: Entry, at: int, card: str) -> tuple[int, ...]:
    if len(card) != 5 or set(card) - set(LETTERS):
        ships.fault(f"ship {at} must be five letters of {''.join(LETTERS)}, not {card!r}")
    return tuple(LETTERS.get(letter, 3) for letter in card)


def _duty(entry: Entry) -> Duty:
    resource = entry.whole("resource", 1, 1, default=0)
    goods = entry.goods_here(GOODS)
    if not resource and not any(goods):
        entry.fault("a duty names at least one good")
    return Duty(goods, resource)


def _subsidy(entry: Entry) -> Subsidy:
    name = entry.text("name")
    most = entry.whole("most", 1, 99, default=0)
    if entry.has("points_for"):
        counts, each = entry.text("points_for", ("votes_of_kept_character",)), 1
    else:
        per = entry.entry("points_per")
        kinds = [kind for kind in COUNTS if per.has(kind)]
        if len(kinds) != 1:
            per.fault(f"it names one of {', '.join(COUNTS)}; this one names {len(kinds)}")
        counts = kinds[0] if kinds else "pesos"
        each = per.whole(counts, 1, 99, default=1)
        per.ignore(*kinds)
        per.nothing_else()
    entry.nothing_else()
    return Subsidy(name, counts, each, most)


def _restriction(entry: Entry) -> Restriction:
    name, written = entry.text("name"), entry.text("rule", RULES)
    entry.nothing_else()
    return Restriction(name, next((rule for rule in RULES if rule == written), RULES[0]))
