"""C) Event: the six events (CB-22)."""

import pytest

from app.games.cubaneo.actions import Demolish, Pass
from app.games.cubaneo.pieces import EVENTS
from tests.games.cubaneo.scene import Scene, number


@pytest.mark.rule("CB-22")
def test_the_events_stand_in_this_order_on_the_promenade() -> None:
    expected = ("add_goods", "remove_goods", "immediate_acts", "wealth_tax", "ships_depart", "demolition")
    assert tuple(arch.event for arch in Scene().session.public()["promenade"]) == expected == EVENTS


@pytest.mark.rule("CB-22")
def test_add_goods_brings_two_of_each_from_the_left_as_far_as_there_is_room() -> None:
    scene = Scene().market(citrus_fruits=0, sugar_cane=5, tobacco=6, rum=3, cigars=2).enter("event", "add_goods")
    rows = [scene.row(good) for good in ("citrus_fruits", "sugar_cane", "tobacco", "rum", "cigars")]
    assert rows == [2, 6, 6, 4, 4]
    assert scene.told("market-filled")[0].data == {
        "goods": {"citrus_fruits": 2, "sugar_cane": 1, "rum": 1, "cigars": 2}
    }


@pytest.mark.rule("CB-22")
def test_remove_goods_takes_one_of_each_from_the_right() -> None:
    scene = Scene().market(citrus_fruits=0, sugar_cane=5, tobacco=1, rum=0, cigars=4).enter("event", "remove_goods")
    rows = [scene.row(good) for good in ("citrus_fruits", "sugar_cane", "tobacco", "rum", "cigars")]
    assert rows == [0, 4, 0, 0, 3]


@pytest.mark.rule("CB-22")
def test_immediate_acts_skip_the_votes_and_all_proposed_acts_become_active() -> None:
    scene = Scene().propose(tax=3, duty=4, subsidy=5, restriction=6).enter("event", "immediate_acts")
    assert scene.state.active == (3, 4, 5, 6)
    assert scene.session.public()["turn"].phase == "dues"
    assert not scene.told("ballot")
    assert [event.data["group"] for event in scene.told("passed")] == ["tax", "duty", "subsidy", "restriction"]
    assert not scene.told("dropped")


@pytest.mark.rule("CB-22")
def test_wealth_tax_takes_two_points_of_all_who_have_the_most() -> None:
    scene = Scene(seats=4).has(1, points=7).has(2, points=9).has(3, points=9).has(4, points=1)
    scene.enter("event", "wealth_tax")
    assert [scene.points(seat) for seat in (1, 2, 3, 4)] == [7, 7, 7, 1]
    assert [(event.seat, event.data["points"]) for event in scene.told("wealth-tax")] == [(2, -2), (3, -2)]


@pytest.mark.rule("CB-22", "CB-30")
def test_wealth_tax_does_not_go_below_zero() -> None:
    scene = Scene().has(2, points=1).enter("event", "wealth_tax")
    assert [scene.points(seat) for seat in (1, 2, 3)] == [0, 0, 0]
    assert scene.told("wealth-tax")[0].data == {"points": -1}


@pytest.mark.rule("CB-22")
def test_ships_depart_all_at_once_and_the_waiting_ship_goes_to_berth_3() -> None:
    scene = Scene()
    before = scene.state
    waiting, top = before.waiting, before.sea[0][:3]
    gone = [ship.ship for ship in before.berths if ship is not None]
    scene.enter("event", "ships_depart")
    first, second, third = scene.state.berths
    assert first is not None
    assert second is not None
    assert third is not None
    assert third.ship == waiting
    assert (second.ship, first.ship, scene.state.waiting) == top
    assert (first.loaded, second.loaded, third.loaded) == ((), (), ())
    assert sorted(scene.state.sea[-1]) == sorted(gone), "under the deck"
    assert scene.keys()[:4] == ["event", "ships-left", "ships-moved", "ships-arrived"]


@pytest.mark.rule("CB-22")
def test_the_ship_then_at_berth_3_leaves_in_this_rounds_clean_up() -> None:
    scene = Scene().enter("event", "ships_depart")
    third = scene.state.berths[2]
    assert third is not None
    scene.enter("departures")
    assert third.ship in scene.state.sea[-1]


@pytest.mark.rule("CB-22")
def test_goods_of_departing_ships_go_to_the_supply() -> None:
    scene = Scene().ship(1, "CCSST", 0, 1).enter("event", "ships_depart")
    assert all(ship is not None and ship.loaded == () for ship in scene.state.berths)
    left = scene.told("ships-left")[0].data["ships"]
    assert left[0]["loaded"] == [0, 1]


@pytest.mark.rule("CB-22")
def test_demolition_gives_a_point_and_the_resources_of_the_printed_cost() -> None:
    hotel = number("Large Hotel")
    scene = Scene().has(1, tiles={7: hotel}, wood=1).has(2, tiles={3: 11}).enter("event", "demolition")
    assert scene.session.actors() == (1, 2), "all who own a tile"
    assert scene.offers(Demolish, "building", seat=1) == [0, hotel]
    scene.act(Demolish(hotel), seat=1)
    scene.act(Demolish(0), seat=2)
    assert (scene.points(1), scene.yard(1)) == (1, {"wood": 3, "stone": 2})
    assert scene.player(1).tiles[7] == 0, "a wood space again"
    assert hotel in scene.session.public()["display"]
    assert (scene.points(2), scene.player(2).tiles[3]) == (0, 11)
    assert [event.data for event in scene.told("demolished")] == [
        {"building": hotel, "space": 7, "goods": {"wood": 2, "stone": 2}, "points": 1}
    ]


@pytest.mark.rule("CB-22")
def test_nothing_of_a_demolition_is_seen_before_all_have_decided() -> None:
    scene = Scene().has(1, tiles={7: 22}).has(2, tiles={3: 11}).enter("event", "demolition")
    before = scene.session.public()
    told = scene.act(Demolish(22), seat=1)
    after = scene.session.public()
    assert [(event.key, event.data) for event in told] == [("decided", {"ask": "event"})]
    assert {name for name in after if after[name] is not before[name]} == {"turn"}
    assert after["turn"].done == (1,)
    assert scene.act(Demolish(0), seat=1) == (), "a change of mind is not told"
    scene.act(Demolish(0), seat=2)
    assert scene.player(1).tiles[7] == 22


@pytest.mark.rule("CB-22")
def test_a_special_tile_already_taken_stays_after_its_building_is_gone() -> None:
    scene = Scene().has(1, tiles={7: 28}).take(votes=1).enter("event", "demolition")
    scene.act(Demolish(28), seat=1)
    assert scene.state.specials.votes == 1
    assert scene.session.public()["turn"].phase == "votes"


@pytest.mark.rule("CB-22")
def test_without_tiles_nobody_is_asked_to_demolish() -> None:
    assert Scene().enter("event", "demolition").session.public()["turn"].phase == "votes"


def test_a_pass_is_not_offered_in_the_event_phase() -> None:
    scene = Scene().has(1, tiles={7: 22}).enter("event", "demolition")
    assert scene.refused(Pass(("tax", "duty")), seat=1).key == "not-offered"
