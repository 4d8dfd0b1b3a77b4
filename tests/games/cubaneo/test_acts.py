"""E) Acts: every tax, duty and subsidy with its exact amounts (CB-25)."""

from typing import Any

import pytest

from app.games.cubaneo.actions import Pay
from tests.games.cubaneo.scene import Scene, house

NO_DUTY = {"duty": 3}
"""A duty of cigars, which nobody in these scenes has."""


def settle(scene: Scene, **decisions: Pay) -> Scene:
    """Everybody who is asked decides: `s1`, `s2` ... as given, the others neither pay nor return. All that was told in
    the end is in `scene.events`."""
    for seat in scene.session.actors():
        scene.act(decisions.get(f"s{seat}", Pay(False, False)), seat=seat)
    return scene


@pytest.mark.rule("CB-25")
@pytest.mark.parametrize(("act", "pesos"), [(-1, 2), *enumerate((1, 2, 3, 3, 4, 4, 5, 6))])
def test_each_tax_may_be_paid_for_two_points(act: int, pesos: int) -> None:
    scene = Scene().force(tax=act, **NO_DUTY).has(2, pesos=pesos).has(3, pesos=pesos - 1).enter("dues")
    assert scene.session.actors() == (1, 2)
    settle(scene, s2=Pay(True, False))
    assert (scene.pesos(1), scene.points(1)) == (10, 0)
    assert (scene.pesos(2), scene.points(2)) == (0, 2)
    assert [(event.seat, event.data) for event in scene.told("tax")] == [(2, {"pesos": -pesos, "points": 2})]


DUTIES: list[tuple[int, dict[str, int]]] = [
    (-1, {"citrus_fruits": 1}),
    (0, {"sugar_cane": 1}),
    (1, {"tobacco": 1}),
    (2, {"rum": 1}),
    (3, {"cigars": 1}),
    (4, {"wood": 1, "water": 1}),
    (5, {"stone": 2}),
    (6, {"citrus_fruits": 1, "sugar_cane": 1}),
]


@pytest.mark.rule("CB-25")
@pytest.mark.parametrize(("act", "goods"), DUTIES)
def test_each_duty_may_be_returned_for_two_points(act: int, goods: dict[str, int]) -> None:
    scene = Scene().force(duty=act).goods(1, {**goods, "rum": 3} if "rum" not in goods else goods)
    for seat in (1, 2, 3):
        scene.has(seat, pesos=0)
    first = next(iter(goods))
    scene.goods(2, {**goods, first: goods[first] - 1}).enter("dues")
    assert scene.session.actors() == (1,)
    settle(scene, s1=Pay(False, True))
    assert scene.points(1) == 2
    assert scene.yard(1) == ({} if "rum" in goods else {"rum": 3})
    assert [(event.seat, event.data) for event in scene.told("duty")] == [(1, {"goods": goods, "points": 2})]


@pytest.mark.rule("CB-25")
def test_the_eighth_duty_takes_a_tobacco_and_any_one_resource() -> None:
    scene = Scene().force(duty=7).has(1, tobacco=1, wood=1, stone=2, pesos=0).has(2, tobacco=1, pesos=0).has(3, pesos=0)
    scene.enter("dues")
    assert scene.session.actors() == (1,)
    assert scene.offers(Pay, "resource", seat=1) == ["", "wood", "stone"]
    assert scene.refused(Pay(False, True), seat=1).key == "not-offered"
    settle(scene, s1=Pay(False, True, "stone"))
    assert (scene.yard(1), scene.points(1)) == ({"wood": 1, "stone": 1}, 2)


@pytest.mark.rule("CB-25")
def test_a_duty_is_returned_from_the_forecourt_first_then_from_the_warehouse() -> None:
    scene = Scene().has(1, citrus_fruits=1, store={"citrus_fruits": 1}).has(2, store={"citrus_fruits": 1}).enter("dues")
    settle(scene, s1=Pay(False, True), s2=Pay(False, True))
    assert (scene.yard(1), scene.store(1)) == ({}, {"citrus_fruits": 1})
    assert (scene.store(2), scene.points(2)) == ({}, 2)


@pytest.mark.rule("CB-25")
def test_both_bring_a_point_more() -> None:
    scene = settle(Scene().has(1, citrus_fruits=1).enter("dues"), s1=Pay(True, True), s2=Pay(True, False))
    assert (scene.points(1), scene.points(2), scene.points(3)) == (5, 2, 0)
    assert [(event.seat, event.data) for event in scene.told("both")] == [(1, {"points": 1})]


@pytest.mark.rule("CB-25")
def test_tax_and_duty_are_hidden_and_unbooked_until_all_have_decided() -> None:
    scene = Scene().has(1, citrus_fruits=1).enter("dues")
    before = scene.session.public()
    told = scene.act(Pay(True, True), seat=1)
    after = scene.session.public()
    assert [(event.key, event.data) for event in told] == [("decided", {"ask": "dues"})]
    assert {name for name in after if after[name] is not before[name]} == {"turn"}
    assert scene.session.private(1)["decision"] == Pay(True, True)
    assert scene.session.private(2)["prompt"].data["decided"] is False


@pytest.mark.rule("CB-25")
def test_what_cannot_be_paid_says_why() -> None:
    scene = Scene().force(tax=7, duty=7).has(1, pesos=5, tobacco=1, water=1).has(2, wood=1).enter("dues")
    refusal = scene.refused(Pay(True, False), seat=1)
    assert (refusal.key, refusal.data) == ("too-few-pesos", {"pesos": 6})
    refusal = scene.refused(Pay(False, True, "wood"), seat=2)
    assert (refusal.key, refusal.data) == ("missing", {"missing": {"tobacco": 1}})


def subsidised(act: int, **seat: Any) -> int:
    """The points that a subsidy brings a seat with these belongings, when no due is paid."""
    scene = Scene().force(subsidy=act, tax=7, **NO_DUTY)
    goods = {key: seat.pop(key) for key in list(seat) if key in ("wood", "water", "stone", "tobacco", "rum", "cigars")}
    scene.has(1, **seat).goods(1, goods).enter("dues")
    settle(scene)
    assert scene.points(1) == scene.told("subsidy")[0].data["points"]
    return scene.points(1)


@pytest.mark.rule("CB-25")
@pytest.mark.parametrize(("water", "points"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (7, 3)])
def test_waterworks_subsidy(water: int, points: int) -> None:
    assert house().subsidies[0].name == "Waterworks subsidy"
    assert subsidised(0, water=water) == points


@pytest.mark.rule("CB-25")
@pytest.mark.parametrize(("card", "points"), [("worker", 1), ("architect", 3), ("mayor", 5)])
def test_civic_subsidy_counts_the_printed_votes_only(card: str, points: int) -> None:
    assert house().subsidies[1].name == "Civic subsidy"
    scene = Scene().force(subsidy=1, **NO_DUTY).take(votes=1).keeps(s1=card).enter("dues")
    settle(scene)
    assert scene.points(1) == points


@pytest.mark.rule("CB-25")
@pytest.mark.parametrize(("tiles", "points"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2)])
def test_building_subsidy_leaves_the_warehouse_out(tiles: int, points: int) -> None:
    assert house().subsidies[2].name == "Building subsidy"
    assert subsidised(2, tiles={space: space for space in range(1, tiles + 1)}) == points


@pytest.mark.rule("CB-25")
@pytest.mark.parametrize(("pesos", "points"), [(4, 0), (5, 1), (9, 1), (10, 2), (21, 4)])
def test_savings_subsidy(pesos: int, points: int) -> None:
    assert house().subsidies[3].name == "Savings subsidy"
    assert subsidised(3, pesos=pesos) == points


@pytest.mark.rule("CB-25")
@pytest.mark.parametrize(("count", "points"), [(0, 0), (1, 1), (3, 3), (5, 3)])
@pytest.mark.parametrize(("act", "good"), [(4, "rum"), (5, "cigars")])
def test_rum_and_cigar_subsidies_give_three_points_at_most(act: int, good: str, count: int, points: int) -> None:
    assert house().subsidies[act].name == ("Rum subsidy" if good == "rum" else "Cigar subsidy")
    scene = Scene().force(subsidy=act, tax=7, duty=0).goods(1, {good: count}).enter("dues")
    settle(scene)
    assert scene.points(1) == points


@pytest.mark.rule("CB-25")
@pytest.mark.parametrize(("stored", "points"), [(0, 0), (1, 0), (2, 1), (5, 2)])
def test_storage_subsidy_counts_what_is_in_the_warehouse(stored: int, points: int) -> None:
    assert house().subsidies[6].name == "Storage subsidy"
    assert subsidised(6, store={"tobacco": stored}, tobacco=6) == points


@pytest.mark.rule("CB-25")
@pytest.mark.parametrize(("wood", "water", "stone", "points"), [(3, 3, 0, 0), (1, 2, 1, 1), (3, 2, 2, 2)])
def test_materials_subsidy_counts_sets(wood: int, water: int, stone: int, points: int) -> None:
    assert house().subsidies[7].name == "Materials subsidy"
    assert subsidised(7, wood=wood, water=water, stone=stone) == points


@pytest.mark.rule("CB-25")
def test_the_subsidy_is_reckoned_after_tax_and_duty_are_paid() -> None:
    scene = Scene().force(subsidy=3, tax=0).enter("dues")
    settle(scene, s1=Pay(True, False))
    assert scene.points(1) == 2 + 1, "nine pesos are left"
    assert scene.points(2) == 2


@pytest.mark.rule("CB-25")
def test_without_a_subsidy_in_force_none_is_paid() -> None:
    assert not settle(Scene().enter("dues")).told("subsidy")
