"""The lines of the score."""

import msgspec
import pytest

from app.games.cudillero.scoring import FIBRE_POINTS, HEIGHT_POINTS, village_lines
from app.games.cudillero.village import Village
from app.games.session import Score
from tests.games.cudillero.tables import floor, roof, village

FLOORS = tuple(floor(f"f{number}") for number in range(1, 20))


def lines(built: Village, values: tuple[int, int, int, int] = (0, 0, 0, 0)) -> dict[str, Score]:
    """The lines of a village's score by key."""
    return {line.key: line for line in village_lines(built, values)}


@pytest.mark.rule("CD-31")
def test_heights_score_by_the_table() -> None:
    assert HEIGHT_POINTS[2:] == (3, 6, 10, 15, 21, 28, 36)
    cards = (*FLOORS, roof("R"), roof("high", bonus="height_plus_1"))
    for floors in range(1, 7):
        column = " ".join(f"f{number}" for number in range(1, floors + 1))
        assert lines(village(cards, f"{column} R"))["height"].points == HEIGHT_POINTS[floors + 1]
        assert lines(village(cards, f"{column} high"))["height"].points == HEIGHT_POINTS[floors + 2]


@pytest.mark.rule("CD-31")
def test_a_building_without_a_roof_scores_no_height() -> None:
    assert lines(village(FLOORS, "f1 f2 f3", ""))["height"].points == 0


@pytest.mark.rule("CD-32")
def test_the_largest_group_of_each_colour_scores_its_value() -> None:
    cards = (*(floor(f"y{at}", "yellow") for at in range(4)), *(floor(f"r{at}", "red") for at in range(2)))
    built = village(cards, "y0 y1 r0", "r1 y2", "y3")
    score = lines(built, (8, 3, 8, 5))
    assert (score["yellow"].points, score["yellow"].data) == (3 * 3, {"group": 3, "value": 3})
    assert score["red"].points == 5
    assert score["blue"].points == score["white"].points == 0


@pytest.mark.rule("CD-33")
def test_fibre_scores_by_the_table_and_more_than_twelve_as_twelve() -> None:
    assert FIBRE_POINTS == (0, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91)
    cards = tuple(floor(f"c{number}", cables="ud") for number in range(14))
    for count in range(15):
        columns = [f"c{number}" for number in range(count)] or [""]
        assert lines(village(cards, *columns))["fibre"].points == FIBRE_POINTS[min(count, 12)]


@pytest.mark.rule("CD-33")
def test_a_connection_roof_counts_one_more_connected_or_not() -> None:
    cards = (floor("ud", cables="ud"), floor("n"), roof("in", cables="d", bonus="connection_plus_1"))
    joined, loose = lines(village(cards, "ud in"))["fibre"], lines(village(cards, "n in"))["fibre"]
    assert (joined.data, joined.points) == ({"connected": 2, "bonus": 1}, 10)
    assert (loose.data, loose.points) == ({"connected": 0, "bonus": 1}, 3)


@pytest.mark.rule("CD-34")
@pytest.mark.parametrize("kind", ["balconies", "neighbours", "chimneys"])
def test_balconies_neighbours_and_chimneys_score_one_each_and_double_by_their_own_roofs(kind: str) -> None:
    other = "neighbours" if kind == "balconies" else "balconies"
    three = msgspec.structs.replace(roof("R"), **{kind: 3})
    cards = (*FLOORS, three, roof("x2", bonus=f"{kind}_x2"), roof("o2", bonus=f"{other}_x2"))
    assert lines(village(cards, "f1 R"))[kind].points == 3
    assert lines(village(cards, "f1 R", "f2 x2"))[kind].points == 6
    assert lines(village(cards, "f1 R", "f2 o2"))[kind].points == 3


@pytest.mark.rule("CD-34", "CD-44")
def test_with_two_chimney_roofs_chimneys_count_four_times() -> None:
    cards = (*FLOORS, *(roof(f"x{at}", bonus="chimneys_x2", chimneys=2) for at in range(3)))
    assert lines(village(cards, "f1 x0", "f2 x1"))["chimneys"].points == 4 * 4
    assert lines(village(cards, "f1 x0", "f2 x1", "f3 x2"))["chimneys"].points == 6 * 6


@pytest.mark.rule("CD-43")
def test_lucys_village_scores_96() -> None:
    cards = (
        # heights 4 (by the bonus), 4, 5; 10 chimneys; balconies doubled
        floor("a1", "yellow", "ud", balconies=1),
        floor("a2", "yellow", "u", neighbours=1),
        roof("aR", "red", bonus="height_plus_1", chimneys=3),
        floor("b1", "white", "ud", balconies=1),
        floor("b2", "white", "ud"),
        floor("b3", "red", neighbours=1),
        roof("bR", "red", bonus="balconies_x2", chimneys=3),
        floor("c1", "white", "du"),
        floor("c2", "white", "d", balconies=1),
        floor("c3", "white", neighbours=1),
        floor("c4", "blue"),
        roof("cR", "blue", chimneys=4),
    )
    score = lines(village(cards, "a1 a2 aR", "b1 b2 b3 bR", "c1 c2 c3 c4 cR"), (0, 2, 1, 4))
    assert score["height"].data == {"heights": [4, 4, 5], "points": [10, 10, 15]}
    assert [score[colour].points for colour in ("yellow", "white", "red")] == [4, 5, 12]
    assert score["blue"].points == 0
    assert [score[kind].points for kind in ("balconies", "neighbours", "chimneys")] == [6, 3, 10]
    assert (score["fibre"].data["connected"], score["fibre"].points) == (5, 21)
    assert sum(line.points for line in score.values()) == 96


@pytest.mark.rule("CD-36")
def test_every_line_is_there_even_without_points() -> None:
    assert list(lines(village(FLOORS, ""))) == [
        "height", "blue", "yellow", "white", "red", "fibre", "balconies", "neighbours", "chimneys",
    ]  # fmt: skip
