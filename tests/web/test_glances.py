"""A region is made again only when something changed that it looked at, and is then never out of date."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from app.games.session import plain
from app.games.shelf import rulebook
from app.live.counts import Counts
from app.live.fragments import Fragments
from app.live.scene import Plain, Scene
from app.settings import Settings
from app.tables.number import Number
from app.web.addresses import Addresses
from app.web.glances import NUMBER, SOME, Looking, Question, You, differing, unlike
from app.web.rendering import create, playable
from tests.web.test_rendering import table_of

PUBLIC: dict[str, Any] = {"row": ["a"], "turn": {"actors": [1], "done": []}, "player-1": {"points": 3, "goods": {}}}
PRIVATE: dict[str, Any] = {"prompt": {"key": "pick", "data": {"of": 2}}, "hand": ["b"], "decision": {}}
TABLE: dict[str, Any] = {"status": "playing", "undo": {"seat": 1, "allowed": True}}


def look(seat: int | None = 2) -> Looking:
    """A small game as a seat sees it."""
    return Looking(PUBLIC, PRIVATE, TABLE, seat)


def stands(asked: set[Question], public: Mapping[str, Any] = PUBLIC, private: Mapping[str, Any] = PRIVATE) -> bool:
    """Whether all that was asked of the small game is answered in the same way by another moment of it."""
    return asked.isdisjoint(differing(("view",), PUBLIC, public) | differing(("private",), PRIVATE, private))


def looked(*paths: str) -> set[Question]:
    """What is asked by looks at values such as `view.turn.actors`."""
    looking = look()
    for path in paths:
        first, *keys = path.split(".")
        value: Any = getattr(looking, first)
        for key in keys:
            value = value[key]
        assert str(value)
    return looking.asked


@pytest.mark.parametrize(
    "path", ["view.row", "view.player-1.points", "view.turn.done", "view.private.prompt.data", "table.undo.seat"]
)
def test_what_others_look_at_may_change(path: str) -> None:
    public = {**PUBLIC, "turn": {"actors": [2], "done": []}, "player-1": {"points": 3, "goods": {"wood": 1}}, "new": 1}
    private = {**PRIVATE, "prompt": {**PRIVATE["prompt"], "key": "wait"}}
    assert stands(looked(path), public, private)


@pytest.mark.parametrize(
    "path", ["view.turn.actors", "view.player-1.goods", "view.private.prompt.key", "view.private.hand"]
)
def test_what_was_looked_at_must_stay(path: str) -> None:
    public = {**PUBLIC, "turn": {"actors": [2], "done": []}, "player-1": {"points": 3, "goods": {"wood": 1}}}
    private = {"prompt": {"key": "wait", "data": {"of": 2}}, "hand": []}
    assert not stands(looked(path), public, private)
    assert not stands(looked(path), {}, {})


def test_what_was_missed_must_stay_away_and_who_walked_through_saw_everything() -> None:
    looking = look()
    assert "later" not in looking.view
    assert "later" not in looking.view["turn"]
    for later in ({**PUBLIC, "later": 1}, {**PUBLIC, "turn": {**PUBLIC["turn"], "later": 1}}):
        assert not stands(looking.asked, later)
    walked = look()
    assert len(walked.view["turn"]) == len(list(walked.view["turn"])) == 2
    assert stands(walked.asked, {**PUBLIC, "row": []})
    assert not stands(walked.asked, {**PUBLIC, "turn": {**PUBLIC["turn"], "round": 2}})


def test_who_asks_whether_there_is_anything_learns_no_more() -> None:
    looking = look()
    assert looking.view["turn"]
    assert not looking.view["private"]["decision"]
    assert stands(looking.asked, {**PUBLIC, "turn": {"actors": []}})
    assert not stands(looking.asked, {**PUBLIC, "turn": {}})
    assert not stands(looking.asked, {**PUBLIC, "turn": None})
    assert not stands(looking.asked, private={**PRIVATE, "decision": {"votes": 1}})


@pytest.mark.parametrize(
    ("ask", "stand"),
    [
        (lambda key: key == "pick", {"pick"}),
        (lambda key: key == "wait", {"pick", "stop", ""}),
        (lambda key: key in ("wait", "stop"), {"pick", ""}),
        (lambda key: key and key != "stop", {"pick", "wait"}),
        (lambda key: {"pick": 1}[key], {"pick"}),
        (lambda key: f"is-{key}", {"pick"}),
    ],
)
def test_a_word_may_become_another_that_answers_the_same(ask: Callable[[Any], object], stand: set[str]) -> None:
    looking = look()
    assert ask(looking.view["private"]["prompt"]["key"]) == ask("pick")
    for word in ("pick", "wait", "stop", ""):
        others = {**PRIVATE, "prompt": {**PRIVATE["prompt"], "key": word}}
        assert stands(looking.asked, private=others) is (word in stand), word
    assert not stands(looking.asked, private={**PRIVATE, "prompt": {**PRIVATE["prompt"], "key": None}})


@pytest.mark.parametrize(
    ("ask", "shares"),
    [
        (lambda you: you == 1 or you != 3, True),
        (lambda you: you in [1, 3] or [you] == [1] or (you and False), True),
        (lambda you: you == 2, False),
        (lambda you: 2 in {4: 1} or you in {1: "a"}, False),
        (lambda you: ["a", "b", "c"][you], False),
        (lambda you: (you - 1, you + 1, you % 3), False),
        (lambda you: f"player-{you}", False),
    ],
)
def test_what_is_made_without_learning_the_seat_is_the_same_for_others(
    ask: Callable[[You], object], shares: bool
) -> None:
    you = look(2).you
    assert you is not None
    assert ask(you) == ask(2)  # type: ignore[arg-type]
    assert you.asked.isdisjoint(unlike(2, 4)) is shares
    assert you.asked <= {NUMBER, ("you", SOME), *(("you", seat) for seat in (1, 2, 3))}


def test_nobody_is_no_seat() -> None:
    you = You(None, set())
    assert you != 1
    assert you.asked.isdisjoint(unlike(None, 2))
    assert not you.asked.isdisjoint(unlike(None, 1))
    assert not you
    assert not you.asked.isdisjoint(unlike(None, 2))


@pytest.mark.parametrize("game", playable())
def test_every_region_is_up_to_date_after_every_move_of_a_game(game: str) -> None:
    settings = Settings()
    rendering, book, rng = create(settings, Addresses(settings)), rulebook(game), Random(11)
    session = book.session.begin(3, book.options({}), book.components().content, bytes(32), book.session.version)
    table, public = table_of(game, ["Ana", "Bo", "Cleo"]), Plain()
    privates = {seat: Plain() for seat in (1, 2, 3)}
    counts, latest = Counts(), session.opening
    shown = {seat: Fragments("en", counts) for seat in (None, *privates)}
    declared = 0
    for number in range(100):
        scene = Scene("0" * 32, game, Number(number, 0), table, public.view(session.public()))
        for seat, fragments in shown.items():
            own = privates[seat].view(session.private(seat)) if seat else None
            made = rendering.private(scene, seat, own) if seat else rendering.public(scene)
            fragments.show(scene.number, made)
            declared += len(made.names)
            if number % 5 == 0:
                alone = replace(scene, kept={})
                fresh = rendering.private(alone, seat, own) if seat else rendering.public(alone)
                assert fragments.whole() == fresh.all("en")
            for event in latest:
                seen = event.seen_by(seat)
                assert rendering.say(seen, scene, seat, "en") == rendering.say(
                    seen, replace(scene, kept={}), seat, "en"
                )
        asked = [seat for seat in session.actors() if seat not in plain(session.public())["turn"]["done"]]
        if not asked:
            break
        latest = session.apply(asked[0], rng.choice(session.choices(asked[0])).sample(rng))
    assert counts.renders < declared / 2
