"""What simulated games leave behind: a row of whole numbers for each, and names for the columns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from waterside.core.facts import Fact
from waterside.simulate.numbered import BRANCHING, CHANCES, DECISIONS, SCORES, WIDEST, WON

Column = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Rows:
    """Some games, one row each; ``first`` is the number of the first of them."""

    players: int
    facts: tuple[Fact, ...]
    first: int
    table: npt.NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.table)

    def _column(self, column: int) -> Column:
        return self.table[:, column].astype(np.int64)

    @property
    def won(self) -> npt.NDArray[np.bool_]:
        """Who won: a column for each seat, more than one true in a draw."""
        seats = np.arange(self.players)
        return (self.table[:, [WON]] >> seats & 1).astype(np.bool_)

    @property
    def scores(self) -> npt.NDArray[np.int64]:
        """A column for each seat."""
        return self.table[:, SCORES : SCORES + self.players].astype(np.int64)

    @property
    def decisions(self) -> Column:
        """Decisions of players in each game."""
        return self._column(DECISIONS)

    @property
    def chances(self) -> Column:
        """Outcomes of chance in each game."""
        return self._column(CHANCES)

    @property
    def branching(self) -> Column:
        """The legal actions of all decisions of a game, added up."""
        return self._column(BRANCHING)

    @property
    def widest(self) -> Column:
        """The most legal actions that one decision had."""
        return self._column(WIDEST)

    def fact(self, name: str) -> Column:
        """The counts of one fact."""
        names = [fact.name for fact in self.facts]
        return self._column(SCORES + self.players + names.index(name))

    def columns(self) -> dict[str, Column]:
        """All of it by name, for tables in files."""
        seats = range(1, self.players + 1)
        found = {"game": np.arange(self.first, self.first + len(self))}
        found |= {f"won seat {seat}": self.won[:, seat - 1].astype(np.int64) for seat in seats}
        found |= {f"score seat {seat}": self.scores[:, seat - 1] for seat in seats}
        found |= {
            "decisions": self.decisions,
            "chances": self.chances,
            "legal actions": self.branching,
            "most legal actions": self.widest,
        }
        return found | {fact.name: self.fact(fact.name) for fact in self.facts}
