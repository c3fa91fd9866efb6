"""From rule functions to an object file for WebAssembly, by Numba and LLVM."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import llvmlite.binding as llvm
from numba.core.codegen import CPUCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.cpu import CPUContext

from waterside.engine.native import machine_code
from waterside.engine.wasm.entries import Entry, Export

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
"""What every browser has had since 2023."""
HOST_ONLY = re.compile(r' "(?:target-cpu|target-features|tune-cpu)"="[^"]*"')


def object_code(exports: Sequence[Export]) -> bytes:
    """One object file with these functions, to be linked."""
    target = target_machine()
    layout = str(target.target_data)
    entries = [f'target datalayout = "{layout}"', f'target triple = "{TRIPLE}"']
    libraries: dict[Any, None] = {}
    with lowering_only():
        for export in exports:
            dispatcher: Any = machine_code(export.twin)
            dispatcher.compile(export.takes)
            compiled = dispatcher.overloads[dispatcher.signatures[0]]
            entries.append(entry_text(export, compiled))
            gather(compiled.library, libraries)
    whole = llvm.parse_assembly("\n".join(entries))
    for library in libraries:
        whole.link_in(for_wasm(library.get_llvm_str(), layout))
    hide_all_but(whole, {export.name for export in exports})
    whole.verify()
    optimise(whole, target)
    return target.emit_object(whole)  # type: ignore[no-any-return]


def target_machine() -> llvm.TargetMachine:
    """What LLVM is to compile for."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(
        opt=3, features=FEATURES, reloc="static", codemodel="default"
    )


@contextmanager
def lowering_only() -> Iterator[None]:
    """Keeps Numba from optimising for this processor, and from making machine code for it.

    What it would optimise is optimised later, for WebAssembly; what would run here never does.
    """
    stand_ins = {
        (CPUCodeLibrary, "_optimize_functions"): lambda library, module: None,
        (CPUCodeLibrary, "finalize"): mark_finalized,
        (CPUContext, "get_executable"): nothing_to_run,
    }
    with global_compiler_lock:
        usual = {(owner, name): getattr(owner, name) for owner, name in stand_ins}
        try:
            for (owner, name), stand_in in stand_ins.items():
                setattr(owner, name, stand_in)
            yield
        finally:
            for (owner, name), function in usual.items():
                setattr(owner, name, function)


def mark_finalized(library: Any) -> None:
    """Stands in for joining a library with those it needs and compiling it."""
    library._finalized = True


def nothing_to_run(context: Any, library: Any, description: Any, environment: Any) -> Any:
    """Stands in for the compiled function: Numba asks for one that is built in, each another."""
    return [].append


def gather(library: Any, found: dict[Any, None]) -> None:
    """Adds a library and all that it needs."""
    if library not in found:
        found[library] = None
        for needed in library._linking_libraries:
            gather(needed, found)


def entry_text(export: Export, compiled: Any) -> str:
    """The entry through which a function is called from outside, in LLVM's language."""
    name = compiled.fndesc.llvm_func_name
    module = llvm.parse_assembly(compiled.library.get_llvm_str())
    kinds = [str(argument.type) for argument in module.get_function(name).arguments]
    return Entry(export.name, name, kinds, compiled.signature.return_type).text(export.takes)


def for_wasm(text: str, layout: str) -> llvm.ModuleRef:
    """A module in LLVM's language, made for this processor, turned into one for WebAssembly."""
    text = re.sub(r"^target datalayout = .*$", f'target datalayout = "{layout}"', text, flags=re.M)
    text = re.sub(r"^target triple = .*$", f'target triple = "{TRIPLE}"', text, flags=re.M)
    text = HOST_ONLY.sub("", text.replace("= common global ", "= linkonce_odr global "))
    module = llvm.parse_assembly(text)
    for function in module.functions:
        if not function.is_declaration:
            function.linkage = "weak_odr"
    return module


def hide_all_but(module: llvm.ModuleRef, names: set[str]) -> None:
    """Lets LLVM drop or merge everything that is not called from outside."""
    for function in module.functions:
        if not function.is_declaration and function.name not in names:
            function.linkage = "internal"
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"


def optimise(module: llvm.ModuleRef, target: llvm.TargetMachine) -> None:
    """LLVM's highest level, vector instructions included."""
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = True
    passes = llvm.create_pass_builder(target, options)
    passes.getModulePassManager().run(module, passes)
