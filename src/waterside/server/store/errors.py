"""What can go wrong with the store, by name, and how the databases' own errors read there."""

from __future__ import annotations

import sqlite3

from sqlalchemy import exc

from waterside.core.errors import WatersideError


class StoreError(WatersideError):
    """The base of all that the store raises. Nothing was written halfway.

    After one that is not ``NumberTakenError`` nor ``NoSuchTableError`` it can be unknown whether an append
    was written (the connection may have gone just as it was acknowledged): the log tells.
    """


class NumberTakenError(StoreError):
    """Somebody else has written this number of the table: nothing of the append was written."""

    def __init__(self, table_id: str, number: int, last: int) -> None:
        super().__init__(
            f"table {table_id}: number {number} cannot be written, the log goes up to {last}"
        )
        self.table_id = table_id
        self.number = number
        self.last = last


class NoSuchTableError(StoreError):
    """There is no table of this id."""

    def __init__(self, table_id: str) -> None:
        super().__init__(f"there is no table {table_id}")
        self.table_id = table_id


class WriteRefusedError(StoreError):
    """The database does not take what was to be written: it is there already, or no proper text."""


class DatabaseAddressError(StoreError):
    """An address that is not that of a database Waterside can use."""


class DatabaseUnreachableError(StoreError):
    """The database is not there, does not answer, or does not let us in."""


class ForeignDatabaseError(StoreError):
    """A file or database that holds something else."""


class NewerSchemaError(StoreError):
    """The database was made by a newer Waterside."""


class DatabaseReadOnlyError(StoreError):
    """The database cannot be written."""


class DiskFullError(StoreError):
    """There is no room left for the database."""


class DatabaseBusyError(StoreError):
    """Another program holds the database, longer than we wait."""


class StoreClosedError(StoreError):
    """The store was closed."""

    def __init__(self) -> None:
        super().__init__("the store is closed; open it again")


SQLITE: dict[int, tuple[type[StoreError], str]] = {
    sqlite3.SQLITE_FULL: (DiskFullError, "the disk is full; make room, then go on"),
    sqlite3.SQLITE_READONLY: (
        DatabaseReadOnlyError,
        "the file cannot be written; allow it, or use another",
    ),
    sqlite3.SQLITE_BUSY: (
        DatabaseBusyError,
        "another program holds the file; end it, or try again",
    ),
    sqlite3.SQLITE_LOCKED: (
        DatabaseBusyError,
        "another program holds the file; end it, or try again",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        DatabaseUnreachableError,
        "the file cannot be opened; is its folder there?",
    ),
    sqlite3.SQLITE_IOERR: (
        DatabaseUnreachableError,
        "the disk cannot be read or written; look at the disk",
    ),
    sqlite3.SQLITE_CORRUPT: (DatabaseUnreachableError, "the file is damaged; bring back a copy"),
    sqlite3.SQLITE_NOTADB: (ForeignDatabaseError, "the file is no SQLite database; name another"),
}

# By the beginning of the five-character code: the longest that fits decides.
POSTGRESQL: dict[str, tuple[type[StoreError], str]] = {
    "53100": (DiskFullError, "the server's disk is full; make room, then go on"),
    "53": (DatabaseUnreachableError, "the server has no room for us now; try again"),
    "25006": (DatabaseReadOnlyError, "it takes no writing now; connect to the primary server"),
    "42501": (DatabaseReadOnlyError, "this user may not write there; grant the rights"),
    "3D000": (DatabaseUnreachableError, "there is no such database; make it with createdb"),
    "28": (DatabaseUnreachableError, "the server does not let us in; look at user and password"),
    "57": (DatabaseUnreachableError, "the server is being stopped or started; try again"),
    "08": (DatabaseUnreachableError, "the server does not answer; is it running?"),
    "55P03": (DatabaseBusyError, "another program holds it; try again"),
    "40": (DatabaseBusyError, "several programs wrote at once; try again"),
}


def explain(problem: Exception, where: str) -> StoreError:
    """A database's own error in our words; ``where`` names the database without its password."""
    if isinstance(problem, StoreError):
        return problem
    origin = getattr(problem, "orig", None) or problem
    kind, advice = _kind(origin, problem)
    said = " ".join(str(origin).split())
    return kind(f"the database {where}: {advice} ({said})")


def _kind(origin: BaseException, problem: Exception) -> tuple[type[StoreError], str]:
    code = getattr(origin, "sqlite_errorcode", None)
    if code is not None and code & 0xFF in SQLITE:
        return SQLITE[code & 0xFF]
    state = getattr(origin, "sqlstate", None) or ""
    for length in (5, 2):
        if state[:length] in POSTGRESQL:
            return POSTGRESQL[state[:length]]
    if isinstance(problem, exc.IntegrityError | exc.DataError | UnicodeError):
        return WriteRefusedError, "it does not take this"
    if isinstance(problem, exc.OperationalError | exc.InterfaceError | OSError):
        return (
            DatabaseUnreachableError,
            "no connection; is it running, and are user and password right?",
        )
    return StoreError, "it failed"
