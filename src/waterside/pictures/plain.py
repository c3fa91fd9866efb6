"""The picture of a game that has none: its text sketch, and a button for every choice."""

from __future__ import annotations

from collections.abc import Sequence

from waterside.core.position import Position
from waterside.pictures.picture import Picture, Step
from waterside.pictures.shapes import rect, text
from waterside.pictures.things import button
from waterside.text.language import Say

WIDE = 800
LINE = 34
BUTTON = (240, 76)


def draw(
    seen: Position,
    seat: int | None,
    say: Say,
    last: Sequence[Step] = (),
    names: Sequence[str] = (),
) -> Picture:
    """The sketch on paper; below it what the viewer may choose from."""
    lines = str(seen).splitlines() or [""]
    longest = max(30, *map(len, lines))
    size = min(26.0, (WIDE - 80) / (0.62 * longest))
    high = LINE * len(lines) + 60
    choices = seen.legal() if seat is not None and seat == seen.actor else []
    rows = -(-len(choices) // 3)
    written = [
        text(40, 70 + LINE * i, line, size, "start", kind="typed", xml__space="preserve")
        for i, line in enumerate(lines)
    ]
    buttons = [
        button(
            f"choose-{i + 1}",
            seen.game.text.label(seen, action, say),
            20 + (BUTTON[0] + 20) * (i % 3),
            high + 30 + (BUTTON[1] + 16) * (i // 3),
            BUTTON[0],
            BUTTON[1] - 8,
        )
        for i, action in enumerate(choices)
    ]
    return Picture(
        (WIDE, high + 40 + (BUTTON[1] + 16) * rows),
        seen.game.title,
        (
            rect(16, 16, WIDE - 32, high - 10, 18, fill="panel", line="dune-deep", stroke=2),
            *written,
            *buttons,
        ),
    )


def touches(seen: Position, action: str) -> tuple[str, ...]:
    """The button of this action."""
    return (f"choose-{seen.legal().index(action) + 1}",)
