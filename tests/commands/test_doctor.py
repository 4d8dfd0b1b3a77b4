"""The doctor: replays what is stored and names what does not replay."""

from random import Random

import pytest
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncEngine

from app.commands.doctor import examine
from app.database.models import GameTable, Move
from app.settings import Settings
from app.tables.tables import Tables
from tests.tables.company import begun, people, play_on


async def test_stored_games_that_replay_are_counted(
    database: str, engine: AsyncEngine, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = Tables(engine, Settings())
    friends = await people(tables)
    await play_on(tables, await begun(tables, friends), friends, Random(1))
    await play_on(tables, await begun(tables, friends), friends, Random(2), moves=7)
    await tables.stop()
    assert await examine(database) == 0
    assert capsys.readouterr().out == "Tables that replay: 2. Tables that do not: 0.\n"


async def test_a_table_that_does_not_replay_is_named(
    database: str, engine: AsyncEngine, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = Tables(engine, Settings())
    friends = await people(tables)
    table = await play_on(tables, await begun(tables, friends), friends, Random(1), moves=6)
    unknown = await begun(tables, friends)
    await tables.stop()
    async with engine.begin() as connection:
        broken = update(Move).where(Move.table_id == table.id, Move.number == 4).values(action='{"type":"ready"}')
        await connection.execute(broken)
        await connection.execute(update(GameTable).where(GameTable.id == unknown.id).values(game="parchis"))
    assert await examine(database) == 1
    said = capsys.readouterr().out
    assert f"Table {table.id} (cuckooo, playing, 6 moves) does not replay: a stored move is not legal any more" in said
    assert (
        f"Table {unknown.id} (parchis, playing, 0 moves) does not replay: this program does not have its game" in said
    )
    assert "Tables that replay: 0. Tables that do not: 2.\n" in said
