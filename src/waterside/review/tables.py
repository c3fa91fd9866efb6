"""Reviews as tables: every step of a game as CSV, and a player's summary over many games."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass, field

from waterside.review.reference import strength_of
from waterside.review.report import Review, Strength
from waterside.review.summaries import mean_and_error

COLUMNS = (
    "step", "kind", "seat", "action", "verdict", "best", "share", "best_share", "loss", "error"
)  # fmt: skip


def steps_as_csv(review: Review) -> str:
    """Every term of a game, one to a line, with what it changed for each seat and the shares after it."""
    seats = range(1, review.players + 1)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    changes = [f"change_{seat}" for seat in seats]
    writer.writerow([*COLUMNS, *changes, *(f"share_{seat}" for seat in seats)])
    rows: list[tuple[int, int, list[object]]] = []
    for chance in review.chances:
        last = chance.step + chance.steps
        what = [chance.step, "chance", "", chance.outcome, "", "", "", "", "", max(chance.errors)]
        rows.append((chance.step, 0, [*what, *chance.luck, *review.shares[last]]))
    for one, reveal in zip(review.decisions, review.reveals, strict=True):
        after = review.shares[one.step + 1]
        what = [one.step, "decision", one.seat, one.played, one.verdict, one.best]
        values = [one.share, one.best_share, one.loss, one.error]
        rows.append((one.step, 0, [*what, *values, *one.gains, *after]))
        blank = [one.seat, "", "", "", "", "", ""]
        hidden = [one.step, "hidden", *blank, max(reveal.errors)]
        rows.append((one.step, 1, [*hidden, *reveal.hidden, *after]))
        correction = [one.step, "correction", *blank, max(reveal.correction_errors)]
        rows.append((one.step, 2, [*correction, *reveal.correction, *after]))
    for _, _, row in sorted(rows, key=lambda row: row[:2]):
        writer.writerow(row)
    return text.getvalue()


@dataclass
class Player:
    """One player over many games."""

    name: str
    game: str
    games: int = 0
    results: list[float] = field(default_factory=list)
    starts: list[float] = field(default_factory=list)
    luck: list[float] = field(default_factory=list)
    losses: list[float] = field(default_factory=list)
    verdicts: dict[str, int] = field(default_factory=dict)

    @property
    def error_per_decision(self) -> tuple[float, float]:
        """The mean loss at a decision, and its standard error."""
        return mean_and_error(self.losses)

    @property
    def strength(self) -> Strength | None:
        """The strength that all these decisions speak for."""
        return strength_of(self.game, self.losses)

    def add(self, review: Review, seat: int) -> None:
        """Counts a game in which the player had this seat."""
        summary = review.summaries[seat - 1]
        self.games += 1
        self.results.append(summary.result)
        self.starts.append(summary.start)
        self.luck.append(summary.luck)
        self.losses += [
            one.loss for one in review.decisions if one.seat == seat and one.choices > 1
        ]
        for verdict, count in summary.verdicts.items():
            self.verdicts[verdict] = self.verdicts.get(verdict, 0) + count


def players_of(reviews: Iterable[Review]) -> list[Player]:
    """The players of many games by name, each game apart, those with the most games first."""
    found: dict[tuple[str, str], Player] = {}
    for review in reviews:
        for seat, name in enumerate(review.names, 1):
            called = name or f"seat {seat}"
            key = (called, review.game)
            found.setdefault(key, Player(called, review.game)).add(review, seat)
    return sorted(found.values(), key=lambda one: (-one.games, one.game, one.name))
