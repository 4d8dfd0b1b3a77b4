"""Loading: the same table in every process, after every restart, whatever became of the snapshots."""

from collections.abc import Callable
from random import Random

import pytest
from sqlalchemy import insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncEngine

from app.database.models import ComponentFile, GameTable, Move, Snapshot
from app.games.shelf import GAMES
from app.tables.loading import AT_ONCE
from app.tables.number import Number
from app.tables.problems import Conflict, NotFound
from app.tables.table import SNAPSHOT_EVERY, Table
from app.tables.tables import Tables
from tests.tables.company import as_json, begun, gather, move, people, play_on, some_action

Another = Callable[..., Tables]


def same(one: Table, other: Table) -> bool:
    """Whether two processes show the same table."""
    assert one.session is not None
    assert other.session is not None
    seats = range(1, len(one.seats) + 1)
    return (
        one.view == other.view
        and one.session.digest() == other.session.digest()
        and one.ledger == other.ledger
        and one.public == other.public
        and all(one.private(seat) == other.private(seat) for seat in seats)
    )


async def numbers_of_snapshots(engine: AsyncEngine, table: Table) -> list[int]:
    async with engine.connect() as connection:
        kept = select(Snapshot.number).where(Snapshot.table_id == table.id).order_by(Snapshot.number)
        return list((await connection.execute(kept)).scalars())


async def test_a_restart_in_mid_choice_deals_nothing_anew(tables: Tables, another: Another) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    for friend in friends[:2]:
        table = (await move(tables, table, friend, Random(1))).table
        assert same(await another().look(table.id), table)
    assert table.actors == (3,)


@pytest.mark.parametrize("game", GAMES)
async def test_every_moment_of_a_game_is_the_same_after_a_restart(tables: Tables, another: Another, game: str) -> None:
    friends = await people(tables)
    table = await begun(tables, friends, game=game)
    rng = Random(11)
    beside = another()
    while table.actors and table.version < 150:
        table = (await move(tables, table, friends[rng.choice(table.actors) - 1], rng)).table
        await tables.store.settle()
        assert same(await beside.look(table.id, table.number), table)
        if table.version % 17 == 0 or not table.actors:
            assert same(await another().look(table.id), table)


async def test_snapshots_are_made_on_the_way_and_the_last_two_kept(tables: Tables, engine: AsyncEngine) -> None:
    friends = await people(tables)
    table = await play_on(tables, await begun(tables, friends), friends, Random(1), moves=3 * SNAPSHOT_EVERY + 5)
    await tables.store.settle()
    assert await numbers_of_snapshots(engine, table) == [2 * SNAPSHOT_EVERY, 3 * SNAPSHOT_EVERY]


async def test_a_finished_game_has_a_snapshot_of_its_end(tables: Tables, another: Another, engine: AsyncEngine) -> None:
    friends = await people(tables)
    table = await play_on(tables, await begun(tables, friends), friends, Random(1))
    await tables.store.settle()
    assert (await numbers_of_snapshots(engine, table))[-1] == table.version
    assert same(await another().look(table.id), table)


async def test_a_long_game_is_loaded_from_its_snapshot(tables: Tables, another: Another) -> None:
    friends = await people(tables)
    table = await play_on(tables, await begun(tables, friends), friends, Random(1), moves=SNAPSHOT_EVERY + 2)
    await tables.store.settle()
    loaded = await another().look(table.id)
    assert [happening.number for happening in loaded.recent] == [SNAPSHOT_EVERY + 1, SNAPSHOT_EVERY + 2]


@pytest.mark.parametrize(
    "spoiled",
    [{"fingerprint": "of another shape"}, {"rules": 99}, {"state": b"{}"}, {"state": b""}, {"ledger": b"[]"}],
)
async def test_a_snapshot_that_does_not_fit_is_not_used(
    tables: Tables, another: Another, engine: AsyncEngine, spoiled: dict[str, object]
) -> None:
    friends = await people(tables)
    table = await play_on(tables, await begun(tables, friends), friends, Random(1), moves=SNAPSHOT_EVERY + 2)
    await tables.store.settle()
    async with engine.begin() as connection:
        await connection.execute(update(Snapshot).where(Snapshot.table_id == table.id).values(spoiled))
    loaded = await another().look(table.id)
    assert same(loaded, table)
    assert loaded.recent[0].number == 0


async def test_a_snapshot_of_what_was_undone_is_not_used(tables: Tables, another: Another, engine: AsyncEngine) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    rng = Random(4)
    while not table.view.undo.allowed:
        table = (await move(tables, table, friends[rng.choice(table.actors) - 1], rng)).table
    assert table.session is not None
    tables.moves._snapshots.keep(table, 0)
    await tables.store.settle()
    assert await numbers_of_snapshots(engine, table) == [table.version]
    undone = (await tables.moves.undo(friends[table.view.undo.seat - 1], table.id, "oops", table.version)).table
    assert same(await another().look(table.id), undone)


async def test_whoever_thinks_again_and_again_costs_no_replay_of_the_whole_game(
    tables: Tables, engine: AsyncEngine
) -> None:
    friends = await people(tables)
    table = await play_on(tables, await begun(tables, friends), friends, Random(1), moves=SNAPSHOT_EVERY + 1)
    rng = Random(4)
    while not table.view.undo.allowed:
        table = (await move(tables, table, friends[rng.choice(table.actors) - 1], rng)).table
    person = friends[table.view.undo.seat - 1]
    for _ in range(2 * SNAPSHOT_EVERY):
        table = (await tables.moves.undo(person, table.id, f"undo-{table.version}", table.version)).table
        table = (await move(tables, table, person, rng)).table
        await tables.store.settle()
        if not table.view.undo.allowed:
            break
    assert table.version > 2 * SNAPSHOT_EVERY, "a snapshot was made of what was undone"
    assert (await numbers_of_snapshots(engine, table))[0] == SNAPSHOT_EVERY


async def test_a_table_that_does_not_replay_is_frozen_and_others_are_not(
    tables: Tables, another: Another, engine: AsyncEngine
) -> None:
    friends = await people(tables)
    table = await play_on(tables, await begun(tables, friends), friends, Random(1), moves=6)
    healthy = await begun(tables, friends)
    async with engine.begin() as connection:
        broken = update(Move).where(Move.table_id == table.id, Move.number == 4).values(action='{"type":"ready"}')
        await connection.execute(broken)
    fresh = another()
    frozen = await fresh.look(table.id)
    assert frozen.view.frozen
    assert frozen.number == Number(6, table.revision)
    assert frozen.public is None
    assert frozen.view.undo.reason == "frozen"
    for attempt in (
        fresh.moves.play(friends[0], table.id, "try", 6, b'{"type":"ready"}'),
        fresh.moves.undo(friends[0], table.id, "try-too", 6),
    ):
        with pytest.raises(Conflict, match="frozen"):
            await attempt
    assert await fresh.history.happenings(frozen) == ()
    assert (await move(fresh, healthy, friends[0], Random(1))).number == 1


async def test_a_table_with_options_of_another_time_is_frozen(
    tables: Tables, another: Another, engine: AsyncEngine
) -> None:
    friends = await people(tables)
    table = await gather(tables, friends)
    async with engine.begin() as connection:
        strange = text('UPDATE tables SET options = \'{"flocks": "boiled"}\' WHERE id = CAST(:id AS uuid)')
        await connection.execute(strange, {"id": table.id})
    assert (await another().look(table.id)).view.frozen


async def test_a_table_whose_components_cannot_be_read_any_more_is_frozen(
    tables: Tables, another: Another, engine: AsyncEngine
) -> None:
    friends = await people(tables)
    table = await play_on(tables, await begun(tables, friends), friends, Random(1), moves=3)
    async with engine.begin() as connection:
        await connection.execute(insert(ComponentFile).values(digest="strange", game="cuckooo", text="no birds"))
        await connection.execute(update(GameTable).where(GameTable.id == table.id).values(components="strange"))
    frozen = await another().look(table.id)
    assert frozen.view.frozen
    assert frozen.number == table.number


async def test_no_game_begins_with_components_that_cannot_be_read_any_more(
    tables: Tables, another: Another, engine: AsyncEngine
) -> None:
    friends = await people(tables)
    waiting = await gather(tables, friends)
    over = await play_on(tables, await begun(tables, friends), friends, Random(1))
    async with engine.begin() as connection:
        strange = {"digest": "unreadable", "game": "cuckooo", "text": "no birds"}
        await connection.execute(insert(ComponentFile).values(strange))
        await connection.execute(update(GameTable).values(components="unreadable"))
    fresh = another()
    for attempt in (fresh.gathering.start(friends[0], waiting.id), fresh.gathering.rematch(friends[0], over.id)):
        with pytest.raises(Conflict, match="frozen"):
            await attempt


async def test_a_game_that_goes_on_from_its_snapshot_tells_what_it_can_of_moves_that_nobody_understands_any_more(
    tables: Tables, another: Another, engine: AsyncEngine
) -> None:
    friends = await people(tables)
    table = await play_on(tables, await begun(tables, friends), friends, Random(1), moves=SNAPSHOT_EVERY + 2)
    over = await play_on(tables, await begun(tables, friends), friends, Random(1))
    await tables.store.settle()
    async with engine.begin() as connection:
        await connection.execute(update(Move).where(Move.number == 4).values(action='{"type":"of another time"}'))
    fresh = another()
    loaded = await fresh.look(table.id)
    assert same(loaded, table)
    assert await fresh.history.happenings(loaded) == loaded.recent
    assert (await move(fresh, loaded, friends[loaded.actors[0] - 1], Random(1))).number == loaded.version + 1
    assert (await fresh.look(over.id)).view.result == over.view.result
    with pytest.raises(Conflict, match="frozen"):
        await fresh.history.record(over.id)


@pytest.mark.parametrize("table_id", ["f" * 32, "", "nonsense", "F" * 32, "0" * 31, "\x00" * 32, "f" * 33])
async def test_a_table_that_is_not_there_is_not_found_and_takes_no_room(tables: Tables, table_id: str) -> None:
    for attempt in (tables.look(table_id), tables.gathering.join(1, table_id), tables.moves.undo(1, table_id, "u", 0)):
        with pytest.raises(NotFound, match="table-unknown"):
            await attempt
    assert len(tables.store.cache) == 0


async def test_a_process_keeps_no_more_tables_than_it_may(tables: Tables, another: Another) -> None:
    friends = await people(tables)
    small = another(tables_in_memory=2)
    begun_tables = [await begun(small, friends) for _ in range(4)]
    assert len(small.store.cache) == 2
    assert small.known(begun_tables[0].id) is None
    for table in begun_tables:
        assert (await move(small, table, friends[0], Random(1))).number == 1
    assert len(small.store.cache) == 2


async def test_a_look_at_what_is_known_asks_nobody(tables: Tables) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    assert await tables.look(table.id, table.number) is table
    assert await tables.look(table.id) is table, "nothing new, nothing made anew"


async def test_where_tables_stand_is_told_for_many_at_once(tables: Tables) -> None:
    friends = await people(tables)
    one, other = await begun(tables, friends), await gather(tables, friends)
    one = (await move(tables, one, friends[0], Random(1))).table
    assert await tables.numbers([one.id, other.id, "e" * 32]) == {one.id: one.number, other.id: other.number}


async def test_a_process_that_lags_behind_catches_up_over_moves_undos_and_changed_seats(
    tables: Tables, another: Another
) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    beside = another()
    await beside.look(table.id)
    rng = Random(4)
    while not table.view.undo.allowed:
        seat = rng.choice(table.actors)
        action = as_json(some_action(table, seat, rng))
        name = f"m{table.version}"
        table = (await tables.moves.play(friends[seat - 1], table.id, name, table.version, action)).table
    assert same(await beside.look(table.id), table)
    await tables.gathering.rename(friends[0], table.id, "Anabel")
    table = (await tables.moves.undo(friends[table.view.undo.seat - 1], table.id, "oops", table.version)).table
    assert same(await beside.look(table.id), table)
    assert (await beside.look(table.id)).seats[0].name == "Anabel"


async def test_a_process_that_lags_far_behind_catches_up(tables: Tables, another: Another) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    beside = another()
    await beside.look(table.id)
    table = await play_on(tables, table, friends, Random(1), moves=3 * AT_ONCE)
    caught_up = await beside.look(table.id)
    assert same(caught_up, table)
    assert caught_up.recent == table.recent


async def test_a_game_that_ends_while_a_process_looks_is_over_there_with_its_last_move(
    tables: Tables, another: Another, engine: AsyncEngine
) -> None:
    friends = await people(tables)
    rng = Random(2)
    table = await begun(tables, friends)
    before = table
    while table.actors:
        before, table = table, (await move(tables, table, friends[table.actors[0] - 1], rng)).table
    renamed = await tables.gathering.rename(friends[0], table.id, "Anabel")
    stored = Number(before.version, renamed.revision)  # as it stood when the process asked, just before the last move
    async with engine.connect() as connection:
        seen = await another().store.loader.renew(connection, before, stored)
    assert same(seen, renamed)
