"""The board of a game in colour, drawn only from what the viewer may know."""

from __future__ import annotations

from rich.text import Text

from waterside.core.position import Position
from waterside.text.language import Say


def board(seen: Position, viewer: int | None, say: Say) -> Text:
    """The game's drawing of the redacted position ``seen``, or its sketch if it has none."""
    board = seen.game.parts.terminal
    if board is None:
        return Text(str(seen))
    text = Text()
    board.draw(text, seen, viewer, say)
    return text
