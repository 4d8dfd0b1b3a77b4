"""How many connections a database takes, and whether those of the workers fit."""

from typing import NamedTuple

from app.database.engine import open_connection, place
from app.settings import Settings


class Capacity(NamedTuple):
    """Connections: how many there may be of programs like this one, and how many are open, without the asker's."""

    allowed: int
    open: int


async def capacity(database_url: str) -> Capacity:
    """How many connections a database takes."""
    connection = await open_connection(database_url)
    try:
        row = await connection.fetchrow(
            "SELECT sum(CASE name WHEN 'max_connections' THEN setting::int ELSE -setting::int END)::int,"
            " (SELECT count(*)::int - 1 FROM pg_stat_activity WHERE backend_type = 'client backend')"
            " FROM pg_settings"
            " WHERE name IN ('max_connections', 'superuser_reserved_connections', 'reserved_connections')"
        )
    finally:
        await connection.close()
    assert row is not None
    return Capacity(row[0], row[1])


def lack(settings: Settings, found: Capacity, database_url: str) -> str:
    """What to do where the workers may ask for more connections than there are; `""` if all is well."""
    if settings.connections <= found.allowed:
        return ""
    return (
        f"The database at {place(database_url)} takes {found.allowed} connections, but the server may need "
        f"{settings.connections}: lower TERTULIA_WORKERS or TERTULIA_POOL, or raise its max_connections."
    )
