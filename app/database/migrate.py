"""The database's tables brought to what this program expects."""

import asyncio
import logging
import time
from collections.abc import Callable
from pathlib import Path

import asyncpg
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError, OperationalError

from app.database.binaries import DatabaseError
from app.database.engine import create_engine, place

MIGRATIONS = Path(__file__).resolve().parent.parent.parent / "migrations"
# Any number that nothing else in this database locks.
LOCK = 7_368_616_321
WAIT_SECONDS = 30.0

logger = logging.getLogger("tertulia.database")


def config(connection: Connection | None = None) -> Config:
    """Alembic's configuration; with a connection, the migrations run on it."""
    alembic = Config()
    alembic.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    alembic.attributes["connection"] = connection
    return alembic


async def upgrade(database_url: str, revision: str = "head") -> None:
    """Bring the tables up to a revision, in one transaction and one process at a time; others wait for it.

    Raises:
        DatabaseError: the tables were made by a newer Tertulia.
    """
    await _migrate(database_url, command.upgrade, revision)


async def downgrade(database_url: str, revision: str = "base") -> None:
    """Take the tables back to a revision, by default to none."""
    await _migrate(database_url, command.downgrade, revision)


async def _migrate(database_url: str, direction: Callable[[Config, str], None], revision: str) -> None:
    engine = create_engine(database_url)
    try:
        async with engine.begin() as connection:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
            await connection.run_sync(lambda sync: direction(config(sync), revision))
    except CommandError as error:
        raise DatabaseError(
            "The tables of this database were made by a newer Tertulia: install that version, or use another database."
        ) from error
    finally:
        await engine.dispose()


def prepare(database_url: str) -> None:
    """Wait until the database answers, then bring its tables up.

    Raises:
        DatabaseError: it does not answer within half a minute, refuses us, or was made by a newer Tertulia.
    """
    until = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            asyncio.run(upgrade(database_url))
        except (OSError, OperationalError, asyncpg.CannotConnectNowError, asyncpg.ConnectionDoesNotExistError) as error:
            if time.monotonic() > until:
                raise DatabaseError(
                    f"The database at {place(database_url)} does not answer ({_words(error)}): "
                    "start it, or check DATABASE_URL."
                ) from error
            logger.info("Waiting for the database at %s ...", place(database_url))
            time.sleep(1)
        except (DBAPIError, asyncpg.PostgresError) as error:
            raise DatabaseError(
                f"The database at {place(database_url)} refuses ({_words(error)}): check DATABASE_URL."
            ) from error
        else:
            return


def _words(error: Exception) -> str:
    original = getattr(error, "orig", None) or error
    lines = str(original).splitlines() or [type(original).__name__]
    return lines[0].split(">: ")[-1]
