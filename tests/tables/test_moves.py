"""Moves: each exactly once, stored before anybody sees it, and never on another question than the one it answers."""

import asyncio
from collections.abc import Callable
from random import Random

import msgspec
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.games.cuckooo.actions import Pass, Ready
from app.games.shelf import GAMES
from app.tables.number import Number
from app.tables.problems import Conflict, Forbidden, Illegal, Late, NotFound, Unavailable
from app.tables.table import Table
from app.tables.tables import Tables
from tests.tables.company import as_json, begun, gather, move, people, play_on, some_action

Another = Callable[..., Tables]

DYING = """
CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(1); RETURN NEW; END $$
"""
DIE_AT_COMMIT = """
CREATE CONSTRAINT TRIGGER die AFTER INSERT ON moves DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION die()
"""


def passing(table: Table, seat: int, first: int = 0) -> bytes:
    """Three of the seat's sparrows to pass on."""
    view = table.private(seat)
    assert view is not None
    choice = view["choices"][0]
    cards = choice.fields["cards"].values
    return as_json(Pass(tuple(cards[first : first + 3])))


async def stored(engine: AsyncEngine, table: Table) -> int:
    async with engine.connect() as connection:
        statement = text("SELECT count(*) FROM moves WHERE table_id = CAST(:id AS uuid)")
        return int((await connection.execute(statement, {"id": table.id})).scalar_one())


async def sequential(tables: Tables, table: Table, friends: list[int]) -> Table:
    """The game once all have passed their cards, and one seat is to move."""
    for friend in friends:
        seat = table.seat_of(friend)
        assert seat is not None
        table = (await tables.moves.play(friend, table.id, f"pass-{seat}", table.version, passing(table, seat))).table
    assert len(table.actors) == 1
    return table


@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_game_is_played_to_its_ranking(tables: Tables, game: str) -> None:
    friends = await people(tables, 4)
    table = await play_on(tables, await begun(tables, friends, game=game), friends, Random(1))
    assert table.status == "finished"
    assert {standing.seat for standing in table.view.result} == {1, 2, 3, 4}
    assert set(table.view.scores) == {"1", "2", "3", "4"}
    assert table.view.seed is not None
    assert table.view.finished_at is not None


async def test_a_move_raises_the_version_and_nothing_else(tables: Tables) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    moved = await move(tables, table, friends[0], Random(1))
    assert moved.number == 1
    assert moved.table.number == Number(1, table.revision)
    assert table.version == 0, "a table that was handed out never changes"


async def test_a_double_click_makes_one_move(tables: Tables, engine: AsyncEngine) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    action = passing(table, 1)
    both = await asyncio.gather(*(tables.moves.play(friends[0], table.id, "click", 0, action) for _ in range(2)))
    assert [moved.number for moved in both] == [1, 1]
    assert await stored(engine, table) == 1


async def test_a_resend_to_another_process_gets_the_stored_answer_whatever_happened_since(
    tables: Tables, another: Another, engine: AsyncEngine
) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    action = passing(table, 1)
    await tables.moves.play(friends[0], table.id, "click", 0, action)
    later = await play_on(tables, await tables.look(table.id), friends, Random(3), moves=9)
    again = await another().moves.play(friends[0], table.id, "click", 0, action)
    assert again.number == 1
    assert again.table.version == later.version == 10
    assert await stored(engine, table) == 10


async def test_the_same_id_for_another_move_is_refused(tables: Tables) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    await tables.moves.play(friends[0], table.id, "click", 0, passing(table, 1))
    with pytest.raises(Illegal, match="command-reused"):
        await tables.moves.play(friends[0], table.id, "click", 0, passing(table, 1, first=2))
    with pytest.raises(Illegal, match="command-reused"):
        await tables.moves.play(friends[0], table.id, "click", 1, passing(table, 1))
    with pytest.raises(Illegal, match="command-reused"):
        await tables.moves.undo(friends[0], table.id, "click", 1)
    assert (await tables.look(table.id)).version == 1


async def test_the_same_id_may_come_from_different_seats(tables: Tables) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    numbers = [
        (await tables.moves.play(friend, table.id, "1", 0, passing(table, seat))).number
        for seat, friend in enumerate(friends, 1)
    ]
    assert numbers == [1, 2, 3]


async def test_of_two_commands_at_once_in_two_processes_one_stands_and_one_is_late(
    tables: Tables, another: Another, engine: AsyncEngine
) -> None:
    friends = await people(tables)
    other = another()
    table = await sequential(tables, await begun(tables, friends), friends)
    await other.look(table.id)
    seat = table.actors[0]
    rng = Random(5)
    outcomes = await asyncio.gather(
        *(
            process.moves.play(friends[seat - 1], table.id, name, table.version, as_json(some_action(table, seat, rng)))
            for process, name in ((tables, "here"), (other, "there"))
        ),
        return_exceptions=True,
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Late", "Moved"]
    assert await stored(engine, table) == table.version + 1
    assert (await tables.look(table.id)).view == (await other.look(table.id)).view


async def test_choices_made_at_the_same_time_all_stand_in_whatever_process_they_arrive(
    tables: Tables, another: Another
) -> None:
    friends = await people(tables, 5)
    table = await begun(tables, friends)
    processes = (tables, another(), another())
    moved = await asyncio.gather(
        *(
            processes[seat % 3].moves.play(friend, table.id, "pass", 0, passing(table, seat))
            for seat, friend in enumerate(friends, 1)
        )
    )
    assert sorted(one.number for one in moved) == [1, 2, 3, 4, 5]
    last = await tables.look(table.id)
    assert len(last.actors) == 1, "all have passed, one is to move"


async def test_a_late_choice_that_still_answers_its_question_counts(tables: Tables) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    await tables.moves.play(friends[0], table.id, "pass", 0, passing(table, 1))
    moved = await tables.moves.play(friends[1], table.id, "pass", 0, passing(table, 2))
    assert moved.number == 2
    assert moved.table.asked(3) == 0


async def test_a_choice_after_its_question_is_refused_with_a_word(tables: Tables, engine: AsyncEngine) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    late = passing(table, 1)
    after = await sequential(tables, table, friends)
    with pytest.raises(Late) as refused:
        await tables.moves.play(friends[0], table.id, "changed-my-mind", 0, late)
    assert refused.value.key == "move-late"
    assert refused.value.data == {"version": after.version}
    assert await stored(engine, table) == 3


async def test_a_choice_at_the_same_time_may_be_replaced_until_all_have_chosen(tables: Tables) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    first = await tables.moves.play(friends[0], table.id, "one", 0, passing(table, 1))
    second = await tables.moves.play(friends[0], table.id, "two", first.table.version, passing(table, 1, first=3))
    assert second.number == 2
    assert 1 not in second.table.actors


async def test_what_the_rules_do_not_allow_is_refused_with_a_reason(tables: Tables, engine: AsyncEngine) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    with pytest.raises(Illegal) as refused:
        await tables.moves.play(friends[0], table.id, "too-soon", 0, as_json(Ready()))
    assert refused.value.key == "move-illegal"
    assert refused.value.reason is not None
    assert refused.value.reason.key == "not-offered"
    assert await stored(engine, table) == 0


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'{"type":"pass"}',
        b'{"type":"unheard-of"}',
        b'{"type":"pass","cards":["a","b","c"],"more":1}',
        b'{"type":"pass","cards":[1,2,3]}',
        b'{"type":"ready"}\xff',
        b"[" * 10_000,
    ],
)
async def test_what_is_not_an_action_is_refused(tables: Tables, sent: bytes) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    with pytest.raises(Illegal) as refused:
        await tables.moves.play(friends[0], table.id, "odd", 0, sent)
    assert refused.value.key == "move-malformed"
    assert (await tables.look(table.id)).number == table.number


@pytest.mark.parametrize(
    ("command", "version", "fault"),
    [
        *((command, 0, "command-malformed") for command in ("", "bot:1:1", "a" * 65, "a\n")),
        *(("a", version, "version-unknown") for version in (-1, 1, 2**40)),
    ],
)
async def test_a_command_with_an_odd_id_or_from_the_future_is_refused(
    tables: Tables, command: str, version: int, fault: str
) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    with pytest.raises(Illegal, match=fault):
        await tables.moves.play(friends[0], table.id, command, version, passing(table, 1))


async def test_nobody_acts_without_a_seat(tables: Tables) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    stranger, _ = await tables.people.make("Zoe")
    for person in (stranger.id, None):
        with pytest.raises(Forbidden, match="not-seated"):
            await tables.moves.play(person, table.id, "mine", 0, passing(table, 1))
        with pytest.raises(Forbidden, match="not-seated"):
            await tables.moves.undo(person, table.id, "mine", 0)


async def test_there_are_no_moves_before_the_start_nor_after_the_end_nor_elsewhere(tables: Tables) -> None:
    friends = await people(tables)
    table = await gather(tables, friends)
    action = as_json(Ready())
    with pytest.raises(Conflict, match="not-playing"):
        await tables.moves.play(friends[0], table.id, "early", 0, action)
    table = await tables.gathering.start(friends[0], table.id)
    table = await play_on(tables, table, friends, Random(2))
    with pytest.raises(Conflict, match="not-playing"):
        await tables.moves.play(friends[0], table.id, "late", table.version, action)
    with pytest.raises(NotFound, match="table-unknown"):
        await tables.moves.play(friends[0], "0" * 32, "where", 0, action)


async def test_the_last_move_sent_twice_ends_the_game_once(tables: Tables, another: Another) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    rng = Random(2)
    while table.status == "playing":
        seat = table.actors[0]
        action = as_json(some_action(table, seat, rng))
        before, name = table, f"m{table.version}"
        table = (await tables.moves.play(friends[seat - 1], table.id, name, table.version, action)).table
    again = await another().moves.play(friends[seat - 1], table.id, name, before.version, action)
    assert again.number == table.version
    assert again.table.view == table.view
    assert again.table.desk.finished_at == table.desk.finished_at


async def test_a_command_that_knows_more_than_its_process_is_understood(tables: Tables, another: Another) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    other = another()
    await other.look(table.id)
    table = await play_on(tables, table, friends, Random(7), moves=8)
    moved = await move(other, table, friends[table.actors[0] - 1], Random(8))
    assert moved.number == 9


async def test_a_process_that_does_not_know_of_a_seat_yet_looks_again(tables: Tables, another: Another) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    other = another()
    await other.look(table.id)
    laptop, _ = await tables.people.make()
    link = await tables.seating.seat_link(friends[0], table.id, 1)
    await tables.seating.take(laptop.id, link)
    moved = await other.moves.play(laptop.id, table.id, "pass", 0, passing(table, 1))
    assert moved.number == 1


async def test_a_move_stands_although_whoever_sent_it_has_gone(tables: Tables) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    sending = asyncio.create_task(tables.moves.play(friends[0], table.id, "gone", 0, passing(table, 1)))
    await asyncio.sleep(0)
    sending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sending
    await tables.store.settle()
    assert (await tables.look(table.id)).version == 1
    assert (await tables.moves.play(friends[0], table.id, "gone", 0, passing(table, 1))).number == 1


async def test_a_connection_lost_at_the_commit_leaves_nothing_half_done(tables: Tables, engine: AsyncEngine) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    async with engine.begin() as connection:
        await connection.execute(text(DYING))
        await connection.execute(text(DIE_AT_COMMIT))
    heard: list[Number] = []
    tables.subscribe(lambda _, number: heard.append(number))
    with pytest.raises(Unavailable) as unknown:
        await tables.moves.play(friends[0], table.id, "twice", 0, passing(table, 1))
    assert unknown.value.data == {"seconds": 1}
    assert heard == [], "what is not known to be stored is told to nobody"
    assert tables.known(table.id) is None
    async with engine.begin() as connection:
        await connection.execute(text("DROP TRIGGER die ON moves"))
    moved = await tables.moves.play(friends[0], table.id, "twice", 0, passing(table, 1))
    assert moved.number == 1
    assert heard == [Number(1, table.revision)]


async def test_a_stored_move_whose_answer_was_lost_is_not_made_again(tables: Tables, engine: AsyncEngine) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    action = passing(table, 1)
    await tables.moves.play(friends[0], table.id, "lost", 0, action)
    tables.store.cache.drop(table.id)
    assert (await tables.moves.play(friends[0], table.id, "lost", 0, action)).number == 1
    assert await stored(engine, table) == 1


async def test_everybody_in_the_process_hears_of_a_move_once_it_is_stored(tables: Tables, engine: AsyncEngine) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    heard: list[tuple[str, Number]] = []
    tables.subscribe(lambda table_id, number: heard.append((table_id, number)))
    await tables.moves.play(friends[0], table.id, "tell", 0, passing(table, 1))
    assert heard == [(table.id, Number(1, table.revision))]


async def test_actions_are_stored_as_they_were_understood(tables: Tables, engine: AsyncEngine) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    action = msgspec.json.decode(passing(table, 1))
    spaced = msgspec.json.format(msgspec.json.encode(dict(reversed(action.items()))), indent=3)
    await tables.moves.play(friends[0], table.id, "spaced", 0, spaced)
    assert (await tables.moves.play(friends[0], table.id, "spaced", 0, passing(table, 1))).number == 1
