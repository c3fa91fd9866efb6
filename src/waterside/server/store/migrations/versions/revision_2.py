"""Browsers that ask to be notified when it is their user's turn."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Creates the table of subscriptions."""
    op.create_table(
        "subscriptions",
        sa.Column("endpoint", sa.Text, primary_key=True),
        sa.Column("identity_hash", sa.Text, nullable=False),
        sa.Column("receiver", sa.Text, nullable=False),
        sa.Column("auth", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_index("subscriptions_identity", "subscriptions", ["identity_hash"])


def downgrade() -> None:
    """Removes the table of subscriptions."""
    op.drop_table("subscriptions")
