"""The way to the process in which bots think, whatever becomes of that process."""

import asyncio
import os
import signal
from collections.abc import Callable

import pytest
import uvloop

from app.bots.mind import Question
from app.bots.thinker import Thinker
from app.games.shelf import rulebook
from bench.renders import sitting


def question() -> Question:
    """What the first seat is asked at the start of a game."""
    table = sitting(rulebook("cuckooo"), 3, 1)
    public, private = table.public, table.private(1)
    assert public is not None
    assert private is not None
    return table.game, 1, public, private


@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop])
@pytest.mark.parametrize("noticed", [False, True])
def test_a_process_that_died_between_two_decisions_is_replaced(
    loop: Callable[[], asyncio.AbstractEventLoop], noticed: bool
) -> None:
    async def decide_twice() -> None:
        thinker = Thinker()
        assert await thinker.decide(question()) is not None
        first = thinker._process
        assert first is not None
        assert first.stdin is not None
        os.kill(first.pid, signal.SIGKILL)
        async with asyncio.timeout(60):
            while noticed and not first.stdin.is_closing():  # noqa: ASYNC110 - the event loop's own condition
                await asyncio.sleep(0.01)
        assert await thinker.decide(question()) is not None
        assert thinker.pid != first.pid
        await thinker.stop()

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(decide_twice())
