"""Connections to PostgreSQL: a pool for SQLAlchemy, and single ones for who wants to listen."""

from typing import Any
from urllib.parse import urlsplit

import asyncpg
import msgspec
from sqlalchemy import URL, NullPool, make_url
from sqlalchemy.dialects.postgresql.asyncpg import dialect as asyncpg_dialect
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

CONNECT_SECONDS = 5
COMMAND_SECONDS = 30
FAILURES = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""What a connection raises when the database, or the way to it, fails; the last one when it dies in mid-answer."""


def address(database_url: str) -> URL:
    """The address for SQLAlchemy; `sslmode`, as hosting services write it, becomes the `ssl` that asyncpg knows."""
    url = make_url(database_url).set(drivername="postgresql+asyncpg")
    if mode := url.query.get("sslmode"):
        url = url.difference_update_query(["sslmode"]).update_query_dict({"ssl": mode})
    return url


def place(database_url: str) -> str:
    """Where the database is, in words for an error: never with user or password."""
    parts = urlsplit(database_url)
    return f"{parts.hostname or 'the local socket'}{parts.path}"


def create_engine(database_url: str, pool: int | None = None) -> AsyncEngine:
    """An engine with a bounded pool, or without one.

    JSON columns are written and read by msgspec. A connection lost by a restart of the database is noticed by the first
    command that uses it, which fails; the pool then forgets all others of that age.

    Args:
        database_url: a PostgreSQL address.
        pool: the most connections to hold; None opens one for every use.
    """
    sized: dict[str, Any] = {"poolclass": NullPool} if pool is None else {"pool_size": pool, "max_overflow": 0}
    return create_async_engine(
        address(database_url),
        connect_args=_options(),
        json_serializer=lambda value: msgspec.json.encode(value).decode(),
        json_deserializer=msgspec.json.decode,
        **sized,
    )


async def open_connection(database_url: str) -> asyncpg.Connection:
    """One connection of asyncpg outside any pool, such as for LISTEN.

    Raises:
        OSError, asyncpg.PostgresError: the database cannot be reached, or refuses.
    """
    dialect = asyncpg_dialect()  # type: ignore[no-untyped-call]
    _, options = dialect.create_connect_args(address(database_url))  # type: ignore[no-untyped-call]
    return await asyncpg.connect(**{**options, **_options()})


def _options() -> dict[str, Any]:
    return {
        "timeout": CONNECT_SECONDS,
        "command_timeout": COMMAND_SECONDS,
        "server_settings": {"application_name": "tertulia", "timezone": "UTC", "jit": "off"},
    }
