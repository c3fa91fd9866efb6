"""Plain lines of text, for simple terminals and for scripts: prints the board, reads a line."""

from __future__ import annotations

import os
import shutil
import sys

from waterside.terminal.view import View
from waterside.text.language import Say

FEW = 12


class Lines:
    """Shows the game to a person, or a script, in plain lines."""

    def __init__(self, say: Say) -> None:
        self.speaker = say
        self.last: View | None = None

    def ask(self, view: View) -> str:
        """Prints the position if it has changed, then reads a line."""
        if view != self.last:
            self.last = view
            self.print(f"\n== {view.title} ==")
            for event in view.events:
                self.print(event)
            self.print(f"\n{view.board.plain}\n")
            self.moves(view, FEW)
        while (line := self.read(f"{view.prompt} > ")).lower() == "moves":
            self.moves(view, len(view.choices))
        return line

    def moves(self, view: View, most: int) -> None:
        """Prints the first moves with their descriptions, at most ``most``."""
        for move, about in view.choices[:most]:
            self.print(f"  {move:<16} {about}".rstrip())
        if len(view.choices) > most:
            say = self.speaker
            more = say("and {count} more: type moves to see all", count=len(view.choices) - most)
            self.print(f"  {more}")

    def wait(self, view: View) -> None:
        """Prints nothing: the next lines say what happened."""

    def say(self, text: str) -> None:
        """Prints a message."""
        self.print(text)

    def show(self, title: str, text: str, markdown: bool = False) -> None:
        """Prints a text as it is."""
        self.print(text)

    def question(self, text: str) -> str:
        """Prints the question and reads a line."""
        return self.read(f"{text} > ")

    def cover(self, text: str) -> None:
        """Scrolls everything out of sight, then waits for Enter."""
        self.last = None
        if sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb":
            sys.stdout.write("\x1b[H\x1b[2J\x1b[3J")
        elif sys.stdout.isatty():
            sys.stdout.write("\n" * shutil.get_terminal_size().lines)
        self.read(f"{text} ")

    def end(self, view: View) -> None:
        """Prints the last position and the events that led to it."""
        self.print(f"\n== {view.title} ==")
        for event in view.events:
            self.print(event)
        self.print(f"\n{view.board.plain}\n")

    def print(self, text: str) -> None:
        """Prints one line or several."""
        sys.stdout.write(text + "\n")

    def read(self, prompt: str) -> str:
        """Reads a line; EOFError at the end of the input."""
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            sys.stdout.write("\n")
            raise EOFError
        if not sys.stdin.isatty():
            sys.stdout.write("\n")
        return line.strip()
