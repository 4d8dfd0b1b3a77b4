"""The end of the game, and how points are booked (CB-29, CB-30)."""

import pytest

from app.games.cubaneo.state import SOURCES
from tests.games.conformance import random_game
from tests.games.cubaneo.scene import Scene


def ended(scene: Scene) -> Scene:
    return scene.set(round=6).enter("over")


@pytest.mark.rule("CB-29")
def test_the_game_ends_after_the_act_phase_of_the_sixth_round_without_a_clean_up() -> None:
    moments = list(random_game("cubaneo", 3, seed=5))
    keys = [event.key for moment in moments for event in moment.events]
    session = moments[-1].session
    assert keys.count("round") == 6
    assert keys.count("tidied") == 5
    assert keys[-1] == "over"
    assert session.public()["turn"].round == 6


@pytest.mark.rule("CB-29")
def test_each_building_is_worth_two_points_the_warehouse_included() -> None:
    scene = ended(Scene().has(1, tiles={1: 1, 2: 2, 3: 25}, points=4).has(2, points=1))
    assert [scene.points(seat) for seat in (1, 2, 3)] == [12, 3, 2]
    assert [event.data for event in scene.told("buildings")] == [
        {"count": 4, "points": 8},
        {"count": 1, "points": 2},
        {"count": 1, "points": 2},
    ]


@pytest.mark.rule("CB-29")
def test_most_points_win() -> None:
    scene = ended(Scene().has(1, points=4).has(2, points=9).has(3, points=6))
    assert [(each.place, each.seat, each.points) for each in scene.session.result()] == [
        (1, 2, 11),
        (2, 3, 8),
        (3, 1, 6),
    ]
    assert scene.told("over")[0].data == {"winners": [2]}


@pytest.mark.rule("CB-29")
def test_a_tie_goes_to_the_one_with_most_pesos() -> None:
    scene = ended(Scene().has(1, points=9, pesos=3).has(2, points=9, pesos=4).has(3, points=6))
    assert [(each.place, each.seat) for each in scene.session.result()] == [(1, 2), (2, 1), (3, 3)]


@pytest.mark.rule("CB-29")
def test_a_tie_in_pesos_too_is_shared() -> None:
    scene = ended(Scene().has(1, points=9).has(2, points=9).has(3, points=6))
    assert [each.place for each in scene.session.result()] == [1, 1, 3]
    assert scene.told("over")[0].data == {"winners": [1, 2]}
    assert scene.session.public()["turn"].data == {"winners": [1, 2]}


@pytest.mark.rule("CB-30")
def test_points_are_booked_at_once_and_never_below_zero() -> None:
    game = Scene().has(1, points=1).session.play
    assert game.score(1, "events", -5) == -1
    assert game.player(1).points == 0
    assert game.score(1, "ships", 6) == 6
    assert game.player(1).points == 6


@pytest.mark.rule("CB-30")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_points_booked_equal_the_points_reckoned_from_the_log(seats: int) -> None:
    reckoned = dict.fromkeys(range(1, seats + 1), 0)
    for session, _, _, events in random_game("cubaneo", seats, seed=seats + 20):
        for event in events:
            if "points" in event.data:
                reckoned[event.seat] += event.data["points"]
        assert reckoned == {seat: session.public()[f"player-{seat}"].points for seat in reckoned}
        assert all(points >= 0 for points in reckoned.values())
    lines = session.scores()
    assert {seat: sum(line.points for line in lines[seat]) for seat in reckoned} == reckoned
    assert [line.key for line in lines[1]] == list(SOURCES)


@pytest.mark.parametrize("seats", [2, 5])
def test_pesos_can_be_reckoned_from_the_log_too(seats: int) -> None:
    reckoned = dict.fromkeys(range(1, seats + 1), 0)
    for session, _, _, events in random_game("cubaneo", seats, seed=seats):
        for event in events:
            if event.seat:
                reckoned[event.seat] += event.data.get("pesos", 0)
        assert reckoned == {seat: session.public()[f"player-{seat}"].pesos for seat in reckoned}


def test_the_course_has_the_points_at_the_end_of_each_round() -> None:
    for session, *_ in random_game("cubaneo", 4, seed=2):
        course = session.public()["course"]
        assert len(course) == session.public()["turn"].round - bool(session.actors())
    assert course[-1] == tuple(session.public()[f"player-{seat}"].points for seat in (1, 2, 3, 4))
