"""The games' WebAssembly modules, for pages that think with their visitor's processor.

A module comes with the package, or lies in the cache folder; else it is built once, by a process of its
own, and until then bots think. A file's address has a digest of its content, so that browsers keep it
for good.
"""

from __future__ import annotations

import asyncio
import gzip
import logging
import os
import sys
from dataclasses import dataclass
from hashlib import sha256

from waterside.bots.modules import known_module, weights_file, without_weights
from waterside.core.registry import all_games, game
from waterside.engine.build import compiler_missing

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class ModuleFile:
    """A file that pages load."""

    content: bytes
    compressed: bytes

    @classmethod
    def of(cls, content: bytes) -> ModuleFile:
        """The file, compressed for those who take that."""
        return cls(content, gzip.compress(content, mtime=0))

    @property
    def digest(self) -> str:
        """What its address has of its content."""
        return sha256(self.content).hexdigest()[:16]


Files = dict[str, ModuleFile]
"""What pages load for a game, by what it is: ``module``, and ``weights`` if it has learned any."""
ENDINGS = {"module": "wasm", "weights": "weights"}


class Modules:
    """The modules of all games, each looked for when it is first asked for."""

    def __init__(self) -> None:
        self._files: dict[str, Files] = {}
        self._building: dict[str, asyncio.Task[None]] = {}
        self._one_at_a_time = asyncio.Lock()

    async def places(self, name: str) -> dict[str, str] | None:
        """Where pages find what they load for a game; None if it is not there, or not yet."""
        files = await self._find(name)
        if files is None:
            return None
        return {
            kind: f"/modules/{file.digest}/{name}.{ENDINGS[kind]}" for kind, file in files.items()
        }

    async def file(self, digest: str, name: str) -> ModuleFile | None:
        """The file at an address; None if there is none."""
        kind, _, ending = name.rpartition(".")
        if kind not in all_games():
            return None
        files = await self._find(kind) or {}
        found = next((files[one] for one in files if ENDINGS[one] == ending), None)
        return found if found and found.digest == digest else None

    async def _find(self, name: str) -> Files | None:
        if name not in self._files and name not in self._building:
            module = await asyncio.to_thread(known_module, game(name))
            if module is not None:
                await self._keep(name, module)
            elif name not in self._building:
                self._building[name] = asyncio.create_task(self._build(name))
        return self._files.get(name)

    async def _keep(self, name: str, module: bytes) -> None:
        self._files[name] = await asyncio.to_thread(files_of, name, module)

    async def _build(self, name: str) -> None:
        """Has a module built; whatever goes wrong, bots go on thinking here."""
        problem = compiler_missing()
        if problem is None:
            async with self._one_at_a_time:
                problem = await self._built(name)
        if problem is not None:
            log.warning(
                "%s: pages cannot think by themselves, the server's bots do: there is no WebAssembly"
                " module, and %s", game(name).title, problem,
            )  # fmt: skip

    async def _built(self, name: str) -> str | None:
        """Builds a module and keeps it; says what went wrong, if anything did."""
        path = os.pathsep.join(folder or os.curdir for folder in sys.path)
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "waterside.bots.modules", name,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path}, start_new_session=True,
        )  # fmt: skip
        try:
            module, said = await process.communicate()
        except asyncio.CancelledError:
            process.kill()
            await process.wait()
            raise
        if process.returncode:
            lines = said.decode(errors="replace").strip().splitlines()
            return lines[-1] if lines else f"its process ended with status {process.returncode}"
        await self._keep(name, module)
        log.info("%s: pages think by themselves from now on", game(name).title)
        return None

    async def close(self) -> None:
        """Ends what is being built."""
        for task in self._building.values():
            task.cancel()
        await asyncio.gather(*self._building.values(), return_exceptions=True)


def files_of(name: str, module: bytes) -> Files:
    """What pages load for a game whose module this is."""
    files = {"module": ModuleFile.of(without_weights(module))}
    if (weights := weights_file(game(name))).exists():
        files["weights"] = ModuleFile.of(weights.read_bytes())
    return files
