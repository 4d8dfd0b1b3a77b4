"""Every building of the house edition with its exact amounts (CB-19)."""

import pytest

from app.games.cubaneo.actions import Build, Convert, End, Exchange, Gamble, Load, Play, Sell, Swap, Use
from app.games.cubaneo.state import Opened
from tests.games.cubaneo.scene import Scene, house, number, using


@pytest.mark.rule("CB-19")
@pytest.mark.parametrize(
    ("building", "gained"),
    [
        ("Sawmill", {"wood": 2}),
        ("Quarry", {"stone": 2}),
        ("Dam", {"water": 3}),
        ("Citrus Grove", {"citrus_fruits": 2}),
        ("Sugar Mill", {"sugar_cane": 2}),
        ("Tobacco Barn", {"tobacco": 2}),
    ],
)
def test_a_building_that_gives_goods(building: str, gained: dict[str, int]) -> None:
    scene = using(building)
    told = scene.act(Use(number(building)))
    assert (scene.yard(), scene.store(), scene.pesos(), scene.points()) == (gained, {}, 10, 0)
    assert told[0].data == {"building": number(building), "gained": gained, "pesos": 0}


@pytest.mark.rule("CB-19")
@pytest.mark.parametrize(("building", "pesos"), [("Small Bank", 2), ("Large Bank", 4)])
def test_a_bank(building: str, pesos: int) -> None:
    scene = using(building)
    scene.act(Use(number(building)))
    assert (scene.pesos(), scene.yard(), scene.points()) == (10 + pesos, {}, 0)


@pytest.mark.rule("CB-19")
@pytest.mark.parametrize(
    ("building", "source", "target", "most"),
    [
        ("Old Distillery", "sugar_cane", "rum", 2),
        ("Rum Distillery", "sugar_cane", "rum", 5),
        ("Cigar Factory", "tobacco", "cigars", 5),
    ],
)
def test_a_building_that_makes_commodities(building: str, source: str, target: str, most: int) -> None:
    scene = using(building, **{source: 3})
    scene.has(1, store={source: 2})
    scene.act(Use(number(building)))
    assert scene.offers(Convert, "count") == list(range(1, most + 1))
    scene.act(Convert(1))
    assert (scene.yard(), scene.store()) == ({source: 2, target: 1}, {source: 2})
    assert not scene.offers(Convert)
    scene = using(building, **{source: 1})
    scene.has(1, store={source: 4})
    scene.act(Use(number(building)))
    told = scene.act(Convert(most))
    assert (scene.yard(), scene.store()) == ({target: most}, {source: 5 - most} if most < 5 else {})
    assert told[0].data == {"building": number(building), "spent": {source: most}, "gained": {target: most}}


@pytest.mark.rule("CB-19")
@pytest.mark.parametrize(
    ("building", "source", "each"),
    [
        ("Rum Bar", "rum", 2),
        ("Cigar Lounge", "cigars", 2),
        ("Golf Course", "water", 1),
        ("Cement Works", "stone", 1),
        ("Carpentry", "wood", 1),
    ],
)
def test_a_building_that_turns_goods_into_points(building: str, source: str, each: int) -> None:
    scene = using(building, **{source: 4})
    scene.act(Use(number(building)))
    assert scene.offers(Convert, "count") == [1, 2, 3]
    told = scene.act(Convert(3))
    assert (scene.points(), scene.yard()) == (3 * each, {source: 1})
    assert told[0].data == {"building": number(building), "spent": {source: 3}, "points": 3 * each}
    scene = using(building, **{source: 1})
    scene.act(Use(number(building)))
    assert scene.offers(Convert, "count") == [1]


@pytest.mark.rule("CB-19")
def test_builders_yard_exchanges_up_to_three_resources() -> None:
    yard = number("Builders' Yard")
    scene = using(yard, wood=2, stone=1, rum=1)
    scene.act(Use(yard))
    assert {action.give for action in scene.offers(Exchange)} == {"wood", "stone"}
    assert scene.refused(Exchange("wood", "wood")).key == "not-offered"
    scene.act(Exchange("wood", "water"), Exchange("wood", "stone"), Exchange("stone", "water"))
    assert scene.yard() == {"water": 2, "stone": 1, "rum": 1}
    assert not scene.offers(Exchange)


@pytest.mark.rule("CB-19")
def test_goods_shop_sells_two_commodities_to_the_supply_for_six_each() -> None:
    shop = number("Goods Shop")
    scene = using(shop, rum=2, cigars=1, tobacco=1)
    scene.act(Use(shop))
    assert scene.offers(Sell, "good") == ["rum", "cigars"]
    scene.act(Sell("rum"), Sell("cigars"))
    assert (scene.pesos(), scene.yard()) == (22, {"rum": 1, "tobacco": 1})
    assert (scene.row("rum"), scene.row("cigars")) == (2, 2), "the market is not touched"
    assert not scene.offers(Sell)


@pytest.mark.rule("CB-19")
def test_fruit_stand_sells_two_citrus_fruits_for_four_each() -> None:
    stand = number("Fruit Stand")
    scene = using(stand, citrus_fruits=1, tobacco=2)
    scene.has(1, store={"citrus_fruits": 2})
    scene.act(Use(stand))
    assert scene.offers(Sell, "good") == ["citrus_fruits"]
    scene.act(Sell("citrus_fruits"), Sell("citrus_fruits"))
    assert (scene.pesos(), scene.yard(), scene.store()) == (18, {"tobacco": 2}, {"citrus_fruits": 1})
    assert not scene.offers(Sell)


@pytest.mark.rule("CB-19")
def test_casino_gambles_twice_either_way() -> None:
    casino = number("Casino")
    scene = using(casino)
    scene.has(1, points=1)
    scene.act(Use(casino))
    assert scene.offers(Gamble, "stake") == ["pesos"], "one point is no stake"
    scene.act(Gamble("pesos"))
    assert (scene.pesos(), scene.points()) == (6, 3)
    assert scene.offers(Gamble, "stake") == ["pesos", "points"]
    scene.act(Gamble("points"))
    assert (scene.pesos(), scene.points()) == (10, 1)
    assert not scene.offers(Gamble)


@pytest.mark.rule("CB-19")
@pytest.mark.parametrize(("building", "points"), [("Small Hotel", 1), ("Large Hotel", 2)])
def test_a_hotel(building: str, points: int) -> None:
    scene = using(building)
    scene.act(Use(number(building)))
    assert (scene.points(), scene.yard(), scene.pesos()) == (points, {}, 10)


@pytest.mark.rule("CB-19")
def test_crane_loads_two_goods_onto_one_ship_for_the_mayors_points() -> None:
    crane = number("Crane")
    scene = using(crane, citrus_fruits=2, sugar_cane=2).set(berths=(None, None, None)).ship(3, "CCSST").ship(1, "CCSRG")
    scene.act(Use(crane), Load(3, "citrus_fruits"))
    assert scene.offers(Load, "berth") == [3]
    told = scene.act(Load(3, "sugar_cane"))
    assert told[0].data["building"] == crane
    assert (scene.points(), scene.yard()) == (6, {"citrus_fruits": 1, "sugar_cane": 1})
    assert not scene.offers(Load)


@pytest.mark.rule("CB-19")
def test_lighthouse_swaps_ships_and_the_point_comes_only_with_a_swap() -> None:
    lighthouse = number("Lighthouse")
    scene = using(lighthouse).ship(1, "CCSST").ship(2, "CCSRG")
    first, second, _ = scene.state.berths
    scene.act(Use(lighthouse))
    assert scene.points() == 0
    scene.act(Swap(1))
    assert scene.points() == 1
    assert scene.state.berths[:2] == (second, first)
    lonely = using(lighthouse).set(berths=(None, first, None))
    assert not lonely.offers(Use)


@pytest.mark.rule("CB-19", "CB-20")
def test_beach_cafe_has_nothing_to_use() -> None:
    assert using("Beach Café").refused(Use(number("Beach Café"))).key == "nothing"


@pytest.mark.rule("CB-19")
@pytest.mark.parametrize(("others", "points"), [(0, 1), (1, 1), (2, 2), (3, 2), (4, 3)])
def test_statue_gives_a_point_for_each_full_two_buildings_the_warehouse_included(others: int, points: int) -> None:
    statue = number("Statue")
    scene = Scene().has(1, worker=1, tiles={1: statue, **{4 + at: 1 + at for at in range(others)}})
    scene.act(Play("foreman"), Use(statue))
    assert scene.points() == points


@pytest.mark.rule("CB-19")
def test_a_building_just_placed_counts_for_itself() -> None:
    scene = Scene().has(1, wood=2, stone=2)
    scene.act(Play("architect"), Build(30, 5), Use(30))
    assert scene.points() == 1


@pytest.mark.rule("CB-19")
def test_resources_are_spent_from_the_forecourt_only_and_goods_from_the_forecourt_first() -> None:
    scene = using("Rum Distillery", sugar_cane=1)
    scene.has(1, store={"sugar_cane": 1})
    scene.act(Use(8), Convert(1))
    assert (scene.yard(), scene.store()) == ({"rum": 1}, {"sugar_cane": 1})


@pytest.mark.rule("CB-19")
@pytest.mark.parametrize("building", house().buildings[1:], ids=lambda building: building.name)
def test_whatever_is_offered_of_a_building_changes_something(building: object) -> None:
    tile = next(each for each in house().buildings if each is building)
    for goods in (
        {},
        {"wood": 1, "sugar_cane": 1},
        dict.fromkeys(("stone", "water", "tobacco", "rum", "cigars"), 2),
    ):
        scene = Scene().has(1, tiles={1: tile.number}, worker=1).has(2, tiles={1: 1 if tile.number != 1 else 2})
        scene.goods(1, goods).act(Play("foreman"))
        if not scene.session.admits(1, Use(tile.number)):
            continue
        before = (scene.player(1), scene.state.specials, scene.state.berths)
        scene.act(Use(tile.number))
        while scene.session.choices(1) and type(action := next(scene.session.legal_actions(1))) is not End:
            if type(action) is Use:
                break
            scene.act(action)
        assert (scene.player(1), scene.state.specials, scene.state.berths) != before


def test_an_ability_is_either_carried_out_at_once_or_in_steps() -> None:
    game = Scene().session.play
    bank, distillery = house().buildings[number("Small Bank")], house().buildings[number("Old Distillery")]
    with pytest.raises(TypeError, match="Gain has no steps"):
        bank.ability.choices(game, 1, Opened(bank.number, 1))
    with pytest.raises(TypeError, match="Gain has no steps"):
        bank.ability.step(game, 1, Opened(bank.number, 1), Convert(1))
    with pytest.raises(TypeError, match="Convert is used in steps"):
        distillery.ability.at_once(game, 1, distillery.number)
