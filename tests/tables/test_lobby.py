"""The lobby: tables for anybody, and one's own."""

from collections.abc import Callable
from random import Random

from app.tables.tables import Tables
from tests.tables.company import Clock, begun, gather, move, people, play_on


async def test_tables_in_the_lobby_are_listed_and_others_are_not(tables: Tables) -> None:
    friends = await people(tables)
    hidden = await gather(tables, friends)
    table = await gather(tables, friends[:2])
    await tables.gathering.change(friends[0], table.id, visibility="lobby")
    cards = {card.id: card for card in await tables.lobby.open()}
    assert hidden.id not in cards
    card = cards[table.id]
    assert card.names == ("Ana", "Bruno")
    assert card.free == 3
    assert card.seat is None
    assert not card.your_turn


async def test_ones_own_tables_say_whose_turn_it_is(tables: Tables, another: Callable[..., Tables]) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    (card,) = await tables.lobby.own(friends[1])
    assert (card.id, card.seat, card.your_turn) == (table.id, 2, True)
    table = (await move(tables, table, friends[1], Random(1))).table
    (card,) = await another().lobby.own(friends[1])
    assert not card.your_turn
    assert (card.version, card.revision) == table.number
    assert (await tables.lobby.own(friends[0]))[0].your_turn


async def test_games_that_are_over_come_last_and_go_after_two_weeks(tables: Tables, clock: Clock) -> None:
    friends = await people(tables)
    running = await begun(tables, friends)
    clock.passes(10)
    over = await play_on(tables, await begun(tables, friends), friends, Random(1))
    assert [card.id for card in await tables.lobby.own(friends[0])] == [running.id, over.id]
    assert not (await tables.lobby.own(friends[0]))[1].your_turn
    clock.passes(15 * 24 * 3600)
    assert [card.id for card in await tables.lobby.own(friends[0])] == [running.id]


async def test_a_table_one_was_removed_from_is_not_ones_own(tables: Tables) -> None:
    friends = await people(tables)
    table = await gather(tables, friends)
    await tables.gathering.open_seat(friends[0], table.id, 2)
    assert await tables.lobby.own(friends[1]) == ()


async def test_a_game_that_is_over_shows_when_it_ended_whoever_looks_at_it_later(tables: Tables, clock: Clock) -> None:
    friends = await people(tables)
    table = await play_on(tables, await begun(tables, friends), friends, Random(1))
    ended = clock.now
    clock.passes(3600)
    await tables.absence.sweep()
    await tables.absence.seen(table.id, friends[1])
    await tables.messages.say(friends[1], table.id, "What a game!")
    assert (await tables.look(table.id)).seats[1].here
    assert (await tables.lobby.own(friends[0]))[0].at == ended


async def listed(tables: Tables) -> set[str]:
    """The tables that a stranger finds in the lobby."""
    return {card.id for card in await tables.lobby.open()}


async def test_tables_to_which_nobody_returns_leave_the_lobby_after_a_day_but_not_ones_own(
    tables: Tables, another: Callable[..., Tables], clock: Clock
) -> None:
    friends = await people(tables)
    running, gathering = await begun(tables, friends), await gather(tables, friends[:2])
    for table in (running, gathering):
        await tables.gathering.change(friends[0], table.id, visibility="lobby")
    both = {running.id, gathering.id}
    clock.passes(3600)
    running = (await move(tables, await tables.look(running.id), friends[0], Random(1))).table
    clock.passes(24 * 3600 - 60)
    assert both <= await listed(tables), "somebody is still here, as far as is known"
    await tables.absence.sweep()
    assert both <= await listed(another()), "somebody was here until now"
    clock.passes(24 * 3600)
    assert not both & await listed(tables)
    assert {card.id for card in await tables.lobby.own(friends[1])} == both
    await another().absence.seen(running.id, friends[2])
    assert both & await listed(tables) == {running.id}


async def test_a_table_that_somebody_keeps_open_for_days_stays_in_the_lobby(tables: Tables, clock: Clock) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    table = await tables.gathering.change(friends[0], table.id, visibility="lobby")
    await tables.absence.sweep()
    for _ in range(3):
        clock.passes(24 * 3600)
        tables.absence.looks_on(await tables.look(table.id), friends[0])
        await tables.absence.sweep()
    table = await tables.look(table.id)
    assert [seat.here for seat in table.seats] == [True, False, False]
    assert table.id in await listed(tables)
