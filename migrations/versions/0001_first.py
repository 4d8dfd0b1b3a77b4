"""Everything at first: people, tables, seats, holders, links, moves, snapshots, components, messages."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision: str = "0001"
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "components",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_components"),
    )
    op.create_table(
        "moves",
        sa.Column("table_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("command", sa.Text(), nullable=False),
        sa.Column("seen", sa.Integer(), nullable=False),
        sa.Column("action", sa.Text()),
        sa.Column("back_to", sa.Integer()),
        sa.Column("bot", sa.Boolean(), nullable=False),
        sa.Column("actors", sa.ARRAY(sa.SmallInteger()), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("(action IS NULL) <> (back_to IS NULL)", name="ck_moves_action"),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_moves"),
        sa.UniqueConstraint("table_id", "seat", "command", name="uq_moves_table_id_seat_command"),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("token", sa.LargeBinary(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sa.UniqueConstraint("token", name="uq_people_token"),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("rules", sa.SmallInteger()),
        sa.Column("options", JSONB(), nullable=False),
        sa.Column("components", sa.Text(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("visibility", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("actors", sa.ARRAY(sa.SmallInteger()), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True)),
        sa.Column("finished_at", sa.DateTime(timezone=True)),
        sa.Column("rematch", sa.Uuid()),
        sa.CheckConstraint("status IN ('gathering', 'playing', 'finished', 'abandoned')", name="ck_tables_status"),
        sa.CheckConstraint("visibility IN ('link', 'lobby')", name="ck_tables_visibility"),
        sa.ForeignKeyConstraint(["components"], ["components.digest"], name="fk_tables_components"),
        sa.ForeignKeyConstraint(["rematch"], ["tables.id"], name="fk_tables_rematch"),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index("ix_tables_gathering", "tables", ["changed_at"], postgresql_where=sa.text("status = 'gathering'"))
    op.create_index(
        "ix_tables_lobby",
        "tables",
        ["made_at"],
        postgresql_where=sa.text("visibility = 'lobby' AND status IN ('gathering', 'playing')"),
    )
    op.create_index("ix_tables_playing", "tables", ["id"], postgresql_where=sa.text("status = 'playing'"))
    op.create_table(
        "messages",
        sa.Column("table_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("data", JSONB(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_messages_table_id"),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_messages"),
    )
    op.create_table(
        "seats",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("table_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.SmallInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text()),
        sa.Column("host", sa.Boolean(), nullable=False),
        sa.Column("taken_over", sa.Boolean(), nullable=False),
        sa.Column("here", sa.Boolean(), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True)),
        sa.CheckConstraint("kind IN ('open', 'person', 'bot')", name="ck_seats_kind"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seats_table_id"),
        sa.PrimaryKeyConstraint("id", name="pk_seats"),
        sa.UniqueConstraint(
            "table_id", "name_key", deferrable=True, initially="IMMEDIATE", name="uq_seats_table_id_name_key"
        ),
        sa.UniqueConstraint(
            "table_id", "number", deferrable=True, initially="IMMEDIATE", name="uq_seats_table_id_number"
        ),
    )
    op.create_index("ix_seats_here", "seats", ["seen_at"], postgresql_where=sa.text("here"))
    op.create_index("uq_seats_host", "seats", ["table_id"], unique=True, postgresql_where=sa.text("host"))
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("rules", sa.SmallInteger(), nullable=False),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.Column("ledger", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_snapshots_table_id"),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_snapshots"),
    )
    op.create_table(
        "holders",
        sa.Column("table_id", sa.Uuid(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("seat_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_holders_person_id"),
        sa.ForeignKeyConstraint(["seat_id"], ["seats.id"], name="fk_holders_seat_id"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_holders_table_id"),
        sa.PrimaryKeyConstraint("table_id", "person_id", name="pk_holders"),
    )
    op.create_index("ix_holders_person_id", "holders", ["person_id"])
    op.create_index("ix_holders_seat_id", "holders", ["seat_id"])
    op.create_table(
        "links",
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("table_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("token", sa.Text()),
        sa.Column("seat_id", sa.BigInteger()),
        sa.Column("expires_at", sa.DateTime(timezone=True)),
        sa.CheckConstraint("kind IN ('invite', 'watcher', 'seat', 'code')", name="ck_links_kind"),
        sa.ForeignKeyConstraint(["seat_id"], ["seats.id"], name="fk_links_seat_id"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_links_table_id"),
        sa.PrimaryKeyConstraint("hash", name="pk_links"),
    )
    op.create_index("ix_links_seat_id", "links", ["seat_id"])
    op.create_index("ix_links_table_id", "links", ["table_id"])


def downgrade() -> None:
    for table in ("links", "holders", "snapshots", "seats", "messages", "tables", "people", "moves", "components"):
        op.drop_table(table)
