"""Queries: each that is asked often finds its rows by an index, however many finished tables there are."""

from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import TextClause, text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.database.engine import open_connection
from app.tables import absence, desk, loading, lobby, moves, snapshots, store, waiting

TABLE = "0" * 32
NOW = datetime(2026, 7, 1, tzinfo=UTC)
ASKED: dict[str, tuple[Any, dict[str, Any]]] = {
    "the newer moves": (loading.ROWS, {"table": TABLE, "after": 7}),
    "a desk": (desk.READ, {"table": TABLE}),
    "where many tables stand": (store.NUMBERS, {"tables": [TABLE, "1" * 32]}),
    "ones own tables": (lobby.OWN, {"person": 1, "since": NOW, "shown": 50}),
    "the open lobby": (lobby.OPEN, {"since": NOW, "shown": 50}),
    "tables that wait for bots": (waiting.WAITING, {"since": NOW, "found": 100}),
    "tables that nobody comes to": (absence.GIVE_UP, {"limit": NOW}),
    "who went away": (absence.SWEEP, {"limit": NOW, "now": NOW}),
}

MOVE = (TABLE, 1, 1, 1, "c", 0, "{}", None, False, [1], NOW)
FAST: dict[str, tuple[str, tuple[Any, ...]]] = {
    "a move": (moves.GO_ON, MOVE),
    "the last move": (moves.END, MOVE),
    "a stored command": (moves.STORED, (TABLE, 1, "c")),
    "where a table stands": (store.NUMBER, (TABLE,)),
    "a snapshot": (snapshots.KEEP, (TABLE, 20, 1, "f", b"", b"", 0)),
    "who is still here": (absence.STILL_HERE, (1, NOW)),
    "whose pages are open": (absence.STILL_OPEN, ([1, 2], NOW)),
}


@pytest.mark.parametrize("what", FAST)
async def test_no_table_is_read_from_end_to_end_in_the_fast_lane_for(database: str, what: str) -> None:
    statement, values = FAST[what]
    connection = await open_connection(database)
    await connection.execute("SET enable_seqscan = off")
    plan = [row[0] for row in await connection.fetch(f"EXPLAIN {statement}", *values)]
    await connection.close()
    assert not [line for line in plan if "Seq Scan" in line], "\n".join(plan)


@pytest.mark.parametrize("what", ASKED)
async def test_no_table_is_read_from_end_to_end_for(engine: AsyncEngine, what: str) -> None:
    statement, values = ASKED[what]
    plain: TextClause = getattr(statement, "element", statement)
    explained = text(f"EXPLAIN {plain.text}").bindparams(*plain._bindparams.values())
    async with engine.connect() as connection:
        await connection.execute(text("SET LOCAL enable_seqscan = off"))
        plan = [row[0] for row in await connection.execute(explained, values)]
    assert not [line for line in plan if "Seq Scan" in line], "\n".join(plan)
