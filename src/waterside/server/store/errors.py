"""The store's errors, and which of them stands for which error of a database."""

from __future__ import annotations

import sqlite3

from sqlalchemy import exc

from waterside.core.errors import WatersideError


class StoreError(WatersideError):
    """The base of all errors of the store. No write is ever done in part.

    After any but ``NumberTakenError`` and ``NoSuchTableError`` it can be unknown whether an append
    was written (the connection may have broken before the confirmation): the log has the answer.
    """


class NumberTakenError(StoreError):
    """Another writer has taken this number in the table's log: nothing was appended."""

    def __init__(self, table_id: str, number: int, last: int) -> None:
        super().__init__(
            f"table {table_id}: number {number} cannot be written, the log goes up to {last}"
        )
        self.table_id = table_id
        self.number = number
        self.last = last


class NoSuchTableError(StoreError):
    """There is no table with this id."""

    def __init__(self, table_id: str) -> None:
        super().__init__(f"there is no table {table_id}")
        self.table_id = table_id


class ReviewTakenError(StoreError):
    """Another process works on this review: nothing was written."""

    def __init__(self, key: str) -> None:
        super().__init__(f"another process works on the review {key}")


class WriteRefusedError(StoreError):
    """The database refuses what was to be written: it exists already, or is not valid text."""


class DatabaseAddressError(StoreError, ValueError):
    """The address does not name a database that Waterside can use."""


class DatabaseUnreachableError(StoreError):
    """The database does not exist, does not answer, or does not accept the user."""


class ForeignDatabaseError(StoreError):
    """The file or database belongs to another program."""


class NewerSchemaError(StoreError):
    """The database was made by a newer Waterside."""


class DatabaseReadOnlyError(StoreError):
    """The database cannot be written."""


class DiskFullError(StoreError):
    """The disk has no space left for the database."""


class DatabaseBusyError(StoreError):
    """Another program has locked the database for longer than the store waits."""


class ExportError(StoreError, ValueError):
    """What is to be imported is not a complete export, or does not fit the database."""


class StoreClosedError(StoreError):
    """The store was closed and cannot be used any more."""

    def __init__(self) -> None:
        super().__init__("the store is closed; open it again")


SQLITE: dict[int, tuple[type[StoreError], str]] = {
    sqlite3.SQLITE_FULL: (DiskFullError, "the disk is full; free some space, then try again"),
    sqlite3.SQLITE_READONLY: (
        DatabaseReadOnlyError,
        "the file cannot be written; allow it, or use another",
    ),
    sqlite3.SQLITE_BUSY: (
        DatabaseBusyError,
        "another program has locked the file; end it, or try again",
    ),
    sqlite3.SQLITE_LOCKED: (
        DatabaseBusyError,
        "another program has locked the file; end it, or try again",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        DatabaseUnreachableError,
        "the file cannot be opened; is its folder there?",
    ),
    sqlite3.SQLITE_IOERR: (
        DatabaseUnreachableError,
        "the disk cannot be read or written; check the disk",
    ),
    sqlite3.SQLITE_CORRUPT: (DatabaseUnreachableError, "the file is damaged; restore a backup"),
    sqlite3.SQLITE_NOTADB: (
        ForeignDatabaseError,
        "the file is not a SQLite database; name another",
    ),
}

# By the beginning of the five-character code: the longest that fits decides.
POSTGRESQL: dict[str, tuple[type[StoreError], str]] = {
    "53100": (DiskFullError, "the server's disk is full; free some space, then try again"),
    "53": (DatabaseUnreachableError, "the server has no free connection or memory now; try again"),
    "25006": (DatabaseReadOnlyError, "it is read-only now; connect to the primary server"),
    "42501": (DatabaseReadOnlyError, "this user may not write there; grant the rights"),
    "3D000": (DatabaseUnreachableError, "there is no such database; create it with createdb"),
    "28": (
        DatabaseUnreachableError,
        "the server does not accept the user; check user and password",
    ),
    "57": (DatabaseUnreachableError, "the server is being stopped or started; try again"),
    "08": (DatabaseUnreachableError, "the server does not answer; is it running?"),
    "55P03": (DatabaseBusyError, "another program has locked it; try again"),
    "40": (DatabaseBusyError, "several programs wrote at once; try again"),
}


def explain(problem: Exception, where: str) -> StoreError:
    """The store's error for one of the database; ``where`` is its address without the password."""
    if isinstance(problem, StoreError):
        return problem
    origin = getattr(problem, "orig", None) or problem
    kind, advice = _kind(origin, problem)
    reason = " ".join(str(origin).split())
    return kind(f"the database {where}: {advice} ({reason})")


def _kind(origin: BaseException, problem: Exception) -> tuple[type[StoreError], str]:
    code = getattr(origin, "sqlite_errorcode", None)
    if code is not None and code & 0xFF in SQLITE:
        return SQLITE[code & 0xFF]
    state = getattr(origin, "sqlstate", None) or ""
    for length in (5, 2):
        if state[:length] in POSTGRESQL:
            return POSTGRESQL[state[:length]]
    if isinstance(problem, exc.IntegrityError | exc.DataError | UnicodeError):
        return WriteRefusedError, "it refuses this value"
    if isinstance(problem, exc.OperationalError | exc.InterfaceError | OSError):
        return (
            DatabaseUnreachableError,
            "no connection; is it running, and are user and password right?",
        )
    return StoreError, "it failed"
