"""Run by Alembic: on the connection that `app.database.migrate` gives, else (`alembic` by hand) on DATABASE_URL."""

import asyncio

from alembic import context
from sqlalchemy import Connection

from app.database.engine import create_engine
from app.database.models import metadata
from app.settings import Settings


def run(connection: Connection) -> None:
    """Run the migrations that were asked for, in the connection's transaction."""
    context.configure(connection=connection, target_metadata=metadata, compare_server_default=True)
    with context.begin_transaction():
        context.run_migrations()


async def run_by_hand() -> None:
    """Run them on a connection of our own."""
    url = Settings.read().database_url
    if url is None:
        raise SystemExit("Set DATABASE_URL to the database whose tables are to be compared or changed.")
    engine = create_engine(url)
    async with engine.begin() as connection:
        await connection.run_sync(run)
    await engine.dispose()


given: Connection | None = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    asyncio.run(run_by_hand())
