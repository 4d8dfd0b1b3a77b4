"""What is stored: people, tables with their seats and links, moves, and what can be made anew from them.

`moves` is the truth about a game; `snapshots` is a cache of it. Times are UTC. The id of a table is 32 hexadecimal
digits in the program and a uuid in the database.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    BigInteger,
    CheckConstraint,
    DateTime,
    Dialect,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Text,
    TypeDecorator,
    UniqueConstraint,
    Uuid,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class TableId(TypeDecorator[str]):
    """32 hexadecimal digits, stored as a uuid."""

    impl = Uuid
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> UUID | None:
        return None if value is None else UUID(value)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> str | None:
        return None if value is None else value.hex


class Base(DeclarativeBase):
    """All models; constraints have names, so that migrations can speak of them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {  # noqa: RUF012 - SQLAlchemy's own
        datetime: DateTime(timezone=True),
        str: Text(),
        bytes: LargeBinary(),
        int: Integer(),
        dict[str, Any]: JSONB(),
        list[int]: ARRAY(SmallInteger()),
    }


class Person(Base):
    """Somebody who sits at tables, known by a random token alone. `name` is the one used last, for the next table."""

    __tablename__ = "people"

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True)
    token: Mapped[bytes] = mapped_column(unique=True)
    """The SHA-256 of the token."""
    name: Mapped[str]
    made_at: Mapped[datetime]


class ComponentFile(Base):
    """The components that a table plays with, by the SHA-256 of their text in hex."""

    __tablename__ = "components"

    digest: Mapped[str] = mapped_column(primary_key=True)
    game: Mapped[str]
    text: Mapped[str]


class GameTable(Base):
    """A table. Its version is the number of its last move; `revision` is raised with every other change."""

    __tablename__ = "tables"
    __table_args__ = (
        CheckConstraint("status IN ('gathering', 'playing', 'finished', 'abandoned')", "status"),
        CheckConstraint("visibility IN ('link', 'lobby')", "visibility"),
        Index("ix_tables_playing", "id", postgresql_where=text("status = 'playing'")),
        Index(
            "ix_tables_lobby",
            "changed_at",
            postgresql_where=text("visibility = 'lobby' AND status IN ('gathering', 'playing')"),
        ),
        Index("ix_tables_gathering", "changed_at", postgresql_where=text("status = 'gathering'")),
    )

    id: Mapped[str] = mapped_column(TableId, primary_key=True)
    game: Mapped[str]
    rules: Mapped[int | None] = mapped_column(SmallInteger)
    """The version of the rules, from the start of the game."""
    options: Mapped[dict[str, Any]]
    components: Mapped[str] = mapped_column(ForeignKey("components.digest"))
    seed: Mapped[bytes]
    status: Mapped[str]
    visibility: Mapped[str]
    revision: Mapped[int]
    actors: Mapped[list[int]]
    """The seats that must choose first; later the last move says who must."""
    made_at: Mapped[datetime]
    changed_at: Mapped[datetime]
    """The last change other than a move: somebody came, went away or did something."""
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    rematch: Mapped[str | None] = mapped_column(TableId, ForeignKey("tables.id"))


class Seat(Base):
    """A seat at a table. Its name is the seat's own, and unique at the table by `name_key`, which open seats lack."""

    __tablename__ = "seats"
    __table_args__ = (
        UniqueConstraint("table_id", "number", deferrable=True, initially="IMMEDIATE"),
        UniqueConstraint("table_id", "name_key", deferrable=True, initially="IMMEDIATE"),
        CheckConstraint("kind IN ('open', 'person', 'bot')", "kind"),
        Index("ix_seats_here", "seen_at", postgresql_where=text("here")),
        Index("uq_seats_host", "table_id", unique=True, postgresql_where=text("host")),
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True)
    table_id: Mapped[str] = mapped_column(TableId, ForeignKey("tables.id"))
    number: Mapped[int] = mapped_column(SmallInteger)
    kind: Mapped[str]
    name: Mapped[str]
    name_key: Mapped[str | None]
    host: Mapped[bool]
    taken_over: Mapped[bool]
    """A bot plays for the person until the person acts again."""
    here: Mapped[bool]
    """There was activity, or an open page, lately: raised by the first sign, lowered by a sweep."""
    seen_at: Mapped[datetime | None]
    """The last activity."""
    open_at: Mapped[datetime | None]
    """The last time that a page of the seat's people was open, if only to look on."""
    left_at: Mapped[datetime | None]
    """When its people left the running game: a bot has the seat then, and they get none at this table again."""


class Holder(Base):
    """A person who acts for a seat: several may, from several devices, but nobody for two seats of a table.

    Of a seat that was left for good these are the people who left it.
    """

    __tablename__ = "holders"
    __table_args__ = (Index(None, "person_id"), Index(None, "seat_id"))

    table_id: Mapped[str] = mapped_column(TableId, ForeignKey("tables.id"), primary_key=True)
    person_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("people.id"), primary_key=True)
    seat_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("seats.id"))


class Link(Base):
    """A secret that opens something at a table, looked up by its SHA-256.

    `invite` and `watcher` links can be read by the seated, so their text is kept; `seat` links and one-time `code`s
    cannot.
    """

    __tablename__ = "links"
    __table_args__ = (
        CheckConstraint("kind IN ('invite', 'watcher', 'seat', 'code')", "kind"),
        Index(None, "table_id"),
        Index(None, "seat_id"),
    )

    hash: Mapped[bytes] = mapped_column(primary_key=True)
    table_id: Mapped[str] = mapped_column(TableId, ForeignKey("tables.id"))
    kind: Mapped[str]
    token: Mapped[str | None]
    seat_id: Mapped[int | None] = mapped_column(BigInteger, ForeignKey("seats.id"))
    expires_at: Mapped[datetime | None]


class Move(Base):
    """One command that was carried out: an action, or an undo (`back_to`, the number whose state it returned to).

    There is no foreign key to the table: the one statement that writes here locks the table's row itself.
    """

    __tablename__ = "moves"
    __table_args__ = (
        UniqueConstraint("table_id", "seat", "command"),
        CheckConstraint("(action IS NULL) <> (back_to IS NULL)", "action"),
    )

    table_id: Mapped[str] = mapped_column(TableId, primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seat: Mapped[int] = mapped_column(SmallInteger)
    command: Mapped[str]
    """The id that whoever sent it made for it."""
    seen: Mapped[int]
    """The version on which it was decided."""
    action: Mapped[str | None]
    back_to: Mapped[int | None]
    bot: Mapped[bool]
    actors: Mapped[list[int]]
    """The seats that must choose after it."""
    at: Mapped[datetime]


class Snapshot(Base):
    """The state of a game after a move, to load it without replaying it all; used only where it fits this program."""

    __tablename__ = "snapshots"

    table_id: Mapped[str] = mapped_column(TableId, ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    rules: Mapped[int] = mapped_column(SmallInteger)
    fingerprint: Mapped[str]
    state: Mapped[bytes]
    ledger: Mapped[bytes]
    """What the table knows besides the state: questions and the last action, as JSON."""


class Message(Base):
    """What was said at a table, and what happened to its seats: a key and its data."""

    __tablename__ = "messages"

    table_id: Mapped[str] = mapped_column(TableId, ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seat: Mapped[int] = mapped_column(SmallInteger)
    """The seat that said or did it, by its number then; 0 for nobody."""
    person_id: Mapped[int | None] = mapped_column(BigInteger, ForeignKey("people.id"))
    """Who said or did it: seats may be numbered anew, and given to others."""
    name: Mapped[str]
    """What that person was called then."""
    key: Mapped[str]
    data: Mapped[dict[str, Any]]
    at: Mapped[datetime]


metadata = Base.metadata
