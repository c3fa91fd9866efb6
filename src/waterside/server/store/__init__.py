"""The store: tables, their event logs and identities, in SQLite or PostgreSQL.

It knows nothing about games and takes plain rows. The event log is the source of truth; its unique
key (table, number) decides which of two writers was first.
"""

from waterside.server.store.address import default_database
from waterside.server.store.errors import (
    DatabaseAddressError,
    DatabaseBusyError,
    DatabaseReadOnlyError,
    DatabaseUnreachableError,
    DiskFullError,
    ExportError,
    ForeignDatabaseError,
    NewerSchemaError,
    NoSuchTableError,
    NumberTakenError,
    ReviewTakenError,
    StoreClosedError,
    StoreError,
    WriteRefusedError,
)
from waterside.server.store.rows import (
    Event,
    Identity,
    ReviewRow,
    Subscription,
    Summary,
    TableRow,
)
from waterside.server.store.store import Store

__all__ = [
    "DatabaseAddressError",
    "DatabaseBusyError",
    "DatabaseReadOnlyError",
    "DatabaseUnreachableError",
    "DiskFullError",
    "Event",
    "ExportError",
    "ForeignDatabaseError",
    "Identity",
    "NewerSchemaError",
    "NoSuchTableError",
    "NumberTakenError",
    "ReviewRow",
    "ReviewTakenError",
    "Store",
    "StoreClosedError",
    "StoreError",
    "Subscription",
    "Summary",
    "TableRow",
    "WriteRefusedError",
    "default_database",
]
