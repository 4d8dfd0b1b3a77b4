"""What is stored about a table besides its moves: the desk."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import BindParameter, Text, bindparam, text
from sqlalchemy.ext.asyncio import AsyncConnection

from app.database.models import GameTable, TableId

AWAY_SECONDS = 60
"""A person who did nothing, and had no page open, for so long is not here."""


class Seat(msgspec.Struct, frozen=True):
    """A seat, as stored. `id` is the database's own; seats are known by their number everywhere else.

    `left`: its people have left the running game, and a bot has it for good.
    """

    id: int
    number: int
    kind: str
    name: str
    host: bool
    taken_over: bool
    here: bool
    seen_at: datetime | None
    open_at: datetime | None
    left: bool

    @property
    def last_here(self) -> datetime | None:
        """When there was the last sign of the seat's people: activity, or an open page."""
        return max((at for at in (self.seen_at, self.open_at) if at is not None), default=None)

    @property
    def played_by_bot(self) -> bool:
        """Whether a bot decides for this seat now."""
        return self.kind == "bot" or self.taken_over


@dataclass(frozen=True, slots=True)
class Desk:
    """A table without its game.

    `holders` maps people to seat numbers; `gone` are those who left the running game, and get no seat here again;
    `links` has the texts of invite and watcher.
    """

    id: str
    game: str
    rules: int | None
    options: dict[str, Any]
    components: str
    seed: bytes
    status: str
    visibility: str
    revision: int
    made_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    rematch: str | None
    seats: tuple[Seat, ...]
    holders: Mapping[int, int]
    gone: frozenset[int]
    links: Mapping[str, str]

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed in hex."""
        return _commitment(self.seed)

    @property
    def host(self) -> int:
        """The number of the host's seat, 0 when nobody is left."""
        return next((seat.number for seat in self.seats if seat.host), 0)

    def seat(self, number: int) -> Seat | None:
        """The seat of that number, or None."""
        return self.seats[number - 1] if 1 <= number <= len(self.seats) else None

    def finished(self, at: datetime) -> "Desk":
        """The desk when the game is over."""
        return replace(self, status="finished", finished_at=at)


@lru_cache(maxsize=1024)
def _commitment(seed: bytes) -> str:
    return hashlib.sha256(seed).hexdigest()


def table_bind(name: str = "table") -> BindParameter[str]:
    """A parameter of a statement that is the id of a table."""
    return bindparam(name, type_=TableId)


_SELECT = """
SELECT id, game, rules, options, components, seed, status, visibility, revision, made_at, started_at, finished_at,
  rematch,
  (SELECT coalesce(json_agg(json_build_object('id', s.id, 'number', s.number, 'kind', s.kind, 'name', s.name,
      'host', s.host, 'taken_over', s.taken_over, 'here', s.here, 'seen_at', s.seen_at, 'open_at', s.open_at,
      'left', s.left_at IS NOT NULL)
      ORDER BY s.number), '[]')
    FROM seats s WHERE s.table_id = t.id)::text AS seats,
  (SELECT coalesce(json_object_agg(h.person_id, s.number), '{}')
    FROM holders h JOIN seats s ON s.id = h.seat_id WHERE h.table_id = t.id AND s.left_at IS NULL)::text AS holders,
  (SELECT coalesce(json_agg(h.person_id), '[]')
    FROM holders h JOIN seats s ON s.id = h.seat_id WHERE h.table_id = t.id AND s.left_at IS NOT NULL)::text AS gone,
  (SELECT coalesce(json_object_agg(l.kind, l.token), '{}')
    FROM links l WHERE l.table_id = t.id AND l.token IS NOT NULL)::text AS links
FROM tables t WHERE t.id = :table
"""
_COLUMNS = {
    **{column.name: column.type for column in GameTable.__table__.columns},
    "seats": Text(),
    "holders": Text(),
    "gone": Text(),
    "links": Text(),
}
READ = text(_SELECT).bindparams(table_bind()).columns(**_COLUMNS)
_LOCK_DESK = text("SELECT 1 FROM tables WHERE id = :table FOR NO KEY UPDATE").bindparams(table_bind())

_seats = msgspec.json.Decoder(tuple[Seat, ...])
_holders = msgspec.json.Decoder(dict[int, int])
_gone = msgspec.json.Decoder(frozenset[int])
_links = msgspec.json.Decoder(dict[str, str])


async def read_desk(connection: AsyncConnection, table_id: str, lock: bool = False) -> Desk | None:
    """The desk as one statement sees it, or None when there is no such table.

    With `lock` nobody else can change the desk, or make a move, before the transaction ends.
    """
    if lock:
        await connection.execute(_LOCK_DESK, {"table": table_id})
    row = (await connection.execute(READ, {"table": table_id})).one_or_none()
    if row is None:
        return None
    values = dict(row._mapping)
    values["seats"] = _seats.decode(row.seats)
    values["holders"] = _holders.decode(row.holders)
    values["gone"] = _gone.decode(row.gone)
    values["links"] = _links.decode(row.links)
    return Desk(**values)
