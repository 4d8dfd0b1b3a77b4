"""What nobody may see: decks, seed, and what others decide before all have (fairness of information)."""

from random import Random

import pytest

from app.games.cubaneo.actions import Demolish, Pay, Store, Vote
from app.games.session import Action, plain
from tests.games import conformance
from tests.games.cubaneo.scene import Scene


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_what_a_seat_or_watcher_sees_does_not_hang_on_what_it_was_never_shown(seats: int) -> None:
    conformance.check_resample("cubaneo", seats, {}, seats, every=23)


def at(stage: str) -> Scene:
    """A scene in which all three seats decide at the same time."""
    scene = Scene().rule("warehouse_keeps_3_products")
    for seat in (1, 2, 3):
        scene.has(seat, tiles={5: seat}, store={"tobacco": 3, "sugar_cane": 3}, citrus_fruits=1)
    return scene.enter(stage, "demolition")


SECRETS: list[tuple[str, Action, Action]] = [
    ("event", Demolish(1), Demolish(0)),
    ("votes", Vote(7), Vote(0)),
    ("dues", Pay(True, True), Pay(False, False)),
    ("storage", Store({"tobacco": 3}), Store({"sugar_cane": 3})),
]


@pytest.mark.parametrize(("stage", "one", "another"), SECRETS)
def test_a_decision_leaves_no_trace_in_anyones_view_or_log_before_all_have_decided(
    stage: str, one: Action, another: Action
) -> None:
    seen = []
    for action in (one, another):
        scene = at(stage)
        events = scene.session.apply(1, action)
        seen.append(
            [
                plain(scene.session.public()),
                *(plain(scene.session.private(seat)) for seat in (2, 3)),
                [plain(event.seen_by(seat)) for event in events for seat in (None, 1, 2, 3)],
                scene.session.actors(),
                scene.session.reveals,
                scene.session.question(2),
            ]
        )
    assert seen[0] == seen[1]


@pytest.mark.parametrize(("stage", "one", "another"), SECRETS)
def test_a_change_of_mind_leaves_no_trace(stage: str, one: Action, another: Action) -> None:
    scene = at(stage)
    scene.session.apply(1, one)
    before = [plain(scene.session.public()), *(plain(scene.session.private(seat)) for seat in (2, 3))]
    assert scene.session.apply(1, another) == ()
    assert [plain(scene.session.public()), *(plain(scene.session.private(seat)) for seat in (2, 3))] == before
    assert scene.session.private(1)["decision"] == another


def test_the_order_within_the_deck_is_drawn_anew_but_not_what_everybody_knows_of_it() -> None:
    scene = Scene().set(sea=((5, 6, 7), (8, 9)))
    states = [scene.session.resample(1, Random(seed)).play.state for seed in range(90)]
    assert {frozenset(state.sea[0]) for state in states} == {frozenset((5, 6, 7))}
    assert {frozenset(state.sea[1]) for state in states} == {frozenset((8, 9))}
    assert len({state.sea for state in states}) == 12
    assert len({state.seed for state in states}) == 90


def test_acts_still_to_come_are_drawn_anew_with_those_put_away() -> None:
    session = Scene().session
    states = [session.resample(0, Random(seed)).play.state for seed in range(60)]
    assert {state.decks[0][0] for state in states} == {session.play.state.decks[0][0]}
    assert len({state.decks[0][7] for state in states}) == 7
