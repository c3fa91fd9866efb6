"""Archives of Python for a tab: compiled beforehand where Node can run Pyodide, and packed.

Python in a page would compile every module again on each visit, most of them of its own library. Pyodide
itself compiles them once, in Node, when a site is written; modules that nothing here imports are left
out. Without Node the sources go along as they are: pages then take a few seconds longer to start.
"""

from __future__ import annotations

import gzip
import io
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from waterside.core.errors import WatersideError

FOLDER = Path(__file__).parent / "node"
STDLIB = "python_stdlib.zip"
BEGINNING = (1980, 1, 1, 0, 0, 0)


def compiled(pyodide: Path, archives: Mapping[str, bytes], kept: Path) -> dict[str, bytes]:
    """The archives and Pyodide's own library with what is needed of them, compiled if Node is there.

    What was compiled is kept in a folder for the next time.
    """
    given = {STDLIB: (pyodide / STDLIB).read_bytes(), **archives}
    node = shutil.which("node")
    if node is None:
        return given
    digest = sha256()
    for path in sorted(FOLDER.iterdir()):
        digest.update(path.read_bytes())
    for content in given.values():
        digest.update(content)
    folder = kept / f"compiled-{digest.hexdigest()[:16]}"
    if not folder.exists():
        kept.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="waterside-", dir=kept) as place:
            for name, content in given.items():
                (Path(place) / name).write_bytes(content)
            run_node(node, pyodide.resolve(), Path(place), list(given))
            shutil.copytree(place, folder, dirs_exist_ok=True)
    return {name: (folder / name).read_bytes() for name in given}


def run_node(node: str, pyodide: Path, place: Path, names: list[str]) -> None:
    """Compiles the archives in a folder, each where it lies."""
    command = [node, str(FOLDER / "compile.mjs"), str(pyodide), str(place), *names]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        said = done.stderr.strip().splitlines()
        raise WatersideError(f"Node could not compile Python: {said[-1][:300] if said else ''}")


def packed(archive: bytes) -> bytes:
    """A ZIP archive compressed as a whole, which is smaller than file by file; the same each time."""
    result = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as given, zipfile.ZipFile(result, "w") as written:
        for info in sorted(given.infolist(), key=lambda info: info.filename):
            if not info.is_dir():
                written.writestr(zipfile.ZipInfo(info.filename, BEGINNING), given.read(info))
    return gzip.compress(result.getvalue(), 9, mtime=0)
