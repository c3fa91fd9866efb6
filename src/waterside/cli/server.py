"""The server, for the commands that start it: the one module of the command line that imports it."""

from __future__ import annotations

from types import ModuleType

from waterside.core.errors import MissingPackageError


def server() -> ModuleType:
    """``waterside.server.serve``; MissingPackageError where the extra is not installed."""
    try:
        from waterside.server import serve
    except ModuleNotFoundError as missing:
        raise MissingPackageError(
            f"{missing.name} is not installed: pip install 'waterside[server]'"
        ) from None
    return serve
