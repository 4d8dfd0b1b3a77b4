"""Owls and action tokens at the start of rounds 2 to 4 (CK-20, CK-24 to CK-26)."""

import pytest

from app.games.cuckooo.actions import Decline, Equip, Keep, Pair, Swap, Take
from app.games.cuckooo.session import Session
from app.games.cuckooo.state import Placed, left
from app.games.session import plain
from tests.games import conformance
from tests.games.cuckooo.positions import BOOK, Cards, all_of, keys, legal, position, refusal, types

OFFER = tuple(Placed(f"owl-{value}") for value in (15, 16, 17, 18))
OWLS = all_of("owl-7", "owl-8", "owl-9", "owl-10")
ALL_TOKENS = {"spying", "swap", "big-hand", "order", "series"}


def taking(option: str = "off", seat: int = 2, **parts: object) -> Session:
    """Round 2 of four players: the dealer 2 takes first (or another seat's turn has come)."""
    usual: dict[str, object] = {"phase": "take", "turn": seat, "dealer": 2, "round": 2, "offer": OFFER, "owls": OWLS}
    usual["owl_deck"] = ("owl-11",)
    return position(4, {"tokens": option}, **{**usual, **parts})


@pytest.mark.rule("CK-20")
def test_the_dealer_takes_an_owl_then_each_seat_to_the_left() -> None:
    session = taking()
    order = []
    while session.public()["turn"].phase == "take":
        (seat,) = session.actors()
        order.append(seat)
        owls = legal(session, seat, Take)
        assert len(owls) == 5 - len(order)
        session.apply(seat, owls[0])
    assert order == [2, 3, 4, 1]
    assert session.state.owls == all_of("owl-7 owl-18", "owl-8 owl-15", "owl-9 owl-16", "owl-10 owl-17")
    assert session.state.phase == "pass"
    assert session.reveals


@pytest.mark.rule("CK-20")
def test_as_many_owls_as_players_are_turned_up_at_once_and_each_takes_of_what_is_left() -> None:
    session = taking()
    session.apply(2, Take("owl-17"))
    assert not session.reveals
    offered = session.public()["offer"].owls
    assert [(owl.piece, owl.seat) for owl in offered] == [("owl-15", 0), ("owl-16", 0), ("owl-17", 2), ("owl-18", 0)]
    reason = refusal(session, 3, Take("owl-17"))
    assert (reason.key, reason.data) == ("taken", {"piece": "owl-17", "seat": 2})
    assert refusal(session, 3, Take("owl-11")).key == "not-offered"
    assert refusal(session, 4, Take("owl-15")).key == "not-asked"
    assert session.refusals(3)
    assert session.refusals(4) == (), "who does not take is told of nothing that is taken"


@pytest.mark.rule("CK-24")
def test_without_the_option_there_are_no_tokens() -> None:
    session = taking()
    assert session.public()["offer"].tokens == ()
    assert types(session, 2) == ["take"]
    assert refusal(session, 2, Equip("owl-15", "order")).key == "not-offered"


@pytest.mark.rule("CK-24")
def test_owl_and_token_are_one_action_and_both_compulsory() -> None:
    session = taking("on")
    assert types(session, 2) == ["equip"]
    assert len(legal(session, 2, Equip)) == 4 * 5
    assert refusal(session, 2, Take("owl-15")).key == "not-offered"
    assert refusal(session, 2, Equip("owl-15", "")).key == "not-offered"
    (event,) = session.apply(2, Equip("owl-15", "order"))
    assert (event.key, event.data) == ("owl-and-token-taken", {"owl": "owl-15", "token": "order"})
    assert session.public()["player-2"].token == "order"


@pytest.mark.rule("CK-24")
def test_a_token_that_somebody_has_cannot_be_taken() -> None:
    session = taking("on")
    session.apply(2, Equip("owl-15", "order"))
    assert {action.token for action in legal(session, 3, Equip)} == ALL_TOKENS - {"order"}
    reason = refusal(session, 3, Equip("owl-16", "order"))
    assert (reason.key, reason.data) == ("taken", {"piece": "order", "seat": 2})


@pytest.mark.rule("CK-24")
@pytest.mark.parametrize(("seats", "tokens"), [(3, ALL_TOKENS - {"series"}), (4, ALL_TOKENS), (5, ALL_TOKENS)])
def test_the_tokens_lie_beside_the_owls_and_three_players_play_without_series(seats: int, tokens: set[str]) -> None:
    for session, *_ in conformance.random_game(BOOK, seats, {"tokens": "on"}, 1):
        assert {token.piece for token in session.public()["offer"].tokens} == tokens
        if session.public()["round"].number == 1:
            assert not any(token.seat for token in session.public()["offer"].tokens)


@pytest.mark.rule("CK-24")
@pytest.mark.parametrize("token", ["series", "spying", "big-hand", "swap"])
def test_a_token_goes_back_when_its_owner_puts_an_owl_under_the_deck(token: str) -> None:
    owls = all_of("owl-7 owl-12", "owl-8 owl-13", "owl-9", "owl-10")
    hands = all_of("", "red-4", "", "")
    parts = {"owls": owls, "hands": hands, "row": (Placed("red-5", 3),), "cuckoos": (Placed("cuckoo-1"),)}
    session = taking("on", 1, phase="keep", tokens=(token, "order", "", ""), **parts)
    events = session.apply(1, Keep("owl-7"))
    assert keys(events) == ["owl-kept", "token-returned"]
    assert session.public()["player-1"].token == ""
    assert session.public()["player-2"].token == "order"


# --- Spying ---


@pytest.mark.rule("CK-25")
def test_spying_shows_the_top_two_magpies_to_its_owner_alone() -> None:
    session = taking("on", magpies=(17, 20, 19, 18, 17))
    events = session.apply(2, Equip("owl-15", "spying"))
    assert keys(events) == ["owl-and-token-taken", "spied"]
    assert events[1].seen_by(2).data == {"magpies": ["magpie-20-1", "magpie-19-1"]}
    assert events[1].seen_by(1).data == events[1].seen_by(None).data == {}
    assert session.private(2)["spied"] == ("magpie-20-1", "magpie-19-1")
    assert session.private(3)["spied"] == ()
    assert "magpie-20" not in str(plain(session.public()))
    assert session.state.magpies == (17, 20, 19, 18, 17)
    assert session.reveals


@pytest.mark.rule("CK-25")
def test_what_was_seen_stays_shown_until_the_next_owls_are_turned_up() -> None:
    spy, shown = 0, 0
    seen: tuple[str, ...] = ()
    for session, _, _, events in conformance.random_game(BOOK, 4, {"tokens": "on"}, 5):
        for event in events:
            if event.key == "spied":
                spy, seen = event.seat, tuple(event.seen_by(event.seat).data["magpies"])
            if event.key == "owls-offered":
                spy, seen = 0, ()
            if event.key == "magpie-turned" and spy:
                assert event.data["magpie"] == seen[0]
        for seat in range(1, 5):
            assert session.private(seat)["spied"] == (seen if seat == spy else ())
            shown += seat == spy
    assert shown > 20


# --- Owl Swap ---


def swapping(owls: tuple[Cards, ...] = OWLS) -> Session:
    """The dealer has just taken Owl Swap."""
    session = taking("on", owls=owls)
    assert keys(session.apply(2, Equip("owl-15", "swap"))) == ["owl-and-token-taken"]
    return session


@pytest.mark.rule("CK-26")
def test_the_swap_comes_at_once_before_the_next_seat_picks() -> None:
    session = swapping()
    assert session.actors() == (2,)
    assert session.public()["turn"].phase == "swap"
    assert types(session, 2) == ["swap", "decline"]


@pytest.mark.rule("CK-26")
def test_any_owl_of_one_player_is_exchanged_with_any_of_another_also_with_only_one_owl() -> None:
    session = swapping()
    (event,) = session.apply(2, Swap(("owl-10", "owl-15")))
    assert (event.key, event.data) == ("owls-swapped", {"owls": ["owl-10", "owl-15"], "seats": [4, 2]})
    assert session.state.owls == all_of("owl-7", "owl-8 owl-10", "owl-9", "owl-15")
    assert session.actors() == (3,)


@pytest.mark.rule("CK-26")
def test_the_holder_need_not_be_one_of_the_two() -> None:
    session = swapping()
    session.apply(2, Swap(("owl-7", "owl-9")))
    assert session.state.owls == all_of("owl-9", "owl-8 owl-15", "owl-7", "owl-10")
    assert session.state.tokens == ("", "swap", "", "")


@pytest.mark.rule("CK-26")
@pytest.mark.parametrize(
    "owls",
    ["owl-8 owl-15", "owl-7 owl-7", "owl-7 owl-16", "owl-7 owl-11", "owl-7", "owl-7 owl-8 owl-9", ""],
    ids=["same player", "same owl", "on offer", "in the deck", "one", "three", "none"],
)
def test_other_swaps_are_refused(owls: str) -> None:
    assert refusal(swapping(), 2, Swap(tuple(owls.split()))).key == "not-offered"


@pytest.mark.rule("CK-26")
def test_a_swap_may_be_declined() -> None:
    session = swapping()
    assert keys(session.apply(2, Decline())) == ["swap-declined"]
    assert session.state.owls == all_of("owl-7", "owl-8 owl-15", "owl-9", "owl-10")
    assert session.actors() == (3,)


@pytest.mark.rule("CK-26")
def test_after_the_last_seats_swap_the_round_goes_on() -> None:
    offer = (Placed("owl-15", 2), Placed("owl-16", 3), Placed("owl-17", 4), Placed("owl-18"))
    session = taking("on", 1, offer=offer)
    session.apply(1, Equip("owl-18", "swap"))
    assert keys(session.apply(1, Decline())) == ["swap-declined", "cuckoos-turned", "sparrows-dealt"]
    assert session.reveals


@pytest.mark.parametrize("value", [None, "ab", ["owl-7", "owl-8"], ({}, "owl-7"), ("owl-7", None)])
def test_a_pair_may_be_asked_about_anything(value: object) -> None:
    assert value not in Pair(OWLS)


def test_the_next_dealer_is_the_seat_to_the_left() -> None:
    assert [left(seat, 4) for seat in (1, 2, 3, 4)] == [2, 3, 4, 1]
