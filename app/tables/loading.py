"""Tables from the database: whole ones, and what is new about those already in memory."""

import asyncio
import logging
from typing import NamedTuple

import msgspec
from sqlalchemy import Integer, bindparam, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from app.database.models import ComponentFile, Snapshot
from app.games.shelf import Components, Rulebook, rulebook
from app.tables import ledger
from app.tables.desk import Desk, read_desk, table_bind
from app.tables.happenings import Happening
from app.tables.number import Number
from app.tables.problems import Conflict, NotFound
from app.tables.replay import Progress, Row, opening, path, replay
from app.tables.table import Table

logger = logging.getLogger("tertulia.tables")

AT_ONCE = 8
"""So many moves of others are carried out on the event loop; more of them, and whole games, in a thread."""
ROWS = text(
    "SELECT number, seat, bot, at, action, back_to FROM moves WHERE table_id = :table AND number > :after"
    " ORDER BY number"
).bindparams(table_bind(), bindparam("after", type_=Integer))
SNAPSHOTS = select(Snapshot.number, Snapshot.state, Snapshot.ledger).order_by(Snapshot.number.desc())


class Saved(NamedTuple):
    """A snapshot that fits this program."""

    number: int
    state: bytes
    ledger: bytes


class Loader:
    """Loads tables. It keeps the component files, which many tables share."""

    def __init__(self) -> None:
        self._components: dict[str, Components] = {}

    async def load(self, connection: AsyncConnection, table_id: str) -> Table:
        """The table as it is stored. Raises: NotFound."""
        desk = await self.desk(connection, table_id)
        book = rulebook(desk.game)
        if desk.started_at is None:
            return _gathering(desk, book)
        return await self._load_game(connection, book, desk)

    async def desk(self, connection: AsyncConnection, table_id: str, lock: bool = False) -> Desk:
        """The desk of a table whose game is on the shelf. Raises: NotFound."""
        desk = await read_desk(connection, table_id, lock)
        if desk is None:
            raise NotFound("table-unknown")
        try:
            rulebook(desk.game)
        except KeyError as error:
            raise NotFound("game-unknown", game=desk.game) from error
        return desk

    async def renew(self, connection: AsyncConnection, table: Table, stored: Number) -> Table:
        """The table with all that was stored since, `stored` being where it stands now. Raises: NotFound."""
        if stored.revision != table.revision:
            desk = await self.desk(connection, table.id)
            if table.desk.started_at is None and desk.started_at is not None:
                return await self.load(connection, table.id)
            table = table.with_desk(desk) if desk.started_at else _gathering(desk, table.rulebook)
        if stored.version == table.version and not table.ends_with_more:
            return table
        rows = await self.rows(connection, table.id, table.version)
        way = path(rows, max(rows, default=table.version), table.version)
        if way is None or table.session is None or table.ledger is None:
            return await self.load(connection, table.id)
        try:
            begun = Progress(table.version, table.session.clone(), table.ledger)
            if len(way) <= AT_ONCE:
                progress, happenings = replay(table.rulebook, begun, way)
            else:
                progress, happenings = await asyncio.to_thread(replay, table.rulebook, begun, way)
        except Exception:  # whatever an engine of another version stumbles over
            logger.exception("Table %s does not replay from version %s.", table.id, table.version)
            return await self.load(connection, table.id)
        return made(table.desk, table.rulebook, progress, (*table.recent, *happenings), table.snapshot)

    async def rows(self, connection: AsyncConnection, table_id: str, after: int = 0) -> dict[int, Row]:
        """The moves of a table after a number."""
        result = await connection.execute(ROWS, {"table": table_id, "after": after})
        return {row.number: Row(*row) for row in result}

    async def components(self, connection: AsyncConnection, desk: Desk) -> Components:
        """The components that the table plays with. Raises: ValueError when they cannot be read."""
        kept = self._components.get(desk.components)
        if kept is None:
            statement = select(ComponentFile.text).where(ComponentFile.digest == desk.components)
            content = (await connection.execute(statement)).scalar_one()
            kept = self._components[desk.components] = rulebook(desk.game).components(content)
        return kept

    async def playable(self, connection: AsyncConnection, desk: Desk) -> Components:
        """The same for a game that begins. Raises: Conflict `frozen` when they cannot be read."""
        try:
            return await self.components(connection, desk)
        except ValueError as error:
            raise Conflict("frozen") from error

    async def back_at(self, connection: AsyncConnection, table: Table, undo: Row) -> Table:
        """The table as it is once this undo is stored, whatever others have stored at its number and after it."""
        return await self._load_game(connection, table.rulebook, table.desk, undo)

    async def _load_game(
        self, connection: AsyncConnection, book: Rulebook, desk: Desk, undo: Row | None = None
    ) -> Table:
        snapshots = await _snapshots(connection, book, desk)
        if undo is not None:  # of which another process may know more by now
            snapshots = [saved for saved in snapshots if saved.number < undo.number]
        rows = _up_to(await self.rows(connection, desk.id, snapshots[-1].number if snapshots else 0), undo)
        last = max(rows, default=snapshots[0].number if snapshots else 0)
        try:
            components = await self.components(connection, desk)
        except ValueError:  # of a host whose own file this program does not play with
            logger.exception("The components of table %s cannot be read; it is shown frozen.", desk.id)
            return _frozen(desk, book, last)
        for saved in snapshots:
            way = path(rows, last, saved.number)
            if way is None:
                continue
            try:
                return await asyncio.to_thread(_from_snapshot, book, desk, components, saved, way)
            except Exception:  # whatever an engine of another version stumbles over
                logger.exception("A snapshot of table %s does not load; its game is replayed.", desk.id)
                break
        if snapshots:
            rows = _up_to(await self.rows(connection, desk.id), undo)
        try:
            return await asyncio.to_thread(_from_start, book, desk, components, path(rows, last) or ())
        except Exception:  # whatever an engine of another version stumbles over
            logger.exception("Table %s does not replay; it is shown frozen.", desk.id)
            return _frozen(desk, book, last)


def made(
    desk: Desk, book: Rulebook, progress: Progress, recent: tuple[Happening, ...] = (), snapshot: int = 0
) -> Table:
    """The table at the end of a replay. A game that is over is finished, whatever the older desk says."""
    version, session, notes = progress
    if desk.status == "playing" and not session.actors():
        desk = desk.finished(recent[-1].at if recent else desk.made_at)
    return Table(
        desk,
        book,
        book.options(desk.options),
        version=version,
        session=session,
        ledger=notes,
        recent=recent,
        snapshot=snapshot,
    )


def _up_to(rows: dict[int, Row], undo: Row | None) -> dict[int, Row]:
    """The rows before an undo that is not stored yet, and that undo; all of them without one."""
    if undo is None:
        return rows
    return {number: row for number, row in rows.items() if number < undo.number} | {undo.number: undo}


def _from_snapshot(book: Rulebook, desk: Desk, components: Components, saved: Saved, way: tuple[Row, ...]) -> Table:
    session = book.session.load(saved.state, components.content)
    begun = Progress(saved.number, session, ledger.decode(saved.ledger))
    progress, happenings = replay(book, begun, way)
    return made(desk, book, progress, happenings, saved.number)


def _from_start(book: Rulebook, desk: Desk, components: Components, way: tuple[Row, ...]) -> Table:
    begun, first = opening(book, desk, components)
    progress, happenings = replay(book, begun, way)
    return made(desk, book, progress, (first, *happenings))


async def _snapshots(connection: AsyncConnection, book: Rulebook, desk: Desk) -> list[Saved]:
    """The snapshots that fit this program, newest first."""
    kept = await connection.execute(
        SNAPSHOTS.where(
            Snapshot.table_id == desk.id,
            Snapshot.rules == desk.rules,
            Snapshot.fingerprint == book.session.fingerprint(),
        )
    )
    return [Saved(*row) for row in kept]


def _gathering(desk: Desk, book: Rulebook) -> Table:
    try:
        return Table(desk, book, book.options(desk.options))
    except msgspec.ValidationError:
        logger.exception("Table %s has options that its game does not know; it is shown frozen.", desk.id)
        return _frozen(desk, book, 0)


def _frozen(desk: Desk, book: Rulebook, version: int) -> Table:
    return Table(desk, book, book.options({}), version=version, frozen=True)
