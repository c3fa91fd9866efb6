"""The cover of Splash Party: one jumps, one is pushed, one is in already."""

from __future__ import annotations

from waterside.pictures.shapes import Shape, circle, ellipse, group, path, rect
from waterside.pictures.things import meeple, ripples


def cover() -> list[Shape]:
    """The pool under the diving board, 480 by 360."""
    drops = ((300, 196, 9), (330, 172, 6), (262, 178, 7), (352, 206, 6), (240, 206, 5))
    return [
        rect(0, 0, 480, 360, fill="foam"),
        circle(398, 84, 50, fill="sun"),
        rect(0, 160, 66, 78, fill="dune-deep"),
        rect(10, 106, 18, 70, fill="coal"),
        path("M0 226h480v134H0z", fill="water"),
        meeple(3, 420, 250, 88),
        path("M0 262q40-18 80 0t80 0 80 0 80 0 80 0 80 0v98H0z", fill="water-mid"),
        path(
            "M222 262q4-54 30-70-4 36 14 52 8-58 32-80 2 50 20 74 10-34 36-50-4 46 8 74z",
            fill="paper",
        ),
        ellipse(292, 264, 96, 17, fill="paper"),
        *(circle(x, y, size, fill="paper") for x, y, size in drops),
        path("M0 306q40-18 80 0t80 0 80 0 80 0 80 0 80 0v54H0z", fill="water-deep"),
        *ripples(240, 318, 220, 30, 8),
        rect(0, 104, 214, 16, 8, fill="wood"),
        rect(0, 104, 214, 7, 4, fill="cream"),
        meeple(4, 92, 60, 92),
        group(meeple(1, 0, 0, 104), at=(262, 92), turn=38),
    ]
