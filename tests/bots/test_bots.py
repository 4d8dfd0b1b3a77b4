"""Bots at tables: they move by themselves, once, whichever process they are in."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.bots.bots import Bots
from app.games.shelf import GAMES
from app.settings import Settings
from app.tables.table import Table
from app.tables.tables import Tables
from tests.tables.company import begun, move, people, some_action

AT_MOST = 60.0
SOME = 60
"""So many moves show that bots go on; `tertulia simulate` plays whole games of all kinds."""


@asynccontextmanager
async def process(engine: AsyncEngine, pause: float = 0.0, wired: bool = True) -> AsyncIterator[tuple[Tables, Bots]]:
    """A server process: tables and bots that hear of each other, as the server wires them."""
    settings = Settings(bot_pause=pause)
    tables = Tables(engine, settings)
    bots = Bots(tables, settings)
    if wired:
        tables.subscribe(lambda table_id, _: bots.nudge(table_id))
    await bots.start()
    try:
        yield tables, bots
    finally:
        await bots.stop()
        await tables.stop()


async def when(tables: Tables, table: Table, what: Callable[[Table], bool]) -> Table:
    """The table once it is as it was wished."""
    async with asyncio.timeout(AT_MOST):
        while not what(table := await tables.look(table.id)):  # noqa: ASYNC110 - any process may change it
            await asyncio.sleep(0.02)
    return table


async def hand_over_all(tables: Tables, table: Table, friends: list[int]) -> None:
    for seat, friend in enumerate(friends, 1):
        await tables.absence.hand_over(friend, table.id, seat)


@pytest.mark.parametrize("game", GAMES)
async def test_bots_play_by_themselves(engine: AsyncEngine, game: str) -> None:
    async with process(engine) as (tables, _):
        friends = await people(tables, 1)
        table = await begun(tables, friends, bots=2, game=game)
        await hand_over_all(tables, table, friends)
        table = await when(tables, table, lambda table: table.status == "finished" or table.version >= SOME)
        told = await tables.history.happenings(table)
        assert all(happening.bot for happening in told[1:])
        assert len(told) == table.version + 1


async def test_bots_choose_beside_people_who_choose_at_the_same_time(engine: AsyncEngine) -> None:
    async with process(engine) as (tables, _):
        friends = await people(tables, 1)
        table = await begun(tables, friends, bots=2)
        table = await when(tables, table, lambda table: table.actors == (1,))
        assert table.version == 2
        moved = await move(tables, table, friends[0], Random(1))
        await when(tables, moved.table, lambda table: 1 in table.actors)


async def test_two_processes_with_the_same_bots_make_no_move_twice(engine: AsyncEngine) -> None:
    async with process(engine) as (here, _), process(engine) as (there, bots):
        here.subscribe(lambda table_id, _: bots.nudge(table_id))
        friends = await people(here, 1)
        table = await begun(here, friends, bots=3)
        await hand_over_all(here, table, friends)
        await when(here, table, lambda table: table.status == "finished")
        over = await there.look(table.id)
        assert [happening.number for happening in await there.history.happenings(over)] == list(range(over.version + 1))


async def test_a_table_left_by_a_dead_process_is_gone_on_with_at_the_next_start(engine: AsyncEngine) -> None:
    tables = Tables(engine, Settings(bot_pause=0.0))
    friends = await people(tables, 1)
    table = await begun(tables, friends, bots=2)
    async with process(engine) as (others, _):
        await when(others, table, lambda table: table.actors == (1,))
    await tables.stop()


async def test_a_process_that_knows_an_older_state_of_a_table_goes_on_with_its_bots(engine: AsyncEngine) -> None:
    settings = Settings(bot_pause=0.0)
    dying, staying = Tables(engine, settings), Tables(engine, settings)
    friends = await people(dying, 2)
    table = await begun(dying, friends, bots=1)
    assert await dying.moves.play_bot(table.id, 3, table.version, some_action(table, 3, Random(1)))
    table = known = await staying.look(table.id)
    assert not known.waits_for_bots
    while not table.waits_for_bots:
        table = (await move(dying, table, friends[table.actors[0] - 1], Random(table.version))).table
    assert staying.known(table.id) is known
    bots = Bots(staying, settings)
    await bots.start()
    await when(dying, table, lambda now: now.version > table.version)
    await bots.stop()
    for tables in (dying, staying):
        await tables.stop()


async def test_a_bot_waits_a_moment_after_a_person_so_that_the_move_can_be_undone(engine: AsyncEngine) -> None:
    async with process(engine, pause=60.0) as (tables, bots):
        friends = await people(tables, 2)
        table = await begun(tables, friends, bots=1)
        for friend in friends:
            table = (await move(tables, table, friend, Random(1))).table
        assert table.waits_for_bots
        bots.nudge(table.id)
        await asyncio.sleep(0.2)
        assert (await tables.look(table.id)).version == table.version


async def test_when_the_process_that_thinks_dies_another_thinks(engine: AsyncEngine) -> None:
    async with process(engine) as (tables, bots):
        friends = await people(tables, 1)
        table = await begun(tables, friends, bots=2)
        table = await when(tables, table, lambda table: table.actors == (1,))
        first = bots.thinker
        assert first is not None
        os.kill(first, signal.SIGKILL)
        while bots.thinker in {None, first}:
            table = await when(tables, table, lambda table: table.actors == (1,))
            table = (await move(tables, table, friends[0], Random(table.version))).table
            await when(tables, table, lambda table: not table.waits_for_bots)
        assert not any(happening.bot and happening.events == () for happening in table.recent)


async def test_bots_stop_with_the_server(engine: AsyncEngine) -> None:
    async with process(engine) as (tables, bots):
        friends = await people(tables, 1)
        table = await begun(tables, friends, bots=4)
        await hand_over_all(tables, table, friends)
        await when(tables, table, lambda table: table.version > 3)
        thinker = bots.thinker
    assert thinker is not None
    with pytest.raises(ProcessLookupError):
        os.kill(thinker, 0)
    assert bots.thinker is None
