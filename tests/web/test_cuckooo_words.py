"""Every key of Cuckooo! has its words: nothing that happens, is asked or refused stays without a sentence."""

import re
from random import Random
from typing import Any

import pytest

from app.games.cuckooo import words
from app.games.session import Event, GameSession, Reason, plain
from app.games.shelf import rulebook
from app.live.scene import Scene
from app.settings import Settings
from app.tables.number import Number
from app.web.addresses import Addresses
from app.web.rendering import Rendering, create

SILENT = {"ready"}
"""Events that the log does not tell: the strips show them."""
PRONOUNS = re.compile(r"\b(he|she|him|her|his|hers)\b", re.IGNORECASE)
KINDS = {"open": ("off", 3), "hidden": ("on", 5)}
"""Action tokens and players that go with the flocks."""


@pytest.fixture(scope="module")
def rendering() -> Rendering:
    settings = Settings()
    return create(settings, Addresses(settings))


def scene(session: GameSession, flocks: str) -> Scene:
    """The table as the templates get it."""
    names = ["Inés", "<b>Olmo</b>", "Teo", "Marta", "Blas"]
    table = {
        "id": "0" * 32,
        "game": "cuckooo",
        "options": {"flocks": flocks, "tokens": KINDS[flocks][0]},
        "status": "playing" if session.actors() else "finished",
        "seats": [
            {"number": n, "kind": "person", "name": names[n - 1], "taken_over": False}
            for n in range(1, session.seats + 1)
        ],
        "undo": {"seat": 1, "allowed": False, "reason": "revealed"},
        "rematch": None,
        "result": plain(session.result()),
        "scores": plain(session.scores()),
        "frozen": False,
    }
    return Scene("0" * 32, "cuckooo", Number(1, 1), table, plain(session.public()))


def games(flocks: str, seeds: range) -> Any:
    """Whole games at random: the session after each move, and what happened."""
    book = rulebook("cuckooo")
    tokens, number = KINDS[flocks]
    options = book.options({"flocks": flocks, "tokens": tokens})
    for seed in seeds:
        rng = Random(seed)
        components = book.components().content
        session = book.session.begin(number, options, components, seed.to_bytes(32, "big"), book.session.version)
        yield session, session.opening
        while session.actors():
            may = [seat for seat in range(1, number + 1) if session.choices(seat)]
            must = [seat for seat in session.actors() if seat not in session.public()["turn"].done]
            seat = rng.choice(may if rng.random() < 0.3 else must)
            yield session, session.apply(seat, rng.choice(session.choices(seat)).sample(rng))


def spoken(told: str) -> str:
    """The words of a sentence, without the drawings."""
    return " ".join(re.sub(r"<[^>]+>", " ", told).split())


@pytest.mark.parametrize("flocks", ["open", "hidden"])
def test_everything_that_happens_is_told_to_everybody(rendering: Rendering, flocks: str) -> None:
    met: set[str] = set()
    for session, events in games(flocks, range(1, 7)):
        here = scene(session, flocks)
        for event in events:
            met.add(event.key)
            for seat in (None, *range(1, session.seats + 1)):
                told = spoken(rendering.say(event.seen_by(seat), here, seat, "en"))
                assert bool(told) == (event.key not in SILENT), event
                assert not PRONOUNS.search(told)
                assert "&lt;b&gt;" not in told or "Olmo" in told
    assert met <= set(words.EVENTS)
    assert {"pick-changed", "hand-shown", "rest-discarded", "nobody-shares", "game-over"} <= met
    assert {"hidden": {"enlisted-hidden", "owls-swapped", "spied", "series-laid"}}.get(flocks, set()) <= met


@pytest.mark.parametrize("flocks", ["open", "hidden"])
def test_every_prompt_and_strip_has_its_words(rendering: Rendering, flocks: str) -> None:
    prompts: set[str] = set()
    phases: set[str] = set()
    for session, _ in games(flocks, range(1, 5)):
        here = scene(session, flocks)
        made = rendering.public(here)
        phases.add(here.public["turn"]["phase"])
        assert spoken(made.make("phase-help", "en").html)
        for seat in (None, *range(1, session.seats + 1)):
            private = plain(session.private(seat)) if seat else None
            prompt = spoken(rendering.private(here, seat, private).make("prompt", "en").html)
            assert prompt
            assert not PRONOUNS.search(prompt)
            if private and seat:
                prompts.add(private["prompt"]["key"])
                assert spoken(made.make(f"seat-{seat}", "en").html)
    assert prompts >= {"pass", "pass-again", "turn", "turn-lay", "turn-stuck", "turn-cuckoo", "keep", "ready", "over"}
    assert prompts >= ({"equip", "swap", "await-picks", "pass-of-ten"} if flocks == "hidden" else {"take"})
    assert phases >= words.PHASES.keys() - {"swap"}


def test_every_reason_has_its_words(rendering: Rendering) -> None:
    here = scene(next(games("open", range(1, 2)))[0], "open")
    samples: dict[str, Any] = {
        "seat": 2,
        "waiting": [1, 2],
        "card": "green-3",
        "last": "blue-8",
        "cards": ["red-5"],
        "most": 2,
        "piece": "owl-9",
    }
    for key, fields in words.REASONS.items():
        reason = Reason(key, {field: samples[field] for field in fields})
        assert rendering.reason("cuckooo", reason, here, "en").endswith("."), key


def test_no_region_says_more_to_everybody_than_everybody_may_know(rendering: Rendering) -> None:
    """Regions that are the same for all are made without any private view."""
    for session, _ in games("hidden", range(1, 3)):
        here = scene(session, "hidden")
        regions = rendering.public(here)
        hidden = {card for seat in range(1, session.seats + 1) for card in session.private(seat)["hand"]}
        for id_ in ("row", "strip-1", "cuckoos", "discards", "shown", "offer", "nests", "out"):
            html = regions.make(id_, "en").html
            assert not any(f'"{card}"' in html or f'#ck-{card}"' in html for card in hidden), id_


def test_an_event_is_never_told_with_an_unknown_key(rendering: Rendering) -> None:
    session, _ = next(games("open", range(1, 2)))
    assert rendering.say(Event("no-such-key", 1), scene(session, "open"), 1, "en") == ""
