"""Several things at once, so that what fails stays one failure: nothing goes on behind the back of the next test."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar

T = TypeVar("T")


async def together(*works: Coroutine[Any, Any, T]) -> list[T]:
    """What several works give that begin at the same moment, each done to its end.

    Raises: what the first of them raised that failed, once all have ended.
    """
    outcomes = await asyncio.gather(*works, return_exceptions=True)
    for outcome in outcomes:
        if isinstance(outcome, BaseException):
            raise outcome
    return [outcome for outcome in outcomes if not isinstance(outcome, BaseException)]


@asynccontextmanager
async def beside(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Let some work go on as long as this context lasts. Raises: what it raised, if it failed."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
        (end,) = await asyncio.gather(task, return_exceptions=True)
    if isinstance(end, Exception):
        raise end
