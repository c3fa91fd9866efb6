"""The computer that a server is to run on, how it is to be started, and its database."""

from __future__ import annotations

import importlib.util
import os
import shutil
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import select, text

from waterside.core.errors import WatersideError
from waterside.server.doctor.findings import LOOPBACK, Finding, Level, advice, ok, wrong
from waterside.server.domain.table import Table
from waterside.server.ops.connections import DESCRIPTORS
from waterside.server.store.address import read_address
from waterside.server.store.queries import events
from waterside.server.store.schema import REVISION, tables
from waterside.server.store.transfer import reading, revision_of

FREE_SPACE = 1 << 30
CONNECTIONS_EACH = 8
"""To PostgreSQL, of each server process: readers, the writer, and those that listen."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a server is to be started: what ``waterside serve`` is given."""

    database: str
    host: str = "127.0.0.1"
    workers: int = 1
    bots: int = 2
    rate: float = 10.0
    secure_cookie: bool = False
    trusted_hosts: tuple[str, ...] = ()
    proxy: str = "127.0.0.1"


def packages() -> Iterator[Finding]:
    """Whether the packages that make a server quick are installed."""
    for name, extra, why in (
        ("uvloop", "server", "the event loop is slower"),
        ("httptools", "server", "slow and giant requests are not limited"),
        ("numba", "compiled", "bots are slow"),
    ):
        if importlib.util.find_spec(name):
            yield ok(name, "installed")
        else:
            yield advice(name, f"not installed, so {why}: pip install 'waterside[{extra}]'")


def descriptors() -> Finding:
    """Whether the system allows enough open files: each connection is one."""
    about = "open files"
    try:
        import resource
    except ImportError:
        return ok(about, "this system has no limit")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY or hard >= DESCRIPTORS:
        return ok(about, f"at least {DESCRIPTORS} are allowed")
    return advice(
        about,
        f"only {hard} are allowed, so at most {hard // 2} sockets are;"
        f" set LimitNOFILE={DESCRIPTORS} in the systemd unit, or ulimit -Hn {DESCRIPTORS}",
    )


def folder(about: str, path: Path) -> Finding:
    """Whether files can be written to a folder, which need not exist yet."""
    there = next(one for one in (path, *path.parents) if one.exists())
    if os.access(there, os.W_OK | os.X_OK):
        return ok(about, str(path))
    return wrong(about, f"{path} cannot be written; allow it, or set XDG_CACHE_HOME")


def processes(plan: Plan) -> Iterator[Finding]:
    """Whether there are as many processes as the computer has cores for."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    wanted = plan.workers + plan.bots
    if plan.workers > 1 and plan.database.startswith("sqlite"):
        yield wrong("--workers", "several processes need PostgreSQL; name one with --database")
    if cores and wanted > cores + 1:
        yield advice(
            "processes",
            f"{plan.workers} for the server and {plan.bots} for bots share {cores} cores;"
            f" lower --bots or --workers",
        )
    else:
        yield ok("processes", f"{wanted} for {cores} cores")


def exposure(plan: Plan) -> Iterator[Finding]:
    """Whether what strangers can reach is protected."""
    is_open = plan.host not in LOOPBACK
    if is_open:
        yield advice(
            "--host",
            f"{plan.host} is reachable without TLS; listen on 127.0.0.1 behind a proxy"
            " with TLS, or keep other computers out with a firewall",
        )
    else:
        yield ok("--host", f"{plan.host} is reachable through a proxy only")
    if plan.secure_cookie:
        yield ok("--secure-cookie", "the cookie is sent over HTTPS only")
    else:
        yield advice("--secure-cookie", "missing; use it for every server behind TLS")
    if plan.trusted_hosts:
        yield ok("--trusted-host", ", ".join(plan.trusted_hosts))
    else:
        yield advice(
            "--trusted-host",
            "missing: any name is answered to; give the name of your server, so that"
            " other sites cannot pass theirs off as yours",
        )
    if not plan.rate:
        yield wrong("--rate", "0 switches all limits off: anybody can stop this server")
    if "*" in plan.proxy.split(","):
        yield wrong("--proxy", "* lets every client choose their address, and so evade all limits")


def database(plan: Plan) -> Iterator[Finding]:
    """Whether the database is there, fits this version, is safe and has space."""
    about = "database"
    try:
        url = read_address(plan.database)
        if url.get_backend_name() == "sqlite":
            yield from sqlite_file(Path(str(url.database)))
            if not Path(str(url.database)).is_file():
                return
        with reading(plan.database, any_schema=True) as connection:
            revision = revision_of(connection)
            if connection.dialect.name == "postgresql":
                for name in ("fsync", "synchronous_commit", "full_page_writes"):
                    value = connection.execute(text(f"SHOW {name}")).scalar()
                    if value in ("off", "local"):
                        yield wrong(about, f"{name} is {value}: accepted moves can be lost")
                most = int(connection.execute(text("SHOW max_connections")).scalar() or 0)
                needed = CONNECTIONS_EACH * plan.workers
                if most < needed + 10:
                    yield advice(
                        about, f"max_connections is {most}, {plan.workers} processes use {needed}"
                    )
    except WatersideError as problem:
        yield wrong(about, str(problem))
        return
    if revision is None:
        yield ok(about, "empty: it is set up when the server starts")
    elif revision == REVISION:
        yield ok(about, f"its schema is {REVISION}, as this version needs it")
    elif revision.isdigit() and int(revision) < int(REVISION):
        yield advice(
            about,
            f"its schema is {revision} and is updated to {REVISION} when the server starts;"
            " make a backup first: waterside backup FILE",
        )
    else:
        yield wrong(about, f"its schema {revision} is newer than this version's; update Waterside")


def sqlite_file(file: Path) -> Iterator[Finding]:
    """Whether a SQLite file can be written, is private, and has space to grow."""
    where = folder("database folder", file.absolute().parent)
    yield where
    if where.level is Level.WRONG:
        return
    there = next(one for one in (file.absolute(), *file.absolute().parents) if one.exists())
    size = file.stat().st_size if file.is_file() else 0
    free = shutil.disk_usage(there).free
    if free < max(FREE_SPACE, 2 * size):
        yield advice(
            "disk", f"{free >> 20} MiB are free beside a database of {size >> 20} MiB; make space"
        )
    else:
        yield ok("disk", f"{free >> 20} MiB are free")
    if not file.is_file():
        yield ok("database", f"{file} does not exist yet: it is made when the server starts")
    elif not os.access(file, os.W_OK):
        yield wrong("database", f"{file} cannot be written; give it to the server's user")
    elif file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        yield advice(
            "database", f"others may read {file}, which has the secrets of games: chmod 600"
        )


def table_logs(address: str) -> Iterator[Finding]:
    """Whether this version can read the log of every table."""
    try:
        bad = unreadable(address)
    except WatersideError as problem:
        yield wrong("logs", str(problem))
        return
    for table, reason in bad.items():
        yield wrong("logs", f"table {table} cannot be read: {reason}")
    if not bad:
        yield ok("logs", "every table can be read")


def unreadable(address: str) -> dict[str, str]:
    """The tables whose log this version cannot read, and why; the database is only read."""
    bad = {}
    with reading(address) as connection:
        for (table_id,) in connection.execute(select(tables.c.id)).all():
            try:
                Table.of(table_id, events(connection, table_id, 0))
            except Exception as problem:  # whatever it is, the server would meet it too
                bad[table_id] = f"{type(problem).__name__}: {problem}"
    return bad
