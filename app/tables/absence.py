"""Absence: who is here, bots that play for people who are not, and hosts who do not come back."""

import asyncio
import logging
from collections import OrderedDict
from datetime import datetime, timedelta

from sqlalchemy import DateTime, Integer, bindparam, text

from app.database.models import TableId
from app.tables.desk import AWAY_SECONDS, Desk, Seat
from app.tables.number import Number
from app.tables.problems import Conflict, Forbidden, Unavailable
from app.tables.seats import next_persons, seated, set_host, set_seat, with_person
from app.tables.store import Store, shielded
from app.tables.table import Table

logger = logging.getLogger("tertulia.tables")

SEEN_SECONDS = 20
"""Activity is written down at most so often."""
TAKEOVER_SECONDS = 300
"""A seat from which nothing came for so long while it was asked may be handed to a bot by anybody seated."""
HOST_SECONDS = 600
"""A host who did nothing for so long can be followed by the next seated person."""
GATHERING = timedelta(days=14)
"""A table at which nobody has been for so long is given up if its game has not begun."""
REMEMBERED = 20_000
"""How many signs of presence this process remembers."""

Sign = tuple[str, int, str]
"""The id of a table, the number of a seat, and the column with the time of such signs."""

# The tables' rows are locked first, as every other change does it.
SWEEP = (
    text(
        "WITH idle AS (SELECT table_id FROM seats"
        " WHERE here AND seen_at < :limit AND coalesce(open_at < :limit, true)),"
        " open AS (SELECT id FROM tables WHERE id IN (SELECT table_id FROM idle)"
        " ORDER BY id FOR NO KEY UPDATE SKIP LOCKED),"
        " gone AS (UPDATE seats SET here = false FROM open WHERE seats.table_id = open.id"
        " AND here AND seen_at < :limit AND coalesce(open_at < :limit, true) RETURNING table_id)"
        " UPDATE tables SET revision = revision + 1, changed_at = :now WHERE id IN (SELECT table_id FROM gone)"
        " RETURNING id, revision, coalesce("
        "(SELECT number FROM moves WHERE table_id = tables.id ORDER BY number DESC LIMIT 1), 0) AS version"
    )
    .bindparams(bindparam("limit", type_=DateTime(timezone=True)), bindparam("now", type_=DateTime(timezone=True)))
    .columns(id=TableId, revision=Integer, version=Integer)
)
STILL_HERE = "UPDATE seats SET seen_at = $2 WHERE id = $1 AND here RETURNING id"
# Seats that something else just writes to are left for the next time: whoever waits for one while it holds others could
# be waited for.
STILL_OPEN = """
WITH mine AS (SELECT id FROM seats WHERE id = ANY($1) AND here ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)
UPDATE seats SET open_at = $2 FROM mine WHERE seats.id = mine.id
"""
GIVE_UP = (
    text(
        "UPDATE tables SET status = 'abandoned', revision = revision + 1"
        " WHERE status = 'gathering' AND changed_at < :limit RETURNING id, revision"
    )
    .bindparams(bindparam("limit", type_=DateTime(timezone=True)))
    .columns(id=TableId, revision=Integer)
)


class Absence:
    """Knows who is here, and sees to it that nobody who is not can block a table.

    Whoever acts at a table, or has a page of it open, is here. Only acting counts where others wait for somebody: an
    open page with nobody before it must block no table.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._seen: OrderedDict[Sign, datetime] = OrderedDict()
        self._open: set[int] = set()
        self._told: set[int] = set()
        self._told_at = store.clock()
        self._telling = False

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
        if number is None or not self._due((table.id, number, "seen_at")):
            return None
        return self._store.later(self._write(table, number, person_id, "seen_at"))

    def looks_on(self, table: Table, person_id: int | None) -> None:
        """Note that a page of this person is open at the table. To be told more often than every `SEEN_SECONDS`.

        Kept in memory, and written for all seats of this process together by `sweep`; only who opens the first page, or
        comes back, is written at once. Does nothing for somebody without a seat.
        """
        number = table.seat_of(person_id)
        if number is None:
            return
        seat = table.seats[number - 1]
        if seat.here:
            self._open.add(seat.id)
            if seat.id not in self._told and not self._telling:
                self._telling = True
                self._store.later(self._tell_new())
        elif self._due((table.id, number, "open_at")):
            self._store.later(self._write(table, number, person_id, "open_at"))

    def _due(self, sign: Sign) -> bool:
        """Whether it is time to write a sign of somebody's presence; then it is as good as written."""
        now, last = self._store.clock(), self._seen.get(sign)
        if last is not None and now - last < timedelta(seconds=SEEN_SECONDS):
            return False
        self._seen[sign] = now
        self._seen.move_to_end(sign)
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        return True

    async def _write(self, table: Table, number: int, person_id: int | None, column: str) -> None:
        seat, now = table.seats[number - 1], self._store.clock()
        try:
            if column == "seen_at" and seat.here and await self._store.row(STILL_HERE, seat.id, now) is not None:
                return
            async with self._store.change(table.id) as change:
                own = change.desk.holders.get(person_id or 0)
                if own is None:  # left meanwhile
                    change.skip = True
                else:
                    await set_seat(change.connection, change.desk.seats[own - 1], here=True, **{column: now})
        except Unavailable:
            self._seen.pop((table.id, number, column), None)

    async def give_up(self) -> None:
        """Abandon tables at which nobody has done anything for a long time before a game began. Raises: Unavailable."""
        limit = self._store.clock() - GATHERING
        async with self._store.connection() as connection:
            rows = (await connection.execute(GIVE_UP, {"limit": limit})).all()
        for row in rows:
            self._store.hint(row.id, Number(0, row.revision))

    async def sweep(self) -> None:
        """Write down whose pages are open in this process, and note who is not here any more. Raises: Unavailable."""
        await self._tell_open()
        now = self._store.clock()
        times = {"now": now, "limit": now - timedelta(seconds=AWAY_SECONDS)}
        async with self._store.connection() as connection:
            rows = (await connection.execute(SWEEP, times)).all()
        for row in rows:
            self._store.hint(row.id, Number(row.version, row.revision))

    async def _tell_open(self) -> None:
        """One statement for all seats, at most every `SEEN_SECONDS`, however many sockets and moves there are."""
        now = self._store.clock()
        if now - self._told_at >= timedelta(seconds=SEEN_SECONDS):
            self._told, self._open = self._open, set()
            self._told_at = now
            if self._told:
                await self._store.row(STILL_OPEN, list(self._told), now)

    async def _tell_new(self) -> None:
        """The same at once for seats of which nothing was told lately: together for all that come meanwhile."""
        try:
            while new := self._open - self._told:
                self._told |= new
                await self._store.row(STILL_OPEN, list(new), self._store.clock())
        except Unavailable:
            logger.info("Whose pages are open is written down a little later.")
        finally:
            self._telling = False

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
            if refusal := hand_over_refused(table, change.desk, own, target, change.at):
                raise refusal
            if target.taken_over:
                change.skip = True
            else:
                await set_seat(change.connection, target, taken_over=True)
                await change.note(person_id, own, "handed-over", name=target.name, seat=seat)
        return change.table

    @shielded
    async def take_back(self, person_id: int | None, table_id: str) -> Table:
        """Play on for oneself; nothing changes if no bot plays for the seat. Raises: NotFound, Forbidden."""
        async with self._store.change(table_id) as change:
            own = seated(change.desk, person_id)
            seat = change.desk.seats[own - 1]
            if seat.taken_over:
                await set_seat(change.connection, seat, taken_over=False, here=True, seen_at=change.at)
                await change.note(person_id, own, "took-back")
            else:
                change.skip = True
        return change.table

    @shielded
    async def become_host(self, person_id: int | None, table_id: str) -> Table:
        """Follow a host who has been away for `HOST_SECONDS`: the next seated person after the host may.

        People who have been away just as long are passed over.

        Raises: NotFound, Forbidden `host-here` with the seconds to wait, or `not-next-host` with the seat that comes
            first; both with a name.
        """
        async with self._store.change(table_id) as change:
            desk = change.desk
            own = seated(desk, person_id)
            if own == desk.host:
                change.skip = True
            else:
                if refusal := become_host_refused(desk, own, change.at):
                    raise refusal
                await set_host(change.connection, desk, desk.seats[own - 1])
                await change.note(person_id, own, "host-changed", name=desk.seats[own - 1].name, seat=own)
        return change.table


def hand_over_refused(table: Table, desk: Desk, own: int, target: Seat, now: datetime) -> Forbidden | None:
    """Why seat `own` may not let a bot play for a person's seat now: `takeover-unasked`, or `takeover-early` with the
    time to wait; None if it may.
    """
    if own in {target.number, desk.host}:
        return None
    if target.number not in table.actors or table.ledger is None:
        return Forbidden("takeover-unasked", seat=target.number, name=target.name)
    since = table.ledger.questions[target.number - 1].at
    if target.seen_at is not None:
        since = max(since, target.seen_at)
    left = TAKEOVER_SECONDS - (now - since).total_seconds()
    if left <= 0:
        return None
    seconds, minutes = _times(left)
    return Forbidden("takeover-early", seat=target.number, name=target.name, seconds=seconds, minutes=minutes)


def become_host_refused(desk: Desk, own: int, now: datetime) -> Forbidden | None:
    """Why seat `own` may not follow the host now: `host-here` with the time to wait, or `not-next-host`; None if it
    may, or is the host.
    """
    if own == desk.host:
        return None
    if desk.host:
        host = desk.seats[desk.host - 1]
        left = HOST_SECONDS - _away(host, now)
        if left > 0:
            seconds, minutes = _times(left)
            return Forbidden("host-here", name=host.name, seconds=seconds, minutes=minutes)
    between = next_persons(desk, desk.host)
    first = next(seat for seat in between if seat.number == own or _away(seat, now) < HOST_SECONDS)
    return None if first.number == own else Forbidden("not-next-host", seat=first.number, name=first.name)


def _times(left: float) -> tuple[int, int]:
    """How long there is to wait: in whole seconds, and in minutes for people."""
    seconds = int(left) + 1
    return seconds, -(-seconds // 60)


def _away(seat: Seat, now: datetime) -> float:
    """For how many seconds nothing came from that seat's people."""
    return (now - seat.seen_at).total_seconds() if seat.seen_at is not None else float("inf")
