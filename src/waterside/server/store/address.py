"""Addresses of databases: which are understood, and which one is used when none is given."""

from __future__ import annotations

from platformdirs import user_data_path
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from waterside.server.store.errors import DatabaseAddressError

FORMS = "sqlite:///FILE or postgresql://USER@HOST/DATABASE"


def default_database() -> str:
    """The address of the SQLite file in the user's data folder."""
    return f"sqlite:///{user_data_path('waterside', appauthor=False) / 'tables.db'}"


def read_address(address: str) -> URL:
    """The address as SQLAlchemy takes it, with the database driver that Waterside depends on."""
    try:
        url = make_url(address)
    except ArgumentError:
        raise DatabaseAddressError(
            f"{address!r} is not the address of a database; write {FORMS}"
        ) from None
    kind = url.get_backend_name()
    if kind in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    if kind != "sqlite":
        raise DatabaseAddressError(f"Waterside cannot use a {kind} database; write {FORMS}")
    if url.database in (None, "", ":memory:"):
        raise DatabaseAddressError(f"{address!r} names no file; write {FORMS}")
    return url.set(drivername="sqlite+pysqlite")


def without_password(url: URL) -> str:
    """The address as it may be shown in messages and logs."""
    return url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)
