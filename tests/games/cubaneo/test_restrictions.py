"""The eight restrictions (CB-26)."""

import pytest

from app.games.cubaneo.actions import Build, Buy, End, Harvest, Load, Play, Reward, Sell, Store, Use, Vote, Work
from app.games.cubaneo.pieces import Character, Product
from tests.games.cubaneo.scene import Scene, house

NAMES = {
    "Corruption Act": "votes_cost_double",
    "Building Permit Act": "construction_costs_one_more_resource",
    "Market Act": "at_most_2_sales_per_tradeswoman",
    "Loading Act": "at_most_3_goods_per_mayor",
    "Drought Act": "no_irrigation",
    "Storage Act": "warehouse_keeps_3_products",
    "Import Act": "no_buying_from_supply",
    "Propriety Act": "no_alternative_actions",
}


@pytest.mark.rule("CB-26")
def test_the_eight_restrictions_have_these_names() -> None:
    assert {each.name: each.rule for each in house().restrictions} == NAMES


@pytest.mark.rule("CB-26")
def test_corruption_act_votes_cost_two_pesos() -> None:
    scene = Scene().rule("votes_cost_double").has(1, pesos=5).has(2, pesos=1).enter("votes")
    assert scene.session.actors() == (1, 3)
    assert scene.offers(Vote, "votes", seat=1) == [0, 1, 2]
    scene.act(Vote(2), seat=1)
    scene.act(Vote(0), seat=3)
    assert scene.pesos(1) == 1
    assert scene.state.ballots[0].bought == 2


@pytest.mark.rule("CB-26")
def test_building_permit_act_takes_one_more_resource_of_the_players_choice() -> None:
    scene = Scene().rule("construction_costs_one_more_resource").has(1, wood=2, stone=1, water=1)
    scene.act(Play("architect"))
    assert [extra for extra in ("", "wood", "water", "stone") if scene.session.admits(1, Build(11, 5, extra))] == [
        "wood",
        "water",
    ]
    told = scene.act(Build(11, 5, "water"))
    assert scene.yard() == {"wood": 1}
    assert told[0].data["extra"] == "water"


@pytest.mark.rule("CB-26")
def test_who_cannot_pay_the_extra_resource_cannot_build() -> None:
    scene = Scene().rule("construction_costs_one_more_resource").has(1, wood=1, stone=1)
    scene.act(Play("architect"))
    assert not scene.offers(Build)
    assert scene.refused(Build(11, 5)).key == "permit"


@pytest.mark.rule("CB-26")
def test_market_act_allows_two_sales_in_one_tradeswoman_action() -> None:
    scene = Scene().rule("at_most_2_sales_per_tradeswoman").has(1, rum=2, tobacco=1)
    scene.act(Play("tradeswoman"), Sell("rum"), Sell("tobacco"))
    assert not scene.offers(Sell)
    assert scene.refused(Sell("rum")).key == "market-act"
    assert scene.offers(Buy), "purchases are free"


@pytest.mark.rule("CB-26")
def test_market_act_does_not_touch_buildings() -> None:
    scene = Scene().rule("at_most_2_sales_per_tradeswoman").has(1, tiles={1: 13}, rum=2)
    scene.act(Play("foreman"), Use(13), Sell("rum"), Sell("rum"))
    assert scene.pesos() == 22


@pytest.mark.rule("CB-26")
def test_loading_act_allows_three_goods_in_one_mayor_action() -> None:
    scene = Scene().rule("at_most_3_goods_per_mayor").ship(2, "CCSST").has(1, citrus_fruits=2, sugar_cane=2)
    scene.act(Play("mayor"))
    for good in ("citrus_fruits", "citrus_fruits", "sugar_cane"):
        scene.act(Load(2, good))
    assert [type(action) for action in scene.session.legal_actions(1)] == [End]
    assert scene.refused(Load(2, "sugar_cane")).key == "loading-act"


@pytest.mark.rule("CB-26")
def test_loading_act_does_not_touch_the_crane() -> None:
    scene = Scene().rule("at_most_3_goods_per_mayor").ship(2, "CCSST").has(1, tiles={1: 23}, citrus_fruits=2)
    scene.act(Play("foreman"), Use(23), Load(2, "citrus_fruits"), Load(2, "citrus_fruits"))
    assert scene.points() == 4


@pytest.mark.rule("CB-26")
def test_drought_act_stops_irrigation() -> None:
    scene = Scene().rule("no_irrigation").has(1, water=3)
    scene.act(Play("worker"), Work(7))
    assert {sum(products.values()) for products in scene.offers(Harvest, "products")} == {1, 2}
    assert scene.refused(Harvest({"citrus_fruits": 2, "tobacco": 1})).key == "drought"


@pytest.mark.rule("CB-26")
def test_storage_act_keeps_three_products_of_the_owners_choice() -> None:
    scene = Scene().rule("warehouse_keeps_3_products").has(1, store={"tobacco": 3, "sugar_cane": 2})
    scene.has(2, store={"tobacco": 3}, tobacco=4).has(3, store={"citrus_fruits": 5}).enter("storage")
    assert scene.session.actors() == (1, 3), "only those with more than three"
    assert scene.yard(2) == {}, "after the forecourts are emptied"
    assert [event.key for event in scene.events] == ["spoiled"]
    told = scene.act(Store({"tobacco": 1, "sugar_cane": 2}), seat=1)
    assert [(event.key, event.data) for event in told] == [("decided", {"ask": "storage"})]
    assert scene.store(1) == {"tobacco": 3, "sugar_cane": 2}, "nothing is booked before all have decided"
    scene.act(Store({"citrus_fruits": 3}), seat=3)
    assert (scene.store(1), scene.store(2)) == ({"tobacco": 1, "sugar_cane": 2}, {"tobacco": 3})
    assert scene.told("discarded")[0].data == {"goods": {"tobacco": 2}, "kept": {"tobacco": 1, "sugar_cane": 2}}


@pytest.mark.rule("CB-26")
@pytest.mark.parametrize("keep", [{"tobacco": 2}, {"tobacco": 3, "sugar_cane": 1}, {"citrus_fruits": 3}, {}])
def test_the_warehouse_keeps_neither_fewer_nor_more_than_three(keep: dict[Product, int]) -> None:
    scene = Scene().rule("warehouse_keeps_3_products").has(1, store={"tobacco": 3, "sugar_cane": 2}).enter("storage")
    assert scene.refused(Store(keep), seat=1).key == "not-offered"


@pytest.mark.rule("CB-26")
def test_import_act_stops_purchases_from_the_supply() -> None:
    scene = Scene().rule("no_buying_from_supply").market(rum=0, tobacco=2)
    scene.act(Play("tradeswoman"))
    assert "rum" not in scene.offers(Buy, "good")
    assert scene.refused(Buy("rum")).key == "import-act"
    assert "tobacco" in scene.offers(Buy, "good")


@pytest.mark.rule("CB-26")
@pytest.mark.parametrize("card", ["tradeswoman", "architect", "mayor"])
def test_propriety_act_stops_alternative_actions(card: Character) -> None:
    scene = Scene().rule("no_alternative_actions")
    scene.act(Play(card))
    assert not scene.offers(Reward)


@pytest.mark.rule("CB-26")
def test_a_restriction_holds_until_it_is_replaced() -> None:
    scene = Scene().rule("no_irrigation").enter("departures")
    assert scene.state.round == 2
    assert scene.session.public()["acts"].active["restriction"]["rule"] == "no_irrigation"
