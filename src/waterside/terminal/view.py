"""What a player is shown, and what a way of showing it must be able to do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from rich.text import Text

COMMANDS = {
    "help": "what you can type",
    "hint": "ask for the best three moves",
    "undo": "take back your last move, if nothing was revealed since",
    "rules": "read the rules of the game",
    "save": "save the game; save NAME chooses the file",
    "quit": "leave; you are asked whether to save",
}

HELP = "\n".join(
    [
        "Choose a move with the arrow keys and press Enter, or type it as it is",
        "written in the list. On a full screen, typing narrows the list: words of",
        "the description count too. Escape clears what you typed.",
        "",
        "You can type at any time:",
        *(f"  {name:<6} {about}" for name, about in COMMANDS.items()),
        "  moves  in plain lines: list every move",
        "",
        "Marks stand for colours: ▲ red, ● yellow, ■ green, ◆ blue, ★ purple, ⬢ black.",
        "In Crocodile Pool Party ▲ is a swimmer, ▲4 a crocodile, ▲4×3 a stack of three.",
        "In Splash Party cw ↻ is clockwise, ccw ↺ the other way round.",
        "In Cromado ├──┤ is a bridge; the marks are the stones of seats 1 to 4.",
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
