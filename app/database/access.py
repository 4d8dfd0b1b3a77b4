"""The database for the server and for commands beside it: the one named, the one that runs, or one of our own."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

from app.database.binaries import DatabaseError
from app.database.embedded import EmbeddedPostgres
from app.database.folder import InUseError
from app.settings import Settings

LEAST = 100
SPARE = 20
"""Connections for commands beside the server, and those that a dead worker has not given back yet."""


def own(settings: Settings) -> EmbeddedPostgres:
    """The database in the data folder, with room for all connections of these settings."""
    most = max(settings.connections + SPARE, LEAST)
    return EmbeddedPostgres(settings.data, pg_bin=settings.pg_bin, options={"max_connections": str(most)})


@contextmanager
def reach(settings: Settings) -> Iterator[str]:
    """The address of a database that answers while this context lasts, for a command beside the server.

    Raises:
        DatabaseError: there is none, or it cannot be started.
    """
    if settings.database_url is not None:
        yield settings.database_url
        return
    server = own(settings)
    if not server.made:
        raise DatabaseError(
            f"There is no database in {settings.data.absolute()} yet. Start the server once; or if it keeps its data "
            "elsewhere, set TERTULIA_DATA to that folder, as a whole path."
        )
    with closing(server):
        try:
            server.open()
        except InUseError:
            yield server.url  # of the server that runs
            return
        server.start()
        try:
            yield server.url
        finally:
            server.stop()
