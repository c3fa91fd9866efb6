"""The store: tables, their event logs and identities, in SQLite or PostgreSQL.

It knows nothing about games. The log is the truth: a table is what its events make of it. The
unique key (table, number) decides who was first.
"""

from waterside.server.store.errors import (
    BadAddress,
    Busy,
    Closed,
    ForeignDatabase,
    Full,
    NewerSchema,
    NoSuchTable,
    NumberTaken,
    ReadOnly,
    Refused,
    StoreError,
    Unreachable,
)
from waterside.server.store.opening import default_database
from waterside.server.store.rows import Event, Identity, Summary, TableRow
from waterside.server.store.store import Store

__all__ = [
    "BadAddress",
    "Busy",
    "Closed",
    "Event",
    "ForeignDatabase",
    "Full",
    "Identity",
    "NewerSchema",
    "NoSuchTable",
    "NumberTaken",
    "ReadOnly",
    "Refused",
    "Store",
    "StoreError",
    "Summary",
    "TableRow",
    "Unreachable",
    "default_database",
]
