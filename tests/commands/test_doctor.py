"""The doctor: replays what is stored and names what does not replay."""

from collections.abc import Callable
from random import Random

import pytest
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncEngine

from app.cli import main
from app.commands.doctor import examine
from app.database.engine import open_connection
from app.database.models import GameTable, Move
from app.settings import Settings
from app.tables.tables import Tables
from tests.support.postgres import in_thread
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


async def change(database_url: str, statement: str) -> None:
    connection = await open_connection(database_url)
    await connection.execute(statement)
    await connection.close()


@pytest.fixture
def doctor(database: str, monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Runs the command on the database."""
    monkeypatch.setenv("DATABASE_URL", database)
    return lambda: main(["doctor"])


def test_connections_that_the_database_does_not_have_are_told(
    doctor: Callable[[], int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert doctor() == 0
    assert "with these settings the server holds 11 at most.\nTables that replay: 0." in capsys.readouterr().out
    monkeypatch.setenv("TERTULIA_WORKERS", "64")
    assert doctor() == 1
    assert "but the server may need 704: lower TERTULIA_WORKERS or TERTULIA_POOL" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("UPDATE alembic_version SET version_num = '0001'", "were made by an older Tertulia"),
        ("UPDATE alembic_version SET version_num = 'later'", "were made by a newer Tertulia"),
        ("DELETE FROM alembic_version", "has no tables of Tertulia yet"),
    ],
)
def test_tables_of_another_version_are_left_alone(
    doctor: Callable[[], int], database: str, capsys: pytest.CaptureFixture[str], statement: str, told: str
) -> None:
    in_thread(change(database, statement))
    assert doctor() == 2
    assert told in capsys.readouterr().err
