"""The Worker (CB-10, CB-31)."""

import pytest

from app.games.cubaneo.actions import End, Harvest, Play, Work
from tests.games.cubaneo.scene import RED, Scene, playing


@pytest.mark.rule("CB-10")
def test_the_worker_may_go_to_any_space_or_stay() -> None:
    assert playing("worker").offers(Work, "space") == list(range(12))


@pytest.mark.rule("CB-10")
@pytest.mark.parametrize("space", range(12))
def test_the_six_spaces_of_row_and_column_bear(space: int) -> None:
    scene = playing("worker")
    line = [at for at in range(12) if at // 4 == space // 4 or at % 4 == space % 4]
    assert len(line) == 6
    kinds = [RED[at] for at in line]
    scene.act(Work(space))
    assert scene.player(1).worker == space
    assert scene.yard() == {kind: kinds.count(kind) for kind in ("wood", "water", "stone") if kind in kinds}
    harvest = scene.session.public()["action"].harvest
    assert harvest == {kind: kinds.count(kind) for kind in ("citrus_fruits", "sugar_cane", "tobacco") if kind in kinds}


@pytest.mark.rule("CB-10")
def test_spaces_with_buildings_bear_nothing() -> None:
    scene = Scene().has(1, tiles={4: 1, 5: 2, 6: 3, 7: 4, 1: 5})
    scene.act(Play("worker"), Work(5))
    assert scene.yard() == {"water": 1}
    assert scene.session.public()["action"].harvest == {}
    assert [type(action) for action in scene.session.legal_actions(1)] == [End]


@pytest.mark.rule("CB-10")
def test_two_products_are_free_and_each_further_one_costs_a_water() -> None:
    scene = playing("worker")
    scene.act(Work(3))
    assert scene.yard() == {"wood": 2}, "row 0 and column 3: wood, wood"
    assert scene.refused(Harvest({"citrus_fruits": 1, "sugar_cane": 2})).key == "not-offered"
    assert scene.session.admits(1, Harvest({"sugar_cane": 2}))
    scene.has(1, water=1)
    told = scene.act(Harvest({"citrus_fruits": 1, "sugar_cane": 2}))
    assert scene.yard() == {"citrus_fruits": 1, "sugar_cane": 2}
    assert told[0].data == {"goods": {"citrus_fruits": 1, "sugar_cane": 2}, "water": 1}


@pytest.mark.rule("CB-10")
def test_the_player_picks_which_product_spaces_produce_but_no_more_than_there_are() -> None:
    scene = playing("worker")
    scene.act(Work(10))
    assert scene.session.public()["action"].harvest == {"sugar_cane": 2, "tobacco": 1}
    assert scene.refused(Harvest({"tobacco": 2})).key == "not-offered"
    assert scene.refused(Harvest({"citrus_fruits": 1})).key == "not-offered"
    scene.act(Harvest({"tobacco": 1}))
    assert scene.yard().get("tobacco") == 1
    assert not scene.offers(Harvest)


@pytest.mark.rule("CB-10")
def test_leaving_the_worker_is_choosing_its_space_again() -> None:
    scene = playing("worker")
    told = scene.act(Work(0))
    assert told[0].data["moved"] is False
    assert scene.yard() == {"wood": 1, "stone": 1}


@pytest.mark.rule("CB-10")
def test_everything_goes_to_the_forecourt() -> None:
    scene = playing("worker")
    scene.act(Work(10), Harvest({"tobacco": 1, "sugar_cane": 1}))
    assert scene.store() == {}
    assert scene.yard() == {"tobacco": 1, "sugar_cane": 1, "stone": 2, "water": 1}


@pytest.mark.rule("CB-31")
def test_peter_pays_the_water_just_produced_for_the_third_product() -> None:
    scene = Scene().has(1, tiles={8: 21})
    scene.act(Play("worker"), Work(1))
    assert scene.yard() == {"wood": 1, "water": 1}
    assert scene.session.public()["action"].harvest == {"citrus_fruits": 2, "sugar_cane": 1}
    scene.act(Harvest({"sugar_cane": 1, "citrus_fruits": 2}))
    assert scene.yard() == {"wood": 1, "sugar_cane": 1, "citrus_fruits": 2}


@pytest.mark.rule("CB-31")
@pytest.mark.parametrize(("water", "most"), [(0, 2), (1, 3), (2, 4), (3, 4)])
def test_of_four_product_spaces_two_are_free_three_cost_one_water_and_four_two(water: int, most: int) -> None:
    scene = playing("worker")
    scene.act(Work(7))
    assert scene.session.public()["action"].harvest == {"tobacco": 1, "citrus_fruits": 2, "sugar_cane": 1}
    scene.has(1, water=water)
    sizes = {sum(products.values()) for products in scene.offers(Harvest, "products")}
    assert sizes == set(range(1, most + 1))
    largest = max(scene.offers(Harvest, "products"), key=lambda products: sum(products.values()))
    scene.act(Harvest(largest))
    assert scene.yard().get("water", 0) == water - max(most - 2, 0)
