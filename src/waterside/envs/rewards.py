"""What a game's end is worth to its seats: the same numbers in every interface."""

# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

from waterside.core.position import Position
from waterside.engine.build import rule
from waterside.engine.contract import winners


@rule
def add_rewards(s, players, out, rewards):
    """Adds each seat's reward at the end: 1 for winning alone, less for sharing the win, and what
    the others lose, so that all rewards sum to zero.
    """
    winners(s, out)
    several = 0
    for seat in range(players):
        several += out[seat]
    for seat in range(players):
        rewards[seat] += (out[seat] * players / several - 1.0) / (players - 1.0)


def rewards_of(end: Position) -> list[float]:
    """Each seat's reward for an ended game."""
    out, rewards = [0] * end.game.longest, [0.0] * end.players
    end.game.interpreted.build(add_rewards)(end.fields, end.players, out, rewards)
    return rewards


def lowest_reward(players: int) -> float:
    """The reward for losing."""
    return -1.0 / (players - 1)
