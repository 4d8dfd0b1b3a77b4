"""The tables: brought up from nothing, taken down again, the same as the models."""

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect
from sqlalchemy.ext.asyncio import AsyncEngine

from app.database.engine import create_engine
from app.database.migrate import downgrade, upgrade
from app.database.models import metadata
from app.settings import Settings
from app.tables.tables import Tables
from tests.tables.company import gather, people


async def test_the_migrations_make_what_the_models_say(engine: AsyncEngine) -> None:
    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        return list(compare_metadata(context, metadata))

    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []


async def test_the_migrations_go_down_to_nothing_and_up_again(database: str) -> None:
    await downgrade(database)
    assert await tables(database) == {"alembic_version"}
    await upgrade(database)
    assert await tables(database) == {"alembic_version", *metadata.tables}


async def test_who_left_a_game_before_that_was_stored_is_told_by_the_log(database: str, engine: AsyncEngine) -> None:
    house = Tables(engine, Settings())
    friends = await people(house)
    table = await gather(house, friends)
    await house.gathering.leave(friends[1], table.id)
    await house.gathering.join(friends[1], table.id, table.invite)
    await house.gathering.add_bot(friends[0], table.id)
    await house.gathering.start(friends[0], table.id)
    await house.gathering.leave(friends[2], table.id)
    await downgrade(database, "0002")
    await engine.dispose()
    await upgrade(database)
    table = await house.look(table.id)
    assert [seat.left for seat in table.seats] == [False, False, True, False]
    assert [table.seat_of(friend) for friend in friends] == [1, 2, None]
    await house.stop()


async def tables(database: str) -> set[str]:
    engine = create_engine(database)
    async with engine.connect() as connection:
        names = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
    await engine.dispose()
    return set(names)
