"""Who left a running game stays known, and gets no seat there again; the open lobby is read by what changed last."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

LOBBY = sa.text("visibility = 'lobby' AND status IN ('gathering', 'playing')")


def upgrade() -> None:
    op.add_column("seats", sa.Column("left_at", sa.DateTime(timezone=True)))
    # Of games left before only the log knows; who it was is forgotten.
    op.execute(
        "UPDATE seats SET left_at = m.at FROM messages m JOIN tables t ON t.id = m.table_id"
        " WHERE seats.table_id = m.table_id AND seats.number = m.seat AND seats.kind = 'bot'"
        " AND m.key = 'left' AND m.at >= t.started_at"
    )
    op.drop_index("ix_tables_lobby", "tables")
    op.create_index("ix_tables_lobby", "tables", ["changed_at"], postgresql_where=LOBBY)


def downgrade() -> None:
    op.drop_index("ix_tables_lobby", "tables")
    op.create_index("ix_tables_lobby", "tables", ["made_at"], postgresql_where=LOBBY)
    op.execute("DELETE FROM holders USING seats WHERE seats.id = holders.seat_id AND seats.left_at IS NOT NULL")
    op.drop_column("seats", "left_at")
