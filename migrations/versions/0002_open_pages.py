"""When a page of a seat's people was last open: whoever looks on is here, whoever acts is active."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("seats", sa.Column("open_at", sa.DateTime(timezone=True)))


def downgrade() -> None:
    op.drop_column("seats", "open_at")
