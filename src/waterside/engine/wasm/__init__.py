"""Rule functions as WebAssembly: the same source, compiled for web pages and Node.

Numba types and lowers a function as it does for this processor, but leaves it unoptimised
(``lowering``); an entry makes it callable with plain numbers and addresses (``entries``); LLVM then
optimises all of it for WebAssembly, and ``linking`` makes one small module of it. The module imports
nothing and exports its memory, so that its caller lays out states and arrays there and passes their
addresses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from waterside.engine.wasm.entries import Export as Export
from waterside.engine.wasm.entries import array_of as array_of
from waterside.engine.wasm.linking import link
from waterside.engine.wasm.lowering import object_code


def build_module(exports: Sequence[Export], sections: Mapping[str, bytes] | None = None) -> bytes:
    """A WebAssembly module that exports these functions and its memory.

    ``sections`` are carried along as they are, for whoever loads the module
    (``WebAssembly.Module.customSections``). The same exports give the same bytes each time.
    """
    names = [export.name for export in exports]
    return link(object_code(exports), names, sections or {})
