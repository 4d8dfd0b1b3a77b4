"""What is said at a table, and its log."""

import pytest
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncEngine

from app.database.models import Message
from app.tables.messages import KEYS, LONGEST, SHOWN
from app.tables.problems import Forbidden, Illegal, NotFound
from app.tables.tables import Tables
from tests.tables.company import Clock, gather, people


async def test_what_is_said_is_read_by_all_in_order(tables: Tables, clock: Clock) -> None:
    friends = await people(tables, 2)
    table = await gather(tables, friends)
    first = await tables.messages.say(friends[0], table.id, "  good evening <b>all</b>\n ")
    assert first.number == (0, table.revision + 1)
    await tables.messages.say(friends[1], table.id, "¡hola!")
    lines = await tables.messages.last(table.id)
    assert [(line.seat, line.data["text"]) for line in lines if line.key == "said"] == [
        (1, "good evening <b>all</b>"),
        (2, "¡hola!"),
    ]
    assert lines[-1].at == clock.now
    assert await tables.messages.last(table.id, since=lines[-2].number) == lines[-1:]


async def test_only_the_last_are_shown(tables: Tables, engine: AsyncEngine, clock: Clock) -> None:
    friends = await people(tables, 1)
    table = await gather(tables, friends)
    said = [
        {
            "table_id": table.id,
            "number": number,
            "seat": 1,
            "name": "Friend",
            "key": "said",
            "data": {"text": f"{number}"},
            "at": clock.now,
        }
        for number in range(SHOWN + 3)
    ]
    async with engine.begin() as connection:
        await connection.execute(insert(Message), said)
    lines = await tables.messages.last(table.id)
    assert len(lines) == SHOWN
    assert lines[-1].data == {"text": f"{SHOWN + 2}"}


async def test_only_the_seated_speak_and_say_something(tables: Tables) -> None:
    friends = await people(tables, 2)
    table = await gather(tables, friends[:1])
    with pytest.raises(Forbidden, match="not-seated"):
        await tables.messages.say(friends[1], table.id, "hello")
    for nothing in ("", " \n", "\x00\u202e", "a" * (LONGEST + 1)):
        with pytest.raises(Illegal, match="text-malformed"):
            await tables.messages.say(friends[0], table.id, nothing)
    with pytest.raises(NotFound):
        await tables.messages.say(friends[0], "1" * 32, "hello")


async def test_the_log_tells_what_happened_to_the_seats(tables: Tables) -> None:
    friends = await people(tables, 4)
    table = await gather(tables, friends)
    await tables.gathering.rename(friends[1], table.id, "Benito")
    await tables.gathering.open_seat(friends[0], table.id, 4)
    await tables.gathering.add_bot(friends[0], table.id)
    await tables.gathering.start(friends[0], table.id)
    await tables.gathering.leave(friends[0], table.id)
    lines = await tables.messages.last(table.id)
    assert [(line.seat, line.key) for line in lines] == [
        (2, "joined"),
        (3, "joined"),
        (0, "joined"),
        (2, "renamed"),
        (1, "removed"),
        (1, "bot-added"),
        (1, "started"),
        (1, "left"),
        (1, "host-changed"),
    ]
    assert all(tuple(line.data) == KEYS[line.key] or set(line.data) == set(KEYS[line.key]) for line in lines)


async def test_what_was_said_stays_with_whoever_said_it(tables: Tables) -> None:
    """Seats are numbered anew, renamed, and given to others."""
    friends = await people(tables, 3)
    table = await gather(tables, friends)
    left, stays = table.seats[1].name, table.seats[2].name
    await tables.messages.say(friends[1], table.id, "the host snores")
    await tables.messages.say(friends[2], table.id, "good evening")
    await tables.gathering.open_seat(friends[0], table.id, 2)
    await tables.gathering.join((await people(tables, 1))[0], table.id, table.invite, "Newcomer")
    await tables.gathering.change(friends[0], table.id, order=[3, 1, 2, 4, 5])

    async def said() -> list[tuple[int, str, str]]:
        lines = await tables.messages.last(table.id)
        return [(line.seat, line.name, line.data["text"]) for line in lines if line.key == "said"]

    assert await said() == [(0, left, "the host snores"), (1, stays, "good evening")]
    await tables.gathering.rename(friends[2], table.id, "Renamed")
    assert await said() == [(0, left, "the host snores"), (1, "Renamed", "good evening")]
