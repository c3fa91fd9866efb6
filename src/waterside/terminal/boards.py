"""The board of a game in colour, made from what the viewer may know and nothing else."""

from __future__ import annotations

from rich.text import Text

from waterside.core.position import Position
from waterside.text.language import Say


def board(seen: Position, viewer: int | None, say: Say) -> Text:
    """The board as the game draws it, or its sketch; ``seen`` is the redacted position."""
    board = seen.game.parts.terminal
    if board is None:
        return Text(str(seen))
    text = Text()
    board.draw(text, seen, viewer, say)
    return text
