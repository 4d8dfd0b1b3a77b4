"""Races: people with several tabs at two processes, undos, changes of seats and restarts, in any order."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from random import Random
from typing import Any, TypeVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.database.engine import create_engine
from app.database.models import Move
from app.settings import Settings
from app.tables.moves import Moved
from app.tables.problems import Conflict, Illegal, Late
from app.tables.table import Table
from app.tables.tables import Tables
from tests.tables.company import as_json, begun, people, some_action

T = TypeVar("T")
SEATS = st.integers(1, 3)
PROCESSES = st.integers(0, 1)
SEEDS = st.integers(0, 1000)


class Evening(RuleBasedStateMachine):
    """A table of three in two processes. Each tab (process and seat) shows what its player saw last."""

    url = ""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.Runner()
        self.engine: AsyncEngine = create_engine(self.url, pool=4)
        self.processes = [Tables(self.engine, Settings()) for _ in range(2)]
        self.friends = self.run(people(self.processes[0]))
        start = self.run(begun(self.processes[0], self.friends))
        self.tabs = {(process, seat): start for process in range(2) for seat in (1, 2, 3)}
        self.acknowledged: dict[tuple[int, str], int] = {}
        self.sent: list[tuple[int, str, int, bytes | None]] = []
        self.names = 0

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run(work)

    def teardown(self) -> None:
        for tables in self.processes:
            self.run(tables.stop())
        self.run(self.engine.dispose())
        self.loop.close()

    async def send(self, process: int, seat: int, name: str, version: int, action: bytes | None) -> Moved | None:
        """Send a command; whatever was acknowledged under its name stays what it is."""
        moves, person, table_id = self.processes[process].moves, self.friends[seat - 1], self.tabs[0, 1].id
        try:
            if action is None:
                moved = await moves.undo(person, table_id, name, version)
            else:
                moved = await moves.play(person, table_id, name, version, action)
        except (Late, Illegal, Conflict):
            assert (seat, name) not in self.acknowledged, "what was acknowledged is not refused later"
            return None
        assert self.acknowledged.setdefault((seat, name), moved.number) == moved.number
        return moved

    def command(self, seat: int, action: bytes | None, table: Table) -> tuple[int, str, int, bytes | None]:
        self.names += 1
        self.sent.append((seat, f"c{self.names}", table.version, action))
        return self.sent[-1]

    def wish(self, tab: Table, seat: int, seed: int) -> bytes | None:
        """What a player wants who sees this tab."""
        assert tab.session is not None
        return as_json(some_action(tab, seat, Random(seed))) if tab.session.choices(seat) else None

    @rule(process=PROCESSES, seat=SEATS, seed=SEEDS)
    def act(self, process: int, seat: int, seed: int) -> None:
        tab = self.tabs[process, seat]
        action = self.wish(tab, seat, seed)
        if action is not None:
            moved = self.run(self.send(process, *self.command(seat, action, tab)))
            if moved is not None:
                self.tabs[process, seat] = moved.table

    @rule(first=SEATS, second=SEATS, seed=SEEDS)
    def act_at_once(self, first: int, second: int, seed: int) -> None:
        """Two tabs of two processes send something at the same moment, perhaps both of one player."""
        commands = []
        for process, seat in ((0, first), (1, second)):
            action = self.wish(self.tabs[process, seat], seat, seed + process)
            if action is not None:
                commands.append((process, *self.command(seat, action, self.tabs[process, seat])))

        async def together() -> None:
            await asyncio.gather(*(self.send(*command) for command in commands))

        self.run(together())

    @rule(process=PROCESSES, seat=SEATS)
    def undo(self, process: int, seat: int) -> None:
        self.run(self.send(process, *self.command(seat, None, self.tabs[process, seat])))

    @rule(process=PROCESSES, seat=SEATS, seed=SEEDS)
    def undo_while_somebody_acts(self, process: int, seat: int, seed: int) -> None:
        tab = self.tabs[1 - process, seat % 3 + 1]
        action = self.wish(tab, seat % 3 + 1, seed)
        commands = [(process, *self.command(seat, None, self.tabs[process, seat]))]
        if action is not None:
            commands.append((1 - process, *self.command(seat % 3 + 1, action, tab)))

        async def together() -> None:
            await asyncio.gather(*(self.send(*command) for command in commands))

        self.run(together())

    @rule(process=PROCESSES, which=st.integers(0, 20))
    @precondition(lambda self: self.sent)
    def resend(self, process: int, which: int) -> None:
        self.run(self.send(process, *self.sent[which % len(self.sent)]))

    @rule(process=PROCESSES, seat=SEATS)
    def look(self, process: int, seat: int) -> None:
        self.tabs[process, seat] = self.run(self.processes[process].look(self.tabs[0, 1].id))

    @rule(process=PROCESSES, seat=SEATS)
    def hand_over(self, process: int, seat: int) -> None:
        tables = self.processes[process]
        if self.tabs[0, 1].status == "playing":
            with suppress(Conflict):  # the game is over by now
                self.run(tables.absence.hand_over(self.friends[seat - 1], self.tabs[0, 1].id, seat))

    @rule(process=PROCESSES)
    def restart(self, process: int) -> None:
        self.run(self.processes[process].stop())
        self.processes[process] = Tables(self.engine, Settings())

    @invariant()
    def all_agree_and_everything_acknowledged_is_there_once(self) -> None:
        table_id = self.tabs[0, 1].id
        newest = Tables(self.engine, Settings())
        views = [self.run(tables.look(table_id)) for tables in (*self.processes, newest)]
        self.run(newest.stop())
        first = views[0]
        assert first.session is not None
        for other in views[1:]:
            assert other.session is not None
            assert other.session.digest() == first.session.digest()
            assert other.view == first.view
            assert other.ledger == first.ledger
        rows = self.run(self.rows(table_id))
        assert [row[2] for row in rows] == list(range(1, first.version + 1))
        stored = {(seat, command): number for seat, command, number in rows}
        assert len(stored) == len(rows), "no command twice"
        assert stored == self.acknowledged, "nothing lost, nothing that was refused"

    async def rows(self, table_id: str) -> list[tuple[int, str, int]]:
        statement = select(Move.seat, Move.command, Move.number).where(Move.table_id == table_id).order_by(Move.number)
        async with self.engine.connect() as connection:
            return [(row.seat, row.command, row.number) for row in await connection.execute(statement)]


def test_whatever_happens_at_once_every_command_counts_once_and_all_agree(database: str) -> None:
    class Here(Evening):
        url = database

    run_state_machine_as_test(
        Here, settings=settings(max_examples=settings().max_examples // 5, stateful_step_count=20)
    )
