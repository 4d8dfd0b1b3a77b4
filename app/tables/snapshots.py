"""Snapshots: a cache of the moves, so that a long game loads as fast as a short one."""

import logging

from app.tables import ledger
from app.tables.problems import Unavailable
from app.tables.store import Store
from app.tables.table import Table

logger = logging.getLogger("tertulia.tables")

# The statement does not see the row that it inserts: of those that were there, one stays.
KEEP = """
WITH kept AS (
  INSERT INTO snapshots (table_id, number, rules, fingerprint, state, ledger) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT DO NOTHING
)
DELETE FROM snapshots WHERE table_id = $1 AND number < $2 AND number <> (
  SELECT number FROM snapshots WHERE table_id = $1 AND number < $2 ORDER BY number <> $7, number DESC LIMIT 1
)
"""


class Snapshots:
    """Writes snapshots beside the moves. One that fails is not missed.

    Two of a table are kept: the newest, which may stand on moves that will be undone, and the one on which the table
    was built, or else the one before.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def keep(self, table: Table, base: int) -> None:
        """Store the state of a table when there is time; `base` is the number of the snapshot before."""
        self._store.later(self._write(table, base))

    async def _write(self, table: Table, base: int) -> None:
        session = table.session
        assert session is not None
        assert table.ledger is not None
        made = session.rules, session.fingerprint(), session.dump(), ledger.encode(table.ledger)
        try:
            await self._store.row(KEEP, table.id, table.version, *made, base)
        except Unavailable:
            logger.info("A snapshot of table %s was not stored.", table.id)
