"""Tables on a real database."""

from collections.abc import AsyncIterator, Callable, Iterator

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.settings import Settings
from app.tables.tables import Tables
from tests.support.postgres import SharedPostgres
from tests.tables.company import Clock


@pytest.fixture(scope="module")
def database(postgres: SharedPostgres) -> Iterator[str]:
    """One database for all tests of a module, which is faster: each test makes tables and people of its own."""
    url = postgres.create()
    yield url
    postgres.drop(url)


@pytest.fixture
def clock() -> Clock:
    """A time that passes only when it is told to."""
    return Clock()


@pytest.fixture
async def another(engine: AsyncEngine, clock: Clock) -> AsyncIterator[Callable[..., Tables]]:
    """Makes one more process, as far as tables are concerned, on the same database."""
    opened: list[Tables] = []

    def process(tables_in_memory: int = 500) -> Tables:
        opened.append(Tables(engine, Settings(tables_in_memory=tables_in_memory), clock))
        return opened[-1]

    yield process
    for tables in opened:
        await tables.stop()


@pytest.fixture
def tables(another: Callable[..., Tables]) -> Tables:
    """A process."""
    return another()
