"""What can go wrong, by name. Every message says what was wrong and what would be right."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from waterside.core.language import Say


class WatersideError(ValueError):
    """The base of all errors that Waterside raises for bad input."""


class UnknownGame(WatersideError):
    """There is no game of this name."""


class WrongPlayers(WatersideError):
    """The game is not for so many players."""


class BadOption(WatersideError):
    """An option that the game does not have, or a value that the option does not take."""


class MalformedAction(WatersideError):
    """A text that is not the notation of any action of the game."""


class IllegalAction(WatersideError):
    """An action of the game that cannot be played in this position."""


class BadRecord(WatersideError):
    """A record that cannot be read; ``line`` is where. ``because`` says more, in English only."""

    def __init__(
        self, text: str, line: int | None = None, because: object = "", **parts: object
    ) -> None:
        self.text = text
        self.line = line
        self.parts = parts
        problem = str(because) or (text.format(**parts) if parts else text)
        super().__init__(f"line {line}: {problem}" if line is not None else problem)

    def told(self, say: Say) -> str:
        """What is wrong, in a reader's language."""
        problem = say(self.text, **self.parts)
        if self.line is None:
            return problem
        return say("line {line}: {problem}", line=self.line, problem=problem)


class BadGame(WatersideError):
    """A game, ours or a third party's, that does not keep the contract."""
