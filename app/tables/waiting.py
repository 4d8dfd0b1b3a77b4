"""Which running tables wait for bots, and since when."""

from datetime import datetime

from sqlalchemy import DateTime, Integer, bindparam, text

from app.database.models import TableId
from app.tables.store import Store

FOUND = 1000
"""So many are found at once."""

WAITING = (
    text(
        """
        SELECT t.id FROM tables t
          LEFT JOIN LATERAL
            (SELECT actors, at FROM moves WHERE table_id = t.id ORDER BY number DESC LIMIT 1) m ON true
        WHERE t.status = 'playing' AND greatest(m.at, t.changed_at) <= :since AND EXISTS (
          SELECT 1 FROM seats s WHERE s.table_id = t.id AND (s.kind = 'bot' OR s.taken_over)
            AND s.number = ANY(coalesce(m.actors, t.actors)))
        LIMIT :found
        """
    )
    .bindparams(bindparam("since", type_=DateTime(timezone=True)), bindparam("found", type_=Integer))
    .columns(id=TableId)
)


async def waiting_for_bots(store: Store, since: datetime) -> tuple[str, ...]:
    """The ids of running tables at which a bot has been to move since then or earlier. Raises: Unavailable."""
    async with store.connection() as connection:
        rows = await connection.execute(WAITING, {"since": since, "found": FOUND})
        return tuple(row.id for row in rows)
