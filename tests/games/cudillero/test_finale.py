"""Starting roofs and the end."""

import pytest

from app.games.cudillero import Session
from app.games.cudillero.actions import End, Roof
from app.games.session import plain
from tests.games.cudillero.tables import (
    BUY_BUILD,
    can,
    end_round,
    floor,
    in_turn,
    keys,
    lay,
    player_of,
    points,
    roof,
    started,
    state_of,
    village_of,
)
from tests.games.cudillero.tables import buildings as columns_of

CARDS = (
    *(floor(f"f{number}") for number in range(1, 20)),
    roof("Ra"),
    roof("Rb"),
    floor("r", line="r"),
    floor("b3", balconies=3),
    floor("red", "red"),
)


def at_the_end(
    *columns: str, other: str = "f19", objective: str = "keep_20", options: dict[str, str] | None = None
) -> Session:
    """Two seats who are asked for their starting roofs Ra and Rb, after the last round."""
    session = in_turn(*CARDS, columns=columns, day=3, round=6, objective=objective, options=options, play=BUY_BUILD)
    lay(session, 1, roof="Ra", tokens=())
    lay(session, 2, roof="Rb", tokens=(), buildings=columns_of(other))
    session.apply(1, End())
    session.apply(2, End())
    return session


@pytest.mark.rule("CD-25", "CD-30")
def test_everybody_may_build_the_starting_roof_on_a_building_with_a_floor_and_no_roof() -> None:
    session = at_the_end("f1", "", "f2 f3")
    assert session.actors() == (1, 2)
    assert {action.place for action in can(session, Roof)} == {0, 1, 3}
    session.apply(1, Roof(3))
    session.apply(2, Roof(0))
    assert village_of(session)[2][1:] == ("f2", "f3", "Ra")
    assert village_of(session, 2)[0][1:] == ("f19",)
    assert session.actors() == ()
    assert points(session, "height") == 6
    assert points(session, "height", 2) == 0


@pytest.mark.rule("CD-3", "CD-30")
def test_all_choose_at_the_same_time_hidden_and_may_change() -> None:
    session = at_the_end("f1", "f2 f3")
    before = plain(session.public())
    event = session.apply(1, Roof(1))[0]
    assert (event.seen_by(2).data, event.seen_by(1).data) == ({}, {"place": 1})
    assert session.reveals
    assert {name for name, part in plain(session.public()).items() if part != before[name]} == {"turn"}
    assert session.private(1)["kept"].place == 1
    assert keys(session.apply(1, Roof(2))) == ["roof-changed"]
    session.apply(2, Roof(1))
    assert village_of(session)[1][1:] == ("f2", "f3", "Ra")


@pytest.mark.rule("CD-30")
def test_who_has_no_place_is_not_asked() -> None:
    session = at_the_end("", other="f19")
    assert session.actors() == (2,)
    assert session.choices(1) == ()
    assert session.private(1)["prompt"].key == "await-roofs"
    session.apply(2, Roof(1))
    assert session.public()["secrets"][0].place == 0


@pytest.mark.rule("CD-30")
def test_when_nobody_has_a_place_the_game_is_over_at_once() -> None:
    session = at_the_end("", other="")
    assert session.public()["turn"].phase == "over"


@pytest.mark.rule("CD-30", "CD-37")
def test_the_starting_roof_completes_no_common_objective_and_gives_no_bonus() -> None:
    session = at_the_end("f1 f2", objective="height_4")
    lay(session, 1, roof="Ra", buildings=columns_of("f1 f2 f3"))
    session.apply(1, Roof(1))
    events = session.apply(2, Roof(1))
    assert state_of(session).claims == ()
    assert points(session, "objective") == 0
    assert not {"objective-reached", "token-gained", "line-completed"} & set(keys(events))


@pytest.mark.rule("CD-36")
def test_every_line_of_the_score_is_told_for_every_player_then_the_winner() -> None:
    session = at_the_end("f1", options={"personal": "on"})
    session.apply(1, Roof(1))
    events = session.apply(2, Roof(1))
    told = [(event.seat, event.data["line"], event.data["points"]) for event in events if event.key == "scored"]
    lines = ["height", "blue", "yellow", "white", "red", "fibre", "balconies", "neighbours", "chimneys", "objective"]
    assert [line for seat, line, _ in told if seat == 1] == [*lines, "personal"]
    for seat in (1, 2):
        assert {line: value for one, line, value in told if one == seat} == {
            line.key: line.points for line in session.scores()[seat]
        }
        assert session.public()[f"score-{seat}"].lines == session.scores()[seat]
        total = session.public()[f"score-{seat}"].total
        assert total == next(standing.points for standing in session.result() if standing.seat == seat)
    assert events[-1].key == "ended"


@pytest.mark.rule("CD-35")
@pytest.mark.parametrize(
    ("one", "other", "places"),
    [
        ("f1 Ra", "f2 Rb", {1: 1, 2: 1}),  # alike: shared
        ("f1 Ra", "f2 Rb|", {1: 2, 2: 1}),  # a doorway more
        ("f1 b3", "f2 red", {1: 2, 2: 1}),  # 3 points each, those of the second for colours
        ("f1 Ra", "f2", {1: 1, 2: 2}),  # more points
    ],
)
def test_ties_go_to_more_cards_then_to_more_points_for_colours_else_they_are_shared(
    one: str, other: str, places: dict[int, int]
) -> None:
    session = at_the_end("", other="")
    state_of(session).values = (0, 0, 0, 3)
    lay(session, 1, buildings=columns_of(*one.split("|")))
    lay(session, 2, buildings=columns_of(*other.split("|")))
    assert {standing.seat: standing.place for standing in session.result()} == places


@pytest.mark.rule("CD-35")
def test_the_starting_roof_and_doorways_count_as_cards_in_a_tie() -> None:
    session = at_the_end("f1", other="f2")
    session.apply(1, Roof(1))
    session.apply(2, Roof(0))
    assert session.play.villages[0].size == 3
    assert session.play.villages[1].size == 2


@pytest.mark.rule("CD-36")
def test_what_was_hidden_is_shown_at_the_end() -> None:
    session = started(2, options={"personal": "on"})
    while session.actors():
        assert "secrets" not in session.public()
        end_round(session)
    shown = session.public()["secrets"]
    for seat, secret in enumerate(shown, 1):
        assert (secret.roof, secret.objective) == (player_of(session, seat).roof, player_of(session, seat).aim)
