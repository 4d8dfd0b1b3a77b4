"""The component file: what is in it, and a sentence for every fault."""

import re

import pytest

from app.games.cubaneo import parse
from app.games.cubaneo.session import Options, Session
from app.games.shelf import ComponentError, rulebook
from tests.games.cubaneo.scene import house

TEXT = rulebook("cubaneo").components().text


def faults(old: str, new: str, count: int = 1) -> tuple[str, ...]:
    """The faults of the file with something replaced."""
    assert old in TEXT
    with pytest.raises(ComponentError) as refused:
        parse(TEXT.replace(old, new, count))
    return refused.value.faults


def test_the_house_edition_is_complete() -> None:
    book = house()
    assert [building.number for building in book.buildings] == list(range(31))
    assert len(book.properties) == 5
    assert len(book.ships) == 15
    assert len(book.cards) == 8
    assert [len(acts) for acts in (book.taxes, book.duties, book.subsidies, book.restrictions)] == [8, 8, 8, 8]


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            "pesos = 10 ",
            "pesos = -1 ",
            "The component file, start: 'pesos' must be a whole number from 0 to 99, not -1.",
        ),
        ("pesos = 10 ", "", "The component file, start: 'pesos' is missing."),
        ('name = "House edition"', "", "The component file: 'name' is missing."),
        ('name = "House edition"', "name = 3", "The component file: 'name' must be a text, not 3."),
        ('name = "House edition"', 'name = "X"\nfoo = 1', "The component file: nothing called 'foo' belongs here."),
        (
            "  { wood = 2, citrus_fruits = 2 },\n",
            "",
            "The component file, start: 'cards' must have 8 entries, not 7.",
        ),
        (
            "{ wood = 2, citrus_fruits = 2 }",
            "{ wood = 2, gold = 2 }",
            "The component file, start, cards 4: nothing called 'gold' belongs here.",
        ),
        (
            "products = [6, 5, 4, 3, 2, 1]",
            "products = [6, 5, 4, 3, 2]",
            (
                "The component file, market: 'products' needs an even number of prices, since half of the row is"
                " filled at"
                " the start."
            ),
        ),
        (
            "commodities = [6, 5, 4, 3]",
            "commodities = [6, 5, 5, 3]",
            "The component file, market: 'commodities' must fall from left to right.",
        ),
        ("[market]", "[bazaar]", "The component file: 'market' is missing."),
        ('colour = "blue"', 'colour = "red"', "The property colour 'red' is there 2 times; it must be there once."),
        (
            '["warehouse", "wood", "sugar_cane", "citrus_fruits"]',
            '["warehouse", "tobacco", "sugar_cane", "citrus_fruits"]',
            (
                "The component file, properties 1: a property has spaces for 5 resources and 6 products, and 1"
                " Warehouse; this"
                " one has 4, 7 and 1."
            ),
        ),
        (
            '["warehouse", "wood", "sugar_cane", "citrus_fruits"]',
            '["warehouse", "wood", "sugar_cane"]',
            (
                "The component file, properties 1: each row of 'rows' must be 4 of warehouse, wood, water, stone,"
                " citrus_fruits, sugar_cane, tobacco, not ['warehouse', 'wood', 'sugar_cane']."
            ),
        ),
        ("number = 2\n", "number = 1\n", "Building number 1 is there 2 times; it must be there once."),
        ("number = 2\n", "number = 1\n", "Building number 2 is there 0 times; it must be there once."),
        (
            'special = "decree"',
            'special = "votes"',
            "The special tile 'votes' is there 2 times; it must be there once.",
        ),
        (
            "load = 2",
            "load = 2\npoints = 1",
            (
                "The component file, buildings 23: a building has one ability of gain, convert, exchange, sell, score,"
                " points, points_per_buildings, gamble, load, swap_ships, passive, special; this one has 2."
            ),
        ),
        (
            "load = 2",
            "fly = 2",
            "The component file, buildings 23: nothing called 'fly' belongs here.",
        ),
        (
            'passive = "occupied_alternatives"',
            'passive = "sleep"',
            "The component file, buildings 25: 'passive' must be one of occupied_alternatives, not 'sleep'.",
        ),
        (
            'from = "tobacco", to = "cigars", most = 0',
            'from = "tobacco", to = "pizza", most = 0',
            (
                "The component file, buildings 9, convert: 'to' must be one of wood, water, stone, citrus_fruits,"
                " sugar_cane, tobacco, rum, cigars, not 'pizza'."
            ),
        ),
        ('"CCSST"', '"CCSSX"', "The component file, ships: ship 1 must be five letters of CSTRG, not 'CCSSX'."),
        ('"CCSST", ', "", "The component file, ships: 'cards' must have 15 entries, not 14."),
        (
            "tax = [1, 2, 3, 3, 4, 4, 5, 6]",
            'tax = [1, 2, 3, 3, 4, 4, 5, "six"]',
            "The component file, acts: 'tax' must be a whole number from 1 to 99, not 'six'.",
        ),
        (
            "{ tobacco = 1, resource = 1 }",
            "{ tobacco = 1, resource = 2 }",
            "The component file, acts, duty 8: 'resource' must be a whole number from 1 to 1, not 2.",
        ),
        ("{ rum = 1 },", "{ },", "The component file, acts, duty 3: a duty names at least one good."),
        (
            "points_per = { water = 2 }",
            "points_per = { fish = 2 }",
            "The component file, acts, subsidy 1, points_per: nothing called 'fish' belongs here.",
        ),
        (
            'rule = "no_irrigation"',
            'rule = "no_rain"',
            (
                "The component file, acts, restriction 5: 'rule' must be one of votes_cost_double,"
                " construction_costs_one_more_resource, at_most_2_sales_per_tradeswoman, at_most_3_goods_per_mayor,"
                " no_irrigation, warehouse_keeps_3_products, no_buying_from_supply, no_alternative_actions, not"
                " 'no_rain'."
            ),
        ),
    ],
)
def test_each_fault_has_a_sentence(old: str, new: str, sentence: str) -> None:
    assert sentence in faults(old, new)


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(ComponentError) as refused:
        parse(TEXT.replace("pesos = 10", "pesos = 1000").replace('"CCSST"', '"CCS"').replace("printed_tax = 2", ""))
    assert len(refused.value.faults) == 3
    assert all(fault.endswith(".") for fault in refused.value.faults)


def test_a_file_that_is_no_toml_is_refused_with_a_sentence() -> None:
    with pytest.raises(ComponentError, match=r"The component file is not valid TOML: .*\."):
        parse("name = ")


@pytest.mark.parametrize("text", ["", "[start]", "start = 3", "buildings = 1", "buildings = [1, 2]", "acts = []"])
def test_any_other_file_is_refused_with_sentences(text: str) -> None:
    with pytest.raises(ComponentError) as refused:
        parse(text)
    assert all(re.match(r"[A-Z].*\.$", fault) for fault in refused.value.faults)


def test_a_hosts_own_file_can_be_played_with() -> None:
    book = parse(
        TEXT.replace('"Sawmill"', '"Woodshed"').replace("gain = { wood = 2 }", "gain = { wood = 3, pesos = 1 }")
    )
    session = Session.begin(2, Options(), book, bytes(32), 1)
    assert session.public()["book"]["buildings"][0]["name"] == "Woodshed"


def test_a_warehouse_may_stand_anywhere() -> None:
    book = parse(
        TEXT.replace(
            '["warehouse", "wood", "sugar_cane", "citrus_fruits"]',
            '["citrus_fruits", "wood", "sugar_cane", "warehouse"]',
        )
    )
    assert book.properties[0].spaces[3] == -1
