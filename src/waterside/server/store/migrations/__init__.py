"""The schema's revisions, oldest first in ``versions``, and the update of a database to the newest.

Alembic reads ``env.py`` in this folder.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from waterside.server.store.errors import ForeignDatabaseError, NewerSchemaError
from waterside.server.store.schema import METADATA, REVISION

MIGRATIONS = Path(__file__).parent
UPGRADE_LOCK = 0x57415445525349  # any number that only Waterside uses


def update_schema(connection: Connection, where: str) -> None:
    """Updates the schema to the newest revision; waits for another process that does the same."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": UPGRADE_LOCK})
    found = set(inspect(connection).get_table_names())
    version = None
    if "alembic_version" in found:
        version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    elif others := found & set(METADATA.tables):
        raise ForeignDatabaseError(
            f"the database {where} has tables of another program"
            f" ({', '.join(sorted(others))}); name another database"
        )
    if version != REVISION:
        _upgrade(connection, version, where)


def _upgrade(connection: Connection, version: str | None, where: str) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if version is not None and version not in known:
        raise NewerSchemaError(
            f"the database {where} was made by a newer Waterside (its schema is {version},"
            f" this one knows up to {REVISION}); update Waterside, or name another database"
        )
    command.upgrade(config, "head")
