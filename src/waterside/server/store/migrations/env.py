"""What Alembic runs: the store hands it the connection, inside a transaction of its own."""

from __future__ import annotations

from alembic import context

from waterside.server.store.schema import METADATA


def migrate() -> None:
    """Brings the schema up to date over the connection that was handed in."""
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=METADATA,
        transactional_ddl=False,
    )
    context.run_migrations()


if hasattr(context, "config"):
    migrate()
