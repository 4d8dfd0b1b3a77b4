"""The end (CK-21 to CK-23), the worked example of CK-33."""

import pytest

from app.games.cuckooo.session import Session
from app.games.cuckooo.state import Flock, Settlement
from tests.games.cuckooo.positions import position


def ended(gold: tuple[int, ...], silver: tuple[int, ...], owls: tuple[int, ...]) -> Session:
    """A game that is over: the coins, and the owl in the last flock, of each seat."""
    flocks = tuple(Flock(seat, f"owl-{owl}", (), "", owl, 0, 0, ()) for seat, owl in enumerate(owls, start=1))
    results = (Settlement(4, "magpie-17-1", 6, flocks, (), 0),)
    return position(len(gold), phase="over", round=4, gold=gold, silver=silver, results=results)


def ranking(session: Session) -> list[int]:
    """The seats, best first."""
    assert [standing.place for standing in session.result()] == list(range(1, session.seats + 1))
    return [standing.seat for standing in session.result()]


@pytest.mark.rule("CK-21")
def test_four_gold_win_over_any_collection() -> None:
    assert ranking(ended((4, 3, 0), (0, 20, 28), (9, 10, 11))) == [1, 3, 2]


@pytest.mark.rule("CK-21", "CK-23")
def test_if_several_have_four_gold_they_are_compared_and_stand_before_all_others() -> None:
    assert ranking(ended((4, 0, 4, 4), (2, 28, 5, 2), (12, 9, 13, 10))) == [3, 4, 1, 2]


@pytest.mark.rule("CK-22")
@pytest.mark.parametrize(("gold", "worth"), [(0, 0), (1, 1), (2, 3), (3, 5), (4, 7)])
def test_gold_is_worth_silver(gold: int, worth: int) -> None:
    session = ended((gold, 0, 0), (2, 0, 0), (9, 10, 11))
    assert [(line.key, line.points) for line in session.scores()[1]] == [("gold", worth), ("silver", 2)]
    assert next(standing.points for standing in session.result() if standing.seat == 1) == worth + 2


@pytest.mark.rule("CK-22")
def test_without_four_gold_the_most_valuable_collection_wins() -> None:
    assert ranking(ended((3, 0, 1), (0, 6, 5), (9, 10, 8))) == [3, 2, 1]


@pytest.mark.rule("CK-23")
def test_ties_go_to_the_lowest_owl_in_the_last_flock_also_if_all_have_nothing() -> None:
    assert ranking(ended((0, 0, 0, 0), (0, 0, 0, 0), (14, 9, 18, 11))) == [2, 4, 1, 3]
    assert ranking(ended((1, 0, 0), (0, 1, 1), (12, 13, 10))) == [3, 1, 2]


@pytest.mark.rule("CK-33")
def test_three_gold_and_seven_silver_are_a_collection_of_12() -> None:
    session = ended((3, 0, 0), (7, 0, 0), (9, 10, 11))
    assert session.result()[0].points == 12


def test_a_running_game_has_no_ranking() -> None:
    assert position(3).result() == ()
