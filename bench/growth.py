"""Whether a move costs more late in a long game, or among 100,000 finished tables: `python -m bench.growth`.

First the longest games are played and loaded (`bench/longest.py`). Then a server is measured before and after the
tables are made, by one script of SQL; at the end stands how PostgreSQL then finds what is asked often.
"""

import asyncio
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

from sqlalchemy import TextClause, text

from app.database.engine import create_engine, open_connection
from bench import longest
from bench.peers import BENCH, MOVES, Target, database, scratch, tertulia
from bench.servers import HEAD, generate, install, line, middle, spares
from tests.tables.test_queries import ASKED, FAST

FILL = BENCH / "finished.sql"


async def fill(url: str, tables: int) -> str:
    """Make finished tables. Returns: how large the database is then."""
    connection = await open_connection(url)
    for statement in FILL.read_text("utf-8").replace("$TABLES", str(tables)).rstrip().rstrip(";").split(";\n"):
        await connection.execute(statement, timeout=1800)
    await connection.execute("VACUUM ANALYZE", timeout=1800)
    size: str = await connection.fetchval("SELECT pg_size_pretty(pg_database_size(current_database()))")
    await connection.close()
    return size


async def explain(url: str) -> None:
    """Print how each frequent query finds its rows."""
    connection = await open_connection(url)
    for what, (fast, values) in FAST.items():
        show(what, [row[0] for row in await connection.fetch(f"EXPLAIN {fast}", *values)])
    await connection.close()
    engine = create_engine(url)
    async with engine.connect() as through:
        for what, (statement, names) in ASKED.items():
            plain: TextClause = getattr(statement, "element", statement)
            explained = text(f"EXPLAIN {plain.text}").bindparams(*plain._bindparams.values())
            show(what, [row[0] for row in await through.execute(explained, names)])
    await engine.dispose()


def show(what: str, plan: list[str]) -> None:
    """The scans of a plan."""
    print(f"{what}:")
    for step in plan:
        if "Scan" in step or "Insert on" in step:
            print("   ", step.strip().removeprefix("->").split("  (cost")[0].strip())


def play(target: Target, seconds: float, what: str) -> None:
    """The median of three runs."""
    options: dict[str, Any] = {"games": 10, "seconds": seconds, "spares": spares(target, 10, seconds, 0)}
    print(line(what, middle([generate(target, **options) for _ in range(3)])), flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and explain."""
    parser = ArgumentParser(prog="python -m bench.growth", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=100_000, help="how many finished tables (100000); 0: none")
    parser.add_argument("--seconds", type=float, default=4, help="how long each run is measured (4)")
    arguments = parser.parse_args(argv)
    if arguments.tables:
        install()
    with scratch() as folder, ExitStack() as stack:
        server = stack.enter_context(database(folder))
        asyncio.run(longest.measure(server.url))
        if not arguments.tables:
            return 0
        url, worker = stack.enter_context(tertulia(server, folder))
        assert server.pid is not None
        driver = ("--driver", "tertulia", "--script", "wishes", "--game", "cubaneo")
        target = Target("Tertulia", driver, url, worker, server.pid, MOVES["cubaneo"])
        print(HEAD)
        play(target, arguments.seconds, "few tables")
        size = asyncio.run(fill(server.url, arguments.tables))
        play(target, arguments.seconds, f"+{arguments.tables:,} finished")
        print(f"The database has {size}. How its rows are found:")
        asyncio.run(explain(server.url))
    return 0


if __name__ == "__main__":
    sys.exit(main())
