"""The script that Alembic runs, on a connection that the store passes to it inside a transaction."""

from __future__ import annotations

from alembic import context

from waterside.server.store.schema import METADATA


def migrate() -> None:
    """Updates the schema over the connection that was passed in."""
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=METADATA,
        transactional_ddl=False,
    )
    context.run_migrations()


if hasattr(context, "config"):
    migrate()
