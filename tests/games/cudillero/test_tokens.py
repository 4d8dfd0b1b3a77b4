"""Tokens that are used in a turn."""

import pytest

from app.games.cudillero.actions import Build, Buy, End, Free, Relocate, Use
from app.games.session import IllegalAction, Reason, Refusal
from tests.games.cudillero.tables import (
    BUILD_BUILD,
    BUY_BUILD,
    BUY_BUY,
    can,
    floor,
    for_sale,
    in_turn,
    keys,
    roof,
    state_of,
    village_of,
)

BLUE, YELLOW, WHITE, RED = (floor(colour, colour) for colour in ("blue", "yellow", "white", "red"))
CARDS = (*(floor(f"f{number}") for number in range(1, 10)), roof("R1"), roof("R2"))


@pytest.mark.rule("CD-21")
def test_the_third_colour_brings_the_extra_turn_token_at_once() -> None:
    session = in_turn(BLUE, YELLOW, WHITE, RED, columns=("blue", ""), hand="yellow white", play=BUILD_BUILD)
    assert keys(session.apply(1, Build("yellow", 1))) == ["built"]
    assert keys(session.apply(1, Build("white", 2))) == ["built", "token-gained"]
    assert session.public()["player-1"].tokens == ("extra_turn",)


@pytest.mark.rule("CD-21")
def test_roofs_count_as_colours_and_doorways_do_not() -> None:
    session = in_turn(BLUE, YELLOW, roof("R", "red"), columns=("blue", "yellow"), hand="R", play=BUILD_BUILD)
    assert "token-gained" in keys(session.apply(1, Build("R", 1)))
    assert "token-gained" not in keys(
        in_turn(BLUE, YELLOW, columns=("blue yellow",), hand="door-50").apply(1, Build("door-50", 0))
    )


@pytest.mark.rule("CD-21")
def test_a_free_build_brings_it_too() -> None:
    cards = (floor("r", "blue", line="r"), floor("l", "yellow", line="l"), WHITE)
    session = in_turn(*cards, columns=("r", ""), hand="l white", play=BUILD_BUILD)
    session.apply(1, Build("l", 2))
    assert keys(session.apply(1, Free("white", 1))) == ["built-free", "token-gained"]


@pytest.mark.rule("CD-21")
def test_it_comes_once_a_game() -> None:
    session = in_turn(BLUE, YELLOW, WHITE, RED, columns=("blue yellow",), hand="white red", play=BUILD_BUILD)
    session.apply(1, Build("white", 1))
    session.apply(1, Use("extra_turn"))
    assert keys(session.apply(1, Build("red", 1))) == ["built"]
    assert session.public()["player-1"].tokens == ()


@pytest.mark.rule("CD-12", "CD-27")
def test_an_extra_turn_gives_both_actions_once_more_also_to_who_has_only_one() -> None:
    session = in_turn(*CARDS, both=False, hand="f1 f2", columns=("", "", ""), tokens=("extra_turn",), play=BUY_BUILD)
    session.apply(1, Use("extra_turn"))
    pool = session.public()["pool"]
    assert (dict(pool.left), pool.either) == ({"buy": 2, "build": 2}, 1)
    session.apply(1, Build("f1", 1))
    session.apply(1, Build("f2", 1))
    assert dict(session.public()["pool"].left) == {"buy": 1, "build": 0}
    session.apply(1, Buy(min(for_sale(session))))
    assert can(session, Use) == can(session, Buy) == can(session, Build) == set()


@pytest.mark.rule("CD-27")
def test_it_can_be_used_at_once_when_gained() -> None:
    session = in_turn(BLUE, YELLOW, WHITE, columns=("blue yellow",), hand="white", play=BUY_BUILD)
    session.apply(1, Build("white", 1))
    session.apply(1, Use("extra_turn"))
    assert dict(session.public()["pool"].left) == {"buy": 2, "build": 1}


@pytest.mark.rule("CD-12", "CD-28")
def test_an_extra_action_is_either_of_the_cards_actions_done_already_or_not() -> None:
    session = in_turn(*CARDS, hand="f1 f2", columns=("", ""), tokens=("extra_action",), play=BUY_BUILD)
    session.apply(1, Build("f1", 1))
    session.apply(1, Use("extra_action"))
    assert dict(session.public()["pool"].left) == {"buy": 2, "build": 1}
    session.apply(1, Build("f2", 1))
    assert dict(session.public()["pool"].left) == {"buy": 1, "build": 0}
    assert session.public()["player-1"].tokens == ()


@pytest.mark.rule("CD-28")
def test_an_extra_action_of_a_card_with_one_kind_is_that_kind() -> None:
    session = in_turn(*CARDS, both=False, tokens=("extra_action",), play=BUY_BUY, columns=("", ""))
    session.apply(1, Use("extra_action"))
    assert dict(session.public()["pool"].left) == {"buy": 2}


@pytest.mark.rule("CD-12", "CD-27", "CD-28", "CD-29")
def test_several_tokens_may_be_used_in_one_turn_before_the_cards_actions() -> None:
    session = in_turn(*CARDS, columns=("f1 f2",), tokens=("extra_turn", "extra_action", "relocate"), play=BUY_BUILD)
    for action in (Use("extra_action"), Relocate(("f1", "f2")), Use("extra_turn")):
        session.apply(1, action)
    assert dict(session.public()["pool"].left) == {"buy": 3, "build": 3}
    assert session.public()["player-1"].tokens == ()


@pytest.mark.rule("CD-26", "CD-27", "CD-28", "CD-29")
def test_a_token_is_used_once_and_only_by_who_has_it() -> None:
    session = in_turn(*CARDS, columns=("f1 f2",), tokens=("plus_10",), play=BUY_BUILD)
    for action in (Use("extra_turn"), Use("extra_action"), Use("plus_10"), Relocate(("f1", "f2"))):
        with pytest.raises(IllegalAction):
            session.apply(1, action)


@pytest.mark.rule("CD-29", "CD-18")
def test_relocate_swaps_two_neighbouring_cards_named_in_any_order() -> None:
    session = in_turn(*CARDS, columns=("f1 f2", "f3"), tokens=("relocate",))
    assert {action.cards for action in can(session, Relocate)} == {("f1", "f2"), ("f1", "f3")}
    assert session.admits(1, Relocate(("f3", "f1")))
    for pair in (("f2", "f3"), ("f1", "f1"), ("f1", "door-91"), ("f1", "f9")):
        assert not session.admits(1, Relocate(pair))
    assert keys(session.apply(1, Relocate(("f3", "f1")))) == ["token-used", "relocated"]
    assert [building[1:] for building in village_of(session)] == [("f3", "f2"), ("f1",)]
    assert dict(session.public()["pool"].left) == {"buy": 1, "build": 1}


@pytest.mark.rule("CD-29")
def test_a_new_line_by_relocate_gives_its_free_build() -> None:
    cards = (floor("r", line="r"), floor("l", line="l"), floor("n"), floor("m"))
    session = in_turn(*cards, columns=("n r", "l"), hand="m", tokens=("relocate",))
    assert keys(session.apply(1, Relocate(("n", "r")))) == ["token-used", "relocated", "line-completed"]
    assert session.private(1)["prompt"].data == {"count": 1}
    assert can(session, Free)


@pytest.mark.rule("CD-29")
def test_a_line_of_two_cards_that_were_both_in_lines_is_not_new() -> None:
    cards = (floor("a", line="lr"), floor("b", line="lr"), floor("c", line="lr"))
    session = in_turn(*cards, columns=("a", "b", "c"), tokens=("relocate",))
    assert keys(session.apply(1, Relocate(("a", "b")))) == ["token-used", "relocated"]
    assert state_of(session).pool.free == 0


@pytest.mark.rule("CD-29")
def test_a_relocate_without_anything_to_swap_says_so() -> None:
    session = in_turn(*CARDS, columns=("f1 R1", ""), tokens=("relocate",))
    assert can(session, Relocate) == set()
    assert Refusal("relocate", Reason("nothing-to-swap")) in session.refusals(1)


@pytest.mark.rule("CD-29", "CD-37")
def test_relocate_can_reach_the_common_objective() -> None:
    cards = (floor("u", cables="u"), *(floor(name, cables="udlr") for name in ("a", "b", "c")), floor("d", cables="d"))
    session = in_turn(*cards, columns=("u d", "a b c"), tokens=("relocate",), objective="connected_4")
    assert "objective-reached" not in keys(session.clone().apply(1, End()))
    events = session.apply(1, Relocate(("u", "d")))
    assert "objective-reached" in keys(events)


@pytest.mark.rule("CD-21")
def test_there_is_one_of_each_of_five_kinds_for_each_player() -> None:
    tokens = ("plus_10", "plus_20", "extra_action", "relocate")
    session = in_turn(BLUE, YELLOW, WHITE, columns=("blue yellow",), hand="white", tokens=tokens, play=BUY_BUILD)
    session.apply(1, Build("white", 1))
    assert len(set(session.public()["player-1"].tokens)) == 5


@pytest.mark.rule("CD-29")
@pytest.mark.parametrize(("columns", "tokens"), [(("f1 f2", ""), ("relocate",)), (("f1 R1", ""), ())])
def test_nothing_is_said_of_relocate_where_it_can_be_used_or_is_not_there(
    columns: tuple[str, ...], tokens: tuple[str, ...]
) -> None:
    session = in_turn(*CARDS, columns=columns, tokens=tokens)
    assert "relocate" not in {refusal.type for refusal in session.refusals(1)}
