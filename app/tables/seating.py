"""Links and codes: more devices or people for a seat, and watchers, who never act."""

from collections import OrderedDict
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import delete, insert, or_, select

from app.database import models
from app.tables.gathering import opens, replace_link
from app.tables.problems import Conflict, Forbidden, NotFound, TooMany
from app.tables.seats import hosting, seated, welcome, with_person
from app.tables.store import Change, Store, shielded
from app.tables.table import Table
from app.tables.tokens import hashed, new_code, new_token, read_code

CODE_MINUTES = 10
CODE_TRIES = 10
"""So many wrong codes may somebody enter in `CODE_MINUTES`."""
REMEMBERED = 10_000


class LinkView(NamedTuple):
    """What a link opens: its kind (`invite`, `seat`, `watcher`), the table, and for a seat its number and name."""

    kind: str
    table_id: str
    seat: int | None
    name: str


class Viewer(NamedTuple):
    """Somebody who looks at a table, and as what."""

    person: int | None
    seat: int | None
    host: bool
    watcher: bool
    invited: bool

    @property
    def sees_game(self) -> bool:
        """Whether the game itself may be seen, and not just who gathers."""
        return self.seat is not None or self.watcher


class Seating:
    """Makes and opens links."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tries: OrderedDict[int, list[datetime]] = OrderedDict()

    @shielded
    async def seat_link(self, person_id: int | None, table_id: str, seat: int) -> str:
        """A link that adds a holder to a seat; an older one of that seat opens nothing any more.

        Its holder may have one, and the host for somebody who lost the seat: then the table's log says so.

        Raises: NotFound, Forbidden, Conflict `seat-not-person`.
        """
        token = new_token()
        async with self._store.change(table_id) as change:
            await self._replace(change, person_id, seat, "seat", token)
        return token

    @shielded
    async def code(self, person_id: int | None, table_id: str, seat: int) -> tuple[str, datetime]:
        """A short code that does the same once, and until when; only the last one counts. Raises: as `seat_link`."""
        code = new_code()
        async with self._store.change(table_id) as change:
            until = change.at + timedelta(minutes=CODE_MINUTES)
            await self._replace(change, person_id, seat, "code", code, until)
        return code, until

    async def _replace(
        self, change: Change, person_id: int | None, seat: int, kind: str, secret: str, until: datetime | None = None
    ) -> None:
        own = seated(change.desk, person_id)
        place = with_person(change.desk, seat)
        if own != seat:
            hosting(change.desk, person_id)
            await change.note(person_id, own, "link-made", name=place.name, seat=seat)
        link = models.Link
        old = delete(link).where(link.seat_id == place.id, or_(link.kind == kind, link.expires_at < change.at))
        await change.connection.execute(old)
        values = {"hash": hashed(secret), "table_id": change.desk.id, "kind": kind, "seat_id": place.id}
        await change.connection.execute(insert(link).values(**values, expires_at=until))
        change.skip = own == seat

    @shielded
    async def watch_link(self, person_id: int | None, table_id: str, renew: bool = False) -> str:
        """The link with which anybody may watch; a new one with `renew`. Raises: NotFound, Forbidden."""
        async with self._store.change(table_id) as change:
            seated(change.desk, person_id)
            token = change.desk.links.get("watcher")
            if token is None or renew:
                token = await replace_link(change, "watcher")
            else:
                change.skip = True
        return token

    async def find(self, token: str) -> LinkView:
        """What a link opens, without opening it. Raises: NotFound."""
        link, seat = models.Link, models.Seat
        statement = (
            select(link.kind, link.table_id, seat.number, seat.name)
            .outerjoin(seat, seat.id == link.seat_id)
            .where(link.hash == hashed(token), link.kind != "code")
        )
        async with self._store.connection() as connection:
            row = (await connection.execute(statement)).one_or_none()
        if row is None:
            raise NotFound("link-unknown")
        return LinkView(row.kind, row.table_id, row.number, row.name or "")

    @shielded
    async def take(self, person_id: int, token: str) -> Table:
        """Hold the seat of a seat link; nothing changes for somebody who holds it already.

        Raises: NotFound `link-unknown`, Conflict `already-seated` for somebody with another seat at that table,
            Forbidden `left-game`.
        """
        found = await self.find(token)
        if found.kind != "seat":
            raise NotFound("link-unknown")
        return await self._hold(person_id, found.table_id, token)

    @shielded
    async def enter_code(self, person_id: int, code: str, table_id: str | None = None) -> Table:
        """Hold the seat of a code, which then opens nothing any more.

        Raises: NotFound `code-unknown` (wrong, used, or too old), TooMany, Conflict `already-seated`, Forbidden
            `left-game`.
        """
        self._count(person_id)
        secret = read_code(code)
        link = models.Link
        statement = select(link.table_id).where(link.hash == hashed(secret), link.kind == "code")
        async with self._store.connection() as connection:
            found = (await connection.execute(statement)).scalar_one_or_none()
        if found is None or table_id not in {None, found}:
            raise NotFound("code-unknown")
        table = await self._hold(person_id, found, secret)
        self._tries.pop(person_id, None)
        return table

    async def _hold(self, person_id: int, table_id: str, secret: str) -> Table:
        link, holder = models.Link, models.Holder
        async with self._store.change(table_id) as change:
            statement = select(link.kind, link.seat_id, link.expires_at).where(link.hash == hashed(secret))
            row = (await change.connection.execute(statement)).one_or_none()
            if row is None or (row.expires_at is not None and row.expires_at < change.at):
                raise NotFound("link-unknown" if row is None or row.kind == "seat" else "code-unknown")
            welcome(change.desk, person_id)
            seat = next(seat for seat in change.desk.seats if seat.id == row.seat_id)
            own = change.desk.holders.get(person_id)
            if own is not None and own != seat.number:
                raise Conflict("already-seated", seat=own, table=table_id)
            if row.kind == "code":
                await change.connection.execute(delete(link).where(link.hash == hashed(secret)))
            if own is None:
                values = {"table_id": table_id, "person_id": person_id, "seat_id": seat.id}
                await change.connection.execute(insert(holder).values(values))
                await change.note(person_id, seat.number, "seat-shared")
            else:
                change.skip = True
        return change.table

    def _count(self, person_id: int) -> None:
        """Count an attempt at a code. Raises: TooMany."""
        now = self._store.clock()
        span = timedelta(minutes=CODE_MINUTES)
        tries = [at for at in self._tries.pop(person_id, []) if now - at < span]
        self._tries[person_id] = tries
        if len(self._tries) > REMEMBERED:
            self._tries.popitem(last=False)
        if len(tries) >= CODE_TRIES:
            raise TooMany("codes-tried", seconds=int((tries[0] + span - now).total_seconds()) + 1)
        tries.append(now)


def viewer(table: Table, person_id: int | None, invite: str | None = None, watch: str | None = None) -> Viewer:
    """As what somebody may look at a table.

    Raises: NotFound for those who may not know of it, Forbidden `left-game` for who has left the game for good.
    """
    seat = table.seat_of(person_id)
    watcher = seat is None and (table.visibility == "lobby" or opens(watch, table.watch))
    invited = opens(invite, table.invite)
    if seat is None and not watcher and not invited:
        if table.left_by(person_id):
            raise Forbidden("left-game")
        raise NotFound("table-unknown")
    return Viewer(person_id, seat, seat is not None and seat == table.host, watcher, invited)
