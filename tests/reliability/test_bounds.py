"""An engine call is bounded: whatever is asked for, a rulebook takes few steps. They are counted, not timed."""

import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import Random
from types import FrameType
from typing import Any

import msgspec
import pytest

from app.games.session import GameSession, IllegalAction, plain
from app.games.shelf import GAMES, Rulebook, rulebook

STEPS = 20_000
"""Calls of functions: a few milliseconds."""
LONG = 60_000
"""Bytes of the longest action that the doors let in, nearly."""


def steps(work: Callable[[], object]) -> int:
    """How many functions a piece of work calls."""
    count = 0

    def note(_: FrameType, event: str, __: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    earlier = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(earlier)
    return count


def endless(value: Any) -> Any:
    """An action in which every list, every amount and every word is as long as the doors let in."""
    if isinstance(value, dict):
        return {key: part if key == "type" else endless(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return list(value) * (LONG // max(1, len(msgspec.json.encode(value))))
    return value


def tried(book: Rulebook, session: GameSession, seat: int, action: bytes) -> None:
    """Decode an action and carry it out, if it can be."""
    with suppress(msgspec.ValidationError, IllegalAction):
        session.apply(seat, book.decode(action))


def looked(session: GameSession, seat: int) -> None:
    """Make what a seat sees and may do."""
    session.public()
    session.private(seat)
    session.choices(seat)


@pytest.mark.parametrize("game", GAMES)
def test_no_action_and_no_view_keeps_an_engine_busy(game: str) -> None:
    book, rng = rulebook(game), Random(3)
    seats = book.seats[1]
    session = book.session.begin(seats, book.options({}), book.components().content, bytes(32), book.session.version)
    most = {"apply": 0, "endless": 0, "view": 0}
    while actors := session.actors():
        seat = rng.choice(actors)
        action = rng.choice(session.choices(seat)).sample(rng)
        long = msgspec.json.encode(endless(plain(action)))
        spent = {
            "endless": steps(partial(tried, book, session.clone(), seat, long)),
            "apply": steps(partial(session.apply, seat, action)),
            "view": steps(partial(looked, session, seat)),
        }
        most = {what: max(count, spent[what]) for what, count in most.items()}
    assert max(most.values()) < STEPS, most
