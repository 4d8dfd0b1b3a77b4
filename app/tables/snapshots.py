"""Snapshots: a cache of the moves, so that a long game loads as fast as a short one."""

import logging

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert

from app.database.models import Snapshot
from app.tables import ledger
from app.tables.problems import Unavailable
from app.tables.store import Store
from app.tables.table import Table

logger = logging.getLogger("tertulia.tables")

KEPT = 2
"""How many snapshots of a table are kept: the last may stand on moves that were undone."""


class Snapshots:
    """Writes snapshots beside the moves. One that fails is not missed."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def keep(self, table: Table) -> None:
        """Store the state of a table when there is time."""
        self._store.later(self._write(table))

    async def _write(self, table: Table) -> None:
        assert table.session is not None
        assert table.ledger is not None
        values = {
            "table_id": table.id,
            "number": table.version,
            "rules": table.session.rules,
            "fingerprint": table.session.fingerprint(),
            "state": table.session.dump(),
            "ledger": ledger.encode(table.ledger),
        }
        mine = Snapshot.table_id == table.id
        older = select(Snapshot.number).where(mine).order_by(Snapshot.number.desc()).offset(KEPT - 1).limit(1)
        try:
            async with self._store.transaction() as connection:
                await connection.execute(insert(Snapshot).values(values).on_conflict_do_nothing())
                await connection.execute(delete(Snapshot).where(mine, Snapshot.number < older.scalar_subquery()))
        except Unavailable:
            logger.info("A snapshot of table %s was not stored.", table.id)
