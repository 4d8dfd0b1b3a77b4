"""Hints between processes: which tables have something new, and who has another name, over one connection with LISTEN
and NOTIFY.

A hint about a table may be lost; it only spares waiting for the next look at the database. One about a person is sent
again when the connection is lost meanwhile; whoever may have missed some is told that they may be missing.
"""

import asyncio
import contextlib
import logging
import random
from collections.abc import Awaitable, Callable, Iterable

import asyncpg
import msgspec

from app.database.engine import FAILURES
from app.tables.number import Number

logger = logging.getLogger("tertulia.live")

CHANNEL = "tertulia_news"
PEOPLE_CHANNEL = "tertulia_people"
HINTS_IN_ONE = 100
"""A payload of NOTIFY must be shorter than 8000 bytes."""
PENDING = 10_000
"""About so many tables at most there is something to tell while the connection is lost."""
NOTIFY = "SELECT pg_notify($1, $2)"
UNHURRIED = "SET synchronous_commit TO off"
"""A hint need not outlive the database: else each would wait for the disk, and moves behind it."""
PAUSES = (0.1, 0.3, 1.0, 3.0)
"""Seconds, more or less, before the next tries to connect."""
REST = 0.005
"""Seconds after some hints before the next ones go out together."""

Heard = Callable[[str, Number], None]
HeardOf = Callable[[int], None]
Connect = Callable[[], Awaitable[asyncpg.Connection]]

_decoder = msgspec.json.Decoder(list[tuple[str, int, int]])
_people_decoder = msgspec.json.Decoder(list[int])


class Hints:
    """The notifier of one process.

    Args:
        connect: opens a connection of its own, outside any pool.
        heard: is called with each table and number that another process has told.
        heard_of: is called with the id of each person who has another name, as another process has told.
        lost: is called when the connection was lost, so that hints may be missing.
    """

    def __init__(self, connect: Connect, heard: Heard, heard_of: HeardOf, lost: Callable[[], None]) -> None:
        self._connect = connect
        self._heard = heard
        self._heard_of = heard_of
        self._lost = lost
        self._pending: dict[str, Number] = {}
        self._people: set[int] = set()
        self._bell = asyncio.Event()
        self.listening = False
        """Whether hints get through at the moment."""

    def tell(self, table: str, number: Number) -> None:
        """Let the other processes know; several hints about one table become one."""
        if len(self._pending) >= PENDING:
            del self._pending[next(iter(self._pending))]
        self._pending[table] = number
        self._bell.set()

    def tell_of(self, person: int) -> None:
        """Let the other processes know that somebody has another name."""
        self._people.add(person)
        self._bell.set()

    async def run(self) -> None:
        """Listen and tell until cancelled; a lost connection is opened again."""
        tries = 0
        while True:
            try:
                connection = await self._connect()
            except FAILURES as error:
                logger.debug("No connection for the news: %s", error)
                await asyncio.sleep(PAUSES[min(tries, len(PAUSES) - 1)] * (0.5 + random.random()))  # noqa: S311
                tries += 1
                continue
            tries = 0
            try:
                await self._serve(connection)
            except FAILURES as error:
                logger.warning("The connection for the news is lost and will be opened again: %s", error)
            finally:
                self.listening = False
                connection.terminate()
            self._lost()

    async def _serve(self, connection: asyncpg.Connection) -> None:
        mine = connection.get_server_pid()

        def receive(_: object, sender: int, channel: str, payload: object) -> None:
            if sender != mine:
                self._receive(channel, str(payload))

        connection.add_termination_listener(lambda _: self._bell.set())
        await connection.execute(UNHURRIED)
        await connection.add_listener(CHANNEL, receive)
        await connection.add_listener(PEOPLE_CHANNEL, receive)
        self.listening = True
        self._lost()
        self._bell.set()
        while True:
            await self._bell.wait()
            self._bell.clear()
            if connection.is_closed():
                raise ConnectionError("closed by the other side")
            while self._pending:
                hints, self._pending = self._pending, {}
                for payload in payloads(hints.items()):
                    await connection.execute(NOTIFY, CHANNEL, payload)
                await asyncio.sleep(REST)
            while self._people:
                people = [self._people.pop() for _ in range(min(HINTS_IN_ONE, len(self._people)))]
                try:
                    await connection.execute(NOTIFY, PEOPLE_CHANNEL, msgspec.json.encode(people).decode())
                except FAILURES:
                    self._people.update(people)
                    raise

    def _receive(self, channel: str, payload: str) -> None:
        with contextlib.suppress(msgspec.DecodeError):
            if channel == PEOPLE_CHANNEL:
                for person in _people_decoder.decode(payload):
                    self._heard_of(person)
                return
            for table, version, revision in _decoder.decode(payload):
                self._heard(table, Number(version, revision))


def payloads(hints: Iterable[tuple[str, Number]]) -> Iterable[str]:
    """The hints as JSON, cut into what one NOTIFY can carry."""
    rows = [[table, *number] for table, number in hints]
    for start in range(0, len(rows), HINTS_IN_ONE):
        yield msgspec.json.encode(rows[start : start + HINTS_IN_ONE]).decode()
