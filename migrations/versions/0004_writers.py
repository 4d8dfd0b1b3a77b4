"""What was said stays with whoever said it, though the seat may be given to somebody else or numbered anew."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0004"
down_revision: str | None = "0003"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("messages", sa.Column("person_id", sa.BigInteger()))
    op.create_foreign_key("fk_messages_person_id", "messages", "people", ["person_id"], ["id"])
    op.add_column("messages", sa.Column("name", sa.Text(), server_default="", nullable=False))
    # Of what was said before only the number of the seat is known.
    op.execute(
        "UPDATE messages SET name = s.name FROM seats s WHERE s.table_id = messages.table_id AND s.number = seat"
    )
    op.execute(
        "UPDATE messages SET data = data || jsonb_build_object('name', s.name) FROM seats s"
        " WHERE s.table_id = messages.table_id AND s.number = (data->>'seat')::int AND NOT data ? 'name'"
    )
    op.alter_column("messages", "name", server_default=None)


def downgrade() -> None:
    op.drop_column("messages", "name")
    op.drop_column("messages", "person_id")
