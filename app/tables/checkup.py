"""A check-up: whether every stored game still replays with this program, from its first move."""

import asyncio
from collections.abc import AsyncIterator
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.database.models import GameTable
from app.games.session import IllegalAction
from app.games.shelf import shelf
from app.tables.desk import read_desk
from app.tables.loading import Loader
from app.tables.replay import opening, path, replay

PAGE = 200


class Finding(NamedTuple):
    """A table that was replayed. `fault` says what is wrong with it, `""` if nothing is."""

    table_id: str
    game: str
    status: str
    moves: int
    fault: str


async def check_up(engine: AsyncEngine) -> AsyncIterator[Finding]:
    """Replay all tables whose game has begun, in the order of their ids."""
    loader = Loader()
    last = "0" * 32
    async with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
        while True:
            begun = GameTable.started_at.is_not(None)
            page = select(GameTable.id).where(GameTable.id > last, begun).order_by(GameTable.id).limit(PAGE)
            ids = (await connection.execute(page)).scalars().all()
            for table_id in ids:
                yield await _check(connection, loader, table_id)
            if len(ids) < PAGE:
                return
            last = ids[-1]


async def _check(connection: AsyncConnection, loader: Loader, table_id: str) -> Finding:
    desk = await read_desk(connection, table_id)
    assert desk is not None
    rows = await loader.rows(connection, table_id)
    if desk.game not in shelf():
        return Finding(table_id, desk.game, desk.status, len(rows), "this program does not have its game")
    fault = ""
    try:
        book = shelf()[desk.game]
        components = await loader.components(connection, desk)
        way = path(rows, max(rows, default=0))
        if way is None:
            raise ValueError("an undo goes back to a move that was itself undone")

        def play() -> None:
            replay(book, opening(book, desk, components)[0], way)

        await asyncio.to_thread(play)
    except IllegalAction as refused:
        fault = f"a stored move is not legal any more ({refused.reason.key})"
    except Exception as error:  # noqa: BLE001 - whatever an engine of another version stumbles over
        fault = str(error) or type(error).__name__
    return Finding(table_id, desk.game, desk.status, len(rows), fault)
