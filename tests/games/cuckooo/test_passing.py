"""Phase I, recruitment (CK-7, CK-8, CK-27)."""

import pytest

from app.games.cuckooo.actions import Pass
from app.games.cuckooo.session import Session
from app.games.cuckooo.state import left, right
from app.games.session import plain
from tests.games.cuckooo.positions import all_of, game, keys, position, refusal

HANDS = all_of(
    "white-7 red-4 red-5 red-6 red-7 green-3 green-4",
    "yellow-6 yellow-7 orange-5 orange-6 orange-7 green-5 green-6",
    "green-7 purple-2 purple-3 purple-4 purple-5 purple-6 purple-7",
    "blue-1 blue-2 blue-3 blue-4 blue-5 blue-6 blue-7",
)


def dealt(tokens: tuple[str, ...] = ("",) * 4) -> Session:
    return position(4, {"tokens": "on"}, hands=HANDS, tokens=tokens, round=2)


def first_three(seat: int) -> Pass:
    return Pass(HANDS[seat - 1][:3])


@pytest.mark.rule("CK-7")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_as_many_cuckoos_as_players_lie_in_order_and_the_others_stay_unknown(seats: int) -> None:
    session = game(seats, 5)
    values = [int(cuckoo.piece.split("-")[1]) for cuckoo in session.public()["cuckoos"]]
    assert len(set(values)) == seats
    assert values == sorted(values, reverse=True)
    assert session.public()["decks"].cuckoos == 6 - seats


@pytest.mark.rule("CK-7")
def test_which_cuckoos_turn_up_is_drawn() -> None:
    assert len({game(3, seed).state.cuckoos for seed in range(10)}) > 1


@pytest.mark.rule("CK-8")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_everyone_has_seven_sparrows_and_picks_at_the_same_time(seats: int) -> None:
    session = game(seats)
    assert all(len(hand) == 7 for hand in session.state.hands)
    assert session.actors() == tuple(range(1, seats + 1))
    assert all(len(list(session.legal_actions(seat))) == 35 for seat in session.actors())


@pytest.mark.rule("CK-8")
def test_three_sparrows_go_to_the_right_when_all_have_picked() -> None:
    session = dealt()
    for seat in (3, 1, 4):
        assert keys(session.apply(seat, first_three(seat))) == ["pick-made"]
        assert session.state.hands == HANDS
    assert keys(session.apply(2, first_three(2))) == ["pick-made", "sparrows-passed", "row-opened"]
    for seat in range(1, 5):
        kept, got = HANDS[seat - 1][3:], HANDS[left(seat, 4) - 1][:3]
        assert set(session.state.hands[seat - 1]) == {*kept, *got} - {"blue-7"}
        passed = session.private(seat)["passed"]
        assert (passed.given, passed.to) == (HANDS[seat - 1][:3], right(seat, 4))
        assert (passed.received, passed.source) == (got, left(seat, 4))


@pytest.mark.rule("CK-8")
def test_nobody_sees_anything_of_anothers_pick_but_that_it_is_made() -> None:
    session = dealt()
    before = {seat: plain(session.private(seat)) for seat in (1, 3, 4)}
    (event,) = session.apply(2, first_three(2))
    assert session.public()["turn"].done == (2,)
    assert session.actors() == (1, 3, 4)
    for seat in (1, 3, 4):
        after = plain(session.private(seat))
        assert {**after, "prompt": 0} == {**before[seat], "prompt": 0}
        assert plain(event.seen_by(seat)) == plain(event.seen_by(None))
    assert event.seen_by(None).data == {}
    assert event.seen_by(2).data == {"cards": list(HANDS[1][:3])}
    assert "yellow-6" not in str(plain(session.public()))


@pytest.mark.rule("CK-8")
def test_a_pick_may_be_replaced_until_the_last_player_has_picked() -> None:
    session = dealt()
    for seat in (1, 2, 3):
        session.apply(seat, first_three(seat))
    assert session.question(1) == session.question(4)
    assert session.private(1)["prompt"].key == "pass-again"
    assert keys(session.apply(1, Pass(HANDS[0][4:]))) == ["pick-changed"]
    assert session.private(1)["pick"] == HANDS[0][4:]
    assert session.actors() == (4,)
    session.apply(4, first_three(4))
    assert set(HANDS[0][4:]) <= set(session.state.hands[3])
    assert refusal(session, 1, first_three(1)).key == "picks-passed"


@pytest.mark.rule("CK-8")
def test_a_pick_cannot_be_withdrawn() -> None:
    session = dealt()
    session.apply(1, first_three(1))
    assert session.reveals


@pytest.mark.parametrize(
    "pick",
    ["", "red-4 red-5", "red-4 red-5 red-6 red-7", "red-4 red-4 red-5", "red-4 red-5 blue-1", "red-4 red-5 owl-9"],
)
@pytest.mark.rule("CK-8")
def test_a_pick_is_three_different_sparrows_of_the_own_hand(pick: str) -> None:
    assert refusal(dealt(), 1, Pass(tuple(pick.split()))).key == "not-offered"


# --- Big Hand ---


@pytest.mark.rule("CK-27")
def test_the_holder_of_big_hand_waits_until_all_others_have_picked() -> None:
    session = dealt(("", "big-hand", "", ""))
    assert session.actors() == (1, 3, 4)
    assert session.question(2) == ""
    assert session.private(2)["prompt"].key == "await-picks"
    reason = refusal(session, 2, first_three(2))
    assert (reason.key, reason.data) == ("picks-last", {"waiting": [1, 3, 4]})


@pytest.mark.rule("CK-27")
def test_then_their_picks_lock_and_the_holder_picks_three_of_ten() -> None:
    session = dealt(("", "big-hand", "", ""))
    for seat in (1, 4):
        session.apply(seat, first_three(seat))
    assert session.private(2)["incoming"] == ()
    events = session.apply(3, first_three(3))
    assert keys(events) == ["pick-made", "picks-locked"]
    assert events[1].seen_by(2).data["cards"] == list(HANDS[2][:3])
    assert events[1].seen_by(3).data == {"from": 3}
    assert session.actors() == (2,)
    assert session.private(2)["incoming"] == HANDS[2][:3]
    assert len(list(session.legal_actions(2))) == 120
    for seat in (1, 3, 4):
        assert session.choices(seat) == ()
        assert refusal(session, seat, first_three(seat)).key == "picks-locked"


@pytest.mark.rule("CK-27")
def test_the_holder_may_pass_on_what_it_got_and_then_all_take() -> None:
    session = dealt(("", "big-hand", "", ""))
    for seat in (1, 3, 4):
        session.apply(seat, first_three(seat))
    given = Pass((HANDS[2][0], HANDS[2][1], HANDS[1][0]))
    assert keys(session.apply(2, given)) == ["pick-made", "sparrows-passed", "row-opened"]
    assert {*given.cards, *HANDS[0][3:]} == set(session.state.hands[0])
    assert {HANDS[2][2], *HANDS[1][1:]} == set(session.state.hands[1])
    assert refusal(session, 2, given).key == "picks-passed"
    assert session.state.phase == "flock"
