"""Where a game's WebAssembly module lies, and whether it is up to date.

Modules are made by ``waterside build wasm`` before a release is packed; they lie beside the game's
weights. Where there is none, or one of other sources, it is built (``waterside.bots.wasm``, which needs
Numba) and kept in the cache folder; plain Python never asks for one.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from waterside.bots.weights import weights_file
from waterside.core.errors import WatersideError
from waterside.core.game import Game
from waterside.engine import build
from waterside.engine.build import cache_folder, compiler_missing, digest_of_sources

SOURCES_SECTION = "waterside.sources"


def module_file(game: Game) -> Path:
    """Where a game's module lies once it is built."""
    return game.parts.folder / f"{game.name}.wasm"


def sources(game: Game) -> str:
    """A digest of what a game's module is made of: sources, weights, and how they are compiled."""
    also = sorted((Path(build.__file__).parent / "wasm").glob("*.py"))
    if (weights := weights_file(game)).exists():
        also.append(weights)
    return digest_of_sources(
        game.functions, "".join(hashlib.sha256(path.read_bytes()).hexdigest() for path in also)
    )


def module(game: Game) -> bytes:
    """The game's module: the one that lies there if it is up to date, else one built now."""
    wanted = sources(game)
    path = module_file(game)
    if path.exists() and SOURCES_SECTION.encode() + wanted.encode() in (there := path.read_bytes()):
        return there
    kept = cache_folder() / f"{game.name}-{wanted[:16]}.wasm"
    if kept.exists():
        return kept.read_bytes()
    if missing := compiler_missing():
        raise WatersideError(f"{game.title}: there is no WebAssembly module, and {missing}")
    from waterside.bots.wasm import module_bytes

    built = module_bytes(game)
    keep(kept, built)
    return built


def keep(path: Path, data: bytes) -> None:
    """Keeps a built module for the next time, all of it or nothing."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(f".{os.getpid()}")
        part.write_bytes(data)
        part.replace(path)
    except OSError:  # no place to keep it: it is built again each time
        pass
