"""Packages that only some installations have: the extras of ``pip install 'waterside[…]'``."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from waterside.core.errors import MissingPackageError


def require(package: str, extra: str) -> ModuleType:
    """The package; MissingPackageError says which extra has it where it is not installed."""
    try:
        return import_module(package)
    except ModuleNotFoundError as problem:
        if problem.name != package.partition(".")[0]:
            raise
        raise MissingPackageError(
            f"{package} is not installed: pip install 'waterside[{extra}]'"
        ) from None
