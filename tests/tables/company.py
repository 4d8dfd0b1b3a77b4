"""Friends at a table: what the tests of tables, news and doors seat, start and play with."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import msgspec

from app.games.session import Action
from app.tables.moves import Moved
from app.tables.table import Table
from app.tables.tables import Tables

NAMES = ("Ana", "Bruno", "Clara", "Diego", "Elena")


class Clock:
    """A time that passes only when it is told to."""

    def __init__(self) -> None:
        self.now = datetime(2026, 7, 1, 20, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def passes(self, seconds: float) -> None:
        """Let time pass."""
        self.now += timedelta(seconds=seconds)


async def people(tables: Tables, count: int = 3) -> list[int]:
    """So many people who have just come in, with names."""
    return [(await tables.people.make(name))[0].id for name in NAMES[:count]]


async def gather(tables: Tables, friends: Sequence[int], game: str = "cuckooo", **options: Any) -> Table:
    """A table at which these people sit in this order; the first made it."""
    table = await tables.gathering.make(friends[0], game, options)
    for friend in friends[1:]:
        await tables.gathering.join(friend, table.id, table.invite)
    return await tables.look(table.id)


async def begun(tables: Tables, friends: Sequence[int], bots: int = 0, game: str = "cuckooo", **options: Any) -> Table:
    """The same with bots behind them, once the game has begun."""
    table = await gather(tables, friends, game, **options)
    for _ in range(bots):
        await tables.gathering.add_bot(friends[0], table.id)
    return await tables.gathering.start(friends[0], table.id)


def some_action(table: Table, seat: int, rng: Random) -> Action:
    """Something that the seat may do now."""
    assert table.session is not None
    return rng.choice(table.session.choices(seat)).sample(rng)


def as_json(action: Action) -> bytes:
    """An action as it is sent."""
    return msgspec.json.encode(action)


async def move(tables: Tables, table: Table, person: int, rng: Random, command: str | None = None) -> Moved:
    """Let a person do something legal at a table as that person sees it."""
    seat = table.seat_of(person)
    assert seat is not None
    name = command if command is not None else f"c-{table.version}-{rng.getrandbits(40)}"
    return await tables.moves.play(person, table.id, name, table.version, as_json(some_action(table, seat, rng)))


async def play_on(tables: Tables, table: Table, friends: Sequence[int], rng: Random, moves: int = 10_000) -> Table:
    """Let people play at random, so many moves or to the end."""
    for _ in range(moves):
        if not table.actors:
            break
        table = (await move(tables, table, friends[rng.choice(table.actors) - 1], rng)).table
    return table
