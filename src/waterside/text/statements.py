"""The numbered rule statements, and which tests name them."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from waterside.core.game import Game

STATEMENT = re.compile(r"^- ([A-Z]+-\d+)\b", re.MULTILINE)
NAMED = re.compile(r"([A-Z]{4})((?:_\d\d)+)")


def statements_of(game: Game) -> list[str]:
    """The ids of a game's statements, in order."""
    return STATEMENT.findall(game.statements())


def ids_in(test: str) -> list[str]:
    """The ids in a test's name: ``test_CROC_30_31_...`` names CROC-30 and CROC-31."""
    return [
        f"{prefix}-{number}"
        for prefix, numbers in NAMED.findall(test)
        for number in numbers.strip("_").split("_")
    ]


def coverage(folder: Path) -> dict[str, list[str]]:
    """For each statement id the tests in this folder that name it."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for statement in ids_in(node.name):
                    found.setdefault(statement, []).append(node.name)
    return found
