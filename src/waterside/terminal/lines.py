"""Plain lines: the board is printed, a line is read. For simple terminals and for scripts."""

from __future__ import annotations

import os
import shutil
import sys

from waterside.terminal.view import View
from waterside.text.language import Say

FEW = 12


class Lines:
    """A person, or a script, that reads and writes plain lines."""

    def __init__(self, say: Say) -> None:
        self.speaker = say
        self.last: View | None = None

    def ask(self, view: View) -> str:
        """Prints the position unless it is still the one above, then reads a line."""
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
        """The first so many moves with their meanings."""
        for move, about in view.choices[:most]:
            self.print(f"  {move:<16} {about}".rstrip())
        if len(view.choices) > most:
            say = self.speaker
            more = say("and {count} more: type moves to see all", count=len(view.choices) - most)
            self.print(f"  {more}")

    def wait(self, view: View) -> None:
        """Nothing: the next lines tell what happened."""

    def say(self, text: str) -> None:
        """Prints it."""
        self.print(text)

    def show(self, title: str, text: str, markdown: bool = False) -> None:
        """Prints it as it is."""
        self.print(text)

    def question(self, text: str) -> str:
        """Prints the question and reads a line."""
        return self.read(f"{text} > ")

    def cover(self, text: str) -> None:
        """Moves all that was printed out of sight, then waits for Enter."""
        self.last = None
        if sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb":
            sys.stdout.write("\x1b[H\x1b[2J\x1b[3J")
        elif sys.stdout.isatty():
            sys.stdout.write("\n" * shutil.get_terminal_size().lines)
        self.read(f"{text} ")

    def end(self, view: View) -> None:
        """Prints the last position and what led to it."""
        self.print(f"\n== {view.title} ==")
        for event in view.events:
            self.print(event)
        self.print(f"\n{view.board.plain}\n")

    def print(self, text: str) -> None:
        """A line or several, as they are."""
        sys.stdout.write(text + "\n")

    def read(self, prompt: str) -> str:
        """A line from the person; EOFError at the end of the input."""
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            sys.stdout.write("\n")
            raise EOFError
        if not sys.stdin.isatty():
            sys.stdout.write("\n")
        return line.strip()
