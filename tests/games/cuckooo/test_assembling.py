"""Phase II, the row and the flocks (CK-9 to CK-13)."""

from random import Random

import pytest

from app.games.cuckooo.actions import Cuckoo, Enlist, Keep, Lay
from app.games.cuckooo.session import Session
from app.games.cuckooo.state import Discarded, Placed, left
from tests.games import conformance
from tests.games.cuckooo.positions import BOOK, all_of, game, keys, legal, refusal, turn, types


def passed(seats: int, seed: int) -> Session:
    """A game in which the picks have just changed hands."""
    session, rng = game(seats, seed), Random(seed)
    while session.state.phase == "pass":
        session.apply(*conformance.random_move(session, rng))
    return session


@pytest.mark.rule("CK-9")
@pytest.mark.parametrize(("seats", "opener"), [(3, "blue-6"), (4, "blue-7"), (5, "blue-8")])
def test_the_holder_of_the_highest_blue_sparrow_opens_the_row_with_it(seats: int, opener: str) -> None:
    for seed in range(5):
        session = passed(seats, seed)
        ((card, seat),) = [(laid.piece, laid.seat) for laid in session.public()["row"]]
        assert card == opener
        assert len(session.state.hands[seat - 1]) == 6
        assert session.actors() == (left(seat, seats),)


@pytest.mark.rule("CK-9")
def test_series_cannot_lengthen_the_opening() -> None:
    hands = all_of("blue-7 blue-6 blue-5", "red-4 red-5 red-6", "white-7 green-3 green-4", "purple-2 red-7 purple-4")
    picks = all_of("blue-7 blue-6 blue-5", "red-4 red-5 red-6", "white-7 green-3 green-4", "")
    tokens = ("", "", "", "series")
    session = turn(hands, "blue-1", {"tokens": "on"}, phase="pass", turn=0, passed=False, picks=picks, tokens=tokens)
    (last,) = session.actors()
    session.apply(last, next(iter(session.legal_actions(last))))
    assert session.public()["row"] == (Placed("blue-7", 4),)
    assert session.actors() == (1,)


@pytest.mark.rule("CK-9")
def test_a_single_legal_choice_still_waits_for_its_player() -> None:
    flocks = all_of("red-6 red-7", "", "")
    session = turn(all_of("blue-1", "green-3", "green-4"), "orange-5", flocks=flocks)
    assert list(session.legal_actions(1)) == [Cuckoo()]
    assert session.actors() == (1,)


@pytest.mark.rule("CK-10")
def test_a_turn_is_a_sparrow_for_the_flock_or_one_on_the_row_and_there_is_no_passing() -> None:
    session = turn(all_of("purple-3 blue-3 purple-6 red-5", "red-6", "red-7"), "purple-2")
    assert types(session, 1) == ["lay", "enlist"]
    assert [action.card for action in legal(session, 1, Lay)] == ["purple-3", "purple-6"]
    assert [action.card for action in legal(session, 1, Enlist)] == ["purple-3", "blue-3", "purple-6", "red-5"]
    assert session.choices(2) == ()


@pytest.mark.rule("CK-10")
def test_a_sparrow_fits_the_row_by_colour_or_by_value() -> None:
    hands = all_of("white-7 orange-6 red-5 green-4 purple-5 blue-5", "red-6", "red-7")
    session = turn(hands, "green-5")
    assert {action.card for action in legal(session, 1, Lay)} == {"red-5", "green-4", "purple-5", "blue-5"}
    reason = refusal(session, 1, Lay("white-7"))
    assert (reason.key, reason.data) == ("does-not-fit", {"card": "white-7", "last": "green-5"})


@pytest.mark.rule("CK-10")
def test_one_action_and_the_turn_passes_left() -> None:
    for action in (Lay("purple-3"), Enlist("red-5")):
        session = turn(all_of("purple-3 red-5", "red-6", "red-7"), "purple-2")
        session.apply(1, action)
        assert session.actors() == (2,)
        assert len(session.state.hands[0]) == 1


@pytest.mark.rule("CK-10")
def test_a_flock_has_at_most_two_sparrows() -> None:
    session = turn(all_of("purple-3 red-5", "red-6", "red-7"), "purple-2", flocks=all_of("red-4 blue-1", "", ""))
    assert types(session, 1) == ["lay"]
    assert refusal(session, 1, Enlist("red-5")).key == "flock-full"


@pytest.mark.rule("CK-10")
def test_the_cuckoo_is_there_only_when_nothing_fits() -> None:
    session = turn(all_of("purple-3 red-5", "red-6", "red-7"), "purple-2")
    reason = refusal(session, 1, Cuckoo())
    assert (reason.key, reason.data) == ("something-fits", {"cards": ["purple-3"], "last": "purple-2"})


@pytest.mark.rule("CK-10")
def test_with_the_cuckoo_the_whole_hand_is_shown_and_the_highest_cuckoo_left_is_taken() -> None:
    cuckoos = (Placed("cuckoo-6", 2), Placed("cuckoo-4"), Placed("cuckoo-1"))
    session = turn(all_of("green-3 red-5", "red-6", "red-7"), "purple-2", cuckoos=cuckoos)
    assert refusal(session, 1, Lay("green-3")).key == "nothing-fits"
    shown, taken = session.apply(1, Cuckoo())
    assert (shown.key, shown.data) == ("hand-shown", {"cards": ["green-3", "red-5"]})
    assert (taken.key, taken.data) == ("cuckoo-taken", {"cuckoo": "cuckoo-4"})
    assert session.public()["player-1"].cuckoo == "cuckoo-4"
    assert session.public()["player-1"].hand == 0


@pytest.mark.rule("CK-11")
@pytest.mark.parametrize("flock", ["", "red-4", "red-4 blue-1"])
def test_the_cuckoo_may_be_taken_with_any_flock(flock: str) -> None:
    session = turn(all_of("green-3 red-5", "red-6", "red-7"), "purple-2", flocks=all_of(flock, "", ""))
    assert ("enlist" in types(session, 1)) == (len(flock.split()) < 2)
    session.apply(1, Cuckoo())
    assert len(session.state.flocks[0]) == len(flock.split())


@pytest.mark.rule("CK-11")
def test_discards_lie_face_up_and_do_not_lengthen_the_row() -> None:
    session = turn(all_of("green-3 red-5", "red-6", "red-7"), "purple-2")
    session.apply(1, Cuckoo())
    assert session.public()["row"] == (Placed("purple-2", 3),)
    assert session.public()["discards"] == (Discarded(1, "cuckoo", ("green-3", "red-5")),)


@pytest.mark.rule("CK-12")
@pytest.mark.parametrize(
    ("hand", "action"), [("purple-3", Lay("purple-3")), ("red-5", Enlist("red-5")), ("red-5", Cuckoo())]
)
def test_whose_hand_is_empty_chooses_an_owl_at_once(hand: str, action: Lay | Enlist | Cuckoo) -> None:
    owls = all_of("owl-13 owl-9", "owl-10 owl-11", "owl-12 owl-14")
    session = turn(all_of(hand, "red-6 red-7", "green-4"), "purple-2", owls=owls)
    deck = session.state.owl_deck
    session.apply(1, action)
    assert session.actors() == (1,)
    assert legal(session, 1, Keep) == [Keep("owl-13"), Keep("owl-9")]
    (event,) = session.apply(1, Keep("owl-9"))
    assert (event.key, event.data) == ("owl-kept", {"owl": "owl-9", "returned": "owl-13"})
    assert session.public()["player-1"].owls == ("owl-9",)
    assert session.state.owl_deck == (*deck, "owl-13")
    assert session.actors() == (2,)
    assert not session.reveals


@pytest.mark.rule("CK-12")
def test_seats_without_cards_are_skipped() -> None:
    session = turn(all_of("red-5 red-6", "", "", "green-4 red-7"), "red-4")
    assert session.public()["turn"].data["then"] == [4]
    session.apply(1, Lay("red-5"))
    assert session.actors() == (4,)
    assert session.private(2)["prompt"].key == "await-turn"


@pytest.mark.rule("CK-13")
@pytest.mark.parametrize("action", [Lay("red-5"), Enlist("blue-1")])
def test_the_last_player_with_cards_has_one_final_action_and_discards_the_rest(action: Lay | Enlist) -> None:
    session = turn(all_of("red-5 blue-1 green-3", "", ""), "red-4")
    assert session.public()["turn"].data["final"]
    assert session.private(1)["prompt"].data["final"]
    events = session.apply(1, action)
    assert events[-1].key == "rest-discarded"
    rest = tuple(card for card in ("red-5", "green-3", "blue-1") if card != action.card)
    assert session.public()["discards"][0].why == "rest"
    assert set(session.public()["discards"][0].cards) == set(rest)
    assert session.public()["player-1"].cuckoo == ""
    assert session.actors() == (1,)
    assert types(session, 1) == ["keep"]


@pytest.mark.rule("CK-13")
def test_the_final_action_may_be_the_cuckoo() -> None:
    session = turn(all_of("blue-1 green-3", "", ""), "red-4")
    assert keys(session.apply(1, Cuckoo())) == ["hand-shown", "cuckoo-taken"]


@pytest.mark.rule("CK-13")
def test_the_last_player_may_have_done_no_more_than_open_the_row() -> None:
    hands = all_of("", "red-5", "green-3 green-4 green-5 green-6 purple-4 purple-5")
    session = turn(hands, "blue-6", turn=2, flocks=all_of("", "red-4 red-6", ""))
    session.apply(2, Cuckoo())
    session.apply(2, Keep(session.state.owls[1][0]))
    assert session.actors() == (3,)
    events = session.apply(3, Lay("green-6"))
    assert keys(events) == ["laid", "rest-discarded"]
    assert len(events[1].data["cards"]) == 5


@pytest.mark.rule("CK-13")
def test_a_last_card_that_is_laid_leaves_nothing_to_discard() -> None:
    session = turn(all_of("red-5", "", ""), "red-4")
    assert keys(session.apply(1, Lay("red-5"))) == ["laid"]


# --- the worked example of CK-30 ---


@pytest.mark.rule("CK-30", "CK-10")
def test_a_hand_without_purple_and_without_a_3_may_take_the_highest_cuckoo_left() -> None:
    hands = all_of("red-5 blue-6 green-4", "red-6", "red-7", "white-7")
    for flock, kinds in (("", ["cuckoo", "enlist"]), ("orange-5", ["cuckoo", "enlist"])):
        session = turn(hands, "purple-3", flocks=all_of(flock, "", "", ""))
        assert types(session, 1) == kinds
        session.apply(1, Cuckoo())
        assert session.public()["player-1"].cuckoo == "cuckoo-6"


@pytest.mark.rule("CK-30", "CK-13")
def test_the_last_of_four_adds_the_6_and_discards_the_7_without_a_cuckoo() -> None:
    session = turn(all_of("", "", "", "purple-6 purple-7"), "purple-3", turn=4)
    events = session.apply(4, Enlist("purple-6"))
    assert keys(events) == ["enlisted", "rest-discarded"]
    assert events[1].data == {"cards": ["purple-7"]}
    assert session.public()["player-4"].sparrows == ("purple-6",)
    assert session.public()["player-4"].cuckoo == ""
    assert types(session, 4) == ["keep"]


def test_the_game_never_asks_two_at_once_in_this_phase() -> None:
    for moment in conformance.random_game(BOOK, 5, None, 1):
        if moment.session.public()["turn"].phase in ("flock", "keep"):
            assert len(moment.session.actors()) == 1
