"""Free builds: clothes lines and the stock market."""

import pytest

from app.games.cudillero.actions import Build, Buy, Decline, End, Free, Move, Use, Value
from app.games.session import IllegalAction, Reason, Refusal
from tests.games.cudillero.tables import (
    BUILD_BUILD,
    VALUE_VALUE,
    can,
    floor,
    in_turn,
    keys,
    places,
    roof,
    state_of,
    village_of,
)

CARDS = (
    floor("r1", line="r"),
    floor("r2", line="r"),
    floor("l1", line="l"),
    floor("l2", line="l"),
    floor("lr1", line="lr"),
    floor("lr2", line="lr"),
    *(floor(f"n{number}") for number in range(1, 15)),
    roof("R1"),
    roof("R2"),
)
STOCK = {"stock": "on"}


@pytest.mark.rule("CD-20")
def test_completing_a_line_gives_a_free_build_from_hand_or_market() -> None:
    session = in_turn(*CARDS, columns=("r1", ""), hand="l1 n1", play=BUILD_BUILD, floors=("n2", "", "", "n3"))
    assert keys(session.apply(1, Build("l1", 2))) == ["built", "line-completed"]
    assert session.private(1)["prompt"].data == {"count": 1}
    market = session.public()["market"]
    assert {action.card for action in can(session, Free)} == {"n1", "n2", "n3", *market.roofs, market.doorway}
    assert places(session, "n2", Free) == [1, 2]
    assert places(session, market.doorway, Free) == [0, 3]
    assert keys(session.apply(1, Free("n2", 1))) == ["built-free"]
    assert session.public()["market"].floors == ("", "", "", "n3")
    assert session.public()["player-1"].hand == ("n1",)
    assert village_of(session)[0][1:] == ("r1", "n2")


@pytest.mark.rule("CD-20")
def test_a_free_build_costs_neither_a_buy_nor_a_build_action() -> None:
    session = in_turn(*CARDS, columns=("r1", ""), hand="l1 n1", play=BUILD_BUILD)
    session.apply(1, Build("l1", 2))
    session.apply(1, Free("n1", 1))
    assert dict(session.public()["pool"].left) == {"build": 1}


@pytest.mark.rule("CD-20")
def test_while_one_waits_only_a_free_build_a_decline_or_a_doorway_move_is_possible() -> None:
    session = in_turn(*CARDS, columns=("r1", "", ""), hand="l1 n1", tokens=("extra_turn",), play=BUILD_BUILD)
    session.apply(1, Build("l1", 2))
    assert {type(action) for action in session.legal_actions(1)} == {Free, Decline, Move}
    for action in (End(), Use("extra_turn"), Build("n1", 1), Buy("n1")):
        with pytest.raises(IllegalAction) as refused:
            session.apply(1, action)
        assert refused.value.reason == Reason("free-build-waits", {"count": 1})
    session.apply(1, Move("right"))
    assert session.private(1)["prompt"].key == "free"


@pytest.mark.rule("CD-20")
def test_free_builds_chain() -> None:
    session = in_turn(*CARDS, columns=("r1", "", ""), hand="lr1 l1", play=BUILD_BUILD)
    session.apply(1, Build("lr1", 2))
    events = session.apply(1, Free("l1", 3))
    assert keys(events) == ["built-free", "line-completed"]
    assert events[1].data == {"cards": ["lr1", "l1"]}
    assert state_of(session).pool.free == 1


@pytest.mark.rule("CD-20")
def test_each_line_completed_gives_one_and_each_decline_refuses_one() -> None:
    session = in_turn(*CARDS, columns=("r1", "", "l1"), hand="lr1 n1", play=BUILD_BUILD)
    assert keys(session.apply(1, Build("lr1", 2))) == ["built", "line-completed", "line-completed"]
    assert state_of(session).pool.free == 2
    assert session.apply(1, Decline())[0].data == {"left": 1}
    assert session.private(1)["prompt"].data == {"count": 1}
    session.apply(1, Free("n1", 1))
    assert End() in can(session, End)


@pytest.mark.rule("CD-20")
def test_when_no_card_has_a_place_all_that_wait_lapse() -> None:
    full = ("n1 n2 n3 n4 n5 r1", "n6 n7 n8 n9 n10", "n11 R2")
    session = in_turn(
        *CARDS, columns=full, hand="l1", doorways=0, roofs=("", ""), floors=("n12", "n13", "", ""), play=BUILD_BUILD
    )
    assert keys(session.apply(1, Build("l1", 2))) == ["built", "line-completed", "lapsed"]
    assert state_of(session).pool.free == 0
    assert End() in can(session, End)


@pytest.mark.rule("CD-20")
def test_a_card_from_the_market_does_not_pass_through_a_full_hand() -> None:
    session = in_turn(*CARDS, columns=("r1", ""), hand="l1 n1 n2 n3", floors=("n4", "", "", ""), play=BUILD_BUILD)
    session.apply(1, Build("l1", 2))
    assert len(session.public()["player-1"].hand) == session.public()["player-1"].limit
    session.apply(1, Free("n4", 1))
    assert session.public()["player-1"].hand == ("n1", "n2", "n3")


@pytest.mark.rule("CD-20")
def test_a_doorway_from_the_deck_can_be_the_free_build() -> None:
    session = in_turn(*CARDS, columns=("r1", ""), hand="l1", play=BUILD_BUILD)
    session.apply(1, Build("l1", 2))
    door = session.public()["market"].doorway
    session.apply(1, Free(door, 3))
    assert village_of(session)[2] == (door,)
    assert session.public()["market"].doorways == 5


@pytest.mark.rule("CD-20")
def test_a_card_without_a_place_is_refused_with_the_reason() -> None:
    full = ("n1 n2 n3 n4 n5 r1", "n6 n7 n8 n9 n10")
    session = in_turn(*CARDS, columns=full, hand="l1 n11 R1", play=BUILD_BUILD)
    session.apply(1, Build("l1", 2))
    assert places(session, "R1", Free) == [1, 2]
    assert Refusal("free", Reason("no-floor-place", {"card": "n11"}), "n11") in session.refusals(1)
    with pytest.raises(IllegalAction) as refused:
        session.apply(1, Free("n11", 1))
    assert refused.value.reason == Reason("no-floor-place", {"card": "n11"})


# --- the stock market variant ---


@pytest.mark.rule("CD-40")
def test_raising_a_colour_to_the_line_gives_a_free_build() -> None:
    session = in_turn(*CARDS, hand="n1", play=VALUE_VALUE, values=(5, 0, 0, 0), options=STOCK)
    assert keys(session.apply(1, Value("blue", 1))) == ["raised", "stock-reached"]
    assert {type(action) for action in session.legal_actions(1)} == {Free, Decline}
    session.apply(1, Free("n1", 1))
    assert session.public()["values"].stocked == ("blue",)
    assert dict(session.public()["pool"].left) == {"value": 1}


@pytest.mark.rule("CD-40")
def test_for_each_colour_only_once_in_the_game_whoever_did_it_first() -> None:
    session = in_turn(*CARDS, play=VALUE_VALUE, values=(5, 5, 0, 0), options=STOCK, stocked=("blue",))
    assert keys(session.apply(1, Value("blue", 1))) == ["raised"]
    assert keys(session.apply(1, Value("yellow", 1))) == ["raised", "stock-reached"]


@pytest.mark.rule("CD-40")
def test_lowering_to_the_line_or_raising_beyond_it_gives_nothing() -> None:
    session = in_turn(*CARDS, play=VALUE_VALUE, values=(7, 6, 0, 0), options=STOCK)
    assert keys(session.apply(1, Value("blue", -1))) == ["lowered"]
    assert keys(session.apply(1, Value("yellow", 1))) == ["raised"]


@pytest.mark.rule("CD-40")
def test_without_the_variant_the_line_gives_nothing() -> None:
    session = in_turn(*CARDS, play=VALUE_VALUE, values=(5, 0, 0, 0))
    assert session.public()["catalogue"].stock_market_line == 0
    assert keys(session.apply(1, Value("blue", 1))) == ["raised"]


@pytest.mark.rule("CD-40", "CD-20")
def test_the_bonuses_of_its_free_build_count_too() -> None:
    session = in_turn(*CARDS, columns=("r1", ""), hand="l1", play=VALUE_VALUE, values=(5, 0, 0, 0), options=STOCK)
    session.apply(1, Value("blue", 1))
    assert keys(session.apply(1, Free("l1", 2))) == ["built-free", "line-completed"]
    assert state_of(session).pool.free == 1
