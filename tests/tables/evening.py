"""An evening at one table in two processes, either of which may lag: what the machine of `test_races.py` does."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple, TypeVar

import uvloop
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.database.engine import address, create_engine, open_connection
from app.database.models import Move
from app.games.session import Action
from app.settings import Settings
from app.tables.problems import Conflict, Forbidden, NotFound, Problem, Unavailable
from app.tables.table import Table
from app.tables.tables import Tables
from tests.support.postgres import named
from tests.support.together import together
from tests.tables.company import Clock, as_json, begun, gather, people, some_action

T = TypeVar("T")
SEATS = (1, 2, 3)
PATIENCE = 40
"""So often is asked again while lines are broken: each try may meet one that nobody has noticed yet."""


class Ears(logging.Handler):
    """Hears of everything that went wrong and was only logged."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Note a record."""
        self.heard.append(self.format(record))


class Sent(NamedTuple):
    """A command as it was sent; without an action an undo."""

    seat: int
    person: int
    name: str
    version: int
    action: bytes | None


class Evening:
    """A table of three in two processes. Each tab (process and seat) shows what its player saw last.

    Args:
        url: the database.
        game: the game that is played.
        snapshot_every: after so many moves the state is stored.
        tables_in_memory: with 1 the other table throws this one out of memory.
    """

    def __init__(self, url: str, game: str, snapshot_every: int, tables_in_memory: int) -> None:
        self.loop = asyncio.Runner(loop_factory=uvloop.new_event_loop)
        self.ears = Ears()
        self.loop.get_loop().set_exception_handler(lambda _, context: self.ears.heard.append(str(context)))
        logging.getLogger("tertulia").addHandler(self.ears)
        self.url = url
        self.engine: AsyncEngine = create_engine(url, pool=4)
        self.clock = Clock()
        self.settings = Settings(tables_in_memory=tables_in_memory)
        self.snapshot_every = snapshot_every
        self.processes = [self.process(), self.process()]
        friends = self.run(people(self.processes[0]))
        self.people = {seat: [friend] for seat, friend in zip(SEATS, friends, strict=True)}
        start = self.run(begun(self.processes[0], friends, game=game))
        self.id = start.id
        self.other = self.run(gather(self.processes[0], friends)).id
        self.tabs = {(process, seat): start for process in range(2) for seat in SEATS}
        self.acknowledged: dict[tuple[int, str], int] = {}
        self.unclear: set[tuple[int, str]] = set()
        self.sent: list[Sent] = []
        self.leaving: set[int] = set()
        self.rematches: set[str] = set()
        self.broken = False

    def process(self) -> Tables:
        """One more process, which knows nothing."""
        return Tables(self.engine, self.settings, self.clock, self.snapshot_every)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something to its end."""
        return self.loop.run(work)

    def together(self, works: Sequence[Coroutine[Any, Any, None]]) -> None:
        """Do several things at once, each to its end, whatever becomes of the others."""
        self.run(together(*works))

    def end(self) -> None:
        """All go home."""
        for tables in self.processes:
            self.run(tables.stop())
        self.run(self.engine.dispose())
        self.loop.close()
        logging.getLogger("tertulia").removeHandler(self.ears)

    async def answered(self, ask: Callable[[], Awaitable[T]]) -> T:
        """What is answered in the end: while lines are broken, and only then, one may have to ask again."""
        for _ in range(PATIENCE):
            try:
                return await ask()
            except Unavailable:
                assert self.broken, "nothing is unavailable as long as all lines stand"
        raise AssertionError("not answered although all lines can be opened again")

    # --- commands ---

    async def send(self, process: int, sent: Sent) -> None:
        """Send a command until it is answered; whatever was acknowledged under its name stays what it is."""
        key = sent.seat, sent.name

        async def ask() -> tuple[int, Table]:
            moves = self.processes[process].moves
            if sent.action is None:
                return await moves.undo(sent.person, self.id, sent.name, sent.version)
            return await moves.play(sent.person, self.id, sent.name, sent.version, sent.action)

        try:
            number, table = await self.answered(ask)
        except Forbidden:
            assert sent.seat in self.leaving, "who sits at the table may act"
            self.unclear.add(key)
        except Problem:
            if key in self.acknowledged:
                raise
        else:
            assert self.acknowledged.setdefault(key, number) == number
            self.tabs[process, sent.seat] = table

    def command(self, seat: int, seed: int, action: Action | None, version: int) -> Sent:
        """A new command from one of the people of a seat."""
        person = self.people[seat][seed % len(self.people[seat])]
        name = f"c{len(self.sent) + 1}"
        self.sent.append(Sent(seat, person, name, version, None if action is None else as_json(action)))
        return self.sent[-1]

    def shown(self, process: int, seat: int, seed: int) -> Table:
        """What somebody sees who acts: mostly the table as the process knows it, or else what a tab showed last."""
        known = self.processes[process].known(self.id)
        return known if known is not None and seed % 4 else self.tabs[seed % 2, seat]

    async def act(self, process: int, seat: int, seed: int) -> None:
        """Do what somebody wants who is asked, as it seems."""
        table = self.shown(process, seat, seed)
        assert table.session is not None
        asked = seat if seat in table.actors else next(iter(table.actors), seat)
        if table.session.choices(asked):
            await self.send(process, self.command(asked, seed, some_action(table, asked, Random(seed)), table.version))

    async def undo(self, process: int, seat: int, seed: int) -> None:
        """Take back what was done last, as it seems; mostly by who did it."""
        table = self.shown(process, seat, seed)
        mine = table.view.undo.seat if table.view.undo.allowed and seed % 8 else seat
        await self.send(process, self.command(mine, seed, None, table.version))

    async def resend(self, process: int, seat: int, seed: int) -> None:
        """Send something again that was sent before."""
        if self.sent:
            await self.send(process, self.sent[-1 - seed % min(len(self.sent), 20)])

    async def bot(self, process: int, seat: int, seed: int) -> None:
        """Let a bot move on what its process knows."""
        tables = self.processes[process]
        known = tables.known(self.id)
        if known is not None and known.waits_for_bots:
            mover = known.waits_for_bots[seat % len(known.waits_for_bots)]
            action = some_action(known, mover, Random(seed))
            await self.answered(lambda: tables.moves.play_bot(self.id, mover, known.version, action))

    async def play_on(self, process: int, moves: int, seed: int) -> None:
        """Let all play, so many moves or to the end."""
        rng, tables = Random(seed), self.processes[process]
        for _ in range(moves):
            table = await self.answered(lambda: tables.look(self.id))
            if not table.actors:
                return
            seat = rng.choice(table.actors)
            action = some_action(table, seat, rng)
            if table.seats[seat - 1].kind == "person":
                await self.send(process, self.command(seat, seed, action, table.version))
            else:
                playing = tables.moves.play_bot(self.id, seat, table.version, action)
                await self.answered(lambda playing=playing: playing)  # type: ignore[misc]

    async def play_until_undo(self, process: int, seed: int) -> None:
        """Let all play at a process until it knows an action that can be taken back, or for a while."""
        for step in range(20):
            known = self.processes[process].known(self.id)
            if known is not None and known.view.undo.allowed:
                return
            await self.play_on(process, 1, seed + step)

    def moves_left(self, process: int, seed: int) -> int:
        """How many moves `play_on` would make to the end."""
        table, rng = self.run(self.answered(lambda: self.processes[process].look(self.id))), Random(seed)
        assert table.session is not None
        session = table.session.clone()
        for count in range(10_000):
            if not session.actors():
                return count
            seat = rng.choice(session.actors())
            session.apply(seat, rng.choice(session.choices(seat)).sample(rng))
        raise AssertionError("a game without end")

    # --- everything else that happens at a table ---

    async def look(self, process: int, seat: int, seed: int) -> None:
        """Load the page anew."""
        self.tabs[process, seat] = await self.answered(lambda: self.processes[process].look(self.id))

    async def seats(self, process: int, seat: int, seed: int) -> None:
        """Do something to the seats; whatever does not fit how the table stands now is refused by a problem."""
        tables, person = self.processes[process], self.people[seat][0]
        other = SEATS[seed % len(SEATS)]
        kinds: list[Callable[[], Awaitable[object]]] = [
            lambda: tables.absence.hand_over(person, self.id, other),
            lambda: tables.absence.hand_over(person, self.id, seat),
            lambda: tables.absence.take_back(person, self.id),
            lambda: tables.absence.become_host(person, self.id),
            tables.absence.sweep,
            lambda: tables.gathering.rename(person, self.id, f"Friend {seed % 7}"),
            lambda: tables.gathering.renew_invite(person, self.id),
            lambda: tables.gathering.change(person, self.id, visibility=("link", "lobby")[seed % 2]),
            lambda: tables.messages.say(person, self.id, "Ay!"),
            lambda: self.share(tables, seat),
            lambda: self.follow(tables, person),
        ]
        with suppress(NotFound, Forbidden, Conflict):
            await self.answered(kinds[seed // len(SEATS) % len(kinds)])

    async def share(self, tables: Tables, seat: int) -> None:
        """One more person for a seat."""
        link = await tables.seating.seat_link(self.people[seat][0], self.id, seat)
        device, _ = await tables.people.make()
        await tables.seating.take(device.id, link)
        self.people[seat].append(device.id)

    async def follow(self, tables: Tables, person: int) -> None:
        """Go to the table that follows."""
        self.rematches.add((await tables.gathering.rematch(person, self.id)).id)
        assert len(self.rematches) == 1, "one for all who ask"

    async def leave(self, process: int, seat: int, seed: int) -> None:
        """Leave for good; somebody stays."""
        if seed % 4 == 0 and len(self.leaving | {seat}) < len(SEATS):
            self.leaving.add(seat)
            with suppress(Forbidden):  # gone already
                await self.answered(lambda: self.processes[process].gathering.leave(self.people[seat][0], self.id))

    async def elsewhere(self, process: int, seat: int, seed: int) -> None:
        """Look at the other table."""
        await self.answered(lambda: self.processes[process].look(self.other))

    async def break_lines(self, process: int, seat: int, seed: int) -> None:
        """All connections to the database break off."""
        self.broken = True
        connection = await open_connection(named(self.url, "postgres"))
        try:
            await connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", address(self.url).database
            )
        finally:
            await connection.close()

    # --- what must hold ---

    async def fresh(self) -> Table:
        """The table in a process that knew nothing; every command that was acknowledged is there once."""
        tables = self.process()
        table = await self.answered(lambda: tables.look(self.id))
        rows = await self.answered(lambda: self.rows(tables))
        await tables.stop()
        assert [number for _, _, number in rows] == list(range(1, table.version + 1))
        stored = {(seat, name): number for seat, name, number in rows if not name.startswith("bot:")}
        assert self.acknowledged.items() <= stored.items(), "nothing that was acknowledged is lost"
        assert stored.keys() - self.acknowledged.keys() <= self.unclear, "nothing that was refused is stored"
        assert not self.ears.heard
        return table

    async def rows(self, tables: Tables) -> list[tuple[int, str, int]]:
        """Seat, command and number of all moves."""
        statement = select(Move.seat, Move.command, Move.number).where(Move.table_id == self.id).order_by(Move.number)
        async with tables.store.connection() as connection:
            return [(row.seat, row.command, row.number) for row in await connection.execute(statement)]

    async def agree(self) -> None:
        """Both processes, however far they lagged, and a fresh one show the same and tell the same."""
        for tables in self.processes:
            await tables.store.settle()
        first = await self.fresh()
        for tables in (*self.processes, self.process()):
            table = await self.answered(lambda tables=tables: tables.look(self.id))  # type: ignore[misc]
            assert table.session is not None
            assert first.session is not None
            assert table.session.digest() == first.session.digest()
            assert (table.number, table.view, table.ledger) == (first.number, first.view, first.ledger)
            assert table.public == first.public
            assert all(table.private(seat) == first.private(seat) for seat in SEATS)
            told = await self.answered(lambda table=table: self.processes[0].history.happenings(table))  # type: ignore[misc]
            for since in range(max(table.version - 6, 1), table.version + 1):
                new = await self.answered(lambda s=since, t=table, it=tables: it.history.happenings(t, s))  # type: ignore[misc]
                assert new == tuple(happening for happening in told if happening.number > since)
