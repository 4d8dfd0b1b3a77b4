"""The news of a process: whoever looks on hears of everything, however many tables there are and whoever was behind."""

import asyncio
from collections.abc import AsyncIterator, Callable
from functools import partial
from random import Random

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.database.engine import open_connection
from app.live.audience import Audience
from app.live.news import News
from app.settings import Settings
from app.tables.desk import AWAY_SECONDS
from app.tables.tables import Tables
from app.web import rendering
from app.web.addresses import Addresses
from tests.tables.company import Clock, begun, people, play_on

PAGE = Audience(None, False, True, "en")


class Process:
    """Tables with news, of which some are kept while nobody looks on."""

    def __init__(self, engine: AsyncEngine, url: str, most: int, clock: Clock) -> None:
        settings = Settings()
        renderer = rendering.create(settings, Addresses(settings))
        self.tables = Tables(engine, settings, clock)
        self.news = News(self.tables, renderer, "build", partial(open_connection, url), most)


@pytest.fixture
async def process(engine: AsyncEngine, database: str) -> AsyncIterator[Callable[..., Process]]:
    """Makes one more process on the same database."""
    opened: list[Process] = []

    def make(most: int = 10, clock: Clock | None = None) -> Process:
        opened.append(Process(engine, database, most, clock or Clock()))
        return opened[-1]

    yield make
    for one in opened:
        await one.news.stop()
        await one.tables.stop()


async def until(condition: Callable[[], bool]) -> None:
    """Wait for a condition. Raises: TimeoutError."""
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110 - the condition is another task's
            await asyncio.sleep(0.01)


async def test_who_looks_on_hears_however_many_tables_are_looked_at(process: Callable[..., Process]) -> None:
    here = process(most=1)
    tables, news = here.tables, here.news
    await news.start()
    friends = await people(tables)
    rooms = [await news.room((await begun(tables, friends)).id) for _ in range(3)]
    with news.viewing(rooms[0], None), news.viewing(rooms[1], None), news.viewing(rooms[2], None) as last:
        assert news.viewers == 3
        for number, room in enumerate(rooms):
            await play_on(tables, room.table, friends, Random(number), moves=1)
        await until(lambda: last.room.number.version == 1)
    for _ in range(3):
        await news.room((await begun(tables, friends)).id)
    assert len(news._watched) == 1


async def test_who_has_gone_is_seen_to_have_gone_before_the_next_look_at_the_database(
    process: Callable[..., Process],
) -> None:
    clock = Clock()
    here = process(clock=clock)
    here.tables.subscribe(here.news._committed)  # nobody looks at the database from time to time
    friends = await people(here.tables)
    room = await here.news.room((await begun(here.tables, friends)).id)
    with here.news.viewing(room, None) as viewer:
        assert viewer.room.here == [1, 2, 3]
        clock.passes(AWAY_SECONDS + 1)
        await here.tables.absence.sweep()
        await until(lambda: viewer.room.here == [])


async def test_what_is_told_has_no_gap_for_who_was_behind(process: Callable[..., Process]) -> None:
    ahead, behind = process(), process()
    friends = await people(ahead.tables)
    start = await begun(ahead.tables, friends)
    await behind.news.look(start.id, PAGE)
    await play_on(ahead.tables, start, friends, Random(1), moves=60)
    late = (await behind.news.look(start.id, PAGE)).said
    fresh = (await process().news.look(start.id, PAGE)).said
    assert late == fresh


async def test_what_happens_while_the_history_is_read_is_told_too(process: Callable[..., Process]) -> None:
    here = process()
    friends = await people(here.tables)
    start = await begun(here.tables, friends)
    room = await here.news.room(start.id)
    history = await here.tables.history.happenings(room.table)
    table = await play_on(here.tables, start, friends, Random(1), moves=9)
    here.news.meet(table)
    room.says.remember(history)
    assert room.says.complete
    fresh = (await process().news.look(start.id, PAGE)).said
    assert room.told(PAGE, "en") == fresh
