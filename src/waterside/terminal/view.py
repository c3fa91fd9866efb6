"""What a person at the terminal is shown, and the interface of the ways to show it."""

from __future__ import annotations

from dataclasses import dataclass, field
from textwrap import wrap
from typing import Protocol

from rich.text import Text

from waterside.text.language import Say

WIDTH = 75

COMMANDS = ("help", "hint", "undo", "rules", "save", "quit")


def help_text(say: Say) -> str:
    """The help text; commands are the same in every language."""
    about = {
        "help": say("what you can type"),
        "hint": say("ask for the best three moves"),
        "undo": say("undo your last move, if nothing was revealed since"),
        "rules": say("read the rules of the game"),
        "save": say("save the game; save NAME chooses the file"),
        "quit": say("leave; you are asked whether to save"),
        "moves": say("in plain lines: list every move"),
    }
    intro = say(
        "Choose a move with the arrow keys and press Enter, or type it as it is written in the "
        "list. On a full screen, typing narrows the list: words of the description count too. "
        "Escape clears what you typed."
    )
    return "\n".join(
        [
            *wrap(intro, WIDTH),
            "",
            say("You can type at any time:"),
            *(f"  {name:<6} {meaning}" for name, meaning in about.items()),
        ]
    )


@dataclass(frozen=True)
class View:
    """Everything that a person is shown at one moment."""

    title: str
    board: Text
    events: list[str]
    """What happened since this person's last move, oldest first."""
    prompt: str = ""
    choices: list[tuple[str, str]] = field(default_factory=list)
    """The moves in notation, each with its description."""
    is_over: bool = False


class Face(Protocol):
    """A way to show a game and to read from a person: a full screen, or plain lines.

    Methods that read raise EOFError when the input has ended.
    """

    def ask(self, view: View) -> str:
        """Shows a position and reads a move or a command."""

    def wait(self, view: View) -> None:
        """Shows that another player is thinking."""

    def say(self, text: str) -> None:
        """Shows a message."""

    def show(self, title: str, text: str, markdown: bool = False) -> None:
        """Shows a longer text."""

    def question(self, text: str) -> str:
        """Asks for a line of text."""

    def cover(self, text: str) -> None:
        """Hides everything until Enter is pressed."""

    def end(self, view: View) -> None:
        """Shows the last position and the result."""
