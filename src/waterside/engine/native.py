"""How rule functions become machine code: Numba's pipeline with two promises made use of.

Rule functions allocate nothing, so reference counts are left out, and they never index from the
end, so no index is tested for being negative. The second alone makes move generation up to half
again as fast, because loops that write lists of actions can then use vector instructions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numba
import numba.np.arrayobj as indexing
from numba.core import types
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering


def index_as_it_is(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """Stands in for Numba's ``fix_integer_index``, which adds the size to a negative index."""
    return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)


@contextmanager
def indices_from_the_front() -> Iterator[None]:
    """Leaves out the test for negative indices; Numba's compiler lock is held meanwhile."""
    usual = indexing.fix_integer_index
    indexing.fix_integer_index = index_as_it_is
    try:
        yield
    finally:
        indexing.fix_integer_index = usual


@register_pass(mutates_CFG=True, analysis_only=False)
class RuleLowering(NativeLowering):  # type: ignore[misc]
    """Numba's last step, from typed code to LLVM."""

    _name = "waterside_rule_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lowers one function."""
        with indices_from_the_front():
            return bool(super().run_pass(state))


class RuleCompiler(CompilerBase):  # type: ignore[misc]
    """Numba's usual passes, with our last step."""

    def define_pipelines(self) -> list[Any]:
        """The list of pipelines to try: one."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [
            (RuleLowering if step is NativeLowering else step, why) for step, why in passes.passes
        ]
        passes._finalized = False
        passes.finalize()
        return [passes]


def machine_code(
    function: Callable[..., Any], folder: Path | None = None, inline: bool = True
) -> Callable[..., Any]:
    """The compiled function; with a folder, what was compiled before is read from there."""
    dispatcher = numba.njit(
        nogil=True,
        error_model="numpy",
        boundscheck=False,
        forceinline=inline,
        _nrt=False,
        pipeline_class=RuleCompiler,
    )(function)
    if folder is not None:
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(folder)
        try:
            dispatcher.enable_caching()
        finally:
            numba.config.CACHE_DIR = before
    return dispatcher  # type: ignore[no-any-return]
