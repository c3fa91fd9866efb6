"""What results say about the bots: win rates with intervals, ratings, sequential tests."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import log, sqrt
from statistics import fmean
from typing import Any

from waterside.simulate.arena import Match, Result, Spent

Z95 = 1.959963984540054
"""A normal variable stays within so many standard deviations 95% of the time."""


def wilson(won: float, games: int, z: float = Z95) -> tuple[float, float]:
    """The Wilson score interval of a win rate; ``won`` may have halves and other parts of draws.

    >>> [round(bound, 4) for bound in wilson(8, 10)]
    [0.4902, 0.9433]
    """
    if games == 0:
        return 0.0, 1.0
    rate = won / games
    middle = rate + z * z / (2 * games)
    spread = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


@dataclass
class Rate:
    """A share of wins among games, draws split."""

    games: int = 0
    won: float = 0.0

    def add(self, share: float) -> None:
        """Counts a game."""
        self.games += 1
        self.won += share

    def line(self) -> dict[str, Any]:
        """With its 95% interval, for JSON."""
        low, high = wilson(self.won, self.games)
        rate = round(self.won / self.games, 5) if self.games else None
        return {"games": self.games, "rate": rate, "low": round(low, 5), "high": round(high, 5)}


@dataclass
class Standing:
    """How a bot did. With fewer bots than seats only the games that it played alone count,
    so that its rate can be read against an equal share.
    """

    bot: str
    rate: Rate = field(default_factory=Rate)
    by_seat: dict[int, Rate] = field(default_factory=dict)
    decided: Rate = field(default_factory=Rate)
    scores: list[int] = field(default_factory=list)
    spent: Spent = field(default_factory=Spent)
    """Over all games."""
    forfeits: int = 0
    """Over all games."""
    rating: tuple[float, float] | None = None
    """OpenSkill's mu and sigma over all games; None where ``openskill`` is not installed."""

    def line(self) -> dict[str, Any]:
        """For JSON."""
        decided = self.decided
        mu, sigma = self.rating or (None, None)
        return {
            "bot": self.bot,
            **self.rate.line(),
            "decided_games": decided.games,
            "decided_won": round(decided.won / decided.games, 5) if decided.games else None,
            "mean_score": round(fmean(self.scores), 4) if self.scores else None,
            "rating": None if mu is None else round(mu, 3),
            "rating_sigma": None if sigma is None else round(sigma, 3),
            "ms_mean": round(self.spent.mean, 3),
            "ms_max": round(self.spent.max, 3),
            "forfeits": self.forfeits,
            "by_seat": {seat: rate.line() for seat, rate in sorted(self.by_seat.items())},
        }


def standings(match: Match, results: Iterable[Result]) -> list[Standing]:
    """How every bot did, in the order they were named."""
    ordered = sorted(results, key=lambda result: result.number)
    found = {name: Standing(name) for name in match.bots}
    for result in ordered:
        for seat, name in enumerate(result.lineup, 1):
            if match.has_lone_bots and result.lineup.count(name) > 1:
                continue
            standing, share = found[name], result.share(seat)
            standing.rate.add(share)
            standing.by_seat.setdefault(seat, Rate()).add(share)
            if len(result.winners) == 1:
                standing.decided.add(share)
            if result.scores is not None:
                standing.scores.append(result.scores[seat - 1])
        for name, spent in result.ms.items():
            found[name].spent.add(spent.mean, spent.moves, spent.max)
        if result.forfeit:
            found[result.forfeit.bot].forfeits += 1
    for name, rating in (openskill_ratings(match, ordered) or {}).items():
        found[name].rating = rating
    return list(found.values())


def seat_rates(match: Match, results: Iterable[Result]) -> dict[int, Rate]:
    """What share each seat has won, whoever sat there."""
    rates = {seat: Rate() for seat in range(1, match.players + 1)}
    for result in results:
        for seat, rate in rates.items():
            rate.add(result.share(seat))
    return rates


def openskill_ratings(
    match: Match, ordered: Iterable[Result]
) -> Mapping[str, tuple[float, float]] | None:
    """OpenSkill's Plackett-Luce ratings, game by game; None where ``openskill`` is missing.

    Bots do not change, so ``tau`` is 0. One that has several seats moves by the mean of them.
    """
    if importlib.util.find_spec("openskill") is None:
        return None
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    ratings = dict.fromkeys(match.bots, (model.mu, model.sigma))
    for result in ordered:
        teams = [[model.rating(*ratings[name])] for name in result.lineup]
        ranks = [0.0 if seat in result.winners else 1.0 for seat in range(1, match.players + 1)]
        rated = [team[0] for team in model.rate(teams, ranks=ranks)]
        for name in set(result.lineup):
            mine = [rated[i] for i, sitting in enumerate(result.lineup) if sitting == name]
            ratings[name] = (fmean(one.mu for one in mine), fmean(one.sigma for one in mine))
    return ratings


@dataclass(frozen=True)
class Sprt:
    """Wald's sequential test of two hypotheses on a mean score, draws being half a win.

    The likelihoods are those of the likeliest distribution of wins, draws and losses that has the
    mean in question; without draws this is the plain test of two proportions.
    """

    low: float = 0.50
    high: float = 0.55
    alpha: float = 0.05
    """The risk of finding for ``high`` where ``low`` is true."""
    beta: float = 0.05
    """The risk of finding for ``low`` where ``high`` is true."""

    @property
    def bounds(self) -> tuple[float, float]:
        """The test ends where the log-likelihood ratio leaves these."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def llr(self, wins: int, draws: int, losses: int) -> float:
        """The log-likelihood ratio of ``high`` to ``low``."""
        if wins + draws + losses == 0:
            return 0.0
        counts = {1.0: max(wins, 1e-3), 0.5: draws, 0.0: max(losses, 1e-3)}
        return _log_likelihood(counts, self.high) - _log_likelihood(counts, self.low)

    def verdict(self, wins: int, draws: int, losses: int) -> str | None:
        """``"H1"`` for ``high``, ``"H0"`` for ``low``, None while it is open."""
        lower, upper = self.bounds
        ratio = self.llr(wins, draws, losses)
        return "H1" if ratio >= upper else "H0" if ratio <= lower else None


def _log_likelihood(counts: Mapping[float, float], mean: float) -> float:
    """Of the likeliest distribution with this mean, up to a constant.

    That distribution is ``observed / (1 + tilt * (score - mean))``; the tilt is found by halving.
    """
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(80):
        tilt = (low + high) / 2
        slope = sum(n * (x - mean) / (1 + tilt * (x - mean)) for x, n in counts.items())
        low, high = (tilt, high) if slope > 0 else (low, tilt)
    tilt = (low + high) / 2
    return -sum(n * log(1 + tilt * (x - mean)) for x, n in counts.items() if n)


class SprtRun:
    """A sequential test fed with games in any order; it looks at them by number, in pairs, so that
    the verdict does not depend on which process was faster.
    """

    def __init__(self, match: Match, test: Sprt | None = None) -> None:
        if match.players != 2 or len(match.specs) != 2:
            raise ValueError("a sequential test takes two bots in a two-player game")
        self.test = test or Sprt()
        self.games = 0
        """How many games the test has looked at; at the end, those that decided."""
        self.verdict: str | None = None
        self._first = next(iter(match.bots))
        self._waiting: dict[int, float] = {}
        self._counts = {1.0: 0, 0.5: 0, 0.0: 0}

    def add(self, result: Result) -> bool:
        """Takes a game in; says whether the test is over."""
        self._waiting[result.number] = result.share(result.lineup.index(self._first) + 1)
        while self.verdict is None and {self.games, self.games + 1} <= self._waiting.keys():
            for number in (self.games, self.games + 1):
                self._counts[self._waiting.pop(number)] += 1
            self.games += 2
            self.verdict = self.test.verdict(*self._counts.values())
        return self.verdict is not None

    def line(self) -> dict[str, Any]:
        """For JSON."""
        wins, draws, losses = self._counts.values()
        lower, upper = self.test.bounds
        return {
            "sprt": self.verdict or "open",
            "h0": self.test.low,
            "h1": self.test.high,
            "llr": round(self.test.llr(wins, draws, losses), 4),
            "bounds": [round(lower, 4), round(upper, 4)],
            "games": self.games,
            "wins": wins,
            "draws": draws,
            "losses": losses,
        }
