"""The fast lane: the few statements that every move needs, on connections of asyncpg without anything in between.

What SQLAlchemy does around a statement (a connection from the pool and back, greenlets, a compiled statement looked up)
costs ten times what the statement itself does. Here each statement is a transaction of its own.
"""

import asyncio
from typing import Any

import asyncpg

from app.database.engine import FAILURES, open_connection

LANES = 4
"""So many connections at most, besides the pool: enough for the commits of a process to be written together."""


class Lane:
    """Single statements on a few connections, opened when they are needed.

    Args:
        database_url: the database.
        most: how many connections.
    """

    def __init__(self, database_url: str, most: int = LANES) -> None:
        self._url = database_url
        self._idle: list[asyncpg.Connection] = []
        self._room = asyncio.Semaphore(most)

    async def row(self, statement: str, *values: Any) -> asyncpg.Record | None:
        """The first row that a statement gives, None if none.

        Raises: what asyncpg raises; then the connection is given up, and it may not be known whether the statement was
            carried out.
        """
        async with self._room:
            connection = await self._connection()
            try:
                row = await connection.fetchrow(statement, *values)
            except BaseException:
                connection.terminate()
                raise
            self._idle.append(connection)
            return row

    async def _connection(self) -> asyncpg.Connection:
        while self._idle:
            connection = self._idle.pop()
            if not connection.is_closed():
                return connection
        return await open_connection(self._url)

    async def close(self) -> None:
        """Close the connections."""
        while self._idle:
            connection = self._idle.pop()
            try:
                await connection.close()
            except FAILURES:
                connection.terminate()
