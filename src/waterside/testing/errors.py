"""What is raised where a game breaks a law."""

from __future__ import annotations

from waterside.core.position import Position


class BrokenLawError(AssertionError):
    """A law that does not hold, and the actions after which it does not."""

    def __init__(self, position: Position, what: str) -> None:
        history = " / ".join(position.history()) or "the start"
        super().__init__(f"{position.game.title}: {what}; after {history}")


def require(holds: bool, position: Position, what: str) -> None:
    """BrokenLawError says what is wrong in a position if a law does not hold."""
    if not holds:
        raise BrokenLawError(position, what)
