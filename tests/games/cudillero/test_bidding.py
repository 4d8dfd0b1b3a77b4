"""Bids, tokens, order."""

import pytest

from app.games.cudillero.actions import Add, Bid, End
from app.games.session import IllegalAction, Reason, plain
from tests.games.cudillero.tables import bid_all, can, end_round, keys, lay, started, state_of


def order(*bids: tuple[int, int, int], first: int = 1, tokens: tuple[tuple[str, ...], ...] = ()) -> list[int]:
    """The seats in the order that bids (high, low, played) give."""
    session = started(len(bids))
    state_of(session).first = first
    bid_all(session, *bids, tokens=tokens)
    return [rank.seat for rank in session.public()["bids"].ranks]


@pytest.mark.rule("CD-8")
def test_two_cards_are_bid_and_one_is_played_of_five() -> None:
    session = started()
    hand = session.private(1)["cards"].hand
    bids = can(session, Bid)
    assert len(bids) == 5 * 6
    for action in bids:
        assert len({*action.bids, action.play}) == 3
        assert {*action.bids, action.play} <= set(hand)


@pytest.mark.rule("CD-8")
def test_the_two_bid_cards_may_be_named_in_any_order() -> None:
    session = started()
    one, two, three, *_ = session.private(1)["cards"].hand
    session.apply(1, Bid((one, three), two))
    assert session.private(1)["cards"].bid == Bid((three, one), two)


@pytest.mark.rule("CD-8")
def test_in_the_sixth_round_of_a_day_the_hand_is_three_cards() -> None:
    session = started()
    for _ in range(5):
        assert len(session.private(1)["cards"].hand) == 5
        end_round(session)
    assert len(session.private(1)["cards"].hand) == 3
    assert len(can(session, Bid)) == 3


@pytest.mark.rule("CD-8")
def test_a_bid_may_be_changed_until_the_last_has_chosen() -> None:
    session = started()
    one, two, three, four, _ = session.private(1)["cards"].hand
    assert keys(session.apply(1, Bid((two, one), three))) == ["bid-made"]
    assert session.question(1) == session.question(2)
    assert keys(session.apply(1, Bid((four, one), three))) == ["bid-changed"]
    cards = session.private(2)["cards"].hand
    events = session.apply(2, Bid((cards[1], cards[0]), cards[2]))
    assert keys(events) == ["bid-made", "bids-closed"]
    assert session.private(1)["cards"].bid == Bid((four, one), three)
    with pytest.raises(IllegalAction):
        session.apply(1, Bid((two, one), three))


@pytest.mark.rule("CD-8", "CD-9")
def test_nobody_sees_a_bid_or_tokens_before_all_are_shown() -> None:
    session = started()
    state_of(session).first = 1
    watched = plain(session.public())
    for seat in (1, 2):
        cards = session.private(seat)["cards"].hand
        events = session.apply(seat, Bid((cards[4], cards[0]), cards[1]))
        assert session.reveals
        assert events[0].seen_by(3 - seat).data == events[0].seen_by(None).data == {}
        assert events[0].seen_by(seat).data == {"high": cards[4], "low": cards[0], "play": cards[1]}
    events = session.apply(1, Add(("plus_20",)))
    assert events[0].seen_by(2).data == {}
    assert session.public()["bids"].ranks == ()
    assert {name for name, part in plain(session.public()).items() if part != watched[name]} == {"turn"}
    assert session.public()["player-1"].tokens == ("plus_10", "plus_20")
    assert session.private(1)["cards"].tokens == ("plus_20",)
    events = session.apply(2, Add())
    assert keys(events)[:3] == ["add-made", "bid-shown", "bid-shown"]
    assert len(session.public()["bids"].ranks) == 2


@pytest.mark.rule("CD-9", "CD-26")
def test_tokens_are_asked_for_when_all_have_chosen_and_are_used_up() -> None:
    session = started()
    lay(session, 1, cards=(1, 2, 3, 4, 5), deck=tuple(range(6, 19)))
    lay(session, 2, cards=(14, 15, 16, 17, 18), deck=tuple(range(1, 14)))
    session.apply(1, Bid((3, 1), 5))
    assert state_of(session).phase == "bids"
    session.apply(2, Bid((18, 17), 14))
    assert session.actors() == (1, 2)
    assert {action.tokens for action in can(session, Add)} == {
        (),
        ("plus_10",),
        ("plus_20",),
        ("plus_10", "plus_20"),
    }
    session.apply(1, Add(("plus_20",)))
    session.apply(2, Add())
    best = session.public()["bids"].ranks[0]
    assert (best.seat, best.total, best.tokens) == (1, 23, ("plus_20",))
    assert session.public()["player-1"].tokens == ("plus_10",)
    assert session.public()["player-2"].tokens == ("plus_10", "plus_20")


@pytest.mark.rule("CD-9")
def test_tokens_may_be_chosen_anew_until_the_last_has_chosen() -> None:
    session = started()
    for seat in (1, 2):
        cards = session.private(seat)["cards"].hand
        session.apply(seat, Bid((cards[4], cards[0]), cards[1]))
    session.apply(1, Add(("plus_10",)))
    assert (session.actors(), session.public()["turn"].done) == ((2,), (1,))
    assert keys(session.apply(1, Add(("plus_20", "plus_10")))) == ["add-changed"]
    session.apply(2, Add())
    assert session.public()["player-1"].tokens == ()


@pytest.mark.rule("CD-9", "CD-26")
def test_who_has_no_token_left_is_not_asked() -> None:
    session = started(3)
    lay(session, 2, tokens=("relocate",))
    for seat in (1, 2, 3):
        cards = session.private(seat)["cards"].hand
        *_, last = session.apply(seat, Bid((cards[4], cards[0]), cards[1]))
    assert last.data == {"asked": [1, 3]}
    assert session.actors() == (1, 3)
    assert session.choices(2) == ()
    assert session.private(2)["prompt"].key == "await-tokens"
    session.apply(1, Add())
    session.apply(3, Add())
    assert state_of(session).phase == "turns"


@pytest.mark.rule("CD-9")
def test_when_nobody_has_a_token_the_bids_are_shown_at_once() -> None:
    session = started()
    for seat in (1, 2):
        lay(session, seat, tokens=())
    assert keys(bid_all(session, (18, 1, 2), (17, 3, 4)))[:3] == ["bid-made", "bids-closed", "bid-shown"]


@pytest.mark.rule("CD-10", "CD-41")
def test_18_and_15_beat_18_and_9() -> None:
    assert order((18, 9, 11), (18, 15, 11)) == [2, 1]
    session = started()
    bid_all(session, (18, 15, 11), (18, 9, 12))
    lucy, adrian = session.public()["bids"].ranks
    assert (lucy.seat, lucy.play, lucy.both, lucy.beats) == (1, 11, True, "low")
    assert (adrian.seat, adrian.both, adrian.beats) == (2, False, "")


@pytest.mark.rule("CD-10")
def test_the_higher_card_is_compared_first_then_the_lower_then_the_played_one() -> None:
    assert order((17, 16, 15), (18, 1, 2), (16, 15, 14)) == [2, 1, 3]
    assert order((18, 2, 17), (18, 3, 1)) == [2, 1]
    assert order((18, 3, 4), (18, 3, 5)) == [2, 1]
    session = started(4)
    bid_all(session, (18, 3, 4), (18, 3, 5), (18, 2, 6), (9, 8, 7))
    assert [(rank.seat, rank.beats) for rank in session.public()["bids"].ranks] == [
        (2, "play"),
        (1, "low"),
        (3, "high"),
        (4, ""),
    ]


@pytest.mark.rule("CD-10", "CD-26")
def test_tokens_add_to_the_higher_card_alone_and_both_may() -> None:
    assert order((5, 4, 3), (14, 13, 12), tokens=(("plus_10",), ())) == [1, 2]
    assert order((4, 3, 5), (14, 2, 12), tokens=(("plus_10",), ())) == [1, 2]
    assert order((4, 1, 5), (14, 2, 12), tokens=(("plus_10",), ())) == [2, 1]
    assert order((5, 4, 3), (18, 17, 16), tokens=(("plus_10", "plus_20"), ("plus_10",))) == [1, 2]


@pytest.mark.rule("CD-10")
def test_the_others_follow_in_descending_order_and_do_one_action() -> None:
    session = started(4)
    bid_all(session, (10, 1, 14), (18, 1, 15), (5, 1, 16), (14, 1, 17))
    ranks = session.public()["bids"].ranks
    assert [rank.seat for rank in ranks] == [2, 4, 1, 3]
    assert [rank.both for rank in ranks] == [True, False, False, False]
    assert session.public()["turn"].data["order"] == (2, 4, 1, 3)
    assert session.actors() == (2,)


@pytest.mark.rule("CD-11")
def test_who_ties_for_first_place_does_both_actions() -> None:
    session = started(3)
    bid_all(session, (18, 9, 11), (18, 9, 11), (12, 9, 11))
    assert [rank.both for rank in session.public()["bids"].ranks] == [True, True, False]
    assert session.public()["bids"].ranks[0].beats == "seat"


@pytest.mark.rule("CD-11")
def test_who_ties_for_another_place_does_one_action() -> None:
    session = started(3)
    bid_all(session, (18, 9, 11), (17, 9, 11), (17, 9, 11))
    assert [rank.both for rank in session.public()["bids"].ranks] == [True, False, False]


@pytest.mark.rule("CD-11")
@pytest.mark.parametrize(("first", "expected"), [(1, [1, 2, 3, 4]), (3, [3, 4, 1, 2]), (4, [4, 1, 2, 3])])
def test_ties_go_clockwise_from_the_last_starting_player_that_seat_first(first: int, expected: list[int]) -> None:
    assert order(*[(18, 9, 11)] * 4, first=first) == expected


@pytest.mark.rule("CD-11")
def test_the_first_of_the_tied_counts_as_starting_player_also_for_the_next_day() -> None:
    session = started(3)
    for seat in (1, 2, 3):
        lay(session, seat, tokens=())
    state_of(session).first = 3
    state_of(session).round = 6
    bid_all(session, (9, 8, 11), (18, 9, 11), (9, 8, 11))
    for _ in range(3):
        session.apply(session.actors()[0], End())
    assert (state_of(session).day, state_of(session).first) == (2, 2)
    bid_all(session, *[(18, 9, 11)] * 3)
    assert [rank.seat for rank in session.public()["bids"].ranks] == [2, 3, 1]


@pytest.mark.rule("CD-8")
def test_a_card_that_is_not_in_hand_is_refused() -> None:
    session = started()
    lay(session, 1, cards=(1, 2, 3, 4, 5))
    for action in (Bid((18, 1), 2), Bid((1, 1), 2), Bid((1, 2), 2)):
        with pytest.raises(IllegalAction) as refused:
            session.apply(1, action)
        assert refused.value.reason == Reason("not-offered")
