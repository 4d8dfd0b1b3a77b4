"""Moves and undos: each exactly once, stored before anybody sees it."""

import re
from typing import NamedTuple

import msgspec

from app.games.session import Action, IllegalAction
from app.tables.absence import Absence
from app.tables.cache import Entry
from app.tables.happenings import Happening
from app.tables.number import Number
from app.tables.problems import Conflict, Forbidden, Illegal, Late, Problem, Unavailable
from app.tables.replay import Row
from app.tables.snapshots import Snapshots
from app.tables.store import Store, shielded
from app.tables.table import Table
from app.tables.views import undo

COMMAND_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""What people's commands may be called; those of bots have colons."""
TRIES = 8
"""How often a command is tried again when others' moves came first."""

# The lock on the table's row keeps its desk as it was when the command was judged; two moves do not wait for each other
# there, but at their number.
GO_ON = """
INSERT INTO moves (table_id, number, seat, command, seen, action, back_to, bot, actors, at)
SELECT id, $3, $4, $5, $6, $7, $8, $9, $10, $11
FROM tables WHERE id = $1 AND status = 'playing' AND revision = $2 FOR SHARE
ON CONFLICT DO NOTHING RETURNING number
"""
END = """
WITH open AS (
  SELECT id FROM tables WHERE id = $1 AND status = 'playing' AND revision = $2 FOR NO KEY UPDATE
), moved AS (
  INSERT INTO moves (table_id, number, seat, command, seen, action, back_to, bot, actors, at)
  SELECT id, $3, $4, $5, $6, $7, $8, $9, $10, $11 FROM open
  ON CONFLICT DO NOTHING RETURNING table_id
)
UPDATE tables SET status = 'finished', finished_at = $11 FROM moved WHERE id = moved.table_id RETURNING id
"""
STORED = "SELECT number, seen, action FROM moves WHERE table_id = $1 AND seat = $2 AND command = $3"


class Command(NamedTuple):
    """What somebody wants done: for which seat, its id, the version on which it was decided; no action means undo."""

    seat: int
    id: str
    seen: int
    action: Action | None
    bot: bool = False


class Moved(NamedTuple):
    """The answer to a command: the number at which it stands, and the table as it is now."""

    number: int
    table: Table


class Moves:
    """Carries out commands. Any process may; the database decides."""

    def __init__(self, store: Store, absence: Absence, snapshot_every: int) -> None:
        self._store = store
        self._absence = absence
        self._snapshots = Snapshots(store)
        self._snapshot_every = snapshot_every

    @shielded
    async def play(self, person_id: int | None, table_id: str, command_id: str, version: int, action: bytes) -> Moved:
        """Carry out an action for the seat that this person holds, exactly once.

        Args:
            person_id: who asks.
            table_id: where.
            command_id: made by whoever asks, for this command alone; the same one again gets the stored answer.
            version: the version on which it was decided.
            action: the action as JSON.

        Raises:
            NotFound, Forbidden: no such table, or no seat there.
            Late: the question to which this is an answer no longer stands.
            Illegal: the rules do not allow it now; or it is not an action; or the id was used for something else.
            Conflict: the game does not run.
            Unavailable: send the same command again.
        """
        _check(command_id, version)
        table = await self._store.look(table_id, Number(0, 0))
        try:
            decoded = table.rulebook.decode(action)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Illegal("move-malformed", detail=str(error)) from error
        return await self._command(person_id, table_id, Command(0, command_id, version, decoded))

    @shielded
    async def undo(self, person_id: int | None, table_id: str, command_id: str, version: int) -> Moved:
        """Take the last action back, if it was this person's seat's and nothing was drawn or revealed.

        Raises: as `play`; Conflict `undo-...` when it cannot be taken back, Late `undo-late` when something was done
            since that version.
        """
        _check(command_id, version)
        return await self._command(person_id, table_id, Command(0, command_id, version, None))

    @shielded
    async def play_bot(self, table_id: str, seat: int, version: int, action: Action) -> bool:
        """Carry out what a bot decided on that version; whether it came in time and stands.

        Raises: NotFound, Illegal when the bot chose what it may not, Unavailable.
        """
        command = Command(seat, f"bot:{seat}:{version + 1}", version, action, bot=True)
        async with self._store.hold(table_id, Number(version, 0)) as entry:
            table = entry.held
            if table.version != version or seat not in table.waits_for_bots:
                return False
            return await self._try(entry, table, command) is not None

    async def _command(self, person_id: int | None, table_id: str, command: Command) -> Moved:
        for _ in range(TRIES):
            moved = await self._carry_out(person_id, table_id, command)
            if moved is not None:
                self._absence.noted(moved.table, person_id)
                return moved
            await self._absence.take_back(person_id, table_id)
        raise Unavailable

    async def _carry_out(self, person_id: int | None, table_id: str, command: Command) -> Moved | None:
        """The answer to a person's command; None when a bot plays the seat: the person has to take it back first."""
        async with self._store.hold(table_id, Number(command.seen, 0)) as entry:
            for _ in range(TRIES):
                table = entry.held
                seat = table.seat_of(person_id)
                if seat is None:
                    if await self._store.renew(entry, table_id):
                        continue
                    raise Forbidden("not-seated")
                if table.seats[seat - 1].taken_over and table.status == "playing":
                    return None
                moved = await self._answer(entry, table, command._replace(seat=seat))
                if moved is not None:
                    return moved
        raise Unavailable

    async def _answer(self, entry: Entry, table: Table, command: Command) -> Moved | None:
        """The answer to a command; None when the table has changed meanwhile, which it now shows."""
        refused: Problem | None = None
        try:
            moved = await self._try(entry, table, command)
        except (Late, Illegal, Conflict) as problem:
            refused = problem
        else:
            if moved is not None:
                return Moved(moved.version, moved)
        number = await self._stored(table, command)
        renewed = await self._store.renew(entry, table.id)
        if number is not None:
            return Moved(number, entry.held)
        if refused is not None and not renewed:
            raise refused
        return None

    async def _try(self, entry: Entry, table: Table, command: Command) -> Table | None:
        """The table with the command carried out and stored; None when something else was stored first."""
        if table.frozen:
            raise Conflict("frozen")
        if table.status != "playing":
            raise Conflict("not-playing", status=table.status)
        if command.seen > table.version:
            raise Illegal("version-unknown")
        if command.action is not None:
            after = self._acted(table, command, command.action)
        else:
            after = await self._undone(table, command)
        assert after.session is not None
        over = not after.session.actors()
        stored = await self._store.row(
            END if over else GO_ON,
            table.id,
            table.revision,
            table.version + 1,
            command.seat,
            command.id,
            command.seen,
            _json(command.action),
            after.recent[-1].undone,
            command.bot,
            list(after.actors),
            after.recent[-1].at,
        )
        if stored is None:
            return None
        entry.table = after
        self._store.announce(after)
        if after.snapshot == after.version:
            self._snapshots.keep(after, table.snapshot)
        return after

    def _acted(self, table: Table, command: Command, action: Action) -> Table:
        """The table after an action, not stored yet. Raises: Late, Illegal."""
        assert table.session is not None and table.ledger is not None  # noqa: PT018 - they come together
        seat, number, at = command.seat, table.version + 1, self._store.clock()
        if command.seen < table.asked(seat):
            raise Late("move-late", version=table.version)
        session = table.session.clone()
        try:
            events = session.apply(seat, action)
        except IllegalAction as refused:
            if command.seen < table.version:
                raise Late("move-late", refused.reason, version=table.version) from refused
            raise Illegal("move-illegal", refused.reason) from refused
        ledger = table.ledger.moved(session, number, seat, command.bot, at)
        happening = Happening(number, seat, command.bot, at, events)
        return table.moved(session, ledger, happening, self._snapshot_every)

    async def _undone(self, table: Table, command: Command) -> Table:
        """The table after an undo, not stored yet. Raises: Late, Conflict."""
        last = table.ledger.last if table.ledger is not None else None
        state = undo(table)
        if last is None or state.reason == "nothing":
            raise Conflict("undo-nothing")
        if last.seat != command.seat:
            raise Conflict("undo-other", seat=last.seat, name=table.seats[last.seat - 1].name)
        if not state.allowed:
            raise Conflict(f"undo-{state.reason}")
        if command.seen < table.version:
            raise Late("undo-late", version=table.version)
        row = Row(table.version + 1, command.seat, False, self._store.clock(), None, last.number - 1)
        async with self._store.connection() as connection:
            after = await self._store.loader.back_at(connection, table, row)
        if after.session is None:
            raise Conflict("frozen")
        return after

    async def _stored(self, table: Table, command: Command) -> int | None:
        """The number at which this very command is stored, or None. Raises: Illegal if its id stands for another."""
        row = await self._store.row(STORED, table.id, command.seat, command.id)
        if row is None:
            return None
        if (row["seen"], row["action"]) != (command.seen, _json(command.action)):
            raise Illegal("command-reused")
        return int(row["number"])


def _check(command_id: str, version: int) -> None:
    if not COMMAND_ID.fullmatch(command_id):
        raise Illegal("command-malformed")
    if not 0 <= version < 2**31 - 1:
        raise Illegal("version-unknown")


def _json(action: Action | None) -> str | None:
    return None if action is None else msgspec.json.encode(action).decode()
