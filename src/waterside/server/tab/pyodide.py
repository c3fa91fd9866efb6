"""Pyodide, which is Python in WebAssembly: where its files are, or how they are fetched from npm."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from waterside.core.errors import WatersideError
from waterside.engine.build import cache_folder

VERSION = "314.0.7"
FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)


def kept_folder() -> Path:
    """Where Pyodide's files are kept between uses."""
    return cache_folder() / f"pyodide-{VERSION}"


def pyodide_folder() -> Path:
    """The folder with Pyodide's files, fetched by npm the first time."""
    folder = kept_folder()
    if all((folder / name).exists() for name in FILES):
        return folder
    npm = shutil.which("npm")
    if npm is None:
        raise WatersideError(
            "Pyodide is missing, and npm, which would fetch it, is not installed; "
            "--pyodide FOLDER takes it from a folder"
        )
    with tempfile.TemporaryDirectory(prefix="waterside-") as place:
        command = [npm, "pack", f"pyodide@{VERSION}", "--silent"]
        done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
        if done.returncode:
            raise WatersideError(f"npm could not fetch Pyodide: {done.stderr.strip()}")
        with tarfile.open(next(Path(place).glob("*.tgz"))) as packed:
            packed.extractall(place, filter="data")
        folder.mkdir(parents=True, exist_ok=True)
        for name in FILES:
            shutil.copyfile(Path(place) / "package" / name, folder / name)
    return folder
