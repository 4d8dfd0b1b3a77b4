"""The Architect (CB-13, CB-33)."""

import pytest

from app.games.cubaneo.actions import Build, End, Play, Use
from tests.games.cubaneo.scene import Scene, house, number, playing

BANK = 11


@pytest.mark.rule("CB-13")
@pytest.mark.parametrize("building", house().buildings[1:], ids=lambda building: building.name)
def test_every_building_costs_what_the_file_says_and_no_less(building: object) -> None:
    tile = next(each for each in house().buildings if each is building)
    exact = dict(zip(("wood", "water", "stone"), tile.cost, strict=True))
    scene = Scene().goods(1, exact)
    scene.act(Play("architect"))
    assert tile.number in scene.offers(Build, "building")
    for good, count in exact.items():
        if count:
            poor = Scene().goods(1, {**exact, good: count - 1})
            poor.act(Play("architect"))
            assert tile.number not in poor.offers(Build, "building")
            refusal = poor.refused(Build(tile.number, 5))
            assert (refusal.key, refusal.data) == ("too-dear", {"missing": {good: 1}})
    told = scene.act(Build(tile.number, 5))
    assert scene.yard() == {}
    assert scene.player(1).tiles[5] == tile.number
    assert tile.number not in scene.session.public()["display"]
    assert told[0].data["cost"] == {good: count for good, count in exact.items() if count}


@pytest.mark.rule("CB-13")
def test_the_cost_is_paid_from_the_forecourt() -> None:
    scene = playing("architect").has(1, wood=3, stone=2, water=1)
    scene.act(Build(12, 5))
    assert scene.yard() == {"wood": 1, "stone": 1, "water": 1}


@pytest.mark.rule("CB-13")
def test_any_product_or_resource_space_will_do_even_under_the_worker_but_no_building_space() -> None:
    scene = Scene().has(1, wood=1, stone=1, worker=6, tiles={3: 1})
    scene.act(Play("architect"))
    assert scene.offers(Build, "space") == [space for space in range(12) if space not in (0, 3)]
    assert scene.session.admits(1, Build(BANK, 6))


@pytest.mark.rule("CB-13")
def test_only_displayed_buildings_can_be_built() -> None:
    scene = Scene().has(1, wood=1, stone=1).has(2, tiles={5: BANK})
    scene.act(Play("architect"))
    assert BANK not in scene.offers(Build, "building")
    assert scene.refused(Build(BANK, 5)).key == "gone"


@pytest.mark.rule("CB-13")
def test_one_building_an_action() -> None:
    scene = playing("architect").has(1, wood=4, stone=4)
    scene.act(Build(BANK, 5))
    assert not scene.offers(Build)


@pytest.mark.rule("CB-13")
def test_its_ability_may_be_used_once_at_once() -> None:
    scene = playing("architect").has(1, wood=1, stone=1)
    scene.act(Build(BANK, 5))
    assert scene.offers(Use, "building") == [BANK]
    scene.act(Use(BANK))
    assert scene.pesos() == 12
    assert [type(action) for action in scene.session.legal_actions(1)] == [End]


@pytest.mark.rule("CB-13")
def test_its_ability_may_be_left() -> None:
    scene = playing("architect").has(1, wood=1, stone=1)
    scene.act(Build(BANK, 5), End())
    assert scene.pesos() == 10
    assert scene.turn_of() == 2


@pytest.mark.rule("CB-13")
def test_a_new_building_that_would_change_nothing_says_so() -> None:
    scene = playing("architect").has(1, wood=1, stone=1)
    scene.act(Build(number("Old Distillery"), 5))
    assert scene.refused(Use(number("Old Distillery"))).key == "nothing"
    scene = playing("architect").take(votes=2).has(1, wood=1, stone=1)
    scene.act(Build(number("Town Hall"), 5))
    assert scene.refused(Use(number("Town Hall"))).key == "tile-taken"


@pytest.mark.rule("CB-33")
def test_peter_builds_the_small_bank_top_right_and_uses_it_and_later_the_warehouse() -> None:
    scene = Scene().has(1, wood=1, stone=1, citrus_fruits=2)
    scene.act(Play("architect"), Build(number("Small Bank"), 3), Use(BANK))
    assert scene.pesos() == 12
    assert scene.yard() == {"citrus_fruits": 2}
    scene.act(End())
    scene.set(turns=0).has(1, worker=2)
    scene.act(Play("foreman"), Use(BANK))
    assert scene.pesos() == 14
    scene.act(Use(0))
    assert (scene.yard(), scene.store()) == ({}, {"citrus_fruits": 2})
