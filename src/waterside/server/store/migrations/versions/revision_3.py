"""Reviews of games, as far as they are worked out."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"


def upgrade() -> None:
    """Creates the table of reviews and its indexes."""
    op.create_table(
        "reviews",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=True),
        sa.Column("complete", sa.Boolean, nullable=False),
        sa.Column("uploaded", sa.Boolean, nullable=False),
        sa.Column("updated", sa.Double, nullable=False),
    )
    for name, only in (
        ("reviews_unfinished", ~sa.column("complete", sa.Boolean)),
        ("reviews_uploaded", sa.column("uploaded", sa.Boolean)),
    ):
        op.create_index(name, "reviews", ["updated"], postgresql_where=only, sqlite_where=only)


def downgrade() -> None:
    """Removes the table of reviews."""
    op.drop_table("reviews")
