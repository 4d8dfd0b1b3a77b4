"""Replay all stored games and name those that do not replay with this version of Tertulia.

It reads DATABASE_URL, or opens the database in the data folder, for which the server must not run.
"""

import asyncio
import os
import signal
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import closing, contextmanager

from app.database.embedded import EmbeddedPostgres
from app.database.engine import create_engine
from app.database.migrate import prepare
from app.settings import Settings
from app.tables.checkup import check_up


def add_arguments(parser: ArgumentParser) -> None:
    """What the command takes: nothing."""
    parser.epilog = "The settings DATABASE_URL and TERTULIA_DATA say where the tables are; docs/settings.md has them."


def run(arguments: Namespace) -> int:
    """Examine; 0 when all tables replay, 1 when some do not."""
    del arguments
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    settings = Settings.read(os.environ)
    with _database(settings) as url:
        prepare(url)
        return asyncio.run(examine(url))


async def examine(database_url: str) -> int:
    """Replay all tables of a database and print what was found. Returns: the exit status."""
    engine = create_engine(database_url)
    healthy = ill = 0
    try:
        async for finding in check_up(engine):
            if finding.fault:
                ill += 1
                print(
                    f"Table {finding.table_id} ({finding.game}, {finding.status}, {finding.moves} moves) does not"
                    f" replay: {finding.fault}."
                )
            else:
                healthy += 1
    finally:
        await engine.dispose()
    print(f"Tables that replay: {healthy}. Tables that do not: {ill}.")
    if ill:
        print("Those are shown frozen; all others are untouched. An older version of Tertulia may still play them.")
    return 1 if ill else 0


@contextmanager
def _database(settings: Settings) -> Iterator[str]:
    """The database that the settings name, or the one in the data folder, started for as long as we look."""
    if settings.database_url is not None:
        yield settings.database_url
        return
    with closing(EmbeddedPostgres(settings.data, pg_bin=settings.pg_bin)) as server:
        server.open()
        server.start()
        try:
            yield server.url
        finally:
            server.stop()
