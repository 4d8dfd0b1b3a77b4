"""The history: what happened, to everybody as far as they may know it; and the record of a finished game."""

import json
from collections.abc import Callable
from random import Random

import pytest
from sqlalchemy import delete, update
from sqlalchemy.ext.asyncio import AsyncEngine

from app.database.models import Move, Snapshot
from app.games.record import read, verify
from app.tables.problems import Conflict
from app.tables.tables import Tables
from tests.tables.company import begun, gather, move, people, play_on

Another = Callable[..., Tables]


async def test_the_history_is_the_same_in_every_process_and_grows_with_the_moves(
    tables: Tables, another: Another
) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    assert [happening.number for happening in await tables.history.happenings(table)] == [0]
    table = await play_on(tables, table, friends, Random(1), moves=45)
    known = await tables.history.happenings(table)
    assert [happening.number for happening in known] == list(range(46))
    assert await another().history.happenings(table) == known
    table = await play_on(tables, table, friends, Random(2), moves=3)
    assert [happening.number for happening in await tables.history.happenings(table, since=45)] == [46, 47, 48]
    assert await another().history.happenings(table) == await tables.history.happenings(table)


async def test_what_happened_since_is_the_end_of_the_whole_history_also_after_an_undo(
    tables: Tables, another: Another
) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    rng = Random(4)
    while not table.view.undo.allowed:
        table = (await move(tables, table, friends[rng.choice(table.actors) - 1], rng)).table
    seen = table.version
    table = (await tables.moves.undo(friends[table.view.undo.seat - 1], table.id, "oops", seen)).table
    table = await play_on(tables, table, friends, rng, moves=2)
    whole = await another().history.happenings(table)
    assert [happening.undone for happening in whole if happening.number > seen] == [seen - 1, None, None]
    for since in range(1, table.version + 2):
        told = await another().history.happenings(table, since=since)
        assert told == tuple(happening for happening in whole if happening.number > since)


async def test_a_seat_learns_its_own_secrets_and_a_watcher_none(tables: Tables) -> None:
    friends = await people(tables)
    table = await play_on(tables, await begun(tables, friends), friends, Random(1), moves=4)
    told = await tables.history.happenings(table)
    assert any(event.secret for happening in told for event in happening.events)
    for happening in told:
        assert not any(event.secret for event in happening.seen_by(None))
        for seat in (1, 2, 3):
            assert not any(event.secret for event in happening.seen_by(seat))


async def test_a_record_of_a_finished_game_is_verified(tables: Tables) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    with pytest.raises(Conflict, match="not-finished"):
        await tables.history.record(table.id)
    rng = Random(4)
    undone = 0
    while table.actors:
        table = (await move(tables, table, friends[rng.choice(table.actors) - 1], rng)).table
        if table.view.undo.allowed and rng.random() < 0.2:
            person = friends[table.view.undo.seat - 1]
            table = (await tables.moves.undo(person, table.id, f"u{table.version}", table.version)).table
            undone += 1
    assert undone > 0
    text = await tables.history.record(table.id)
    verdict = verify(read(text))
    assert verdict.commitment == table.view.commitment
    assert verdict.moves == table.version - 2 * undone
    assert [standing.seat for standing in verdict.ranking] == [standing.seat for standing in table.view.result]
    head = json.loads(text.splitlines()[0])
    assert head["seats"] == ["Ana", "Bruno", "Clara"]
    assert json.loads((await tables.history.record(table.id, names=False)).splitlines()[0])["seats"] == ["", "", ""]


async def test_there_is_no_record_of_a_game_that_does_not_replay(
    tables: Tables, another: Another, engine: AsyncEngine
) -> None:
    friends = await people(tables)
    table = await play_on(tables, await begun(tables, friends), friends, Random(1))
    await tables.store.settle()
    async with engine.begin() as connection:
        await connection.execute(delete(Snapshot).where(Snapshot.table_id == table.id))
        broken = update(Move).where(Move.table_id == table.id, Move.number == 4).values(action='{"type":"ready"}')
        await connection.execute(broken)
    with pytest.raises(Conflict, match="frozen"):
        await another().history.record(table.id)


async def test_there_is_no_history_before_the_game(tables: Tables) -> None:
    table = await gather(tables, await people(tables))
    assert await tables.history.happenings(table) == ()
