"""The Foreman and the Warehouse (CB-14, CB-15)."""

import pytest

from app.games.cubaneo.actions import Convert, End, Play, Use
from tests.games.cubaneo.scene import Scene

SAWMILL, QUARRY, DAM, OLD_DISTILLERY, BANK, HOTEL = 1, 2, 3, 7, 11, 21


@pytest.mark.rule("CB-14")
def test_each_building_in_the_workers_row_and_column_is_used_once_in_any_order() -> None:
    scene = Scene().has(1, tiles={1: BANK, 2: SAWMILL, 6: QUARRY, 11: HOTEL}, worker=2, tobacco=1)
    scene.act(Play("foreman"))
    scene.act(Use(QUARRY), Use(BANK))
    assert scene.refused(Use(BANK)).key == "used"
    scene.act(Use(0), Use(SAWMILL))
    assert scene.yard() == {"stone": 2, "wood": 2}
    assert (scene.pesos(), scene.store()) == (12, {"tobacco": 1})
    assert [type(action) for action in scene.session.legal_actions(1)] == [End]


@pytest.mark.rule("CB-14")
def test_the_worker_stays_and_its_own_space_counts() -> None:
    scene = Scene().has(1, tiles={6: BANK}, worker=6)
    scene.act(Play("foreman"), Use(BANK))
    assert scene.player(1).worker == 6
    assert scene.pesos() == 12


@pytest.mark.rule("CB-14")
def test_a_building_outside_the_line_can_only_be_the_first_and_ends_the_action() -> None:
    scene = Scene().has(1, tiles={1: BANK, 11: HOTEL}, worker=0)
    scene.act(Play("foreman"))
    assert scene.offers(Use, "building") == [BANK, HOTEL]
    scene.act(Use(HOTEL))
    assert scene.points() == 1
    assert not scene.offers(Use)
    assert scene.refused(Use(BANK)).key == "nothing"


@pytest.mark.rule("CB-14")
def test_after_a_building_in_the_line_the_others_are_out_of_reach() -> None:
    scene = Scene().has(1, tiles={1: BANK, 11: HOTEL}, worker=0)
    scene.act(Play("foreman"), Use(BANK))
    assert not scene.offers(Use)
    assert scene.refused(Use(HOTEL)).key == "not-in-line"


@pytest.mark.rule("CB-14")
def test_only_abilities_that_would_change_something_are_offered() -> None:
    scene = Scene().has(1, tiles={1: OLD_DISTILLERY}, worker=0)
    scene.act(Play("foreman"))
    assert not scene.offers(Use)
    assert scene.refused(Use(OLD_DISTILLERY)).key == "nothing"
    assert scene.refused(Use(0)).key == "nothing"


@pytest.mark.rule("CB-14")
def test_an_opened_ability_may_be_left_for_another_building() -> None:
    scene = Scene().has(1, tiles={1: OLD_DISTILLERY, 2: BANK}, worker=0, sugar_cane=2)
    scene.act(Play("foreman"), Use(OLD_DISTILLERY))
    assert scene.session.public()["action"].opened.building == OLD_DISTILLERY
    scene.act(Use(BANK))
    assert not scene.offers(Convert)
    assert scene.refused(Use(OLD_DISTILLERY)).key == "used"
    assert scene.yard() == {"sugar_cane": 2}


@pytest.mark.rule("CB-15")
def test_the_warehouse_takes_all_products_of_the_forecourt_and_nothing_else() -> None:
    scene = Scene().has(1, citrus_fruits=1, sugar_cane=2, tobacco=3, rum=1, cigars=1, wood=1, store={"tobacco": 1})
    scene.act(Play("foreman"))
    told = scene.act(Use(0))
    assert scene.store() == {"citrus_fruits": 1, "sugar_cane": 2, "tobacco": 4}
    assert scene.yard() == {"wood": 1, "rum": 1, "cigars": 1}
    assert told[0].data == {"goods": {"citrus_fruits": 1, "sugar_cane": 2, "tobacco": 3}, "building": 0}
