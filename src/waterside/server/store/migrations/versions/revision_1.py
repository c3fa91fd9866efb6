"""The first schema: tables, their events, identities and whose tables they are."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    """Creates all tables and indexes."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("invitation_hash", sa.Text, nullable=False, unique=True),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("phase", sa.Text, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("updated", sa.Double, nullable=False),
        sa.Column("resume", sa.Boolean, nullable=False),
    )
    for name, columns, only in (
        ("tables_public", ["created", "id"], sa.column("public", sa.Boolean)),
        ("tables_resume", ["id"], sa.column("resume", sa.Boolean)),
    ):
        op.create_index(name, "tables", columns, postgresql_where=only, sqlite_where=only)
    op.create_table(
        "events",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("private", sa.Text, nullable=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number"),
    )
    op.create_table(
        "identities",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_table(
        "players",
        sa.Column("identity_hash", sa.Text, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("identity_hash", "table_id"),
    )
    op.create_index("players_table", "players", ["table_id"])


def downgrade() -> None:
    """Removes everything."""
    for name in ("players", "identities", "events", "tables"):
        op.drop_table(name)
