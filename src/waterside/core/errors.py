"""What can go wrong, by name. Every message says what was wrong and what would be right.

``WatersideError`` is the base of them all. Errors about a value that was passed in are also
``InvalidValueError``, and so ``ValueError``.
"""

from __future__ import annotations

from typing import Any

from waterside.core.language import Say


class WatersideError(Exception):
    """The base of all errors that Waterside raises on purpose."""

    def __reduce__(self) -> tuple[Any, ...]:
        """What makes it again in another process, whatever its class takes to be made."""
        return again, (type(self), self.args, self.__dict__)


def again(kind: type[WatersideError], said: tuple[Any, ...], has: dict[str, Any]) -> WatersideError:
    """An error of another process."""
    error = kind.__new__(kind, *said)
    error.__dict__.update(has)
    return error


class InvalidValueError(WatersideError, ValueError):
    """A value that is not one of those that can be used."""


class TranslatableError(WatersideError):
    """An error whose text exists in every language that Waterside speaks."""

    def __init__(self, text: str, **parts: object) -> None:
        self.text = text
        self.parts = parts
        super().__init__(text.format(**parts) if parts else text)

    def translated(self, say: Say) -> str:
        """What is wrong, in a reader's language."""
        return say(self.text, **self.parts)


class UnknownGameError(InvalidValueError):
    """There is no game of this name."""


class PlayerCountError(InvalidValueError):
    """The game is not for so many players."""


class OptionError(InvalidValueError):
    """An option that the game does not have, or a value that the option does not take."""


class MalformedActionError(InvalidValueError):
    """A text that is not the notation of any action of the game."""


class IllegalActionError(InvalidValueError):
    """An action of the game that cannot be played in this position."""


class RecordError(TranslatableError, InvalidValueError):
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

    def translated(self, say: Say) -> str:
        """What is wrong, in a reader's language."""
        if say.language == "en":
            return str(self)
        problem = super().translated(say)
        if self.because:
            problem = f"{problem} ({self.because})"
        if self.line is None:
            return problem
        return say("line {line}: {problem}", line=self.line, problem=problem)


class GameError(WatersideError):
    """A game, ours or a third party's, that does not keep the contract."""


class MissingPackageError(WatersideError, ImportError):
    """An interface needs a package that is not installed."""
