"""The tables of the database. Every change here needs a revision in migrations/versions."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
)

REVISION = "3"
"""The newest revision: the one that these definitions describe."""

ALIKE = ("1", "2", "3")
"""The revisions in which all that exports hold looks the same."""

METADATA = MetaData()

tables = Table(
    "tables",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("invitation_hash", Text, nullable=False, unique=True),
    Column("created", Double, nullable=False),
    Column("phase", Text, nullable=False),
    Column("seats", Text, nullable=False),
    Column("updated", Double, nullable=False),
    Column("resume", Boolean, nullable=False),
)
Index(
    "tables_public",
    tables.c.created,
    tables.c.id,
    postgresql_where=tables.c.public,
    sqlite_where=tables.c.public,
)
Index("tables_resume", tables.c.id, postgresql_where=tables.c.resume, sqlite_where=tables.c.resume)

events = Table(
    "events",
    METADATA,
    Column("table_id", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("private", Text, nullable=True),
    Column("at", Double, nullable=False),
    PrimaryKeyConstraint("table_id", "number"),
)

identities = Table(
    "identities",
    METADATA,
    Column("hash", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("created", Double, nullable=False),
)

players = Table(
    "players",
    METADATA,
    Column("identity_hash", Text, nullable=False),
    Column("table_id", Text, nullable=False),
    PrimaryKeyConstraint("identity_hash", "table_id"),
)
Index("players_table", players.c.table_id)

subscriptions = Table(
    "subscriptions",
    METADATA,
    Column("endpoint", Text, primary_key=True),
    Column("identity_hash", Text, nullable=False),
    Column("receiver", Text, nullable=False),
    Column("auth", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("created", Double, nullable=False),
)
Index("subscriptions_identity", subscriptions.c.identity_hash)

reviews = Table(
    "reviews",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("record", Text, nullable=False),
    Column("body", Text, nullable=True),
    Column("complete", Boolean, nullable=False),
    Column("uploaded", Boolean, nullable=False),
    Column("updated", Double, nullable=False),
)
Index(
    "reviews_unfinished",
    reviews.c.updated,
    postgresql_where=~reviews.c.complete,
    sqlite_where=~reviews.c.complete,
)
Index(
    "reviews_uploaded",
    reviews.c.updated,
    postgresql_where=reviews.c.uploaded,
    sqlite_where=reviews.c.uploaded,
)
