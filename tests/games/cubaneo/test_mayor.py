"""The Mayor (CB-16) and the worked example of ship and visit (CB-34)."""

import pytest

from app.games.cubaneo.actions import End, Load, Play, Visit
from tests.games.cubaneo.scene import Scene


@pytest.mark.rule("CB-16")
@pytest.mark.parametrize("berth", [1, 2, 3])
def test_each_good_brings_as_many_points_as_its_berth_has(berth: int) -> None:
    scene = Scene().set(berths=(None, None, None)).ship(berth, "CSTRR").has(1, rum=2, tobacco=1)
    scene.act(Play("mayor"))
    for good in ("rum", "tobacco", "rum"):
        told = scene.act(Load(berth, good))
        assert told[0].data["points"] == berth
    assert scene.points() == 3 * berth
    assert scene.yard() == {}
    assert scene.session.public()["harbour"].berths[berth - 1].loaded == (2, 3, 4)


@pytest.mark.rule("CB-16")
def test_one_ship_an_action() -> None:
    scene = Scene().ship(1, "CSTRR").ship(2, "CTGGG").has(1, citrus_fruits=2, tobacco=2)
    scene.act(Play("mayor"), Load(2, "tobacco"))
    assert scene.offers(Load, "berth") == [2]
    assert scene.refused(Load(1, "tobacco")).key == "one-ship"


@pytest.mark.rule("CB-16")
def test_only_empty_matching_spaces_take_goods() -> None:
    scene = Scene().set(berths=(None, None, None)).ship(1, "CSTRG", 0, 3).has(1, citrus_fruits=1, rum=1, tobacco=2)
    scene.act(Play("mayor"))
    assert scene.offers(Load) == [Load(1, "tobacco")]
    assert scene.refused(Load(1, "rum")).key == "no-space"
    assert scene.refused(Load(1, "cigars")).key == "none"
    scene.act(Load(1, "tobacco"))
    assert not scene.offers(Load)


@pytest.mark.rule("CB-16")
def test_goods_come_from_the_forecourt_first_then_from_the_warehouse() -> None:
    scene = Scene().ship(1, "TTCCS").has(1, tobacco=1, store={"tobacco": 1})
    scene.act(Play("mayor"), Load(1, "tobacco"))
    assert (scene.yard(), scene.store()) == ({}, {"tobacco": 1})
    scene.act(Load(1, "tobacco"))
    assert scene.store() == {}


@pytest.mark.rule("CB-16")
def test_a_ship_in_the_waiting_area_takes_nothing() -> None:
    scene = Scene().set(berths=(None, None, None)).has(1, citrus_fruits=3, sugar_cane=3, tobacco=3, rum=3, cigars=3)
    scene.act(Play("mayor"))
    assert not scene.offers(Load)


@pytest.mark.rule("CB-16")
def test_a_ship_is_full_with_five_goods() -> None:
    scene = Scene().set(berths=(None, None, None)).ship(2, "CCSST").has(1, citrus_fruits=3, sugar_cane=3, tobacco=3)
    scene.act(Play("mayor"))
    for good in ("citrus_fruits", "sugar_cane", "tobacco", "sugar_cane", "citrus_fruits"):
        scene.act(Load(2, good))
    assert [type(action) for action in scene.session.legal_actions(1)] == [End]
    assert scene.points() == 10


@pytest.mark.rule("CB-34")
def test_jana_loads_three_goods_at_berth_2_for_six_points() -> None:
    scene = Scene().ship(2, "CCSRG").has(1, rum=1, citrus_fruits=2)
    scene.act(Play("mayor"), Load(2, "rum"), Load(2, "citrus_fruits"), Load(2, "citrus_fruits"))
    assert scene.points() == 6


@pytest.mark.rule("CB-34")
def test_the_revolutionary_under_anothers_car_cannot_be_visited_but_the_musician_can() -> None:
    scene = Scene()
    scene.turn(Visit("revolutionary"))
    refusal = scene.refused(Visit("revolutionary"))
    assert (refusal.key, refusal.data) == ("occupied", {"by": 1})
    scene.act(Visit("musician"))
    assert scene.pesos(2) == 12
    arch = scene.session.public()["promenade"][2]
    assert (arch.card, arch.cover, arch.seat, arch.event) == ("musician", "car", 2, "immediate_acts")
