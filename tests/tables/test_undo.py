"""Undo: one's own last action, until something was drawn or learned, or somebody else acted."""

from collections.abc import Callable
from random import Random

import pytest

from app.tables.problems import Conflict, Late
from app.tables.table import Table
from app.tables.tables import Tables
from app.tables.views import UndoView
from tests.tables.company import as_json, begun, gather, move, people, some_action

Another = Callable[..., Tables]


async def until(tables: Tables, table: Table, friends: list[int], what: Callable[[Table], bool]) -> Table:
    """Play at random until the table is as it was wished."""
    rng = Random(4)
    while not what(table):
        table = (await move(tables, table, friends[rng.choice(table.actors) - 1], rng)).table
    return table


def allowed(table: Table) -> bool:
    return table.view.undo.allowed


async def test_ones_own_open_action_is_taken_back(tables: Tables) -> None:
    friends = await people(tables)
    table = await until(tables, await begun(tables, friends), friends, allowed)
    seat = table.view.undo.seat
    before = await tables.history.happenings(table)
    moved = await tables.moves.undo(friends[seat - 1], table.id, "oops", table.version)
    assert moved.number == table.version + 1, "the version never falls"
    assert moved.table.actors == (seat,)
    after = await tables.history.happenings(moved.table)
    assert after[:-1] == before[:-1]
    assert after[-1].undone == table.version - 1
    assert after[-1].events == ()


async def test_the_game_after_an_undo_is_the_game_before_the_action(tables: Tables, another: Another) -> None:
    friends = await people(tables)
    start = await begun(tables, friends)
    seen = {0: start}

    def remember(table: Table) -> bool:
        seen[table.version] = table
        return allowed(table)

    table = await until(tables, start, friends, remember)
    before = seen[table.version - 1]
    after = (await tables.moves.undo(friends[table.view.undo.seat - 1], table.id, "oops", table.version)).table
    assert before.session is not None
    assert after.session is not None
    assert after.session.digest() == before.session.digest()
    assert after.public == before.public
    elsewhere = await another().look(table.id)
    assert elsewhere.session is not None
    assert elsewhere.session.digest() == before.session.digest()
    assert elsewhere.ledger == after.ledger


async def test_undo_goes_on_from_where_it_was(tables: Tables) -> None:
    friends = await people(tables)
    table = await until(tables, await begun(tables, friends), friends, allowed)
    person = friends[table.view.undo.seat - 1]
    table = (await tables.moves.undo(person, table.id, "oops", table.version)).table
    again = await move(tables, table, person, Random(9))
    assert again.number == table.version + 1
    if again.table.view.undo.allowed:
        twice = await tables.moves.undo(person, table.id, "again", again.table.version)
        assert twice.table.session is not None
        assert table.session is not None
        assert twice.table.session.digest() == table.session.digest()


@pytest.mark.parametrize("ahead", [1, 2, 6])
async def test_an_undo_comes_too_late_at_a_process_that_lags_behind_a_snapshot(
    tables: Tables, another: Another, ahead: int
) -> None:
    friends = await people(tables)
    table = await until(tables, await begun(tables, friends), friends, allowed)
    lagging = another()
    assert (await lagging.look(table.id)).view.undo.allowed
    newer = await until(tables, table, friends, lambda now: now.version == table.version + ahead)
    tables.moves._snapshots.keep(newer, 0)
    await tables.store.settle()
    with pytest.raises((Late, Conflict)):
        await lagging.moves.undo(friends[table.view.undo.seat - 1], table.id, "oops", table.version)
    assert (await another().look(table.id)).version == newer.version


async def test_an_undo_sent_twice_undoes_once(tables: Tables, another: Another) -> None:
    friends = await people(tables)
    table = await until(tables, await begun(tables, friends), friends, allowed)
    person = friends[table.view.undo.seat - 1]
    first = await tables.moves.undo(person, table.id, "oops", table.version)
    again = await another().moves.undo(person, table.id, "oops", table.version)
    assert again.number == first.number
    assert again.table.version == first.table.version


async def test_an_undo_decided_before_the_last_change_is_late(tables: Tables) -> None:
    friends = await people(tables)
    table = await until(tables, await begun(tables, friends), friends, allowed)
    person = friends[table.view.undo.seat - 1]
    with pytest.raises(Late, match="undo-late"):
        await tables.moves.undo(person, table.id, "stale", table.version - 1)


async def test_nobody_undoes_the_action_of_another_seat(tables: Tables) -> None:
    friends = await people(tables)
    table = await until(tables, await begun(tables, friends), friends, allowed)
    other = next(seat for seat in (1, 2, 3) if seat != table.view.undo.seat)
    with pytest.raises(Conflict, match="undo-other") as refused:
        await tables.moves.undo(friends[other - 1], table.id, "meddling", table.version)
    seat = table.seats[table.view.undo.seat - 1]
    assert refused.value.data == {"seat": seat.number, "name": seat.name}


async def test_what_was_revealed_cannot_be_undone(tables: Tables, another: Another) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    for seat, reason in ((1, "together"), (2, "together"), (3, "revealed")):
        table = (await move(tables, table, friends[seat - 1], Random(1))).table
        assert table.view.undo == UndoView(seat, False, reason)
        assert (await another().look(table.id)).view.undo == table.view.undo
        with pytest.raises(Conflict, match=f"undo-{reason}"):
            await tables.moves.undo(friends[seat - 1], table.id, "oops", table.version)


async def test_there_is_nothing_to_undo_at_the_start_and_nothing_before_and_after_the_game(tables: Tables) -> None:
    friends = await people(tables)
    table = await gather(tables, friends)
    with pytest.raises(Conflict, match="not-playing"):
        await tables.moves.undo(friends[0], table.id, "oops", 0)
    table = await tables.gathering.start(friends[0], table.id)
    assert table.view.undo == UndoView(0, False, "nothing")
    with pytest.raises(Conflict, match="undo-nothing"):
        await tables.moves.undo(friends[0], table.id, "oops", 0)
    table = await until(tables, table, friends, lambda table: table.status == "finished")
    assert table.view.undo.reason == "over"
    with pytest.raises(Conflict, match="not-playing"):
        await tables.moves.undo(friends[table.view.undo.seat - 1], table.id, "oops", table.version)


async def test_an_undo_makes_no_old_click_an_answer_to_another_question(tables: Tables) -> None:
    friends = await people(tables)
    table = await until(tables, await begun(tables, friends), friends, allowed)
    seat = table.view.undo.seat
    undone = (await tables.moves.undo(friends[seat - 1], table.id, "oops", table.version)).table
    for old in (table.version - 1, table.version):
        with pytest.raises(Late, match="move-late"):
            await tables.moves.play(friends[seat - 1], table.id, f"old-{old}", old, legal(undone, seat))
    moved = await tables.moves.play(friends[seat - 1], table.id, "new", undone.version, legal(undone, seat))
    assert moved.number == undone.version + 1


def legal(table: Table, seat: int) -> bytes:
    return as_json(some_action(table, seat, Random(1)))


async def test_a_bots_action_cannot_be_undone(tables: Tables) -> None:
    friends = await people(tables)
    table = await until(tables, await begun(tables, friends), friends, lambda table: len(table.actors) == 1)
    seat = table.actors[0]
    table = await tables.absence.hand_over(friends[seat - 1], table.id, seat)
    assert await tables.moves.play_bot(table.id, seat, table.version, some_action(table, seat, Random(1)))
    table = await tables.look(table.id)
    assert table.view.undo == UndoView(seat, False, "bot")
    with pytest.raises(Conflict, match="undo-bot"):
        await tables.moves.undo(friends[seat - 1], table.id, "mine", table.version)
