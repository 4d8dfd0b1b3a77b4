"""Absence: nobody who is not here can block a table."""

from collections.abc import Callable
from random import Random

import pytest

from app.tables.absence import STILL_OPEN
from app.tables.problems import Conflict, Forbidden
from app.tables.tables import Tables
from tests.tables.company import Clock, as_json, begun, gather, move, people, some_action

Another = Callable[..., Tables]


async def test_activity_is_seen_by_all_and_wears_off(tables: Tables, another: Another, clock: Clock) -> None:
    friends = await people(tables)
    table = await gather(tables, friends)
    beside = another()
    assert all(seat.here for seat in table.view.seats[:3])
    clock.passes(61)
    await beside.absence.seen(table.id, friends[1])
    await tables.absence.sweep()
    for process in (tables, beside):
        seats = (await process.look(table.id)).view.seats
        assert [seat.here for seat in seats[:3]] == [False, True, False]
        assert [seat.seen_at for seat in seats[:3]] == ["2026-07-01T20:00:00Z", None, "2026-07-01T20:00:00Z"]
    await beside.absence.seen(table.id, friends[0])
    assert (await tables.look(table.id)).view.seats[0].here


async def test_a_change_of_presence_has_a_number_and_activity_alone_has_none(tables: Tables, clock: Clock) -> None:
    friends = await people(tables)
    table = await gather(tables, friends)
    heard: list[int] = []
    tables.subscribe(lambda table_id, number: heard.append(number.revision) if table_id == table.id else None)
    for _ in range(5):
        clock.passes(21)
        for friend in friends:
            await tables.absence.seen(table.id, friend)
        await tables.absence.sweep()
    assert (await tables.look(table.id)).number == table.number
    clock.passes(61)
    await tables.absence.sweep()
    await tables.absence.sweep()
    assert (await tables.look(table.id)).revision == table.revision + 1
    await tables.absence.seen(table.id, friends[0])
    assert heard == [table.revision + 1, table.revision + 2]


async def test_activity_is_written_at_most_every_twenty_seconds(tables: Tables, another: Another, clock: Clock) -> None:
    friends = await people(tables)
    table = await gather(tables, friends)
    beside = another()
    before = await beside.look(table.id)
    clock.passes(30)
    await tables.absence.seen(table.id, friends[0])
    clock.passes(19)
    await tables.absence.seen(table.id, friends[0])
    assert await beside.look(table.id) is before, "no number, so nothing new"
    fresh = (await another().look(table.id)).seats[0].seen_at
    assert fresh is not None
    assert (clock.now - fresh).total_seconds() == 19
    clock.passes(1)
    await tables.absence.seen(table.id, friends[0])
    assert (await another().look(table.id)).seats[0].seen_at == clock.now


async def test_who_only_looks_on_is_here_until_the_page_has_been_closed_for_a_minute(
    tables: Tables, another: Another, clock: Clock
) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    await tables.store.settle()  # what is written beside would come at a later time
    beside = another()
    for _ in range(60):
        clock.passes(10)
        beside.absence.looks_on(await beside.look(table.id), friends[1])
        await beside.store.settle()
        await beside.absence.sweep()
        await tables.absence.sweep()
    assert [seat.here for seat in (await tables.look(table.id)).view.seats] == [False, True, False]
    assert (await tables.look(table.id)).revision == table.revision + 1
    clock.passes(60)
    await tables.absence.sweep()
    assert (await tables.look(table.id)).view.seats[1].here
    clock.passes(1)
    await tables.absence.sweep()
    seat = (await beside.look(table.id)).view.seats[1]
    assert (seat.here, seat.seen_at) == (False, "2026-07-01T20:10:00Z")
    beside.absence.looks_on(await beside.look(table.id), friends[1])
    await beside.store.settle()
    assert (await tables.look(table.id)).view.seats[1].here, "and at once when it is opened again"


async def test_an_open_page_is_written_down_once_for_all_seats_and_at_most_every_twenty_seconds(
    tables: Tables, another: Another, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    friends = await people(tables)
    both = [await begun(tables, friends), await begun(tables, friends)]
    statements: list[str] = []
    row = tables.store.row

    async def counted(statement: str, *values: object) -> object:
        statements.append(statement)
        return await row(statement, *values)

    monkeypatch.setattr(tables.store, "row", counted)
    for _ in range(20):
        clock.passes(5)
        for table in both:
            for friend in friends * 10:
                tables.absence.looks_on(table, friend)
        await tables.absence.sweep()
    await tables.store.settle()
    assert statements == [STILL_OPEN] * 6, "at once, then five times in a hundred seconds, for six seats with ten pages"
    for table in both:
        assert [seat.here for seat in (await another().look(table.id)).seats] == [True] * 3


async def test_a_process_that_has_not_heard_of_it_brings_nobody_back_who_left(
    tables: Tables, another: Another, clock: Clock
) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    beside = another()
    await beside.look(table.id)
    left = await tables.gathering.leave(friends[1], table.id)
    clock.passes(30)
    await beside.absence.seen(table.id, friends[1])
    beside.absence.looks_on(table, friends[1])
    await beside.absence.sweep()
    now = await another().look(table.id)
    assert now.number == left.number
    assert (now.seats[1].kind, now.seats[1].here, now.seats[1].last_here) == ("bot", False, None)


async def test_who_moves_is_here(tables: Tables, another: Another, clock: Clock) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    clock.passes(61)
    await tables.absence.sweep()
    table = await tables.look(table.id)
    assert not table.seats[0].here
    await move(tables, table, friends[0], Random(1))
    await tables.store.settle()
    assert (await another().look(table.id)).seats[0].here


async def test_a_table_to_which_nobody_comes_is_given_up(tables: Tables, clock: Clock) -> None:
    friends = await people(tables)
    table, playing = await gather(tables, friends), await begun(tables, friends)
    clock.passes(13 * 24 * 3600)
    await tables.absence.give_up()
    assert (await tables.look(table.id)).status == "gathering"
    clock.passes(2 * 24 * 3600)
    await tables.absence.give_up()
    assert (await tables.look(table.id)).status == "abandoned"
    assert (await tables.look(playing.id)).status == "playing"


async def test_a_stranger_is_never_here(tables: Tables) -> None:
    friends = await people(tables)
    table = await gather(tables, friends[:2])
    await tables.absence.seen(table.id, friends[2])
    await tables.absence.seen(table.id, None)
    assert (await tables.look(table.id)).number == table.number


@pytest.mark.parametrize("who", [0, 1])
async def test_host_and_holder_hand_a_seat_to_the_bot_at_any_time(tables: Tables, who: int) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    table = await tables.absence.hand_over(friends[who], table.id, 2)
    assert table.view.seats[1].taken_over
    assert table.waits_for_bots == (2,)
    again = await tables.absence.hand_over(friends[who], table.id, 2)
    assert again.number == table.number


async def test_others_hand_over_a_seat_from_which_nothing_came_for_five_minutes_while_it_was_asked(
    tables: Tables, clock: Clock
) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    clock.passes(200)
    await tables.absence.seen(table.id, friends[1])
    clock.passes(299)
    with pytest.raises(Forbidden, match="takeover-early") as refused:
        await tables.absence.hand_over(friends[2], table.id, 2)
    assert refused.value.data == {"seat": 2, "name": "Bruno", "seconds": 2, "minutes": 1}
    clock.passes(1)
    table = await tables.absence.hand_over(friends[2], table.id, 2)
    assert table.seats[1].taken_over


async def test_an_open_page_with_nobody_before_it_blocks_no_table(tables: Tables, clock: Clock) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    for _ in range(60):
        clock.passes(10)
        for friend in friends:
            tables.absence.looks_on(table, friend)
        await tables.absence.sweep()
    await tables.absence.seen(table.id, friends[2])
    assert (await tables.absence.hand_over(friends[2], table.id, 2)).seats[1].taken_over
    table = await tables.absence.become_host(friends[2], table.id)
    assert [seat.here for seat in table.view.seats] == [True] * 3
    assert table.host == 3


async def test_a_seat_that_was_asked_only_now_is_not_taken_for_its_long_silence(tables: Tables, clock: Clock) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    clock.passes(1000)
    for seat, friend in enumerate(friends, 1):
        action = as_json(some_action(table, seat, Random(1)))
        table = (await tables.moves.play(friend, table.id, "pass", 0, action)).table
    (asked,) = table.actors
    other = next(seat for seat in (2, 3) if seat != asked)
    with pytest.raises(Forbidden, match="takeover-early"):
        await tables.absence.hand_over(friends[other - 1], table.id, asked)
    clock.passes(300)
    idle = next(seat for seat in (1, 2, 3) if seat not in {asked, other})
    if idle != 1 and other != 1:
        with pytest.raises(Forbidden, match="takeover-unasked"):
            await tables.absence.hand_over(friends[other - 1], table.id, idle)
    table = await tables.absence.hand_over(friends[other - 1], table.id, asked)
    assert table.seats[asked - 1].taken_over


async def test_the_owner_takes_the_seat_back_by_acting(tables: Tables, another: Another) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    beside = another()
    await beside.look(table.id)
    table = await tables.absence.hand_over(friends[0], table.id, 2)
    moved = await beside.moves.play(friends[1], table.id, "back", 0, as_json(some_action(table, 2, Random(1))))
    assert moved.number == 1
    assert not moved.table.seats[1].taken_over
    assert [line.key for line in await tables.messages.last(table.id)][-2:] == ["handed-over", "took-back"]


async def test_a_bot_plays_for_nobody_who_plays(tables: Tables) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    assert not await tables.moves.play_bot(table.id, 2, 0, some_action(table, 2, Random(1)))
    table = await tables.absence.hand_over(friends[1], table.id, 2)
    assert await tables.moves.play_bot(table.id, 2, 0, some_action(table, 2, Random(1)))
    assert not await tables.moves.play_bot(table.id, 2, 0, some_action(table, 2, Random(1)))


async def test_there_is_nothing_to_hand_over_before_the_game_nor_of_a_bot(tables: Tables) -> None:
    friends = await people(tables)
    table = await gather(tables, friends)
    with pytest.raises(Conflict, match="not-playing"):
        await tables.absence.hand_over(friends[0], table.id, 2)
    table = await begun(tables, friends, bots=1)
    with pytest.raises(Conflict, match="seat-not-person"):
        await tables.absence.hand_over(friends[0], table.id, 4)
    stranger, _ = await tables.people.make("Zoe")
    with pytest.raises(Forbidden, match="not-seated"):
        await tables.absence.hand_over(stranger.id, table.id, 2)


async def test_a_host_away_for_ten_minutes_is_followed_by_the_next_person(tables: Tables, clock: Clock) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    clock.passes(599)
    await tables.absence.seen(table.id, friends[1])
    await tables.absence.seen(table.id, friends[2])
    with pytest.raises(Forbidden, match="host-here") as refused:
        await tables.absence.become_host(friends[1], table.id)
    assert refused.value.data == {"name": "Ana", "seconds": 2, "minutes": 1}
    clock.passes(1)
    with pytest.raises(Forbidden, match="not-next-host") as refused:
        await tables.absence.become_host(friends[2], table.id)
    assert refused.value.data == {"seat": 2, "name": "Bruno"}
    table = await tables.absence.become_host(friends[1], table.id)
    assert table.host == 2
    assert (await tables.absence.become_host(friends[1], table.id)).number == table.number


async def test_who_is_away_as_long_as_the_host_is_passed_over(tables: Tables, clock: Clock) -> None:
    friends = await people(tables)
    table = await gather(tables, friends)
    clock.passes(600)
    table = await tables.absence.become_host(friends[2], table.id)
    assert table.host == 3
    moved = await tables.gathering.start(friends[2], table.id)
    assert (await move(tables, moved, friends[0], Random(1))).number == 1
