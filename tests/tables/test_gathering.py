"""Gathering: making a table, taking seats, setting things up, beginning, leaving, and once more."""

import asyncio
import hashlib
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.settings import Settings
from app.tables.problems import Conflict, Forbidden, Illegal, NotFound
from app.tables.table import Table
from app.tables.tables import Tables
from tests.tables.company import as_json, begun, gather, move, people, play_on, some_action

Another = Callable[..., Tables]


def kinds(table: Table) -> list[str]:
    return [seat.kind for seat in table.seats]


def names(table: Table) -> list[str]:
    return [seat.name for seat in table.seats]


async def test_whoever_makes_a_table_is_its_host_in_the_first_of_all_its_seats(tables: Tables) -> None:
    (ana,) = await people(tables, 1)
    table = await tables.gathering.make(ana, "cuckooo")
    assert table.status == "gathering"
    assert table.visibility == "link"
    assert table.seat_of(ana) == table.host == 1
    assert kinds(table) == ["person", "open", "open", "open", "open"]
    assert table.view.seats[0].here
    assert len(table.id) == 32


async def test_the_commitment_is_shown_from_the_start_and_the_seed_at_the_end(tables: Tables) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    assert table.view.seed is None
    over = await play_on(tables, table, friends, Random(1))
    assert over.view.seed is not None
    assert hashlib.sha256(bytes.fromhex(over.view.seed)).hexdigest() == table.view.commitment


async def test_options_are_checked_and_completed(tables: Tables) -> None:
    (ana,) = await people(tables, 1)
    table = await tables.gathering.make(ana, "cuckooo", {"flocks": "hidden"})
    assert table.view.options == {"flocks": "hidden", "tokens": "off"}
    table = await tables.gathering.change(ana, table.id, options={"tokens": "on"})
    assert table.view.options == {"flocks": "hidden", "tokens": "on"}
    for odd in ({"flocks": "boiled"}, {"sauce": "green"}, {"tokens": True}):
        with pytest.raises(Illegal, match="options-malformed"):
            await tables.gathering.make(ana, "cuckooo", odd)
        with pytest.raises(Illegal, match="options-malformed"):
            await tables.gathering.change(ana, table.id, options=odd)


async def test_there_are_no_tables_of_games_that_are_not_on_the_shelf(tables: Tables) -> None:
    (ana,) = await people(tables, 1)
    with pytest.raises(NotFound, match="game-unknown"):
        await tables.gathering.make(ana, "parchis")
    with pytest.raises(Illegal, match="visibility-malformed"):
        await tables.gathering.make(ana, "cuckooo", visibility="everywhere")


async def test_somebody_without_a_name_has_to_give_one_and_keeps_it(tables: Tables) -> None:
    person, token = await tables.people.make()
    with pytest.raises(Illegal, match="name-missing"):
        await tables.gathering.make(person.id, "cuckooo")
    await tables.gathering.make(person.id, "cuckooo", name="Ana")
    found = await tables.people.find(token)
    table = await tables.gathering.make(person.id, "cuckooo")
    assert found is not None
    assert names(table)[0] == "Ana"


async def test_friends_take_the_open_seats_in_order(tables: Tables) -> None:
    table = await gather(tables, await people(tables))
    assert names(table) == ["Ana", "Bruno", "Clara", "", ""]


async def test_who_joins_again_keeps_the_seat(tables: Tables, another: Another) -> None:
    friends = await people(tables)
    table = await gather(tables, friends)
    again = await another().gathering.join(friends[1], table.id, table.invite, name="Somebody else")
    assert again.number == table.number
    assert again.seat_of(friends[1]) == 2
    assert names(again)[1] == "Bruno"


async def test_nobody_joins_without_the_right_invite(tables: Tables) -> None:
    ana, bruno = await people(tables, 2)
    table = await tables.gathering.make(ana, "cuckooo")
    for wrong in (None, "", "guess", table.invite + "x"):
        with pytest.raises(NotFound, match="table-unknown"):
            await tables.gathering.join(bruno, table.id, wrong)


async def test_a_table_in_the_lobby_needs_no_invite(tables: Tables) -> None:
    ana, bruno = await people(tables, 2)
    table = await tables.gathering.make(ana, "cuckooo", visibility="lobby")
    assert (await tables.gathering.join(bruno, table.id)).seat_of(bruno) == 2


async def test_a_renewed_invite_opens_and_the_old_one_does_not(tables: Tables) -> None:
    ana, bruno = await people(tables, 2)
    table = await tables.gathering.make(ana, "cuckooo")
    new = await tables.gathering.renew_invite(ana, table.id)
    assert new.invite != table.invite
    with pytest.raises(NotFound):
        await tables.gathering.join(bruno, table.id, table.invite)
    with pytest.raises(NotFound, match="link-unknown"):
        await tables.seating.find(table.invite)
    assert (await tables.gathering.join(bruno, table.id, new.invite)).seat_of(bruno) == 2


async def test_a_full_table_takes_nobody_else_even_when_all_come_at_once(tables: Tables, another: Another) -> None:
    friends = await people(tables, 5)
    crowd = [(await tables.people.make(f"Guest {number}"))[0].id for number in range(3)]
    table = await gather(tables, friends[:4])
    processes = (tables, another(), another())
    outcomes = await asyncio.gather(
        *(
            process.gathering.join(guest, table.id, table.invite)
            for process, guest in zip(processes, crowd, strict=True)
        ),
        return_exceptions=True,
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict", "Conflict", "Table"]
    with pytest.raises(Conflict, match="full"):
        await tables.gathering.join(friends[4], table.id, table.invite)


async def test_two_friends_at_a_table_have_different_names(tables: Tables) -> None:
    ana, bruno = await people(tables, 2)
    table = await tables.gathering.make(ana, "cuckooo")
    for taken in ("Ana", "ANA", "\uff21na"):
        with pytest.raises(Conflict, match="name-taken"):
            await tables.gathering.join(bruno, table.id, table.invite, name=taken)
    await tables.gathering.join(bruno, table.id, table.invite, name="Ana B")
    with pytest.raises(Conflict, match="name-taken"):
        await tables.gathering.rename(bruno, table.id, "ana")


async def test_ones_own_name_is_not_taken(tables: Tables) -> None:
    ana, bruno = await people(tables, 2)
    table = await gather(tables, [ana, bruno])
    assert (await tables.gathering.rename(ana, table.id, "Ana")).number == table.number
    assert names(await tables.gathering.rename(ana, table.id, "ANA"))[0] == "ANA"


async def test_the_host_orders_the_seats(tables: Tables) -> None:
    friends = await people(tables)
    table = await gather(tables, friends)
    table = await tables.gathering.change(friends[0], table.id, order=[3, 1, 2, 5, 4])
    assert names(table) == ["Clara", "Ana", "Bruno", "", ""]
    assert table.host == 2
    assert [table.seat_of(friend) for friend in friends] == [2, 3, 1]
    for odd in ([1, 2, 3], [1, 1, 2, 3, 4], [0, 1, 2, 3, 4], [2, 3, 4, 5, 6]):
        with pytest.raises(Illegal, match="order-malformed"):
            await tables.gathering.change(friends[0], table.id, order=odd)


async def test_the_host_seats_bots_and_sends_them_away(tables: Tables) -> None:
    friends = await people(tables, 2)
    table = await gather(tables, friends)
    table = await tables.gathering.add_bot(friends[0], table.id, seat=5)
    table = await tables.gathering.add_bot(friends[0], table.id)
    assert kinds(table) == ["person", "person", "bot", "open", "bot"]
    assert len(set(names(table))) == 5
    with pytest.raises(Conflict, match="seat-not-open"):
        await tables.gathering.add_bot(friends[0], table.id, seat=5)
    with pytest.raises(NotFound, match="seat-unknown"):
        await tables.gathering.add_bot(friends[0], table.id, seat=6)
    await tables.gathering.add_bot(friends[0], table.id)
    with pytest.raises(Conflict, match="full"):
        await tables.gathering.add_bot(friends[0], table.id)
    table = await tables.gathering.open_seat(friends[0], table.id, 3)
    assert kinds(table)[2] == "open"


async def test_somebody_removed_has_no_seat_and_may_come_again(tables: Tables) -> None:
    friends = await people(tables)
    table = await gather(tables, friends)
    table = await tables.gathering.open_seat(friends[0], table.id, 2)
    assert table.seat_of(friends[1]) is None
    table = await tables.gathering.join(friends[1], table.id, table.invite)
    assert [seat.name for seat in table.seats if seat.kind == "person"] == ["Ana", "Bruno", "Clara"]


async def test_only_the_host_sets_things_up(tables: Tables) -> None:
    friends = await people(tables)
    table = await gather(tables, friends)
    stranger, _ = await tables.people.make("Zoe")
    for person, key in ((friends[1], "not-host"), (stranger.id, "not-seated"), (None, "not-seated")):
        for attempt in (
            tables.gathering.change(person, table.id, visibility="lobby"),
            tables.gathering.add_bot(person, table.id),
            tables.gathering.open_seat(person, table.id, 1),
            tables.gathering.renew_invite(person, table.id),
            tables.gathering.start(person, table.id),
        ):
            with pytest.raises(Forbidden, match=key):
                await attempt
    assert (await tables.look(table.id)).number == table.number


async def test_the_game_begins_with_the_taken_seats_in_their_order(tables: Tables) -> None:
    friends = await people(tables)
    table = await gather(tables, friends)
    await tables.gathering.change(friends[0], table.id, order=[4, 3, 5, 1, 2])
    table = await tables.gathering.start(friends[0], table.id)
    assert names(table) == ["Clara", "Ana", "Bruno"]
    assert [seat.number for seat in table.seats] == [1, 2, 3]
    assert [table.seat_of(friend) for friend in friends] == [2, 3, 1]
    assert table.host == 2
    assert table.status == "playing"
    assert table.actors == (1, 2, 3)
    assert table.version == 0
    assert table.recent[0].number == 0


async def test_a_game_does_not_begin_with_too_few_nor_twice(tables: Tables) -> None:
    friends = await people(tables)
    table = await gather(tables, friends[:2])
    with pytest.raises(Conflict, match="too-few") as refused:
        await tables.gathering.start(friends[0], table.id)
    assert refused.value.data == {"least": 3, "seats": 2}
    await tables.gathering.join(friends[2], table.id, table.invite)
    await tables.gathering.start(friends[0], table.id)
    for attempt in (
        tables.gathering.start(friends[0], table.id),
        tables.gathering.add_bot(friends[0], table.id),
        tables.gathering.change(friends[0], table.id, order=[3, 2, 1]),
        tables.gathering.change(friends[0], table.id, options={"tokens": "on"}),
        tables.gathering.open_seat(friends[0], table.id, 2),
    ):
        with pytest.raises(Conflict, match="not-gathering"):
            await attempt


async def test_nobody_joins_a_game_that_runs(tables: Tables) -> None:
    friends = await people(tables, 4)
    table = await begun(tables, friends[:3])
    with pytest.raises(Conflict, match="not-gathering"):
        await tables.gathering.join(friends[3], table.id, table.invite)


async def test_who_leaves_opens_the_seat_and_comes_back_to_one(tables: Tables) -> None:
    friends = await people(tables)
    table = await gather(tables, friends)
    table = await tables.gathering.leave(friends[1], table.id)
    assert kinds(table) == ["person", "open", "person", "open", "open"]
    with pytest.raises(Forbidden):
        await tables.gathering.leave(friends[1], table.id)
    table = await tables.gathering.join(friends[1], table.id, table.invite)
    assert kinds(table) == ["person", "person", "person", "open", "open"]


async def test_a_host_who_leaves_is_followed_by_the_next_person(tables: Tables) -> None:
    friends = await people(tables)
    table = await gather(tables, friends)
    table = await tables.gathering.open_seat(friends[0], table.id, 1)
    assert table.host == 2
    await tables.gathering.leave(friends[1], table.id)
    table = await tables.gathering.leave(friends[2], table.id)
    assert table.host == 0
    assert table.status == "abandoned"
    with pytest.raises(Conflict, match="not-gathering"):
        await tables.gathering.join(friends[0], table.id, table.invite)


async def test_who_leaves_a_running_game_leaves_the_seat_to_a_bot_for_good(tables: Tables, another: Another) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    beside = another()
    await beside.look(table.id)
    link = await tables.seating.seat_link(friends[0], table.id, 1)
    action = as_json(some_action(table, 1, Random(1)))
    table = await tables.gathering.leave(friends[0], table.id)
    assert (table.seats[0].kind, table.seats[0].name) == ("bot", "Ana")
    assert table.waits_for_bots == (1,)
    assert (table.host, table.status) == (2, "playing")
    for process in (beside, tables):
        for refused in (
            process.moves.play(friends[0], table.id, "again", 0, action),
            process.moves.undo(friends[0], table.id, "undo", 0),
            process.absence.take_back(friends[0], table.id),
            process.absence.hand_over(friends[0], table.id, 1),
            process.absence.become_host(friends[0], table.id),
            process.messages.say(friends[0], table.id, "hello"),
        ):
            with pytest.raises(Forbidden, match="not-seated"):
                await refused
        with pytest.raises(Forbidden, match="left-game"):
            process.viewer(await process.look(table.id), friends[0])
        with pytest.raises(NotFound, match="link-unknown"):
            await process.seating.take(friends[0], link)
        with pytest.raises(Conflict, match="seat-not-person"):
            await process.seating.seat_link(friends[1], table.id, 1)
        with pytest.raises(Forbidden, match="left-game"):
            await process.gathering.join(friends[0], table.id, table.invite)
        assert await process.lobby.own(friends[0]) == ()
    assert await beside.moves.play_bot(table.id, 1, 0, some_action(table, 1, Random(2)))


async def test_a_seat_with_all_its_holders_is_left(tables: Tables, another: Another) -> None:
    friends = await people(tables, 4)
    table = await begun(tables, friends[:3])
    await tables.seating.take(friends[3], await tables.seating.seat_link(friends[1], table.id, 2))
    await another().gathering.leave(friends[3], table.id)
    with pytest.raises(Forbidden, match="not-seated"):
        await move(tables, table, friends[1], Random(1))


async def test_who_is_only_away_still_has_a_seat_and_may_become_host(tables: Tables) -> None:
    friends = await people(tables)
    table = await begun(tables, friends)
    for seat in (2, 3):
        await tables.absence.hand_over(friends[0], table.id, seat)
    await tables.absence.take_back(friends[2], table.id)
    table = await tables.gathering.leave(friends[0], table.id)
    assert table.host == 3, "whoever plays goes first"
    table = await tables.gathering.leave(friends[2], table.id)
    assert (table.host, table.status) == (2, "playing")
    assert not (await tables.absence.take_back(friends[1], table.id)).seats[1].taken_over


async def test_a_game_that_all_have_left_is_abandoned(tables: Tables) -> None:
    friends = await people(tables)
    table = await begun(tables, friends[:2], bots=1)
    await tables.gathering.leave(friends[0], table.id)
    table = await tables.gathering.leave(friends[1], table.id)
    assert table.status == "abandoned"
    assert table.view.seed is None
    assert table.actors == ()


async def test_after_a_game_the_same_friends_play_again_at_one_table(tables: Tables, another: Another) -> None:
    friends = await people(tables)
    table = await begun(tables, friends, bots=1, flocks="hidden")
    with pytest.raises(Conflict, match="not-finished"):
        await tables.gathering.rematch(friends[0], table.id)
    table = await tables.gathering.leave(friends[2], table.id)
    for _ in range(2000):
        if not table.actors:
            break
        seat = table.actors[0]
        if table.seats[seat - 1].kind == "bot":
            assert table.session is not None
            action = table.session.choices(seat)[0].sample(Random(1))
            assert await tables.moves.play_bot(table.id, seat, table.version, action)
            table = await tables.look(table.id)
        else:
            table = (await move(tables, table, friends[seat - 1], Random(table.version))).table
    assert table.status == "finished"
    asked = await asyncio.gather(
        tables.gathering.rematch(friends[0], table.id), another().gathering.rematch(friends[1], table.id)
    )
    assert asked[0].id == asked[1].id != table.id
    again = asked[0]
    assert (await tables.look(table.id)).view.rematch == again.id
    assert [*names(again)[:2], "Clara", names(again)[3]] == names(table)
    assert kinds(again) == ["person", "person", "open", "bot", "open"], "the seat of who left is open"
    assert again.seat_of(friends[1]) == 2
    assert [seat.here for seat in again.seats[:2]] in ([True, False], [False, True]), "whoever asked first is here"
    assert again.view.options == table.view.options
    assert again.view.commitment != table.view.commitment
    assert (await tables.gathering.start(friends[0], again.id)).status == "playing"
    with pytest.raises(Forbidden):
        await tables.gathering.rematch(friends[2], table.id)


async def test_a_hosts_own_component_file_travels_with_its_tables(
    tables: Tables, another: Another, engine: AsyncEngine, tmp_path: Path
) -> None:
    (ana,) = await people(tables, 1)
    house = await tables.gathering.make(ana, "cudillero")
    own = tmp_path / "mine.toml"
    own.write_text("# our own copy\n" + house.rulebook.components().text, "utf-8")
    table = await Tables(engine, Settings(cudillero_components=own)).gathering.make(ana, "cudillero")
    assert table.view.components == hashlib.sha256(own.read_bytes()).hexdigest()
    assert house.view.components != table.view.components
    own.unlink()
    await tables.gathering.add_bot(ana, table.id)
    elsewhere = await another().gathering.start(ana, table.id)
    assert elsewhere.view.components == table.view.components


async def test_a_change_that_changes_nothing_of_the_numbers_is_told_to_nobody(tables: Tables) -> None:
    friends = await people(tables)
    table = await gather(tables, friends)
    heard: list[str] = []
    tables.subscribe(lambda table_id, _: heard.append(table_id))
    await tables.gathering.join(friends[1], table.id, table.invite)
    assert heard == []
    changed = await tables.gathering.change(friends[0], table.id, visibility="lobby")
    assert heard == [table.id]
    assert changed.number == (table.version, table.revision + 1)
