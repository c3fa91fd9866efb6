"""Styles of boards and texts in a terminal, as rich reads them: every board says the same thing in
the same way.
"""

from __future__ import annotations

SUN = "bold #A86A0A"  # readable on light and on dark terminals
QUIET = "dim"
WARNING = "bold #D1441B"
WATER = "#7FD1D6 on #0B4A59"
SHORE = "bold #1D2B3A on #F8EFDC"
WOOD = "#1D2B3A on #C9A36A"
CHOSEN = "bold #1D2B3A on #FFC857"

CHIPS = (
    "bold #1D2B3A on #FF7A59",
    "bold #1D2B3A on #FFD95A",
    "bold #1D2B3A on #5CBF7F",
    "bold #1D2B3A on #6DB4EA",
    "bold #1D2B3A on #B98AD0",
    "bold #F3EBDD on #1D2B3A",
)
