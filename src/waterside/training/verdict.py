"""Whether new weights may replace the old ones: a match decides."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from waterside.bots.modules import weights_file
from waterside.bots.weights import Weights, WeightsError, read_weights
from waterside.core.game import Game
from waterside.simulate.ratings import Rate, wilson
from waterside.training.matches import Player, play_match
from waterside.training.rounds import Training

ITERATIONS = 100


@dataclass(frozen=True)
class Verdict:
    """How the new weights did against the old ones."""

    players: int
    rate: Rate

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of their win rate."""
        return wilson(self.rate.won, self.rate.games)

    @property
    def is_weaker(self) -> bool:
        """Whether even the upper end of the interval lies below the equal share."""
        return self.interval[1] < 1 / self.players

    def text(self) -> str:
        """In words."""
        low, high = self.interval
        won = self.rate.won / max(1, self.rate.games)
        return (
            f"new weights among old ones, {self.players} players: {won:.1%} "
            f"({low:.1%} to {high:.1%}) of {self.rate.games} games"
        )


def fitting_weights(game: Game) -> Weights | None:
    """The weights of a game; None if it has none, or only some that were made for other features."""
    try:
        return read_weights(game)
    except WeightsError:
        return None


def judge(game: Game, training: Training, games: int) -> Verdict | None:
    """Lets the new weights play those the game has; None if it has none that fit its features, or
    nothing was learned.
    """
    old = fitting_weights(game)
    if old is None or training.weights is None or games < 1:
        return None
    players = training.plan.players[0] if training.plan.players else game.seats[0]
    rate = play_match(
        game,
        players,
        Player(training.weights, ITERATIONS),
        Player(old, ITERATIONS),
        games,
        training.plan.seed,
        training.plan.threads,
    )
    return Verdict(players, rate)


def install(training: Training, verdict: Verdict | None) -> Path | None:
    """Writes the new weights where the game looks for them; None if they are weaker."""
    if training.weights is None or (verdict is not None and verdict.is_weaker):
        return None
    path = weights_file(training.game)
    path.write_bytes(training.weights.to_bytes(training.game))
    read_weights.cache_clear()
    return path
