"""The tables in memory: whoever changes one is alone with it, however little room there is."""

import asyncio

import pytest

from app.tables.cache import Cache


async def test_a_table_that_somebody_waits_for_stays() -> None:
    cache = Cache(1)
    entry = cache.entry("a")
    order = []

    async def change(name: str) -> None:
        async with cache.entry("a"):
            order.append(name)
            await asyncio.sleep(0)

    first, second = asyncio.create_task(change("first")), asyncio.create_task(change("second"))
    while not first.done():
        await asyncio.sleep(0)
        cache.entry("b")
        assert cache.entry("a") is entry, "between the first that leaves and the second that enters, too"
    await asyncio.gather(first, second)
    assert order == ["first", "second"]
    cache.entry("c")
    assert len(cache) == 1
    assert cache.entry("a") is not entry


async def test_who_does_not_wait_to_the_end_holds_nothing() -> None:
    cache = Cache(1)
    entry = cache.entry("a")
    async with entry:
        waiting = asyncio.create_task(entry.__aenter__())
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert entry.used
    assert not entry.used
