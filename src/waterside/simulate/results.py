"""The results file of an arena match: a line of JSON for every finished game, to be continued."""

from __future__ import annotations

import json
from pathlib import Path
from types import TracebackType
from typing import Any

from waterside.core.errors import WatersideError
from waterside.simulate.arena import Match, Result


class ResultsFileError(WatersideError):
    """A results file that is of another match, or none at all."""


class ResultsFile:
    """Reads what a file already has of a match and appends to it; None stands for no file."""

    def __init__(self, path: Path | None, match: Match) -> None:
        self.path = path
        self.match = match
        self.found: dict[int, Result] = {}
        """The games that were there, by their numbers."""
        if path is None:
            return
        try:
            kept = self._read(path.read_bytes()) if path.exists() else 0
            self._file = path.open("ab")
            self._file.truncate(kept)
        except OSError as problem:
            raise ResultsFileError(f"{path}: {problem.strerror}") from None

    def _read(self, data: bytes) -> int:
        """Takes the finished lines in; returns their length. The last may have been cut off."""
        lines = data.split(b"\n")
        cut_off = lines.pop()
        for place, line in enumerate(lines, 1):
            try:
                written = json.loads(line)
                result = Result.of_fields(written)
            except (ValueError, KeyError, TypeError, AttributeError):
                raise ResultsFileError(
                    f"{self.path}, line {place}: no result of an arena game"
                ) from None
            self._check(written, result, place)
            self.found.setdefault(result.number, result)
        if cut_off and not lines and not cut_off.startswith(b'{"game"'):
            raise ResultsFileError(f"{self.path}: no results file")
        return len(data) - len(cut_off)

    def _check(self, written: dict[str, Any], result: Result, place: int) -> None:
        for name, wanted in self.match.identity().items():
            if written.get(name) != wanted:
                there, here = json.dumps(written.get(name)), json.dumps(wanted)
                raise ResultsFileError(
                    f"{self.path}, line {place}, is of another match: {name} there {there}, "
                    f"here {here}; choose another file to keep both"
                )
        if result.lineup != self.match.lineup(result.number):
            raise ResultsFileError(
                f"{self.path}, line {place}: another line-up than this version plays"
            )

    def add(self, result: Result) -> None:
        """Appends a game, at once."""
        if self.path is not None:
            line = json.dumps(self.match.identity() | result.fields())
            self._file.write(line.encode() + b"\n")
            self._file.flush()

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.path is not None:
            self._file.close()
