"""Exact values of small endings: what every move is worth when all players play best from here on.

What can be solved is said by the solver in the heuristics of each game: Kariba with nothing left
to draw, Crocodile Pool Party with all tiles in the pool open and few of them, and Cromado
only where the game is won in this very turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from waterside.bots.bot import Answer, Considered
from waterside.core.position import Position


@dataclass(frozen=True)
class Solved:
    """An ending that is solved for the seat to act."""

    values: dict[str, Fraction | float]
    """The expected share of the win, from 0 to 1, of every legal action; in Cromado only of those
    that win in this turn."""
    best: str
    """The best action; of several, the first in sorted order."""
    positions: int
    """How many positions were looked at."""


def may_be_solved(seen: Position) -> bool:
    """Whether it is worth trying to solve a position; quick to find out."""
    heuristics = seen.game.heuristics
    if heuristics.solver is None or not isinstance(seen.actor, int):
        return False
    return heuristics.is_ending is None or heuristics.is_ending(seen)


def solve(seen: Position, effort: int = 200_000) -> Solved | None:
    """The exact worth of the actions in a position as the seat to act knows it.

    None if it is not a small ending, or would need more than ``effort`` positions.
    """
    solver = seen.game.heuristics.solver
    if solver is None or not isinstance(seen.actor, int):
        return None
    try:
        found = solver(seen, effort)
    except ModuleNotFoundError:  # a solver may need NumPy, which a browser does not have
        return None
    if found is None:
        return None
    worth, positions = found
    texts = {seen.text_of(number): value for number, value in worth.items()}
    values: dict[str, Fraction | float] = {text: texts[text] for text in sorted(texts)}
    return Solved(values, max(values, key=lambda text: values[text]), positions)


def decisive(seen: Position, effort: int) -> Solved | None:
    """A solved ending, if it says which actions are better than others."""
    solved = solve(seen, effort)
    if solved is None:
        return None
    tells = len(set(solved.values.values())) > 1 or len(solved.values) < len(seen.legal_actions())
    return solved if tells else None


def exactly(solved: Solved, seconds: float) -> Answer:
    """The answer in an ending that is solved."""
    considered = [Considered(a, 0, float(value), 0.0) for a, value in solved.values.items()]
    considered.sort(key=lambda one: (-one.value, one.action))
    facts = {"exact": True, "positions": solved.positions}
    return Answer(solved.best, tuple(considered), (solved.best,), seconds=seconds, facts=facts)
