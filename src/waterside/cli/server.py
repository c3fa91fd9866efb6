"""The only way from the command line to the server, which is imported when it is needed."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

from waterside.core.errors import MissingPackageError


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
        from waterside.server.serve import listen, serve
        from waterside.server.store import default_database
    settings = Settings(
        bots=options.bots,
        warm=options.warm,
        bot_pause=options.bot_pause,
        messages_per_second=options.rate,
        trusted_origins=tuple(options.origin),
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


def open_room(options: argparse.Namespace) -> None:
    """Opens the game room as the options of ``waterside room`` say."""
    with server_packages():
        from waterside.server.room import open_room
    open_room(options.host, options.port, options.database, browser=not options.no_browser)
