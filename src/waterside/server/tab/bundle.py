"""The part of Waterside that runs in a tab, as archives: sources, translations, templates, puzzles.

What tables need comes first; what replays, reviews and puzzles need on top of it is an archive of its
own, which only their pages load.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from importlib import metadata
from pathlib import Path

import waterside
from waterside.server.tab.packing import BEGINNING

TABLES = (
    "__init__.py",
    "bots",
    "core",
    "engine",
    "fairness",
    "games",
    "locale",
    "pictures",
    "protocol",
    "server/__init__.py",
    "server/domain",
    "server/live",
    "server/ops",
    "server/store/rows.py",
    "server/tab",
    "server/views",
    "text",
)
PAGES = ("games", "review", "server/http", "server/site")
PACKAGES = ("cachetools", "jinja2", "markupsafe")
"""What the pages' code imports that Python does not come with; each is of Python alone."""
NEEDS_MORE = ("engine/wasm", "engine/cuda.py", "engine/native.py", "engine/warmup.py")
"""What a tab cannot use: it compiles nothing."""
CODE, CONTENT = (".py", ".mo"), (".py", ".html", ".json")
LICENCES = ("LICENSE*", "licenses/LICENSE*")


def tables_bundle() -> bytes:
    """What tables need: a ZIP archive with the folder ``waterside``."""
    return archived(dict(found(TABLES, CODE)))


def pages_bundle() -> bytes:
    """What other pages need on top of that, third parties' packages with their licences included."""
    known = dict(found(TABLES, CODE))
    files = {name: path for name, path in found(PAGES, CONTENT) if name not in known}
    for package in PACKAGES:
        distribution = metadata.distribution(package)
        for one in distribution.files or ():
            path = Path(str(distribution.locate_file(one)))
            is_licence = any(one.match(f"*.dist-info/{form}") for form in LICENCES)
            if is_licence or (one.parts[0] == package and one.suffix == ".py"):
                files[one.as_posix()] = path
    return archived(files)


def found(parts: Sequence[str], kinds: Sequence[str]) -> Iterator[tuple[str, Path]]:
    """The files of these kinds in some folders of the package, by their names in an archive."""
    package = Path(waterside.__file__).parent
    for part in parts:
        start = package / part
        for path in sorted(start.rglob("*")) if start.is_dir() else [start]:
            name = path.relative_to(package).as_posix()
            if path.suffix in kinds and not name.startswith(NEEDS_MORE):
                yield f"waterside/{name}", path


def archived(files: Mapping[str, Path]) -> bytes:
    """A ZIP archive; the same bytes for the same files."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as written:
        for name, path in files.items():
            written.writestr(zipfile.ZipInfo(name, BEGINNING), path.read_bytes())
    return archive.getvalue()
