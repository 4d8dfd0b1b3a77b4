"""The Tradeswoman (CB-11, CB-32)."""

import pytest

from app.games.cubaneo.actions import Buy, End, Play, Sell
from tests.games.cubaneo.scene import Scene, playing


@pytest.mark.rule("CB-11")
def test_a_sale_goes_to_the_dearest_empty_space_and_pays_it() -> None:
    scene = playing("tradeswoman").has(1, tobacco=2)
    told = scene.act(Sell("tobacco"))
    assert told[0].data == {"good": "tobacco", "pesos": 3, "space": 3}
    assert (scene.pesos(), scene.row("tobacco"), scene.yard()) == (13, 4, {"tobacco": 1})
    scene.act(Sell("tobacco"))
    assert scene.pesos() == 15


@pytest.mark.rule("CB-11")
def test_a_full_row_takes_no_more() -> None:
    scene = playing("tradeswoman").market(rum=4).has(1, rum=1, cigars=1)
    assert scene.offers(Sell, "good") == ["cigars"]
    assert scene.refused(Sell("rum")).key == "row-full"


@pytest.mark.rule("CB-11")
def test_a_purchase_pays_the_cheapest_marker_and_takes_it() -> None:
    scene = playing("tradeswoman").market(tobacco=2)
    told = scene.act(Buy("tobacco"))
    assert told[0].data == {"good": "tobacco", "pesos": -5, "supply": False}
    assert (scene.pesos(), scene.row("tobacco"), scene.yard()) == (5, 1, {"tobacco": 1})
    assert "tobacco" not in scene.offers(Buy, "good"), "the next one costs 6"
    assert scene.refused(Buy("tobacco")).data == {"price": 6}


@pytest.mark.rule("CB-11")
def test_from_an_empty_row_the_supply_sells_for_seven() -> None:
    scene = playing("tradeswoman").market(rum=0)
    told = scene.act(Buy("rum"))
    assert told[0].data == {"good": "rum", "pesos": -7, "supply": True}
    assert (scene.pesos(), scene.row("rum"), scene.yard()) == (3, 0, {"rum": 1})


@pytest.mark.rule("CB-11")
def test_goods_are_sold_from_the_forecourt_first_then_from_the_warehouse() -> None:
    scene = playing("tradeswoman").has(1, tobacco=1, store={"tobacco": 1})
    scene.act(Sell("tobacco"))
    assert (scene.yard(), scene.store()) == ({}, {"tobacco": 1})
    scene.act(Sell("tobacco"))
    assert scene.store() == {}


@pytest.mark.rule("CB-11")
def test_any_number_of_deals_in_any_order() -> None:
    scene = playing("tradeswoman").has(1, rum=1, tobacco=1)
    scene.act(Buy("citrus_fruits"), Sell("rum"), Buy("cigars"), Sell("tobacco"), Buy("citrus_fruits"))
    assert scene.pesos() == 10 - 4 + 4 - 5 + 3 - 5
    assert scene.yard() == {"citrus_fruits": 2, "cigars": 1}


@pytest.mark.rule("CB-11")
def test_a_kind_of_good_is_either_sold_or_bought_in_one_action() -> None:
    scene = playing("tradeswoman").has(1, rum=2, tobacco=1)
    scene.act(Sell("rum"))
    assert "rum" not in scene.offers(Buy, "good")
    assert scene.refused(Buy("rum")).key == "sold"
    scene.act(Buy("tobacco"))
    assert "tobacco" not in scene.offers(Sell, "good")
    assert scene.refused(Sell("tobacco")).key == "bought"
    scene.act(End())
    scene.set(turns=0)
    scene.has(1, played=())
    scene.act(Play("tradeswoman"))
    assert "tobacco" in scene.offers(Sell, "good"), "another action forgets"


@pytest.mark.rule("CB-11")
def test_resources_are_no_trading_goods() -> None:
    scene = playing("tradeswoman").has(1, wood=3, stone=2, water=1)
    assert not scene.offers(Sell)


@pytest.mark.rule("CB-32")
def test_jana_sells_three_for_eight_and_buys_two_for_nine() -> None:
    scene = Scene().has(1, sugar_cane=2, tobacco=1)
    scene.act(Play("tradeswoman"), Sell("sugar_cane"), Sell("sugar_cane"), Sell("tobacco"))
    assert scene.pesos() == 10 + 3 + 2 + 3
    scene.market(citrus_fruits=5, rum=0)
    scene.act(Buy("citrus_fruits"), Buy("rum"))
    assert scene.pesos() == 18 - 2 - 7
    assert scene.yard() == {"citrus_fruits": 1, "rum": 1}
