"""What can go wrong, by name. Every message says what was wrong and what would be right."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from waterside.text.language import Say


class WatersideError(ValueError):
    """The base of all errors that Waterside raises for bad input."""


class TranslatableError(WatersideError):
    """An error whose text can be told in other languages, too."""

    def __init__(self, text: str, **parts: object) -> None:
        self.text = text
        self.parts = parts
        super().__init__(text.format(**parts) if parts else text)

    def told(self, say: Say) -> str:
        """What is wrong, in a reader's language."""
        return say(self.text, **self.parts)


class UnknownGameError(WatersideError):
    """There is no game of this name."""


class PlayerCountError(WatersideError):
    """The game is not for so many players."""


class OptionError(WatersideError):
    """An option that the game does not have, or a value that the option does not take."""


class MalformedActionError(WatersideError):
    """A text that is not the notation of any action of the game."""


class IllegalActionError(WatersideError):
    """An action of the game that cannot be played in this position."""


class RecordError(TranslatableError):
    """A record that cannot be read; ``line`` is where. ``because`` is what the game has to say about
    it, in English only.
    """

    def __init__(
        self, text: str, line: int | None = None, because: object = "", **parts: object
    ) -> None:
        super().__init__(text, **parts)
        self.line = line
        self.because = str(because)

    def __str__(self) -> str:
        problem = self.because or super().__str__()
        return problem if self.line is None else f"line {self.line}: {problem}"

    def told(self, say: Say) -> str:
        """What is wrong, in a reader's language."""
        if say.language == "en":
            return str(self)
        problem = super().told(say)
        if self.because:
            problem = f"{problem} ({self.because})"
        if self.line is None:
            return problem
        return say("line {line}: {problem}", line=self.line, problem=problem)


class GameError(WatersideError):
    """A game, ours or a third party's, that does not keep the contract."""
