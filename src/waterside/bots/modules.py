"""Where a game's weights and its WebAssembly module lie, and whether that is up to date.

Modules are made by ``waterside build wasm`` before a release is packed; they lie beside the game's
weights. Where there is none, or one of other sources, it is built (``waterside.bots.wasm``, which needs
Numba) and kept in the cache folder; plain Python never asks for one.

``python -m waterside.bots.modules GAME`` writes a module to the standard output: for a server, whose own
process compiles nothing.
"""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

from waterside.core.errors import WatersideError
from waterside.core.game import Game
from waterside.core.registry import game as game_named
from waterside.engine import build
from waterside.engine.build import cache_folder, compiler_missing, digest_of_sources

SOURCES_SECTION = "waterside.sources"
WEIGHTS_SECTION = "waterside.weights"


def weights_file(game: Game) -> Path:
    """Where a game's weights lie."""
    return game.parts.folder / f"{game.name}.weights"


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


def known_module(game: Game) -> bytes | None:
    """The game's module if it was built before and is up to date."""
    wanted = sources(game)
    path = module_file(game)
    if path.exists() and SOURCES_SECTION.encode() + wanted.encode() in (there := path.read_bytes()):
        return there
    kept = kept_file(game, wanted)
    return kept.read_bytes() if kept.exists() else None


def kept_file(game: Game, wanted: str) -> Path:
    """Where a module with this digest of its sources is kept once it is built."""
    return cache_folder() / f"{game.name}-{wanted[:16]}.wasm"


def module(game: Game) -> bytes:
    """The game's module: the one that lies there if it is up to date, else one built now."""
    if known := known_module(game):
        return known
    if missing := compiler_missing():
        raise WatersideError(f"{game.title}: there is no WebAssembly module, and {missing}")
    from waterside.bots.wasm import module_bytes

    built = module_bytes(game)
    keep(kept_file(game, sources(game)), built)
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


def without_weights(module: bytes) -> bytes:
    """A game's module without its learned evaluation, which is a file of its own for pages.

    A section is a byte, its size as a number of seven bits a byte, and its content.
    """
    kept, at = module[:8], 8
    while at < len(module):
        start, size, shift = at, 0, 0
        at += 1
        while True:
            size |= (module[at] & 0x7F) << shift
            shift += 7
            at += 1
            if module[at - 1] < 0x80:
                break
        if not module[at + 1 :].startswith(WEIGHTS_SECTION.encode()):
            kept += module[start : at + size]
        at += size
    return kept


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)  # whoever plays meanwhile comes first
    sys.stdout.buffer.write(module(game_named(sys.argv[1])))
