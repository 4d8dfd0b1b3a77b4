"""Replay all stored games and name those that do not replay with this version of Tertulia.

It works beside a running server, or without one, and changes nothing.
"""

import asyncio
import os
import signal
from argparse import ArgumentParser, Namespace

from app.database.access import reach
from app.database.capacity import capacity, lack
from app.database.engine import create_engine
from app.database.migrate import compare, patiently
from app.settings import Settings
from app.tables.checkup import check_up


def add_arguments(parser: ArgumentParser) -> None:
    """What the command takes: nothing."""
    parser.epilog = (
        "It changes nothing, and the server may run meanwhile. The settings DATABASE_URL and TERTULIA_DATA say where "
        "the tables are; docs/settings.md has them."
    )


def run(arguments: Namespace) -> int:
    """Examine; 0 when all is well, 1 when tables do not replay or connections are scarce, 2 when it cannot be told."""
    del arguments
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    settings = Settings.read(os.environ)
    with reach(settings) as url:
        patiently(url, compare)
        found = patiently(url, capacity)
        print(
            f"Connections to the database: {found.allowed} are possible, {found.open} are open; "
            f"with these settings the server holds {settings.connections} at most."
        )
        if scarce := lack(settings, found, url):
            print(scarce)
        return asyncio.run(examine(url)) or int(bool(scarce))


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
