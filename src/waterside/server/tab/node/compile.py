"""Runs in Pyodide: compiles archives of sources, and leaves out what cannot be used in a tab."""

import ast
import importlib
import io
import sys
import zipfile
from collections.abc import Sequence
from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[attr-defined]
from importlib.util import source_hash
from typing import Any

PLACE = "/waterside"
ALSO = (
    "_pydatetime",
    "_strptime",
    "calendar",
    "colorsys",
    "encodings.ascii",
    "encodings.idna",
    "encodings.latin_1",
    "encodings.punycode",
    "encodings.unicode_escape",
    "encodings.utf_16",
    "encodings.utf_8_sig",
    "getpass",
    "platform",
    "stringprep",
    "unicodedata",
)
"""Modules of the library that others load only when they need them."""


def module_of(name: str) -> str:
    """The module that a file holds."""
    return name.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


def without_docstrings(tree: ast.Module) -> ast.Module:
    """A syntax tree without the docstrings, which nobody reads here."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                node.body = node.body[1:] or [ast.copy_location(ast.Pass(), first)]
    return tree


def compiled(name: str, source: bytes) -> bytes:
    """A module's bytecode, as its file has it."""
    code = compile(without_docstrings(ast.parse(source)), name, "exec", dont_inherit=True)
    return bytes(_code_to_hash_pyc(code, source_hash(source), False))


def import_all(archives: Sequence[zipfile.ZipFile]) -> None:
    """Imports what can be imported of these archives."""
    sys.path.insert(0, PLACE)
    for archive in archives:
        archive.extractall(PLACE)
    from waterside.server.tab.stand_ins import install

    install()
    for archive in archives:
        for name in archive.namelist():
            if name.endswith(".py") and not name.endswith("__main__.py"):
                try:
                    importlib.import_module(module_of(name))
                except Exception:  # it needs what a browser does not have
                    sys.modules.pop(module_of(name), None)
    for name in ALSO:
        importlib.import_module(name)


def chosen(archive: zipfile.ZipFile) -> bytes:
    """The archive with the modules that were imported, compiled, and all its other files."""
    result = io.BytesIO()
    with zipfile.ZipFile(result, "w") as written:
        for name in archive.namelist():
            content = archive.read(name)
            if name.endswith(".py"):
                if module_of(name) not in sys.modules:
                    continue
                content = compiled(name, content)
                name = f"{name}c"
            if not name.endswith("/"):
                written.writestr(name, content)
    return result.getvalue()


def compile_all(given: Sequence[Any]) -> list[bytes]:
    """All archives, the library first; what is not imported is left out."""
    archives = [zipfile.ZipFile(io.BytesIO(bytes(one.to_py()))) for one in given]
    import_all(archives[1:])
    return [chosen(archive) for archive in archives]
