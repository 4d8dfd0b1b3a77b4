"""Absence: who is here, bots that play for people who are not, and hosts who do not come back."""

import asyncio
from collections import OrderedDict
from datetime import datetime, timedelta

from sqlalchemy import DateTime, Integer, bindparam, text, update

from app.database import models
from app.database.models import TableId
from app.tables.desk import AWAY_SECONDS, Seat
from app.tables.number import Number
from app.tables.problems import Conflict, Forbidden, Unavailable
from app.tables.seats import next_persons, seated, set_host, set_seat, with_person
from app.tables.store import Store, shielded
from app.tables.table import Table

SEEN_SECONDS = 20
"""Activity is written down at most so often."""
TAKEOVER_SECONDS = 300
"""A seat from which nothing came for so long while it was asked may be handed to a bot by anybody seated."""
HOST_SECONDS = 600
"""A host who was away for so long can be followed by the next seated person."""
GATHERING = timedelta(days=14)
"""A table at which nobody sat down or changed anything for so long is given up."""
REMEMBERED = 10_000
"""How many seats this process remembers to have seen."""

# The tables' rows are locked first, as every other change does it.
SWEEP = (
    text(
        "WITH idle AS (SELECT table_id FROM seats WHERE here AND seen_at < :limit),"
        " open AS (SELECT id FROM tables WHERE id IN (SELECT table_id FROM idle)"
        " ORDER BY id FOR NO KEY UPDATE SKIP LOCKED),"
        " gone AS (UPDATE seats SET here = false FROM open"
        " WHERE seats.table_id = open.id AND here AND seen_at < :limit RETURNING table_id)"
        " UPDATE tables SET revision = revision + 1 WHERE id IN (SELECT table_id FROM gone)"
        " RETURNING id, revision, coalesce("
        "(SELECT number FROM moves WHERE table_id = tables.id ORDER BY number DESC LIMIT 1), 0) AS version"
    )
    .bindparams(bindparam("limit", type_=DateTime(timezone=True)))
    .columns(id=TableId, revision=Integer, version=Integer)
)
STILL_HERE = "UPDATE seats SET seen_at = $2 WHERE id = $1 AND here RETURNING id"
GIVE_UP = (
    text(
        "UPDATE tables SET status = 'abandoned', revision = revision + 1"
        " WHERE status = 'gathering' AND changed_at < :limit RETURNING id, revision"
    )
    .bindparams(bindparam("limit", type_=DateTime(timezone=True)))
    .columns(id=TableId, revision=Integer)
)


class Absence:
    """Knows who is here, and sees to it that nobody who is not can block a table."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._seen: OrderedDict[tuple[str, int], datetime] = OrderedDict()

    async def seen(self, table_id: str, person_id: int | None) -> None:
        """Note that this person was active at the table. Cheap; written at most every `SEEN_SECONDS`.

        Does nothing for somebody without a seat, or when the database does not answer. Raises: NotFound.
        """
        writing = self.noted(await self._store.look(table_id, Number(0, 0)), person_id)
        if writing is not None:
            await asyncio.shield(writing)

    def noted(self, table: Table, person_id: int | None) -> asyncio.Task[None] | None:
        """The same for a table at hand; the writing goes on beside, if there is something to write."""
        number = table.seat_of(person_id)
        if number is None:
            return None
        table_id, now = table.id, self._store.clock()
        seat = table.seats[number - 1]
        last = self._seen.get((table_id, number))
        if seat.here and last is not None and now - last < timedelta(seconds=SEEN_SECONDS):
            return None
        self._seen[table_id, number] = now
        self._seen.move_to_end((table_id, number))
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        return self._store.later(self._write(table_id, seat, now))

    async def _write(self, table_id: str, seat: Seat, now: datetime) -> None:
        try:
            await self._active(table_id, seat, now)
        except Unavailable:
            self._seen.pop((table_id, seat.number), None)

    async def _active(self, table_id: str, seat: Seat, now: datetime) -> None:
        if seat.here and await self._store.row(STILL_HERE, seat.id, now) is not None:
            return
        async with self._store.change(table_id) as change:
            here = update(models.Seat).where(models.Seat.id == seat.id).values(seen_at=now, here=True)
            await change.connection.execute(here)

    async def give_up(self) -> None:
        """Abandon tables at which nobody has done anything for a long time before a game began. Raises: Unavailable."""
        limit = self._store.clock() - GATHERING
        async with self._store.connection() as connection:
            rows = (await connection.execute(GIVE_UP, {"limit": limit})).all()
        for row in rows:
            self._store.hint(row.id, Number(0, row.revision))

    async def sweep(self) -> None:
        """Note who is not here any more. Any process may do it at any time. Raises: Unavailable."""
        limit = self._store.clock() - timedelta(seconds=AWAY_SECONDS)
        async with self._store.connection() as connection:
            rows = (await connection.execute(SWEEP, {"limit": limit})).all()
        for row in rows:
            self._store.hint(row.id, Number(row.version, row.revision))

    @shielded
    async def hand_over(self, person_id: int | None, table_id: str, seat: int) -> Table:
        """Let a bot play for a person's seat until the person acts.

        The seat's own holder and the host may at any time; anybody seated when nothing came from the seat for
        `TAKEOVER_SECONDS` while it was asked.

        Raises: NotFound `seat-unknown`, Forbidden, Conflict `not-playing` or `seat-not-person`, Unavailable.
        """
        table = await self._store.look(table_id)
        async with self._store.change(table_id) as change:
            own = seated(change.desk, person_id)
            target = with_person(change.desk, seat)
            if change.desk.status != "playing":
                raise Conflict("not-playing", status=change.desk.status)
            if own not in {seat, change.desk.host}:
                self._wait(table, target, change.at)
            if target.taken_over:
                change.skip = True
            else:
                await set_seat(change.connection, target, taken_over=True)
                await change.note(own, "handed-over", seat=seat)
        return change.table

    def _wait(self, table: Table, target: Seat, now: datetime) -> None:
        """Raises: Forbidden `takeover-early` with the seconds to wait (0: the seat is not asked)."""
        if target.number not in table.actors or table.ledger is None:
            raise Forbidden("takeover-early", seat=target.number, seconds=0)
        since = table.ledger.questions[target.number - 1].at
        if target.seen_at is not None:
            since = max(since, target.seen_at)
        left = TAKEOVER_SECONDS - (now - since).total_seconds()
        if left > 0:
            raise Forbidden("takeover-early", seat=target.number, seconds=int(left) + 1)

    @shielded
    async def take_back(self, person_id: int | None, table_id: str) -> Table:
        """Play on for oneself; nothing changes if no bot plays for the seat. Raises: NotFound, Forbidden."""
        async with self._store.change(table_id) as change:
            own = seated(change.desk, person_id)
            seat = change.desk.seats[own - 1]
            if seat.taken_over:
                await set_seat(change.connection, seat, taken_over=False, here=True, seen_at=change.at)
                await change.note(own, "took-back")
            else:
                change.skip = True
        return change.table

    @shielded
    async def become_host(self, person_id: int | None, table_id: str) -> Table:
        """Follow a host who has been away for `HOST_SECONDS`: the next seated person after the host may.

        People who have been away just as long are passed over.

        Raises: NotFound, Forbidden `host-here` with the seconds to wait, or `not-next-host` with the seat that comes
            first.
        """
        async with self._store.change(table_id) as change:
            desk = change.desk
            own = seated(desk, person_id)
            if own == desk.host:
                change.skip = True
            else:
                if desk.host:
                    left = HOST_SECONDS - _away(desk.seats[desk.host - 1], change.at)
                    if left > 0:
                        raise Forbidden("host-here", seconds=int(left) + 1)
                between = next_persons(desk, desk.host)
                first = next(seat for seat in between if seat.number == own or _away(seat, change.at) < HOST_SECONDS)
                if first.number != own:
                    raise Forbidden("not-next-host", seat=first.number)
                await set_host(change.connection, desk, first)
                await change.note(own, "host-changed", seat=own)
        return change.table


def _away(seat: Seat, now: datetime) -> float:
    """For how many seconds nothing came from that seat's people."""
    return (now - seat.seen_at).total_seconds() if seat.seen_at is not None else float("inf")
