"""The database's tables brought to what this program expects."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError, OperationalError

from app.database.binaries import DatabaseError
from app.database.engine import create_engine, place

MIGRATIONS = Path(__file__).resolve().parent.parent.parent / "migrations"
# Any number that nothing else in this database locks.
LOCK = 7_368_616_321
WAIT_SECONDS = 30.0
NEWER = "The tables of this database were made by a newer Tertulia: install that version, or use another database."

logger = logging.getLogger("tertulia.database")

T = TypeVar("T")


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
        raise DatabaseError(NEWER) from error
    finally:
        await engine.dispose()


async def compare(database_url: str) -> None:
    """See whether the tables are as this program expects them, and change nothing.

    Raises:
        DatabaseError: there are none, or another version of Tertulia made them.
    """
    engine = create_engine(database_url)
    try:
        async with engine.connect() as connection:
            stored = await connection.run_sync(lambda sync: MigrationContext.configure(sync).get_current_revision())
    finally:
        await engine.dispose()
    known = [script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()]
    if stored is None:
        raise DatabaseError(
            f"The database at {place(database_url)} has no tables of Tertulia yet: start the server once, "
            "or check DATABASE_URL."
        )
    if stored not in known:
        raise DatabaseError(NEWER)
    if stored != known[0]:
        raise DatabaseError(
            "The tables of this database were made by an older Tertulia: start the server once with this version, "
            "which brings them up to date, or do this with that version."
        )


def prepare(database_url: str) -> None:
    """Wait until the database answers, then bring its tables up.

    Raises:
        DatabaseError: it does not answer within half a minute, refuses us, or was made by a newer Tertulia.
    """
    patiently(database_url, upgrade)


def patiently(database_url: str, work: Callable[[str], Coroutine[Any, Any, T]]) -> T:
    """Do something with a database as soon as it answers.

    Raises:
        DatabaseError: it does not answer within half a minute, or refuses us.
    """
    until = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            return asyncio.run(work(database_url))
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


def _words(error: Exception) -> str:
    original = getattr(error, "orig", None) or error
    lines = str(original).splitlines() or [type(original).__name__]
    return lines[0].split(">: ")[-1]
