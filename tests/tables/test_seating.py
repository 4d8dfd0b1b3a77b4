"""Links and codes: more devices for a seat, and watchers, who never act."""

import re
from collections.abc import Callable
from random import Random

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.database.models import Link
from app.tables.problems import Conflict, Forbidden, NotFound, TooMany
from app.tables.seating import LinkView, Viewer
from app.tables.table import Table
from app.tables.tables import Tables
from tests.tables.company import Clock, begun, gather, move, people


async def newcomer(tables: Tables) -> int:
    return (await tables.people.make())[0].id


async def test_a_seat_link_adds_a_device_that_plays_for_the_seat(tables: Tables) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    link = await tables.seating.seat_link(friends[1], table.id, 2)
    assert await tables.seating.find(link) == LinkView("seat", table.id, 2, "Bruno")
    phone = await newcomer(tables)
    table = await tables.seating.take(phone, link)
    assert table.seat_of(phone) == table.seat_of(friends[1]) == 2
    assert (await move(tables, table, phone, Random(1))).number == 1


async def test_looking_at_a_link_takes_no_seat(tables: Tables) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    link = await tables.seating.seat_link(friends[1], table.id, 2)
    before = (await tables.look(table.id)).number
    await tables.seating.find(link)
    await tables.seating.find(table.invite)
    assert (await tables.look(table.id)).number == before


async def test_a_seat_link_used_twice_changes_nothing_more(tables: Tables) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    link = await tables.seating.seat_link(friends[1], table.id, 2)
    phone = await newcomer(tables)
    first = await tables.seating.take(phone, link)
    assert (await tables.seating.take(phone, link)).number == first.number


async def test_nobody_has_two_seats_at_a_table(tables: Tables) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    link = await tables.seating.seat_link(friends[1], table.id, 2)
    code, _ = await tables.seating.code(friends[1], table.id, 2)
    for attempt in (tables.seating.take(friends[2], link), tables.seating.enter_code(friends[2], code)):
        with pytest.raises(Conflict, match="already-seated"):
            await attempt
    assert (await tables.look(table.id)).seat_of(friends[2]) == 3


async def test_a_newer_seat_link_closes_the_older(tables: Tables) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    old = await tables.seating.seat_link(friends[1], table.id, 2)
    new = await tables.seating.seat_link(friends[1], table.id, 2)
    with pytest.raises(NotFound, match="link-unknown"):
        await tables.seating.take(await newcomer(tables), old)
    await tables.seating.take(await newcomer(tables), new)


async def test_a_link_for_somebody_else_is_the_hosts_to_make_and_the_log_says_so(tables: Tables) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    with pytest.raises(Forbidden, match="not-host"):
        await tables.seating.seat_link(friends[1], table.id, 3)
    with pytest.raises(Forbidden, match="not-seated"):
        await tables.seating.code(await newcomer(tables), table.id, 3)
    before = await tables.look(table.id)
    await tables.seating.seat_link(friends[1], table.id, 2)
    assert (await tables.look(table.id)).number == before.number
    await tables.seating.seat_link(friends[0], table.id, 3)
    line = (await tables.messages.last(table.id))[-1]
    assert (line.seat, line.key, line.data) == (1, "link-made", {"name": table.seats[2].name, "seat": 3})
    assert (await tables.look(table.id)).revision == before.revision + 1


async def test_there_are_links_to_seats_of_people_alone(tables: Tables) -> None:
    friends = await people(tables, 2)
    table = await gather(tables, friends)
    await tables.gathering.add_bot(friends[0], table.id)
    for seat in (3, 4):
        with pytest.raises(Conflict, match="seat-not-person"):
            await tables.seating.seat_link(friends[0], table.id, seat)
    with pytest.raises(NotFound, match="seat-unknown"):
        await tables.seating.seat_link(friends[0], table.id, 7)


async def test_a_code_opens_once(tables: Tables) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    code, _ = await tables.seating.code(friends[1], table.id, 2)
    assert re.fullmatch(r"[2-9A-HJ-NP-Z]{8}", code)
    phone = await newcomer(tables)
    typed = f" {code[:4].lower()}-{code[4:]} "
    assert (await tables.seating.enter_code(phone, typed, table.id)).seat_of(phone) == 2
    with pytest.raises(NotFound, match="code-unknown"):
        await tables.seating.enter_code(await newcomer(tables), code)


async def test_a_code_opens_for_ten_minutes(tables: Tables, clock: Clock) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    code, until = await tables.seating.code(friends[1], table.id, 2)
    assert (until - clock.now).total_seconds() == 600
    clock.passes(601)
    with pytest.raises(NotFound, match="code-unknown"):
        await tables.seating.enter_code(await newcomer(tables), code)


async def test_a_code_opens_its_own_table_alone_and_is_no_link(tables: Tables) -> None:
    friends = await people(tables)
    table, other = await begun(tables, friends), await begun(tables, friends)
    code, _ = await tables.seating.code(friends[1], table.id, 2)
    with pytest.raises(NotFound, match="code-unknown"):
        await tables.seating.enter_code(await newcomer(tables), code, other.id)
    with pytest.raises(NotFound, match="link-unknown"):
        await tables.seating.find(code)
    link = await tables.seating.seat_link(friends[1], table.id, 2)
    with pytest.raises(NotFound, match="code-unknown"):
        await tables.seating.enter_code(await newcomer(tables), link)
    for wrong in (code, table.invite):
        with pytest.raises(NotFound, match="link-unknown"):
            await tables.seating.take(await newcomer(tables), wrong)


async def test_guessing_codes_is_stopped_after_a_few_and_allowed_again_later(tables: Tables, clock: Clock) -> None:
    guesser = await newcomer(tables)
    for guess in range(10):
        with pytest.raises(NotFound, match="code-unknown"):
            await tables.seating.enter_code(guesser, f"AAAA{guess}222")
    with pytest.raises(TooMany, match="codes-tried") as refused:
        await tables.seating.enter_code(guesser, "BBBB2222")
    assert refused.value.data == {"seconds": 601}
    clock.passes(600)
    with pytest.raises(NotFound):
        await tables.seating.enter_code(guesser, "BBBB2222")


async def test_secrets_that_nobody_reads_again_are_stored_by_their_hash_alone(
    tables: Tables, engine: AsyncEngine
) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    link = await tables.seating.seat_link(friends[1], table.id, 2)
    code, _ = await tables.seating.code(friends[1], table.id, 2)
    async with engine.connect() as connection:
        rows = (await connection.execute(select(Link).where(Link.table_id == table.id))).all()
    assert {row.kind: row.token for row in rows} == {"invite": table.invite, "seat": None, "code": None}
    assert link not in str(rows)
    assert code not in str(rows)
    assert len(link) == len(table.invite) == 43


async def test_who_may_look_at_a_table_and_as_what(tables: Tables) -> None:
    friends = await people(tables)
    stranger = await newcomer(tables)
    table = await begun(tables, friends)
    watch = await tables.seating.watch_link(friends[1], table.id)
    table = await tables.look(table.id)

    def as_what(person: int | None, **secrets: str) -> Viewer:
        return tables.viewer(table, person, **secrets)

    assert as_what(friends[0]) == Viewer(friends[0], 1, host=True, watcher=False, invited=False)
    assert as_what(friends[1], watch=watch) == Viewer(friends[1], 2, host=False, watcher=False, invited=False)
    assert as_what(None, watch=watch) == Viewer(None, None, host=False, watcher=True, invited=False)
    invited = as_what(stranger, invite=table.invite)
    assert invited == Viewer(stranger, None, host=False, watcher=False, invited=True)
    assert not invited.sees_game
    assert as_what(None, watch=watch).sees_game
    for secrets in ({}, {"watch": table.invite}, {"invite": watch}, {"watch": "", "invite": ""}, {"watch": "\ud800"}):
        with pytest.raises(NotFound, match="table-unknown"):
            as_what(stranger, **secrets)


async def test_anybody_watches_a_table_in_the_lobby(tables: Tables) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    table = await tables.gathering.change(friends[0], table.id, visibility="lobby")
    assert tables.viewer(table, None).sees_game
    assert tables.viewer(table, None).seat is None


async def test_the_watcher_link_is_the_same_until_it_is_renewed(tables: Tables, another: Callable[..., Tables]) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    assert table.watch is None
    watch = await tables.seating.watch_link(friends[1], table.id)
    assert await another().seating.watch_link(friends[2], table.id) == watch
    assert await tables.seating.find(watch) == LinkView("watcher", table.id, None, "")
    renewed = await tables.seating.watch_link(friends[1], table.id, renew=True)
    assert renewed != watch
    table = await tables.look(table.id)
    with pytest.raises(NotFound):
        tables.viewer(table, None, watch=watch)
    with pytest.raises(Forbidden):
        await tables.seating.watch_link(await newcomer(tables), table.id)


async def test_the_links_of_a_seat_open_nothing_once_it_was_left(tables: Tables) -> None:
    friends = await people(tables)
    table: Table = await gather(tables, friends)
    link = await tables.seating.seat_link(friends[1], table.id, 2)
    await tables.gathering.leave(friends[1], table.id)
    with pytest.raises(NotFound, match="link-unknown"):
        await tables.seating.take(await newcomer(tables), link)
