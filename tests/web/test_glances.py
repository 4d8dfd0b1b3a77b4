"""A region is made again only when something changed that it looked at, and is then never out of date."""

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
from app.web.glances import Glances, areas
from app.web.rendering import create, playable
from tests.web.test_rendering import table_of

PUBLIC: dict[str, Any] = {"row": ["a"], "turn": {"actors": [1], "done": []}, "player-1": {"points": 3}}
PRIVATE: dict[str, Any] = {"prompt": {"key": "pick", "data": {"of": 2}}, "hand": ["b"]}
TABLE: dict[str, Any] = {"status": "playing", "undo": {"seat": 1}}


def glances(public: dict[str, Any] = PUBLIC, private: dict[str, Any] = PRIVATE) -> Glances:
    """Of a small game."""
    return Glances(areas(public, private, TABLE))


def seen(path: str) -> Glances:
    """Glances at one value, such as `view.turn.actors`."""
    looks = glances()
    first, *keys = path.split(".")
    value: Any = getattr(looks, first)
    for key in keys:
        value = value[key]
    return looks


@pytest.mark.parametrize("path", ["view.row", "view.player-1", "view.turn.done", "view.private.prompt.data"])
def test_what_others_look_at_may_change(path: str) -> None:
    looks = seen(path)
    other = {**PUBLIC, "turn": {"actors": [2], "done": []}, "new": 1}
    assert glances(other, {**PRIVATE, "prompt": {**PRIVATE["prompt"], "key": "wait"}}).agree(looks.seen)


@pytest.mark.parametrize("path", ["view.turn.actors", "view.private.prompt.key", "view.private.hand"])
def test_what_was_looked_at_must_stay(path: str) -> None:
    other = {**PUBLIC, "turn": {"actors": [2], "done": []}}
    private = {"prompt": {"key": "wait", "data": {"of": 2}}, "hand": []}
    assert not glances(other, private).agree(seen(path).seen)
    assert not glances({}, {}).agree(seen(path).seen)


def test_what_was_missed_must_stay_away_and_who_walked_through_saw_everything() -> None:
    looks = glances()
    assert "later" not in looks.view
    assert not glances({**PUBLIC, "later": 1}).agree(looks.seen)
    walked = glances()
    assert len(walked.view["turn"]) == len(list(walked.view["turn"])) == 2
    assert glances({**PUBLIC, "row": []}).agree(walked.seen)
    assert not glances({**PUBLIC, "turn": {**PUBLIC["turn"], "round": 2}}).agree(walked.seen)


@pytest.mark.parametrize("game", playable())
def test_every_region_is_up_to_date_after_every_move_of_a_game(game: str) -> None:
    settings = Settings()
    rendering, book, rng = create(settings, Addresses(settings)), rulebook(game), Random(11)
    session = book.session.begin(3, book.options({}), book.components().content, bytes(32), book.session.version)
    table, public = table_of(game, ["Ana", "Bo", "Cleo"]), Plain()
    privates = {seat: Plain() for seat in (1, 2, 3)}
    counts = Counts()
    shown = {seat: Fragments("en", counts) for seat in (None, *privates)}
    declared = 0
    for number in range(100):
        scene = Scene("0" * 32, game, Number(number, 0), table, public.view(session.public()))
        for seat, fragments in shown.items():
            own = privates[seat].view(session.private(seat)) if seat else None
            made = rendering.private(scene, seat, own) if seat else rendering.public(scene)
            fragments.show(scene.number, made)
            declared += len(made)
            if number % 5 == 0:
                fresh = rendering.private(scene, seat, own) if seat else rendering.public(scene)
                assert fragments.since(None) == {name: str(one.html("en")) for name, one in fresh.items()}
        asked = [seat for seat in session.actors() if seat not in plain(session.public())["turn"]["done"]]
        if not asked:
            break
        session.apply(asked[0], rng.choice(session.choices(asked[0])).sample(rng))
    assert counts.renders < declared / 2
