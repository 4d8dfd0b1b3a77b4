"""The actions of a turn: buying, building, value; doorways; a stuck hand; how a turn ends."""

import pytest

from app.games.cudillero import Session
from app.games.cudillero.actions import Build, Buy, Discard, End, Move, Value
from app.games.session import IllegalAction, Reason, Refusal
from tests.games.cudillero.tables import (
    BUILD_BUILD,
    BUY_BUILD,
    BUY_BUY,
    BUY_VALUE,
    VALUE_VALUE,
    can,
    floor,
    for_sale,
    in_turn,
    keys,
    places,
    player_of,
    roof,
    state_of,
    village_of,
)

CARDS = (*(floor(f"f{number}") for number in range(1, 20)), *(roof(f"R{number}") for number in range(1, 6)))


def counts(session: Session) -> dict[str, int]:
    """How often each action of the played card can still be done."""
    return dict(session.public()["pool"].left)


# --- the pool ---


@pytest.mark.rule("CD-10", "CD-12")
def test_the_starting_player_does_both_actions_in_any_order() -> None:
    session = in_turn(*CARDS, hand="f1")
    assert counts(session) == {"buy": 1, "build": 1}
    session.apply(1, Build("f1", 1))
    assert counts(session) == {"buy": 1, "build": 0}
    session.apply(1, Buy(min(for_sale(session))))
    assert can(session, Buy) == can(session, Build) == set()


@pytest.mark.rule("CD-10")
def test_another_player_does_one_of_the_two() -> None:
    session = in_turn(*CARDS, both=False, hand="f1")
    pool = session.public()["pool"]
    assert (dict(pool.left), pool.either) == ({"buy": 1, "build": 1}, 1)
    session.apply(1, Build("f1", 1))
    assert counts(session) == {"buy": 0, "build": 0}
    assert Refusal("buy", Reason("no-action-left", {"deed": "buy"})) in session.refusals(1)


@pytest.mark.rule("CD-1", "CD-10")
def test_a_card_may_show_the_same_action_twice() -> None:
    session = in_turn(*CARDS, play=BUILD_BUILD, hand="f1 f2 f3", columns=("", ""))
    assert counts(session) == {"build": 2}
    session.apply(1, Build("f1", 1))
    session.apply(1, Build("f2", 1))
    assert can(session, Build) == set()
    assert counts(in_turn(*CARDS, play=BUILD_BUILD, both=False)) == {"build": 1}


@pytest.mark.rule("CD-12")
def test_each_action_is_optional_and_the_turn_ends_only_by_saying_so() -> None:
    session = in_turn(*CARDS, hand="f1")
    assert End() in can(session, End)
    session.apply(1, Build("f1", 1))
    session.apply(1, Buy(min(for_sale(session))))
    assert session.actors() == (1,)
    assert session.private(1)["prompt"].key == "turn-over"
    assert keys(session.apply(1, End())) == ["turn-ended", "turn-began"]
    assert session.actors() == (2,)


@pytest.mark.rule("CD-12")
def test_nothing_in_a_turn_is_a_barrier_to_taking_it_back_but_the_end_of_the_round() -> None:
    session = in_turn(*CARDS, hand="f1", columns=("", "f9"), tokens=("extra_turn",))
    for action in (Move("left"), Build("f1", 2), Buy(min(for_sale(session))), End()):
        session.apply(1, action)
        assert not session.reveals
    session.apply(2, End())
    assert session.reveals


@pytest.mark.rule("CD-12")
def test_the_others_are_not_asked_during_a_turn() -> None:
    session = in_turn(*CARDS)
    assert session.choices(2) == ()
    with pytest.raises(IllegalAction) as refused:
        session.apply(2, End())
    assert refused.value.reason == Reason("not-asked")


# --- buying ---


@pytest.mark.rule("CD-13")
def test_a_card_of_the_market_or_the_top_doorway_goes_to_the_hand_and_the_gap_stays() -> None:
    session = in_turn(*CARDS, play=BUY_BUY)
    market = session.public()["market"]
    assert for_sale(session) == {*market.roofs, *market.floors, market.doorway}
    session.apply(1, Buy(market.floors[2]))
    after = session.public()["market"]
    assert after.floors == (*market.floors[:2], "", *market.floors[3:])
    assert (after.floor_deck, after.doorways) == (market.floor_deck, market.doorways)
    session.apply(1, Buy(market.doorway))
    assert session.public()["market"].doorways == market.doorways - 1
    assert session.public()["market"].doorway != market.doorway
    assert session.public()["player-1"].hand == (market.floors[2], market.doorway)


@pytest.mark.rule("CD-13", "CD-42")
def test_with_two_doorways_the_hand_holds_three_cards_and_then_nothing_can_be_bought() -> None:
    session = in_turn(*CARDS, play=BUY_BUY, columns=("", ""), hand="f1 f2")
    session.apply(1, Buy(min(for_sale(session))))
    assert len(session.public()["player-1"].hand) == session.public()["player-1"].limit == 3
    assert counts(session) == {"buy": 1}
    assert can(session, Buy) == set()
    assert Refusal("buy", Reason("hand-full", {"limit": 3})) in session.refusals(1)
    with pytest.raises(IllegalAction) as refused:
        session.apply(1, Buy(session.public()["market"].doorway))
    assert refused.value.reason == Reason("hand-full", {"limit": 3})


@pytest.mark.rule("CD-13")
def test_the_starting_roof_does_not_count_in_the_hand() -> None:
    session = in_turn(*CARDS, play=BUY_BUY, hand="f1")
    assert player_of(session, 1).roof
    assert for_sale(session)


@pytest.mark.rule("CD-13")
def test_an_empty_doorway_deck_stays_empty() -> None:
    session = in_turn(*CARDS, play=BUY_BUY, columns=("", ""), doorways=1)
    session.apply(1, Buy(session.public()["market"].doorway))
    assert session.public()["market"].doorway == ""
    assert not any(card.startswith("door-") for card in for_sale(session))
    session.apply(1, End())
    session.apply(2, End())
    assert session.public()["market"].doorways == 0


@pytest.mark.rule("CD-13")
def test_an_empty_market_is_a_reason() -> None:
    session = in_turn(*CARDS, doorways=0, roofs=("", ""), floors=("", "", "", ""))
    assert Refusal("buy", Reason("market-empty")) in session.refusals(1)


@pytest.mark.rule("CD-13")
def test_a_full_hand_of_which_nothing_can_be_built_may_be_discarded_free() -> None:
    session = in_turn(*CARDS, columns=("",), hand="R1 R2", play=VALUE_VALUE)
    assert session.private(1)["prompt"].key == "stuck"
    assert {action.cards for action in can(session, Discard)} == {("R1",), ("R2",), ("R1", "R2")}
    assert keys(session.apply(1, Discard(("R2",)))) == ["discarded"]
    assert session.public()["player-1"].hand == ("R1",)
    assert "R2" in session.public()["discards"].roofs
    assert counts(session) == {"value": 2}
    assert can(session, Discard) == set()


@pytest.mark.rule("CD-13")
@pytest.mark.parametrize(
    ("columns", "hand"), [(("",), "R1"), (("f9",), "R1 R2"), (("",), "R1 f1"), (("",), "R1 door-50")]
)
def test_a_hand_that_is_not_stuck_is_not_discarded(columns: tuple[str, ...], hand: str) -> None:
    assert can(in_turn(*CARDS, columns=columns, hand=hand), Discard) == set()


@pytest.mark.rule("CD-13")
def test_the_cards_whose_purchase_would_leave_a_stuck_hand_are_named_first() -> None:
    session = in_turn(*CARDS, hand="R1", roofs=("R2", ""), floors=("f1", "f2", "", ""), play=BUY_BUY)
    assert session.private(1)["snares"] == ("R2",)
    assert "R2" in for_sale(session)
    assert in_turn(*CARDS, hand="", roofs=("R2", ""), play=BUY_BUY).private(1)["snares"] == ()


# --- building ---


@pytest.mark.rule("CD-14", "CD-15")
def test_a_card_of_the_hand_goes_where_it_may() -> None:
    session = in_turn(*CARDS, columns=("", "f8", "f9 R5"), hand="f1 R1")
    assert places(session, "f1") == [1, 2]
    assert places(session, "R1") == [2]
    assert keys(session.apply(1, Build("R1", 2))) == ["built"]
    assert village_of(session)[1][1:] == ("f8", "R1")
    assert session.public()["player-1"].hand == ("f1",)


@pytest.mark.rule("CD-14")
def test_a_card_of_the_market_is_not_built_without_being_bought() -> None:
    session = in_turn(*CARDS, hand="f1")
    card = next(card for card in session.public()["market"].floors if card)
    with pytest.raises(IllegalAction):
        session.apply(1, Build(card, 1))


@pytest.mark.rule("CD-16")
def test_a_doorway_goes_to_the_left_or_the_right_end() -> None:
    session = in_turn(*CARDS, columns=("f9", "f8"), hand="door-50")
    assert places(session, "door-50") == [0, 3]
    session.apply(1, Build("door-50", 0))
    assert [building[1:] for building in village_of(session)] == [(), ("f9",), ("f8",)]
    assert session.public()["player-1"].limit == 4


@pytest.mark.rule("CD-15")
def test_a_card_without_a_place_says_so() -> None:
    session = in_turn(*CARDS, columns=("f1 f2 f3 f4 f5 f6",), hand="f9 R1", play=BUILD_BUILD)
    assert Refusal("build", Reason("no-floor-place", {"card": "f9"}), "f9") in session.refusals(1)
    session = in_turn(*CARDS, columns=("",), hand="f9 R1", play=BUILD_BUILD)
    assert Refusal("build", Reason("no-roof-place", {"card": "R1"}), "R1") in session.refusals(1)
    with pytest.raises(IllegalAction) as refused:
        session.apply(1, Build("R1", 1))
    assert refused.value.reason == Reason("no-roof-place", {"card": "R1"})
    with pytest.raises(IllegalAction) as refused:
        session.apply(1, Build("f9", 2))
    assert refused.value.reason == Reason("not-there", {"card": "f9"})


@pytest.mark.rule("CD-14")
def test_an_empty_hand_and_a_card_without_the_action_say_so() -> None:
    assert Refusal("build", Reason("hand-empty")) in in_turn(*CARDS).refusals(1)
    reason = Reason("not-on-card", {"deed": "build", "play": BUY_BUY})
    assert Refusal("build", reason) in in_turn(*CARDS, play=BUY_BUY, hand="f1").refusals(1)


@pytest.mark.rule("CD-17")
def test_an_empty_doorway_moves_to_the_other_end_free_and_again() -> None:
    session = in_turn(*CARDS, columns=("", "f8", "f9"), play=BUY_BUILD)
    assert can(session, Move) == {Move("left")}
    assert keys(session.apply(1, Move("left"))) == ["doorway-moved"]
    assert [building[1:] for building in village_of(session)] == [("f8",), ("f9",), ()]
    assert counts(session) == {"buy": 1, "build": 1}
    assert can(session, Move) == {Move("right")}


@pytest.mark.rule("CD-18")
def test_a_built_floor_or_roof_never_moves_but_by_relocate() -> None:
    session = in_turn(*CARDS, columns=("f1 f2", "f3 R1"), hand="f9", play=BUY_BUILD)
    before = village_of(session)
    for action in set(session.legal_actions(1)):
        clone = session.clone()
        clone.apply(1, action)
        for building, grown in zip(before, village_of(clone), strict=True):
            assert grown[: len(building)] == building


@pytest.mark.rule("CD-22")
def test_no_cable_line_or_colour_has_to_match() -> None:
    odd = (floor("a", "blue", "u", "l"), floor("b", "red", "lr", "r"), floor("c", "white"), roof("d", "yellow"))
    session = in_turn(*odd, columns=("a", "b"), hand="c d", play=BUILD_BUILD)
    assert places(session, "c") == places(session, "d") == [1, 2]


# --- value ---


@pytest.mark.rule("CD-19", "CD-5")
def test_one_colour_rises_or_falls_by_one_within_its_limits() -> None:
    session = in_turn(play=VALUE_VALUE, values=(0, 8, 3, 4))
    assert {(action.colour, action.by) for action in can(session, Value)} == {
        ("blue", 1),
        ("white", 1),
        ("white", -1),
        ("red", 1),
        ("red", -1),
        ("yellow", -1),
    }
    assert keys(session.apply(1, Value("yellow", -1))) == ["lowered"]
    assert keys(session.apply(1, Value("blue", 1))) == ["raised"]
    assert session.public()["values"].values == {"blue": 1, "yellow": 7, "white": 3, "red": 4}
    assert can(session, Value) == set()


@pytest.mark.rule("CD-5", "CD-19")
def test_a_value_at_its_limit_says_so() -> None:
    session = in_turn(play=BUY_VALUE, values=(0, 8, 3, 4))
    highest = Reason("value-highest", {"colour": "yellow", "value": 8})
    lowest = Reason("value-lowest", {"colour": "blue", "value": 0})
    assert Refusal("value", highest, "yellow") in session.refusals(1)
    assert Refusal("value", lowest, "blue") in session.refusals(1)
    for action, reason in ((Value("yellow", 1), highest), (Value("blue", -1), lowest)):
        with pytest.raises(IllegalAction) as refused:
            session.apply(1, action)
        assert refused.value.reason == reason


@pytest.mark.rule("CD-19")
def test_a_value_changes_by_one_only() -> None:
    session = in_turn(play=VALUE_VALUE, values=(2, 2, 2, 2))
    with pytest.raises(IllegalAction):
        session.apply(1, Value("blue", 0))


@pytest.mark.rule("CD-12")
def test_the_question_changes_with_every_step() -> None:
    session = in_turn(*CARDS, hand="f1", columns=("", "f9"))
    seen = [session.question(1)]
    for action in (Move("left"), Move("right"), Build("f1", 1), Buy(min(for_sale(session)))):
        session.apply(1, action)
        seen.append(session.question(1))
    assert len(set(seen)) == 5
    assert state_of(session).pool.step == 4
