"""Common and personal objectives."""

import pytest

from app.games.cudillero.actions import Build
from app.games.cudillero.components import Card
from app.games.cudillero.objectives import PERSONAL, RACES
from app.games.session import Score
from tests.games.cudillero.tables import (
    BUILD_BUILD,
    buildings,
    floor,
    in_turn,
    keys,
    lay,
    points,
    roof,
    started,
    state_of,
    village,
)

CARDS = (
    *(
        floor(f"{colour[0]}{number}", colour)
        for colour in ("blue", "yellow", "white", "red")
        for number in range(1, 10)
    ),
    *(floor(f"ud{number}", cables="ud") for number in range(1, 6)),
    *(floor(f"lr{number}", line="lr") for number in range(1, 4)),
    floor("bal2", balconies=2),
    floor("bal1", balconies=1),
    floor("nei2", neighbours=2),
    floor("nei1", neighbours=1),
    floor("line", line="l"),
    roof("R1"),
    roof("R2"),
    roof("R3"),
    roof("Rd", cables="d"),
    roof("x2", bonus="balconies_x2", balconies=1),
    roof("high", bonus="height_plus_1"),
    roof("c4", chimneys=4),
    roof("c5", "red", chimneys=5),
)


@pytest.mark.rule("CD-37")
@pytest.mark.parametrize(
    ("objective", "columns", "reached"),
    [
        ("balconies_3", ("bal2 bal1",), True),
        ("balconies_3", ("bal2 x2",), True),
        ("balconies_3", ("bal1 x2",), False),  # counted before doubling
        ("neighbours_3", ("nei2", "nei1"), True),
        ("neighbours_3", ("nei2",), False),
        ("connected_4", ("ud1 ud2", "ud3", "ud4"), True),
        ("connected_4", ("ud1 ud2 ud3 Rd",), False),  # a roof carries the cable and does not count
        ("connected_4", ("b1 ud1 ud2 ud3 ud4",), False),  # not joined to a doorway
        ("second_line", ("lr1", "lr2", "lr3"), True),
        ("second_line", ("lr1", "lr2"), False),
        ("doorways_3", ("", "b1", ""), True),
        ("doorways_3", ("", ""), False),
        ("roofs_2", ("b1 R1", "b2 R2"), True),
        ("roofs_2", ("b1 R1", "b2"), False),
        ("colour_4", ("b1 y1 b2", "b3", "b4"), True),  # anywhere
        ("colour_4", ("b1 y1 b2", "b3", "y2"), False),
        ("height_4", ("b1 b2 b3 R1",), True),
        ("height_4", ("b1 b2 high",), True),
        ("height_4", ("b1 b2 b3 b4 b5",), False),
        ("height_4", ("b1 b2 R1",), False),
    ],
)
def test_a_race_is_reached_by_the_village(objective: str, columns: tuple[str, ...], reached: bool) -> None:
    assert RACES[objective].reached(village(CARDS, *columns)) is reached


@pytest.mark.rule("CD-37")
@pytest.mark.parametrize("objective", ["balconies_3", "neighbours_3", "connected_4", "second_line"])
@pytest.mark.parametrize("seats", [2, 4])
def test_ten_points_to_the_first_alone(objective: str, seats: int) -> None:
    session = started(seats)
    state_of(session).objective = objective
    state_of(session).claims = (2, 1)
    assert [points(session, "objective", seat) for seat in (1, 2)] == [0, 10]


@pytest.mark.rule("CD-37")
@pytest.mark.parametrize("objective", ["doorways_3", "roofs_2", "colour_4", "height_4"])
def test_five_points_to_the_second_with_three_or_four_players(objective: str) -> None:
    for seats, second in ((2, 0), (3, 5), (4, 5)):
        session = started(seats)
        state_of(session).objective = objective
        state_of(session).claims = (2, 1)
        assert [points(session, "objective", seat) for seat in (1, 2)] == [second, 10]


@pytest.mark.rule("CD-37")
@pytest.mark.parametrize(("objective", "token"), [("keep_10", "plus_10"), ("keep_20", "plus_20")])
def test_everyone_who_still_has_the_token_scores_ten(objective: str, token: str) -> None:
    session = started(3)
    state_of(session).objective = objective
    lay(session, 1, tokens=())
    lay(session, 2, tokens=(token,))
    assert [points(session, "objective", seat) for seat in (1, 2, 3)] == [0, 10, 10]


@pytest.mark.rule("CD-37")
def test_it_is_reached_at_once_and_never_lost_again() -> None:
    session = in_turn(*CARDS, columns=("", ""), hand="door-50", objective="doorways_3", play=BUILD_BUILD)
    assert points(session, "objective") == 0
    events = session.apply(1, Build("door-50", 0))
    assert keys(events) == ["built", "objective-reached"]
    assert events[1].data == {"objective": "doorways_3", "points": 10}
    lay(session, 1, buildings=buildings("b1"))
    assert points(session, "objective") == 10
    assert session.public()["objective"].claims == (1,)


@pytest.mark.rule("CD-37")
def test_nobody_reaches_it_twice_and_nobody_after_the_last_prize() -> None:
    for seats, claims in ((2, (2,)), (3, (2, 3)), (3, (1,))):
        session = in_turn(
            *CARDS,
            columns=("", ""),
            hand="door-50",
            objective="doorways_3",
            play=BUILD_BUILD,
            seats=seats,
            claims=claims,
        )
        assert keys(session.apply(1, Build("door-50", 0))) == ["built"]
    session = in_turn(
        *CARDS, columns=("", ""), hand="door-50", objective="doorways_3", play=BUILD_BUILD, seats=3, claims=(2,)
    )
    assert session.apply(1, Build("door-50", 0))[1].data == {"objective": "doorways_3", "points": 5}


@pytest.mark.rule("CD-39")
@pytest.mark.parametrize(
    ("objective", "columns", "met"),
    [
        *(
            row
            for colour in ("blue", "yellow", "white", "red")
            for row in (
                (f"level_3_{colour}", (f"b1 b2 {colour[0]}9",), True),
                (f"level_3_{colour}", (f"{colour[0]}1 {colour[0]}2",), False),
            )
        ),
        ("level_3_red", ("b1 b2 c5",), True),  # a roof counts
        ("level_3_blue", ("b1 b2 y1 b3",), False),
        ("level_3_neighbour", ("b1 b2 nei1",), True),
        ("level_3_neighbour", ("b1 nei1 b2",), False),
        ("level_3_balcony", ("b1 b2 x2",), True),
        ("level_3_balcony", ("bal1 b1 b2",), False),
        ("level_3_line", ("b1 b2 line",), True),  # one side is enough
        ("level_3_line", ("line b1 b2",), False),
        ("complete_3", ("b1 R1", "b2 R2", "b3 R3"), True),
        ("complete_3", ("b1 R1", "b2 R2", "b3"), False),
        ("height_4_twice", ("b1 b2 high", "b3 b4 b5 b6 R1"), True),
        ("height_4_twice", ("b1 b2 high", "b3 b4 b5 b6"), False),
        ("chimneys_9", ("b1 c4", "b2 c5"), True),
        ("chimneys_9", ("b1 c4", "b2 R1"), False),
        ("row_same", ("b1 y1", "y2 y3", "b2 y4"), True),
        ("row_same", ("b1", "b2", "y1"), False),
        ("row_same", ("b1 b2 b3",), False),
        ("row_different", ("b1", "y1", "w1"), True),
        ("row_different", ("b1", "y1", "b2"), False),
        ("row_different", ("b1 y1", "w1", "r1 w2"), True),
        ("row_different", ("b9 c5", "y9 y8", "b8 w8"), True),  # a roof counts
    ],
)
def test_a_personal_objective_is_met_by_the_village(objective: str, columns: tuple[str, ...], met: bool) -> None:
    assert PERSONAL[objective](village(CARDS, *columns)) is met


@pytest.mark.rule("CD-39")
def test_numbers_are_minima() -> None:
    more: tuple[Card, ...] = (*CARDS, roof("c9", chimneys=9))
    assert PERSONAL["chimneys_9"](village(more, "b1 c4", "b2 c9"))
    assert PERSONAL["complete_3"](village(CARDS, "b1 R1", "b2 R2", "b3 R3", "b4 c4"))


@pytest.mark.rule("CD-38", "CD-39")
def test_the_own_objective_is_in_the_own_score_alone_until_the_end() -> None:
    session = started(2, options={"personal": "on"})
    lay(session, 1, aim="complete_3", buildings=buildings("b01 bR1", "b02 bR2", "b03 bR3"))
    mine = session.private(1)["score"]
    assert mine.lines[-1] == Score("personal", 10, {"objective": "complete_3"})
    for seat in (1, 2):
        assert "personal" not in {line.key for line in session.public()[f"score-{seat}"].lines}
        assert "personal" not in {line.key for line in session.scores()[seat]}
    state_of(session).phase = "over"
    assert points(session, "personal") == 10
