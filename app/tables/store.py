"""The store: tables in memory in front of the database, and the only way in which they change."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

import asyncpg
from sqlalchemy import ARRAY, Integer, bindparam, insert, text, update
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.database.engine import FAILURES
from app.database.models import GameTable, Message, TableId
from app.tables.cache import Cache, Entry
from app.tables.desk import Desk, table_bind
from app.tables.lane import Lane
from app.tables.loading import Loader
from app.tables.number import Number
from app.tables.problems import NotFound, Unavailable
from app.tables.table import Table

logger = logging.getLogger("tertulia.tables")

Clock = Callable[[], datetime]
Hook = Callable[[str, Number], None]
"""Called with the id of a table and its number after each change that this process made. It must not block or raise."""
NameHook = Callable[[int], None]
"""The same for people who have another name than before, with their id."""

P = ParamSpec("P")
T = TypeVar("T")

TABLE_ID = re.compile(r"[0-9a-f]{32}")

_MISTAKES = (
    IntegrityError,
    ProgrammingError,
    DataError,
    asyncpg.IntegrityConstraintViolationError,
    asyncpg.SyntaxOrAccessError,
    asyncpg.DataError,
)
"""Errors of the database that are ours: trying again would not help."""

NUMBER = """
SELECT coalesce((SELECT number FROM moves WHERE table_id = t.id ORDER BY number DESC LIMIT 1), 0), revision
FROM tables t WHERE id = $1
"""
NUMBERS = (
    text(
        "SELECT id, revision, coalesce("
        " (SELECT number FROM moves WHERE table_id = t.id ORDER BY number DESC LIMIT 1), 0) AS version"
        " FROM tables t WHERE id = ANY(:tables)"
    )
    .bindparams(bindparam("tables", type_=ARRAY(TableId)))
    .columns(id=TableId, revision=Integer, version=Integer)
)
_MESSAGE = text(
    "SELECT coalesce((SELECT number FROM messages WHERE table_id = :table ORDER BY number DESC LIMIT 1), 0) + 1"
).bindparams(table_bind())


def now() -> datetime:
    """The time, UTC."""
    return datetime.now(UTC)


class Service(Protocol):
    """A part of the tables' front door, in front of the store."""

    _store: "Store"


S = TypeVar("S", bound=Service)


def shielded(
    method: Callable[Concatenate[S, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """A method that runs to its end once it was called, even when whoever called it goes away."""

    @wraps(method)
    async def run(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._store.finish(method(self, *args, **kwargs))

    return run


@contextmanager
def answering() -> Iterator[None]:
    """Turn failures of the database, and of the way to it, into `Unavailable`; our own mistakes stay what they are."""
    try:
        yield
    except _MISTAKES:
        raise
    except (DBAPIError, PoolTimeout, *FAILURES) as error:
        logger.warning("The database does not answer: %s", type(error).__name__)
        raise Unavailable from error


class Change:
    """One change of a desk inside a transaction that has its row: what to write besides, and what to tell."""

    def __init__(self, connection: AsyncConnection, desk: Desk, at: datetime) -> None:
        self.connection = connection
        self.desk = desk
        self.at = at
        self.values: dict[str, Any] = {}
        self.skip = False
        """Set it when there is nothing to change after all: nothing is written, no number is raised."""
        self._after: Table | None = None

    @property
    def table(self) -> Table:
        """The table as it is once the change is real: not before."""
        assert self._after is not None
        return self._after

    def became(self, table: Table) -> None:
        """Say what the table has become."""
        self._after = table

    async def note(self, person_id: int | None, seat: int, key: str, /, *, by: str = "", **data: Any) -> None:
        """Write into the table's log what a person did at a seat; `by` is the person's name if that is new there."""
        number = (await self.connection.execute(_MESSAGE, {"table": self.desk.id})).scalar_one()
        values = {
            "table_id": self.desk.id,
            "number": number,
            "seat": seat,
            "person_id": person_id,
            "name": by or self.desk.seats[seat - 1].name,
            "key": key,
            "data": data,
            "at": self.at,
        }
        await self.connection.execute(insert(Message).values(values))


class Store:
    """Tables in memory, one lock a table, and the database behind.

    Args:
        engine: the database.
        most: how many tables to keep in memory.
        clock: the time; tests have their own.
    """

    def __init__(self, engine: AsyncEngine, most: int, clock: Clock = now) -> None:
        self.clock = clock
        self.loader = Loader()
        self.hooks: list[Hook] = []
        self.name_hooks: list[NameHook] = []
        self.cache = Cache(most)
        self._engine = engine
        self._plain = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._lane = Lane(engine.url.render_as_string(hide_password=False))
        self._tasks: set[asyncio.Task[Any]] = set()

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[AsyncConnection]:
        """A connection on which each statement is a transaction. Raises: Unavailable when the database fails."""
        with answering():
            async with self._plain.connect() as connection:
                yield connection

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """A connection in one transaction. Raises: Unavailable when the database fails, or it is not known whether."""
        with answering():
            async with self._engine.begin() as connection:
                yield connection

    async def row(self, statement: str, *values: Any) -> asyncpg.Record | None:
        """The first row that a statement gives in the fast lane. Raises: Unavailable as `connection`."""
        with answering():
            return await self._lane.row(statement, *values)

    async def look(self, table_id: str, at_least: Number | None = None) -> Table:
        """The table as it is stored; or as it is in memory, if it has reached a number there. Raises: NotFound."""
        if at_least is not None:
            known = self.cache.known(table_id)
            if known is not None and known.number.reached(at_least):
                self.cache.entry(table_id)
                return known
        async with self.hold(table_id, at_least) as entry:
            return entry.held

    @asynccontextmanager
    async def hold(self, table_id: str, at_least: Number | None = None) -> AsyncIterator[Entry]:
        """The table, loaded and locked: nobody else in this process changes it meanwhile.

        Raises: NotFound, Unavailable. Whatever is raised inside as Unavailable makes this process forget the table.
        """
        entry = self._entry(table_id)
        async with entry:
            try:
                if entry.table is None or at_least is None or not entry.table.number.reached(at_least):
                    await self.renew(entry, table_id)
                yield entry
            except NotFound:
                self.cache.discard(table_id)
                raise
            except Unavailable:
                entry.table = None
                raise

    def _entry(self, table_id: str) -> Entry:
        """The entry of a table. Raises: NotFound for what cannot be the id of one."""
        if not TABLE_ID.fullmatch(table_id):
            raise NotFound("table-unknown")
        return self.cache.entry(table_id)

    async def renew(self, entry: Entry, table_id: str) -> bool:
        """Bring a locked entry to what is stored; whether that was anything new."""
        before = entry.table
        if before is None:
            async with self.connection() as connection:
                entry.table = await self.loader.load(connection, table_id)
            return True
        row = await self.row(NUMBER, table_id)
        if row is None:
            raise NotFound("table-unknown")
        stored = Number(*row)
        if stored == before.number:
            return False
        async with self.connection() as connection:
            entry.table = await self.loader.renew(connection, before, stored)
        return True

    @asynccontextmanager
    async def change(self, table_id: str) -> AsyncIterator[Change]:
        """Change the desk of a table: whatever is written inside, and the raised revision, become real together.

        Raises: NotFound, Unavailable; whatever is raised inside, and then nothing has changed.
        """
        entry = self._entry(table_id)
        async with entry:
            try:
                async with self.transaction() as connection:
                    desk = await self.loader.desk(connection, table_id, lock=True)
                    change = Change(connection, desk, self.clock())
                    yield change
                    if not change.skip:
                        raised = {"revision": desk.revision + 1, "changed_at": change.at, **change.values}
                        await connection.execute(update(GameTable).where(GameTable.id == table_id).values(raised))
                await self.renew(entry, table_id)
            except NotFound:
                self.cache.discard(table_id)
                raise
            except Unavailable:
                entry.table = None
                raise
            change.became(entry.held)
            if not change.skip:
                self.announce(entry.held)

    def announce(self, table: Table) -> None:
        """Tell everybody who listens that this table has changed."""
        self.hint(table.id, table.number)

    def hint(self, table_id: str, number: Number) -> None:
        """Tell everybody who listens that a table has reached a number."""
        for hook in self.hooks:
            hook(table_id, number)

    def renamed(self, person_id: int) -> None:
        """Tell everybody who listens that somebody has another name."""
        for hook in self.name_hooks:
            hook(person_id)

    async def numbers(self, table_ids: Sequence[str]) -> dict[str, Number]:
        """Where these tables stand, in one query."""
        async with self.connection() as connection:
            rows = await connection.execute(NUMBERS, {"tables": list(table_ids)})
            return {row.id: Number(row.version, row.revision) for row in rows}

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Do some work to its end, even when whoever waits for it goes away."""
        return await asyncio.shield(self.later(work))

    def later(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Do some work beside; `settle` waits for it."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def settle(self) -> None:
        """Wait until everything that was begun is done."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))

    async def close(self) -> None:
        """Settle, and close the fast lane."""
        await self.settle()
        await self._lane.close()
