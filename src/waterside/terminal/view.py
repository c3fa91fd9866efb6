"""What a player is shown, and what a way of showing it must be able to do."""

from __future__ import annotations

from dataclasses import dataclass, field
from textwrap import wrap
from typing import Protocol

from rich.text import Text

from waterside.text.language import Say

WIDTH = 75

COMMANDS = ("help", "hint", "undo", "rules", "save", "quit")


def help_text(say: Say) -> str:
    """What can be typed; commands are the same in every language."""
    about = {
        "help": say("what you can type"),
        "hint": say("ask for the best three moves"),
        "undo": say("take back your last move, if nothing was revealed since"),
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
    """Everything that one person may see at one moment."""

    title: str
    board: Text
    events: list[str]
    """What happened since this person's last move, oldest first."""
    prompt: str = ""
    choices: list[tuple[str, str]] = field(default_factory=list)
    """The moves as written, each with what it means."""
    is_over: bool = False


class Face(Protocol):
    """A way to show a game and to read from a person: a full screen, or plain lines.

    Reading raises EOFError when nobody can answer any more.
    """

    def ask(self, view: View) -> str:
        """Shows a position and reads a move or a command."""

    def wait(self, view: View) -> None:
        """Shows that somebody else is thinking."""

    def say(self, text: str) -> None:
        """A message for the person at the keyboard."""

    def show(self, title: str, text: str, markdown: bool = False) -> None:
        """A longer text to read."""

    def question(self, text: str) -> str:
        """Asks for a line of text."""

    def cover(self, text: str) -> None:
        """Hides everything until Enter is pressed."""

    def end(self, view: View) -> None:
        """Shows the last position and the result."""
