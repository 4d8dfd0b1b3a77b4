"""Leaving a running game is final: whoever has left gets no seat in it again, by whatever way and in any process."""

import asyncio
from collections.abc import Callable

import pytest

from app.tables.problems import Forbidden, Problem
from app.tables.table import Table
from app.tables.tables import Tables
from tests.tables.company import begun, gather, people

Another = Callable[..., Tables]


async def refused(tables: Tables, person: int, table: Table, link: str, code: str) -> None:
    """Every way to a seat is closed, and trying changes nothing."""
    before = (await tables.look(table.id)).number
    for attempt in (
        tables.seating.take(person, link),
        tables.seating.enter_code(person, code),
        tables.seating.enter_code(person, code, table.id),
        tables.gathering.join(person, table.id, table.invite),
    ):
        with pytest.raises(Forbidden, match="left-game"):
            await attempt
    now = await tables.look(table.id)
    assert (now.number, now.seat_of(person), now.left_by(person)) == (before, None, True)


async def test_a_host_who_has_left_cannot_take_the_seat_of_a_friend_by_a_link_kept_for_that(
    tables: Tables, another: Another
) -> None:
    ana, bruno, clara = await people(tables)
    table = await begun(tables, [ana, bruno, clara])
    elsewhere = another()
    await elsewhere.look(table.id)
    link = await tables.seating.seat_link(ana, table.id, 2)
    code, _ = await tables.seating.code(ana, table.id, 3)
    await tables.gathering.leave(ana, table.id)
    for process in (tables, elsewhere, another()):
        await refused(process, ana, table, link, code)
    stranger = (await tables.people.make())[0].id
    assert (await elsewhere.seating.enter_code(stranger, code)).seat_of(stranger) == 3, "the code was not used up"


async def test_in_the_lobby_too_who_has_left_looks_on_and_no_more(tables: Tables) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    await tables.gathering.change(friends[0], table.id, visibility="lobby")
    table = await tables.gathering.leave(friends[1], table.id)
    assert tables.viewer(table, friends[1]).watcher
    with pytest.raises(Forbidden, match="left-game"):
        await tables.gathering.join(friends[1], table.id)


async def test_everybody_who_held_the_seat_has_left_with_it(tables: Tables, another: Another) -> None:
    friends = await people(tables, 4)
    table = await begun(tables, friends[:3])
    await tables.seating.take(friends[3], await tables.seating.seat_link(friends[1], table.id, 2))
    link = await tables.seating.seat_link(friends[0], table.id, 3)
    await another().gathering.leave(friends[3], table.id)
    for person in (friends[1], friends[3]):
        with pytest.raises(Forbidden, match="left-game"):
            await tables.seating.take(person, link)


async def test_whoever_leaves_and_takes_a_seat_at_the_same_moment_has_at_most_the_one(
    tables: Tables, another: Another
) -> None:
    ana, bruno, clara = await people(tables)
    for _ in range(5):
        table = await begun(tables, [ana, bruno, clara])
        link = await tables.seating.seat_link(ana, table.id, 2)
        processes = [another() for _ in range(2)]
        deeds = [processes[0].gathering.leave(ana, table.id)]
        deeds += [process.seating.take(ana, link) for process in processes for _ in range(2)]
        done = await asyncio.gather(*deeds, return_exceptions=True)
        assert isinstance(done[0], Table)
        assert {one.key for one in done[1:] if isinstance(one, Problem)} <= {"left-game", "already-seated"}
        assert all(isinstance(one, Problem) for one in done[1:])
        for process in (*processes, tables):
            now = await process.look(table.id)
            assert (now.seat_of(ana), now.seats[0].kind, now.left_by(ana)) == (None, "bot", True)


async def test_before_the_game_one_may_leave_and_return(tables: Tables) -> None:
    friends = await people(tables)
    table = await gather(tables, friends)
    table = await tables.gathering.leave(friends[2], table.id)
    assert not table.left_by(friends[2])
    assert (await tables.gathering.join(friends[2], table.id, table.invite)).seat_of(friends[2]) == 3
