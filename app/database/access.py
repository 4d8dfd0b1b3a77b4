"""The database for a command beside the server: the one named, the one that runs, or one started for the while."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

from app.database.embedded import EmbeddedPostgres
from app.database.folder import InUseError
from app.settings import Settings


@contextmanager
def reach(settings: Settings) -> Iterator[str]:
    """The address of a database that answers while this context lasts.

    Raises:
        DatabaseError: there is none and none can be started.
    """
    if settings.database_url is not None:
        yield settings.database_url
        return
    server = EmbeddedPostgres(settings.data, pg_bin=settings.pg_bin)
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
