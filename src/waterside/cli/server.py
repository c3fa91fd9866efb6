"""The only way from the command line to the server, which is imported when it is needed."""

from __future__ import annotations

import argparse
import gzip
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from waterside.core.errors import MissingPackageError, WatersideError

if TYPE_CHECKING:
    from waterside.server.doctor import Finding


@contextmanager
def server_packages() -> Iterator[None]:
    """Says what to install if a package of the server is missing."""
    try:
        yield
    except ModuleNotFoundError as missing:
        raise MissingPackageError(
            f"{missing.name} is not installed: pip install 'waterside[server]'"
        ) from None


def serve(options: argparse.Namespace) -> None:
    """Serves tables as the options of ``waterside serve`` say."""
    with server_packages():
        from waterside.server.ops.logs import configure_logging
        from waterside.server.ops.settings import Settings
        from waterside.server.push.vapid import key_in
        from waterside.server.serve import listen, serve
        from waterside.server.store import default_database
    settings = Settings(
        push_key=key_in(options.push_key) if options.push_key else "",
        push_contact=options.push_contact,
        bots=options.bots,
        warm=options.warm,
        bot_pause=options.bot_pause,
        messages_per_second=options.rate,
        trusted_origins=tuple(options.origin),
        trusted_hosts=tuple(options.trusted_host),
        secure_cookie=options.secure_cookie,
    )
    configure_logging(options.log_format, options.log_level)
    with listen(options.host, options.port) as listening:
        serve(
            listening,
            options.database or default_database(),
            settings if options.rate else settings.without_rates(),
            workers=options.workers,
            proxy=options.proxy,
        )


def write_site(options: argparse.Namespace) -> str:
    """Writes a static site as the options of ``waterside site`` say; returns its size in words."""
    with server_packages():
        from waterside.server.tab.pyodide import pyodide_folder
        from waterside.server.tab.site import StaticSite
    site = StaticSite(options.folder)
    site.write(options.pyodide or pyodide_folder())
    return site.size()


def open_room(options: argparse.Namespace) -> None:
    """Opens the game room as the options of ``waterside room`` say."""
    with server_packages():
        from waterside.server.room import open_room
    open_room(options.host, options.port, options.database, browser=not options.no_browser)


def add_database(parser: argparse.ArgumentParser) -> None:
    """Adds the option that names a server's database."""
    parser.add_argument(
        "--database",
        metavar="URL",
        help="sqlite:///FILE or postgresql://… (default: the file in your data folder)",
    )


def backup(options: argparse.Namespace) -> str:
    """Copies a database as the options of ``waterside backup`` say; returns what is in it."""
    with server_packages():
        from waterside.server.store import default_database, transfer
    return str(transfer.backup(options.database or default_database(), options.file))


def export(options: argparse.Namespace) -> str:
    """Exports tables as the options of ``waterside export`` say; returns how much it is."""
    with server_packages():
        from waterside.server.store import default_database, transfer
    lines = transfer.export_lines(options.database or default_database(), options.table)
    written = 0
    with opened(options.file, "w") as file:
        for line in lines:
            file.write(line)
            written += 1
    return f"{written} lines"


def import_(options: argparse.Namespace) -> str:
    """Imports tables as the options of ``waterside import`` say; returns how much it was."""
    with server_packages():
        from waterside.server.store import default_database, transfer
    with opened(options.file, "r") as file:
        return str(transfer.import_lines(options.database or default_database(), file))


@contextmanager
def opened(name: str, mode: str) -> Iterator[TextIO]:
    """A text file, compressed if its name ends in .gz, or - for the standard streams; a new file
    only its owner may read.
    """
    if name == "-":
        yield sys.stdout if mode == "w" else sys.stdin
        return
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY if mode == "w" else os.O_RDONLY
    try:
        with os.fdopen(os.open(name, flags, 0o600), f"{mode}b") as raw:
            inner = gzip.GzipFile(fileobj=raw, mode=f"{mode}b") if name.endswith(".gz") else raw
            with io.TextIOWrapper(inner, "utf-8", newline="\n") as file:  # type: ignore[type-var]
                yield file
    except (OSError, EOFError, UnicodeDecodeError) as problem:
        reason = getattr(problem, "strerror", None) or problem
        raise WatersideError(f"{name}: {reason}") from None


def examine(options: argparse.Namespace) -> Iterator[Finding]:
    """Checks a server as the options of ``waterside doctor`` say."""
    with server_packages():
        from waterside.server.doctor import Plan, examine
        from waterside.server.store import default_database
    plan = Plan(
        database=options.database or default_database(),
        host=options.host,
        workers=options.workers,
        bots=options.bots,
        rate=options.rate,
        secure_cookie=options.secure_cookie,
        trusted_hosts=tuple(options.trusted_host),
        proxy=options.proxy,
    )
    return examine(plan, logs=options.logs, url=options.url)
