"""The lobby: tables that anybody may join or watch, and one's own."""

from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import ARRAY, BigInteger, DateTime, Executable, Integer, SmallInteger, Text, bindparam, text
from sqlalchemy.types import TypeEngine

from app.database.models import TableId
from app.tables.store import Store

SHOWN = 50
"""So many tables are listed."""
OVER_SHOWN = timedelta(days=14)
"""One's own tables that are over stay on the list for so long."""
QUIET = timedelta(hours=24)
"""A table where nobody has been for so long is not in the lobby until somebody returns to it."""


class Place(msgspec.Struct, frozen=True):
    """A seat on a card."""

    number: int
    kind: str
    name: str
    host: bool


class Card(msgspec.Struct, frozen=True):
    """A table in a list. `seat` is the reader's, None in the open lobby; `at` is when something happened there last, or
    the game ended.
    """

    id: str
    game: str
    status: str
    visibility: str
    seat: int | None
    seats: tuple[Place, ...]
    your_turn: bool
    version: int
    revision: int
    at: datetime

    @property
    def free(self) -> int:
        """How many seats are open."""
        return sum(place.kind == "open" for place in self.seats)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of those who sit there, bots included."""
        return tuple(place.name for place in self.seats if place.kind != "open")


_COLUMNS: dict[str, TypeEngine[Any]] = {
    "id": TableId(),
    "game": Text(),
    "status": Text(),
    "visibility": Text(),
    "seat": SmallInteger(),
    "version": Integer(),
    "revision": Integer(),
    "actors": ARRAY(SmallInteger()),
    "at": DateTime(timezone=True),
    "seats": Text(),
}
OWN = (
    text(
        """
        SELECT t.id, t.game, t.status, t.visibility, mine.number AS seat, coalesce(m.number, 0) AS version, t.revision,
          coalesce(m.actors, t.actors) AS actors, coalesce(t.finished_at, greatest(m.at, t.changed_at)) AS at,
          (SELECT json_agg(json_build_object('number', s.number, 'kind', s.kind, 'name', s.name, 'host', s.host)
            ORDER BY s.number) FROM seats s WHERE s.table_id = t.id)::text AS seats
        FROM holders h JOIN tables t ON t.id = h.table_id JOIN seats mine ON mine.id = h.seat_id
          LEFT JOIN LATERAL
            (SELECT number, actors, at FROM moves WHERE table_id = t.id ORDER BY number DESC LIMIT 1) m ON true
        WHERE h.person_id = :person AND mine.left_at IS NULL
          AND (t.status IN ('gathering', 'playing') OR t.status = 'finished' AND t.finished_at > :since)
        ORDER BY t.status = 'finished', at DESC LIMIT :shown
        """
    )
    .bindparams(
        bindparam("person", type_=BigInteger),
        bindparam("since", type_=DateTime(timezone=True)),
        bindparam("shown", type_=Integer),
    )
    .columns(**_COLUMNS)
)
# Those with some life are found first, and looked up one by one: there may be many more without.
OPEN = (
    text(
        """
        SELECT t.id, t.game, t.status, t.visibility, NULL::smallint AS seat, coalesce(m.number, 0) AS version,
          t.revision, coalesce(m.actors, t.actors) AS actors, greatest(m.at, t.changed_at) AS at,
          (SELECT json_agg(json_build_object('number', s.number, 'kind', s.kind, 'name', s.name, 'host', s.host)
            ORDER BY s.number) FROM seats s WHERE s.table_id = t.id)::text AS seats
        FROM (SELECT listed.* FROM
              (SELECT id FROM tables WHERE visibility = 'lobby' AND status IN ('gathering', 'playing')
                AND changed_at > :since UNION SELECT table_id FROM seats WHERE here) alive,
              LATERAL (SELECT * FROM tables WHERE id = alive.id AND visibility = 'lobby'
                AND status IN ('gathering', 'playing') LIMIT 1) listed
            ORDER BY made_at DESC LIMIT :shown) t
          LEFT JOIN LATERAL
            (SELECT number, actors, at FROM moves WHERE table_id = t.id ORDER BY number DESC LIMIT 1) m ON true
        ORDER BY t.status, t.made_at DESC
        """
    )
    .bindparams(bindparam("since", type_=DateTime(timezone=True)), bindparam("shown", type_=Integer))
    .columns(**_COLUMNS)
)
_places = msgspec.json.Decoder(tuple[Place, ...])


class Lobby:
    """Lists tables."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def own(self, person_id: int) -> tuple[Card, ...]:
        """The tables at which a person has a seat: running ones first, the newest first. Raises: Unavailable."""
        since = self._store.clock() - OVER_SHOWN
        return await self._cards(OWN, person=person_id, since=since, shown=SHOWN)

    async def open(self) -> tuple[Card, ...]:
        """The tables in the lobby to which somebody came lately: gathering ones first, the newest first.

        Raises: Unavailable.
        """
        return await self._cards(OPEN, since=self._store.clock() - QUIET, shown=SHOWN)

    async def _cards(self, statement: Executable, **values: object) -> tuple[Card, ...]:
        async with self._store.connection() as connection:
            rows = (await connection.execute(statement, values)).all()
        return tuple(
            Card(
                id=row.id,
                game=row.game,
                status=row.status,
                visibility=row.visibility,
                seat=row.seat,
                seats=_places.decode(row.seats),
                your_turn=row.status == "playing" and row.seat in row.actors,
                version=row.version,
                revision=row.revision,
                at=row.at,
            )
            for row in rows
        )
