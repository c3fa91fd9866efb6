"""One source, two speeds: rule functions run as plain Python or as machine code.

A function marked with ``rule`` stays an ordinary Python function: one can read it, step through
it with pdb, and call it without waiting for a compiler. ``build`` makes a *twin* of it, bound to
the functions of one game and, for the compiled back end, translated by Numba. A twin calls twins:
every rule function and every ``table`` that it names is replaced by its counterpart.

Code that serves every game (playouts, search) names the functions of the contract as globals and
gets those of one game when it is built. Numba sees direct calls, so nothing is lost against code
written for one game, and the result can be cached on disk, which closures and function arguments
would not allow.
"""

from __future__ import annotations

import dis
import hashlib
import os
import tempfile
import types
from array import array
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from waterside.core import rules as core_rules
from waterside.core.rules import MARK, is_rule
from waterside.core.state import INT64

Function = TypeVar("Function", bound=Callable[..., Any])

LARGE = "__waterside_large__"
OPEN = "__waterside_open__"


def rule(function: Function) -> Function:
    """Marks a function as part of the rules: it can be built for every back end."""
    setattr(function, MARK, True)
    return function


def large_rule(function: Function) -> Function:
    """A rule function that is called, not copied into its callers, when compiled: for those that
    have several callers and work enough of their own, it keeps compiling quick.
    """
    setattr(function, LARGE, True)
    return rule(function)


def table(values: Sequence[Any]) -> memoryview:
    """A constant table for rule functions: Python numbers when interpreted, an array when compiled.

    >>> distances = table([[0, 1], [1, 0]])
    >>> distances[1, 0]
    1
    """
    numbers: list[Any] = list(values)
    shape = [len(numbers)]
    while isinstance(numbers[0], Sequence):
        shape.append(len(numbers[0]))
        numbers = [number for row in numbers for number in row]
    flat = memoryview(array(INT64, numbers)).toreadonly()
    return flat.cast("B").cast(INT64, shape) if len(shape) > 1 else flat


def compiler_missing() -> str | None:
    """Why rules cannot be compiled here, or None if they can."""
    if os.environ.get("WATERSIDE_INTERPRETED", "") not in ("", "0"):
        return "WATERSIDE_INTERPRETED is set"
    import importlib.util

    if importlib.util.find_spec("numba") is None:
        return "Numba is not installed (pip install 'waterside[compiled]')"
    return None


def cache_folder() -> Path:
    """Where compiled rules are kept between runs."""
    if chosen := os.environ.get("WATERSIDE_CACHE"):
        return Path(chosen)
    from platformdirs import user_cache_path  # only where code is compiled: not in a browser

    return user_cache_path("waterside", appauthor=False)


def sources_of(functions: Mapping[str, Callable[..., Any]]) -> set[Path]:
    """The files that these functions, and all rule functions they call, are written in."""
    files: set[Path] = set()
    seen: set[Callable[..., Any]] = set()
    waiting: list[Any] = list(functions.values())
    while waiting:
        function = waiting.pop()
        if function in seen:
            continue
        seen.add(function)
        files.add(Path(function.__code__.co_filename))
        for name in global_names(function):
            named = function.__globals__.get(name)
            if is_rule(named):
                waiting.append(named)
    return files


def global_names(function: Callable[..., Any]) -> set[str]:
    """The global names that a function uses (attributes of the same name aside)."""
    code = dis.get_instructions(function)
    return {step.argval for step in code if step.opname == "LOAD_GLOBAL"}


def generic_sources() -> set[Path]:
    """The files of this package, games aside, that rule functions or their constants are in."""
    package = Path(__file__).parents[1]
    files = (path for path in package.rglob("*.py") if package / "games" not in path.parents)
    marking = b"from waterside.engine.build import"
    return {path for path in files if marking in path.read_bytes()} | {Path(core_rules.__file__)}


def digest_of_sources(functions: Mapping[str, Callable[..., Any]], also: str = "") -> str:
    """A digest of all files that a game's functions, and generic code with them, are built from."""
    digest = hashlib.sha256(also.encode())
    for path in sorted(sources_of(functions) | generic_sources()):
        digest.update(path.read_bytes())
    return digest.hexdigest()


class Builder:
    """Builds twins of rule functions for one game and one back end.

    ``bindings`` are the functions that generic code finds under its global names. ``label`` names
    the folder of the compiled code, which also carries a hash of all sources: Numba itself would
    not notice a change in a function that lives in another file than its caller.
    """

    def __init__(
        self, bindings: Mapping[str, Callable[..., Any]], *, compiled: bool, label: str
    ) -> None:
        self.bindings = dict(bindings)
        self.compiled = compiled
        self.label = label
        self._built: dict[Callable[..., Any], Callable[..., Any]] = {}
        self._inner: dict[Callable[..., Any], Callable[..., Any]] = {}
        self._arrays: dict[int, Any] = {}

    def build(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The twin of ``function``, to be called from Python; the same object each time.

        Machine code is kept on disk for these only: what they call is contained in it.
        """
        if function not in self._built:
            twin = self.twin(function)
            if self.compiled:
                from waterside.engine.native import machine_code

                twin = machine_code(twin, folder=self._folder())
            self._built[function] = twin
        return self._built[function]

    def _called(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The twin of a function that other twins call."""
        if function not in self._inner:
            twin = self.twin(function)
            if self.compiled:
                from waterside.engine.native import machine_code

                twin = machine_code(twin, inline=not getattr(function, LARGE, False))
            self._inner[function] = twin
        return self._inner[function]

    def twin(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function bound to the game and its other twins, itself not yet compiled."""
        names = {
            name: self._counterpart(name, function.__globals__[name])
            for name in global_names(function)
            if name in function.__globals__
        }
        twin = types.FunctionType(
            function.__code__,
            {**function.__globals__, **names},
            function.__name__,
            function.__defaults__,
            function.__closure__,
        )
        twin.__qualname__ = function.__qualname__
        twin.__module__ = function.__module__
        twin.__doc__ = function.__doc__
        return twin

    def _counterpart(self, name: str, named: Any) -> Any:
        if is_rule(named):
            return self._called(self.bindings[name] if is_open(named) else named)
        if self.compiled and isinstance(named, memoryview):
            if id(named) not in self._arrays:
                self._arrays[id(named)] = as_array(named)
            return self._arrays[id(named)]
        return named

    def _folder(self) -> Path:
        if not hasattr(self, "_cached_folder"):
            import numba

            digest = digest_of_sources(self.bindings, numba.__version__)
            folder = cache_folder() / f"{self.label}-{digest[:16]}"
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError:  # no place to keep it: compile again in each process
                folder = Path(tempfile.mkdtemp(prefix="waterside-"))
            self._cached_folder = folder
        return self._cached_folder


def open_rule(function: Function) -> Function:
    """Marks a stand-in: generic code names it, and each game's function takes its place."""
    setattr(function, OPEN, True)
    return rule(function)


def as_array(values: memoryview) -> Any:
    """A table as compiled functions read it."""
    import numpy as np

    array = np.array(values, np.int64)
    array.setflags(write=False)
    return array


def is_open(function: Callable[..., Any]) -> bool:
    """Whether the function is only a stand-in for the one of a game."""
    return getattr(function, OPEN, False)
