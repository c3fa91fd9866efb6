"""Examples of the documentation, run in the page: what a Python prompt would answer."""

from __future__ import annotations

import ast
import contextlib
import io
import traceback
from typing import Any

PROMPTS = (">>> ", "... ", ">>>", "...")


class Session:
    r"""A Python prompt: what was named before is known later.

    >>> session = Session()
    >>> session.run(">>> seats = 2\n>>> seats + 1\n3\n")
    '3\n'
    >>> print(session.run("seats / 0"))
    ZeroDivisionError: division by zero
    <BLANKLINE>
    """

    def __init__(self) -> None:
        self.names: dict[str, Any] = {"__name__": "__main__"}

    def run(self, text: str) -> str:
        """Runs an example, with prompts or without, and gives what it says."""
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            try:
                for statement in ast.parse(typed(text)).body:
                    shown = ast.Interactive([statement])
                    exec(compile(shown, "<example>", "single"), self.names)
            except Exception as problem:
                print(traceback.format_exception_only(problem)[-1], end="")
        return said.getvalue()


def typed(text: str) -> str:
    """What was typed in a session; a text without prompts is as it is."""
    lines = text.splitlines()
    if not any(line.startswith(">>>") for line in lines):
        return text
    found = []
    for line in lines:
        for prompt in PROMPTS:
            if line.startswith(prompt):
                found.append(line[len(prompt) :])
                break
    return "\n".join(found) + "\n"
