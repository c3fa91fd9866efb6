"""The part of Waterside that runs in a tab, as one archive: Python sources and translations."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import waterside

FOLDERS = (
    "bots",
    "core",
    "engine",
    "fairness",
    "games",
    "locale",
    "pictures",
    "protocol",
    "server/domain",
    "server/live",
    "server/ops",
    "server/tab",
    "server/views",
    "text",
)
FILES = ("__init__.py", "server/__init__.py")
NEEDS_MORE = ("engine/wasm", "engine/cuda.py", "engine/native.py", "engine/warmup.py")
"""What a tab cannot use: it compiles nothing."""
BEGINNING = (1980, 1, 1, 0, 0, 0)


def bundle() -> bytes:
    """A ZIP archive with the folder ``waterside``; the same bytes for the same files."""
    package = Path(waterside.__file__).parent
    names = [*FILES]
    for folder in FOLDERS:
        for path in sorted((package / folder).rglob("*")):
            name = path.relative_to(package).as_posix()
            if path.suffix in (".py", ".mo") and not name.startswith(NEEDS_MORE):
                names.append(name)
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as written:
        for name in names:
            info = zipfile.ZipInfo(f"waterside/{name}", BEGINNING)
            info.compress_type = zipfile.ZIP_DEFLATED
            written.writestr(info, (package / name).read_bytes(), compresslevel=9)
    return archive.getvalue()
