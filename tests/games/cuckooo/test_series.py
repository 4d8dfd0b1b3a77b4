"""Series (CK-29, CK-31)."""

from random import Random

import pytest

from app.games.cuckooo.actions import Enlist, Keep, Lay, Run, Series
from app.games.cuckooo.session import Session
from app.games.cuckooo.state import Placed
from tests.games.cuckooo.positions import all_of, cards, keys, legal, refusal, turn, types

ON = {"tokens": "on"}


def holding(hand: str, last: str, others: str = "white-7") -> Session:
    """Seat 1 has Series and these cards."""
    return turn(all_of(hand, others, others), last, ON, tokens=("series", "", ""), round=2)


@pytest.mark.rule("CK-31", "CK-29")
def test_series_may_lay_purple_3_purple_4_red_4_on_a_blue_3_in_one_action() -> None:
    session = holding("purple-3 purple-4 red-4 green-6", "blue-3")
    run = cards("purple-3 purple-4 red-4")
    assert Series(run) in legal(session, 1, Series)
    (event,) = session.apply(1, Series(run))
    assert (event.key, event.data) == ("series-laid", {"cards": list(run)})
    assert [laid.piece for laid in session.public()["row"]] == ["blue-3", *run]
    assert {laid.seat for laid in session.public()["row"][1:]} == {1}
    assert session.state.hands[0] == ("green-6",)
    assert session.actors() == (2,)


@pytest.mark.rule("CK-29")
def test_without_the_token_one_sparrow_is_laid_at_a_time() -> None:
    session = turn(all_of("purple-3 purple-4", "white-7", "white-7"), "blue-3", ON, tokens=("", "series", ""))
    assert types(session, 1) == ["lay", "enlist"]
    assert refusal(session, 1, Series(cards("purple-3 purple-4"))).key == "not-offered"


@pytest.mark.rule("CK-29")
def test_one_sparrow_may_still_be_laid_alone() -> None:
    session = holding("purple-3 purple-4 red-4", "blue-3")
    assert types(session, 1) == ["lay", "series", "enlist"]
    assert legal(session, 1, Lay) == [Lay("purple-3")]


@pytest.mark.rule("CK-29")
def test_where_no_second_sparrow_follows_there_is_no_series() -> None:
    assert types(holding("purple-3 green-6", "blue-3"), 1) == ["lay", "enlist"]


@pytest.mark.rule("CK-29")
@pytest.mark.parametrize(
    "run",
    [
        "purple-3",  # one sparrow is laid, not a series
        "purple-4 purple-3",  # the first does not fit the row
        "purple-3 red-4",  # the second does not fit the first
        "purple-3 purple-4 purple-3",  # a sparrow twice
        "purple-3 purple-5",  # not held
        "",
    ],
)
def test_each_sparrow_of_a_series_must_fit_the_one_before(run: str) -> None:
    assert refusal(holding("purple-3 purple-4 red-4", "blue-3"), 1, Series(cards(run))).key == "not-offered"


@pytest.mark.rule("CK-29")
def test_series_may_be_used_as_often_as_one_likes_in_a_round() -> None:
    hands = all_of("purple-3 purple-4 red-5 red-6 green-6", "green-4 green-5", "orange-5 orange-6")
    session = turn(hands, "blue-3", ON, tokens=("series", "", ""), round=2)
    session.apply(1, Series(cards("purple-3 purple-4")))
    session.apply(2, Lay("green-4"))
    session.apply(3, Enlist("orange-6"))
    session.apply(1, Enlist("green-6"))
    session.apply(2, Lay("green-5"))
    session.apply(2, Keep(session.state.owls[1][0]))
    session.apply(3, Lay("orange-5"))
    session.apply(3, Keep(session.state.owls[2][0]))
    assert keys(session.apply(1, Series(cards("red-5 red-6")))) == ["series-laid"]


@pytest.mark.rule("CK-29", "CK-13")
def test_the_last_player_discards_what_is_left_after_the_run() -> None:
    session = holding("purple-3 purple-4 green-6 blue-1", "blue-3", "")
    events = session.apply(1, Series(cards("purple-3 purple-4")))
    assert keys(events) == ["series-laid", "rest-discarded"]
    assert set(events[1].data["cards"]) == {"green-6", "blue-1"}


@pytest.mark.rule("CK-29")
def test_a_run_may_empty_the_hand() -> None:
    session = holding("purple-3 purple-4", "blue-3")
    session.apply(1, Series(cards("purple-3 purple-4")))
    assert types(session, 1) == ["keep"]


def test_a_run_lists_every_chain_once_and_draws_only_such() -> None:
    follow = {"a": ("b", "c"), "b": ("a", "c"), "c": ("a", "b"), "d": ()}
    run = Run(("a", "d"), follow)
    listed = list(run)
    assert sorted(listed) == [("a", "b"), ("a", "b", "c"), ("a", "c"), ("a", "c", "b")]
    rng = Random(1)
    assert {run.sample(rng) for _ in range(100)} == set(listed)
    assert all(chain in run for chain in listed)


@pytest.mark.parametrize("value", [None, "ab", ["a", "b"], ("a", "a"), ("d", "a"), ("a", {}), ({}, "a"), (), ("a",)])
def test_a_run_may_be_asked_about_anything(value: object) -> None:
    assert value not in Run(("a", "d"), {"a": ("b",), "b": ("a",), "d": ()})


def test_the_row_keeps_who_laid_what() -> None:
    session = holding("purple-3 purple-4", "blue-3", "red-4 red-5")
    session.apply(1, Lay("purple-3"))
    assert session.public()["row"] == (Placed("blue-3", 3), Placed("purple-3", 1))
