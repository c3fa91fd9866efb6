"""The third back end: rule functions as device functions of CUDA kernels.

The same functions are called; only how they are translated differs. Tables become arrays in the
device's memory, where threads may read different places at once.
"""

from __future__ import annotations

import dis
import importlib.util
import sys
import threading
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import numpy as np

from waterside.core.errors import WatersideError
from waterside.core.game import Game
from waterside.core.rules import is_rule
from waterside.engine.bits import count
from waterside.engine.build import LARGE, Builder, as_array, is_open

THREADS = 128
"""In a block."""
REGISTERS = 128
"""For one thread at most: more would leave the multiprocessors half empty."""
WARP = 32
"""Threads that go together."""
SIMULATED_WARP = 4
"""Threads of a warp, which is a block, in Numba's simulator."""
LONG_CODE = 300
"""Bytes of Python code from which on a device function is called rather than copied."""
CHANCE_MODULE = "waterside.engine.rng"
INSTALL = "pip install 'waterside[gpu]'"


class NoGpuError(WatersideError):
    """There is no GPU here, or something that driving it needs is missing."""


class ResultsDifferError(WatersideError):
    """The GPU has played something else than the CPU."""


def import_cuda() -> Any:
    """Numba's CUDA module.

    Some of its versions ask NumPy for a name that newer ones have dropped, and for what they warn of.
    """
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # type: ignore[attr-defined]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from numba import cuda
    return cuda


def is_simulated() -> bool:
    """Whether kernels run in Numba's simulator, which needs no GPU (``NUMBA_ENABLE_CUDASIM=1``)."""
    from numba import config

    return bool(config.ENABLE_CUDASIM)


def gpu_missing() -> str | None:
    """Why kernels cannot run here, or None if they can."""
    for name, package in (("numba", "Numba"), ("numba_cuda", "numba-cuda")):
        if importlib.util.find_spec(name) is None:
            return f"{package} is not installed ({INSTALL})"
    if is_simulated():
        return None
    try:
        cuda = import_cuda()
        if not cuda.is_available():
            return "no NVIDIA GPU is found, or its driver is not (nvidia-smi would list it)"
        cuda.current_context()
    except Exception as problem:
        return f"the GPU cannot be used: {problem}"
    return None


def require_gpu() -> Any:
    """Numba's CUDA module; ``NoGpuError`` says what is missing where it cannot be used."""
    if why := gpu_missing():
        raise NoGpuError(f"device gpu: {why}; device cpu gives the same results")
    return import_cuda()


def device_number() -> int:
    """Which of several GPUs is used."""
    return 0 if is_simulated() else int(require_gpu().current_context().device.id)


@contextmanager
def indices_from_the_front() -> Iterator[None]:
    """As for machine code: rules never index from the end, so no index is tested for it."""
    indexing: Any = import_module("numba.cuda.np.arrayobj")
    usual = indexing.fix_integer_index
    indexing.fix_integer_index = index_as_it_is
    try:
        yield
    finally:
        indexing.fix_integer_index = usual


@contextmanager
def taking_turns_quickly() -> Iterator[None]:
    """The simulator's threads, and the one that watches them, wait for each other at every step."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        yield
    finally:
        sys.setswitchinterval(usual)


def index_as_it_is(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """Stands in for the function that adds the size to a negative index."""
    from numba.core import types

    return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)


def call_only(function: Any) -> Any:
    """Has a device function called, never copied into its callers: kernels of rules with many ways
    through them would else grow beyond what compiles in minutes, and what fits a multiprocessor.
    """
    compile_device = function.compile_device

    def compile_and_mark(*arguments: Any, **more: Any) -> Any:
        compiled = compile_device(*arguments, **more)
        for one in compiled.library._module.functions:
            if one.name == compiled.fndesc.llvm_func_name:
                one.attributes.add("noinline")
        return compiled

    function.compile_device = compile_and_mark
    return function


class DeviceBuilder(Builder):
    """Builds twins that run on the GPU; ``build`` makes a kernel of a function.

    ``constants`` take the place of a kernel's globals of the same names: sizes and types that
    must be known when it is compiled.
    """

    def __init__(
        self,
        bindings: Mapping[str, Callable[..., Any]],
        label: str,
        constants: Mapping[str, Any] | None = None,
        max_registers: int | None = None,
    ) -> None:
        super().__init__(bindings, compiled=True, label=label)
        self.cuda = require_gpu()
        self.constants = dict(constants or {})
        self.settings = {} if is_simulated() else {"max_registers": max_registers}
        self._places: Counter[Callable[..., Any]] = Counter()

    def build(self, function: Callable[..., Any]) -> Any:
        """The kernel made of a function, the same object each time."""
        if function not in self._built:
            self._places |= self._calling_places(function)
            twin = self.twin(function)
            twin.__globals__.update(self.constants)
            self._built[function] = self.cuda.jit(twin, **self.settings)
        return self._built[function]

    def launch(
        self, function: Callable[..., Any], blocks: int, threads: int, *arguments: Any
    ) -> None:
        """Runs the kernel made of a function; the first time it is compiled."""
        if is_simulated():
            with taking_turns_quickly():
                self.build(function)[blocks, threads](*arguments)
            return
        with indices_from_the_front(), warnings.catch_warnings():
            warnings.filterwarnings("ignore", ".*Grid size")  # small ones are meant to be small
            self.build(function)[blocks, threads](*arguments)

    def _called(self, function: Callable[..., Any]) -> Callable[..., Any]:
        if function not in self._inner:
            twin = self.twin(function)
            if not is_simulated():
                if function is count:
                    twin = count_at_once(self.cuda)
                is_called = self._is_called(function)
                twin = self.cuda.jit(twin, device=True, forceinline=not is_called)
                if is_called:
                    twin = call_only(twin)
            self._inner[function] = twin
        return self._inner[function]

    def _is_called(self, function: Callable[..., Any]) -> bool:
        """Whether a function is long and would be copied to several places."""
        if self._places[function] < 2 or function.__module__ == CHANCE_MODULE:
            return False
        return getattr(function, LARGE, False) or len(function.__code__.co_code) > LONG_CODE

    def _calling_places(self, kernel: Callable[..., Any]) -> Counter[Callable[..., Any]]:
        """In how many places of a kernel each function would stand if all were copied."""
        places: Counter[Callable[..., Any]] = Counter()
        waiting = [kernel]
        while waiting:
            function = waiting.pop()
            places[function] += 1
            for step in dis.get_instructions(function):
                if step.opname != "LOAD_GLOBAL":
                    continue
                named: Any = function.__globals__.get(step.argval)
                if is_rule(named):
                    waiting.append(self.bindings[step.argval] if is_open(named) else named)
        return places

    def _counterpart(self, name: str, named: Any) -> Any:
        if isinstance(named, memoryview):
            if is_simulated():
                return named
            if id(named) not in self._arrays:
                self._arrays[id(named)] = self.cuda.to_device(as_array(named))
            return self._arrays[id(named)]
        return super()._counterpart(name, named)


def count_at_once(cuda: Any) -> Any:
    """``waterside.engine.bits.count`` for GPUs, whose compiler does not know what it means."""

    def count(mask):  # type: ignore[no-untyped-def]
        return cuda.popc(mask)

    return count


def how_many_threads() -> Any:
    """A function that all threads of a warp call together: of how many a condition is true."""
    cuda = import_cuda()
    if is_simulated():
        return lambda condition: threading.current_thread().syncthreads_count(condition)  # type: ignore[attr-defined]

    def how_many(condition):  # type: ignore[no-untyped-def]
        return cuda.popc(cuda.ballot_sync(0xFFFFFFFF, condition))

    return cuda.jit(how_many, device=True, inline="always")


def rounded_product() -> Any:
    """A function that multiplies two 32-bit floats and rounds, as processors do: the compiler for GPUs
    would else add to the product before rounding.
    """
    if is_simulated():
        return lambda a, b: a * b
    libdevice: Any = import_module("numba.cuda.libdevice")

    def product(a, b):  # type: ignore[no-untyped-def]
        return libdevice.fmul_rn(a, b)

    return import_cuda().jit(product, device=True, inline="always")


def device_record() -> Any:
    """A function that shows one of an array of states to the rules."""

    def one(states, i):  # type: ignore[no-untyped-def]
        return states[i]

    return import_cuda().jit(one, device=True, inline="always")


def named_in_kernels(game: Game) -> dict[str, Any]:
    """What kernels for a game find under the names that they leave open."""
    return {
        "STATE": game.state_type,
        "LONGEST": game.longest,
        "OUT": np.int16 if max(game.actions, game.outcomes) < 1 << 15 else np.int32,
        "cuda": import_cuda(),
        "record": game.view if is_simulated() else device_record(),
    }
