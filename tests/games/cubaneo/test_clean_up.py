"""F) Clean-up (CB-27, CB-28)."""

import pytest

from app.games.cubaneo.state import Berth
from tests.games.cubaneo.scene import Scene


def lying(scene: Scene) -> list[int | None]:
    """The ships at the berths 1 to 3."""
    return [None if ship is None else ship.ship for ship in scene.state.berths]


@pytest.mark.rule("CB-27")
def test_products_in_forecourts_are_lost_resources_and_commodities_and_the_warehouse_never() -> None:
    scene = Scene().has(1, tobacco=2, citrus_fruits=1, wood=1, water=2, stone=3, rum=4, cigars=5, store={"tobacco": 9})
    scene.enter("storage")
    assert scene.yard() == {"wood": 1, "water": 2, "stone": 3, "rum": 4, "cigars": 5}
    assert scene.store() == {"tobacco": 9}
    assert [(event.seat, event.data) for event in scene.told("spoiled")] == [
        (1, {"goods": {"citrus_fruits": 1, "tobacco": 2}})
    ]


@pytest.mark.rule("CB-27")
def test_the_ship_at_berth_3_departs_and_the_others_move_up() -> None:
    scene = Scene().ship(1, "CCSST", 0).ship(2, "SSTTC", 1).ship(3, "TTCCS", 2)
    first, second, third = lying(scene)
    waiting, top = scene.state.waiting, scene.state.sea[0][0]
    scene.enter("departures")
    assert lying(scene) == [waiting, first, second]
    assert scene.state.waiting == top
    assert [ship.loaded for ship in scene.state.berths if ship] == [(), (0,), (1,)]
    assert scene.state.sea[-1] == (third,), "under the deck"


@pytest.mark.rule("CB-27")
def test_every_full_ship_departs_too_and_new_ships_come_nearest_to_berth_3_first() -> None:
    full = (0, 1, 2, 3, 4)
    scene = Scene().ship(1, "CCSST", *full).ship(2, "SSTTC").ship(3, "TTCCS", 1)
    first, second, third = lying(scene)
    waiting, top = scene.state.waiting, scene.state.sea[0]
    scene.enter("departures")
    assert lying(scene) == [top[0], waiting, second]
    assert scene.state.waiting == top[1]
    assert set(scene.state.sea[-1]) == {first, third}
    assert [(ship["ship"], ship["full"]) for ship in scene.told("ships-left")[0].data["ships"]] == [
        (first, True),
        (third, False),
    ]
    assert scene.told("ships-moved")[0].data["moves"] == [
        {"ship": second, "from": 2, "to": 3},
        {"ship": waiting, "from": 0, "to": 2},
    ]


@pytest.mark.rule("CB-27")
def test_when_all_ships_leave_the_waiting_ship_goes_to_berth_3() -> None:
    full = (0, 1, 2, 3, 4)
    scene = Scene().ship(1, "CCSST", *full).ship(2, "SSTTC", *full).ship(3, "TTCCS")
    waiting, top = scene.state.waiting, scene.state.sea[0]
    scene.enter("departures")
    assert lying(scene) == [top[1], top[0], waiting]
    assert scene.state.waiting == top[2]


@pytest.mark.rule("CB-27")
def test_with_berth_3_empty_nobody_departs_and_all_move_up() -> None:
    scene = Scene()
    first, second, _ = lying(scene)
    waiting = scene.state.waiting
    scene.enter("departures")
    assert lying(scene) == [waiting, first, second]
    assert not scene.told("ships-left")


@pytest.mark.rule("CB-27")
def test_departed_ships_are_shuffled_under_the_deck() -> None:
    orders = set()
    for seed in range(20):
        scene = Scene(seed=seed)
        scene.set(berths=(Berth(0, (0, 1, 2, 3, 4)), Berth(1, (0, 1, 2, 3, 4)), Berth(2)), waiting=3)
        scene.set(sea=(tuple(range(4, 15)),)).enter("departures")
        orders.add(scene.state.sea[-1])
    assert len(orders) == 6


@pytest.mark.rule("CB-27")
def test_rewards_promenade_cars_and_characters_go_back() -> None:
    scene = Scene().set(covered=("points-2", "pesos-4")).keeps().enter("departures")
    view = scene.session.public()
    assert view["rewards"] == ()
    assert view["turn"].round == 2
    assert all(arch.cover in ("", "cart") for arch in view["promenade"])
    for seat in (1, 2, 3):
        assert (view[f"player-{seat}"].cars, len(view[f"player-{seat}"].hand)) == (1, 5)
    assert scene.told("tidied")[0].data == {"rewards": ["points-2", "pesos-4"], "tiles": []}


@pytest.mark.rule("CB-27")
def test_with_two_players_both_cars_come_back() -> None:
    scene = Scene(seats=2).keeps().enter("departures")
    assert [scene.player(seat).cars for seat in (1, 2)] == [2, 2]


@pytest.mark.rule("CB-28")
def test_the_starting_token_decides_who_begins_the_next_round() -> None:
    scene = Scene().set(token=3).enter("departures")
    assert scene.session.public()["table"].first == 3
    assert scene.session.actors() == (3,)


@pytest.mark.rule("CB-28")
def test_if_nobody_took_the_token_it_stays() -> None:
    scene = Scene().set(token=2, start=2).enter("departures")
    assert (scene.state.start, scene.state.token) == (2, 2)
