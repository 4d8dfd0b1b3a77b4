"""Hints between two processes, over a real PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

import asyncpg
import pytest

from app.database.engine import open_connection
from app.live.hints import HINTS_IN_ONE, Hints, payloads
from app.tables.number import Number
from tests.support.postgres import SharedPostgres


class Ear:
    """A process that listens, and what it heard."""

    def __init__(self, url: str) -> None:
        self.heard: list[tuple[str, Number]] = []
        self.people: set[int] = set()
        self.doubts = 0
        self.connections: list[asyncpg.Connection] = []
        self.hints = Hints(
            partial(self.connect, url), lambda *hint: self.heard.append(hint), self.people.add, self.doubt
        )

    async def connect(self, url: str) -> asyncpg.Connection:
        self.connections.append(await open_connection(url))
        return self.connections[-1]

    def doubt(self) -> None:
        self.doubts += 1


async def until(condition: Callable[[], bool]) -> None:
    """Wait for a condition. Raises: TimeoutError."""
    async with asyncio.timeout(20):
        while not condition():  # noqa: ASYNC110 - the condition is another task's
            await asyncio.sleep(0.01)


@asynccontextmanager
async def listening(*ears: Ear) -> AsyncIterator[None]:
    """Let processes listen."""
    tasks = [asyncio.create_task(ear.hints.run()) for ear in ears]
    try:
        await until(lambda: all(ear.hints.listening for ear in ears))
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@pytest.mark.anyio
async def test_another_process_hears_and_the_own_does_not(database: str) -> None:
    one, other = Ear(database), Ear(database)
    async with listening(one, other):
        one.hints.tell("a" * 32, Number(3, 4))
        await until(lambda: bool(other.heard))
        other.hints.tell("b" * 32, Number(5, 6))
        await until(lambda: bool(one.heard))
    assert other.heard == [("a" * 32, Number(3, 4))]
    assert one.heard == [("b" * 32, Number(5, 6))]


@pytest.mark.anyio
async def test_many_hints_become_one_message_with_the_last_number(database: str) -> None:
    one, other = Ear(database), Ear(database)
    async with listening(one, other):
        for version in range(50):
            one.hints.tell("a" * 32, Number(version, 0))
        one.hints.tell("b" * 32, Number(1, 0))
        await until(lambda: ("b" * 32, Number(1, 0)) in other.heard)
    assert other.heard == [("a" * 32, Number(49, 0)), ("b" * 32, Number(1, 0))]


@pytest.mark.anyio
async def test_who_has_another_name_is_told_in_as_many_messages_as_it_takes(database: str) -> None:
    one, other = Ear(database), Ear(database)
    many = set(range(2**40, 2**40 + 1000))
    async with listening(one, other):
        for person in many:
            one.hints.tell_of(person)
        await until(lambda: other.people == many)
    one.hints.tell_of(7)
    async with listening(other), listening(one):
        await until(lambda: 7 in other.people)
    assert one.people == set()
    assert other.heard == []


@pytest.mark.anyio
async def test_a_lost_connection_is_opened_again_and_causes_doubt(database: str, postgres: SharedPostgres) -> None:
    one, other = Ear(database), Ear(database)
    async with listening(one, other):
        doubts = other.doubts
        connection = await open_connection(database)
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
            "AND datname = current_database()"
        )
        await connection.close()
        await until(lambda: other.doubts > doubts)
        await until(lambda: one.hints.listening and other.hints.listening)
        one.hints.tell("a" * 32, Number(1, 0))
        await until(lambda: bool(other.heard))


def test_no_message_is_longer_than_notify_can_carry() -> None:
    hints = [(f"{number:032x}", Number(2**31 - 1, 2**31 - 1)) for number in range(1000)]
    made = list(payloads(hints))
    assert len(made) == 1000 / HINTS_IN_ONE
    assert max(len(text.encode()) for text in made) < 8000


@pytest.mark.anyio
async def test_no_hint_waits_for_the_disk(database: str) -> None:
    ear = Ear(database)
    async with listening(ear):
        assert await ear.connections[-1].fetchval("SHOW synchronous_commit") == "off"
