"""A menu of moves: typing filters it, the arrow keys move through it."""

from __future__ import annotations

from waterside.terminal.view import COMMANDS


class Chooser:
    """The typed text, the moves that fit it, and the marked one.

    >>> chooser = Chooser([("4x1", "one giraffe"), ("7x1", "one rhino"), ("7x2", "two rhinos")])
    >>> for letter in "rhino":
    ...     chooser.press(letter)
    >>> [move for move, _ in chooser.shown]
    ['7x1', '7x2']
    >>> chooser.press("down")
    >>> chooser.entered()
    '7x2'
    """

    def __init__(self, choices: list[tuple[str, str]]) -> None:
        self.choices = choices
        self.typed = ""
        self.marked = 0

    @property
    def shown(self) -> list[tuple[str, str]]:
        """The moves that fit the typed text; one that is typed in full comes first."""
        words = self.typed.lower().split()
        exact = " ".join(words)
        fitting = [
            (move, about)
            for move, about in self.choices
            if all(word in f"{move} {about}".lower() for word in words)
        ]
        return sorted(fitting, key=lambda choice: rank(choice[0], exact))

    def press(self, key: str, page: int = 10) -> None:
        """Handles a key: a letter, or the name of one that moves the mark or edits the text."""
        steps = {"up": -1, "down": 1, "page up": -page, "page down": page}
        last = max(0, len(self.shown) - 1)
        if key in steps:
            self.marked = min(last, max(0, self.marked + steps[key]))
        elif key in ("home", "end"):
            self.marked = 0 if key == "home" else last
        elif key in ("backspace", "escape"):
            self.typed = self.typed[:-1] if key == "backspace" else ""
            self.marked = 0
        elif len(key) == 1:
            self.typed += key
            self.marked = 0

    def entered(self) -> str:
        """The result of pressing Enter: a command, the marked move, or the typed text."""
        typed = self.typed.strip()
        if typed and typed.lower().split()[0] in COMMANDS:
            return typed
        shown = self.shown
        return shown[min(self.marked, len(shown) - 1)][0] if shown else typed

    def window(self, height: int) -> tuple[int, list[tuple[str, str]]]:
        """The index of the first visible move, and the visible moves around the mark."""
        shown = self.shown
        first = max(0, min(self.marked - height // 2, len(shown) - height))
        return first, shown[first : first + height]


def rank(move: str, exact: str) -> int:
    """Sorts moves typed in full first, then those that begin with the text, then the rest."""
    if not exact or move == exact:
        return 0
    return 1 if move.startswith(exact) else 2
