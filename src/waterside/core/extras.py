"""The one line that says what to install where an interface's package is missing."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from waterside.core.errors import WatersideError


class MissingPackageError(WatersideError, ImportError):
    """An interface needs a package that is not installed."""


def needed(package: str, extra: str) -> ModuleType:
    """The package; MissingPackageError if it is not installed."""
    try:
        return import_module(package)
    except ModuleNotFoundError as problem:
        if problem.name != package.partition(".")[0]:
            raise
        raise MissingPackageError(
            f"{package} is not installed: pip install 'waterside[{extra}]'"
        ) from None
