"""What is said at a table, and the log of what happened to its seats: for the seated alone."""

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import case, exists, func, outerjoin, select

from app.database import models
from app.tables.problems import Forbidden, Illegal
from app.tables.store import Store, shielded
from app.tables.table import Table

LONGEST = 300
"""Characters of what is said at once."""
SHOWN = 100
"""The last so many messages are shown."""

KEYS = {
    "said": ("text",),
    "joined": ("name",),
    "left": ("name",),
    "removed": ("name", "seat"),
    "renamed": ("before", "name"),
    "bot-added": ("name", "seat"),
    "link-made": ("name", "seat"),
    "invite-renewed": (),
    "rematch": (),
    "seat-shared": (),
    "handed-over": ("name", "seat"),
    "took-back": (),
    "host-changed": ("name", "seat"),
    "started": (),
}
"""Every key with the names of its data; `seat` in the data is the seat that it was done to."""


class Message(NamedTuple):
    """A line: who said or did it, a key for the sentence, its data, and when.

    `seat` and `name` are those of that person now; who sits here no more has 0, and the name of then.
    """

    number: int
    seat: int
    name: str
    key: str
    data: dict[str, Any]
    at: datetime


class Messages:
    """Says things, and reads what was said."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @shielded
    async def say(self, person_id: int | None, table_id: str, text: str) -> Table:
        """Say something. Raises: NotFound, Forbidden, Illegal when there is nothing to read in it or too much."""
        line = " ".join("".join(letter for letter in text if letter.isprintable() or letter.isspace()).split())
        if not line or len(line) > LONGEST:
            raise Illegal("text-malformed", most=LONGEST)
        async with self._store.change(table_id) as change:
            seat = change.desk.holders.get(person_id or 0)
            if seat is None:
                raise Forbidden("not-seated")
            await change.note(person_id, seat, "said", text=line)
        return change.table

    async def noted(self, table_id: str, key: str) -> bool:
        """Whether something of that kind has ever happened at the table."""
        mine = models.Message
        statement = select(exists().where(mine.table_id == table_id, mine.key == key))
        async with self._store.connection() as connection:
            return bool((await connection.execute(statement)).scalar_one())

    async def last(self, table_id: str, since: int = 0) -> tuple[Message, ...]:
        """The last messages after a number, oldest first, at most `SHOWN`."""
        mine, holder, seat = models.Message, models.Holder, models.Seat
        holds = (holder.table_id == mine.table_id) & (holder.person_id == mine.person_id)
        place = case((mine.person_id.is_(None), mine.seat), else_=func.coalesce(seat.number, 0))
        statement = (
            select(mine.number, place, func.coalesce(seat.name, mine.name), mine.key, mine.data, mine.at)
            .select_from(outerjoin(outerjoin(mine, holder, holds), seat, seat.id == holder.seat_id))
            .where(mine.table_id == table_id, mine.number > since)
            .order_by(mine.number.desc())
            .limit(SHOWN)
        )
        async with self._store.connection() as connection:
            rows = await connection.execute(statement)
        return tuple(Message(*row) for row in reversed(rows.all()))
