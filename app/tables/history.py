"""The history of a game, played anew from its moves: what happened, and the record of a finished one."""

import asyncio
import logging
from collections import OrderedDict

import msgspec

from app.games.record import Move, Record, write
from app.games.shelf import Components, Rulebook
from app.tables.desk import Desk
from app.tables.happenings import Happening
from app.tables.problems import Conflict
from app.tables.replay import Row, opening, path, replay
from app.tables.store import Store
from app.tables.table import Table
from app.tables.views import utc

logger = logging.getLogger("tertulia.tables")


class History:
    """Tells what happened at tables. It keeps the histories that were asked for last.

    Args:
        store: the tables.
        most: how many histories to keep.
    """

    def __init__(self, store: Store, most: int) -> None:
        self._store = store
        self._most = most
        self._kept: OrderedDict[str, tuple[int, list[Happening]]] = OrderedDict()

    async def happenings(self, table: Table, since: int = 0) -> tuple[Happening, ...]:
        """What happened at a table after a number, oldest first; from 0 on the set-up, too.

        What was undone is left out, the undo itself is there. The secret halves of the events are in it: hand on only
        what `Happening.seen_by` gives. Empty without a game.

        Raises: Unavailable.
        """
        if table.session is None:
            return ()
        if since and (new := _since(table, since)) is not None:
            return new
        version, known = self._kept.get(table.id, (-1, []))
        if version < table.version:
            known = _continued(table, version, known) or await self._told(table)
            version = table.version
        self._keep(table.id, version, known)
        return tuple(it for it in known if (it.number > since or since == 0) and it.number <= table.version)

    def _keep(self, table_id: str, version: int, known: list[Happening]) -> None:
        self._kept[table_id] = (version, known)
        self._kept.move_to_end(table_id)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)

    async def _told(self, table: Table) -> list[Happening]:
        way, components = await self._stored(table)
        try:
            return await asyncio.to_thread(_tell, table.rulebook, table.desk, components, way)
        except Exception:  # whatever an engine of another version stumbles over; the game goes on from its snapshot
            logger.exception("The history of table %s does not replay; the last moves alone are told.", table.id)
            return list(table.recent)

    async def record(self, table_id: str, names: bool = True) -> str:
        """The whole game as a text, once it is finished.

        Raises: NotFound, Conflict `not-finished`, or `frozen` when the game does not replay, Unavailable.
        """
        table = await self._store.look(table_id)
        if table.status != "finished":
            raise Conflict("not-finished", status=table.status)
        if table.frozen:
            raise Conflict("frozen")
        way, components = await self._stored(table)
        try:
            return await asyncio.to_thread(_record, table, components, way, names)
        except msgspec.ValidationError as error:  # a move that an engine of another version does not know
            raise Conflict("frozen") from error

    async def _stored(self, table: Table) -> tuple[tuple[Row, ...], Components]:
        """The live rows that lead to this table, and what it plays with."""
        async with self._store.connection() as connection:
            rows = await self._store.loader.rows(connection, table.id)
            components = await self._store.loader.components(connection, table.desk)
        return path(rows, table.version) or (), components


def _since(table: Table, version: int) -> tuple[Happening, ...] | None:
    """What happened after a version, if the table remembers all of it."""
    new = tuple(happening for happening in table.recent if happening.number > version)
    return new if len(new) == table.version - version else None


def _continued(table: Table, version: int, known: list[Happening]) -> list[Happening]:
    """What was known, and what the table remembers since; empty where that is not all, or something was undone."""
    new = _since(table, version)
    if new is None or any(happening.undone is not None for happening in new):
        return []
    return [*known, *new]


def _tell(book: Rulebook, desk: Desk, components: Components, way: tuple[Row, ...]) -> list[Happening]:
    begun, first = opening(book, desk, components)
    _, happenings = replay(book, begun, way)
    return [first, *happenings]


def _record(table: Table, components: Components, way: tuple[Row, ...], names: bool) -> str:
    book, desk = table.rulebook, table.desk
    assert desk.rules is not None
    moves = tuple(Move(row.seat, book.decode(row.action), utc(row.at)) for row in way if row.action is not None)
    called = tuple(seat.name for seat in desk.seats)
    return write(Record(book, desk.rules, table.options, components, called, desk.seed, moves), names=names)
