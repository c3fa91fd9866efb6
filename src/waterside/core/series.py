"""Several games in a row, their scores summed, with each game's rule for who starts the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from waterside.core.errors import IllegalActionError, InvalidValueError
from waterside.core.game import Game
from waterside.core.position import Position


class Series:
    """A series: play ``series.next()`` to its end, hand it to ``series.add``, until it is over.

    ``games`` defaults to the game's own recommendation. Where a drawn game is played again
    (SPLA-43) it does not count as one of them.
    """

    def __init__(
        self, game: Game, players: int | None = None, games: int | None = None, **options: Any
    ) -> None:
        self.game = game
        self.players = game.check_players(players)
        self.options: Mapping[str, Any] = game.resolve(self.players, options)
        self.games = game.series.games if games is None else games
        if not isinstance(self.games, int) or self.games < 1:
            raise InvalidValueError(f"a series of {games} games: it takes at least 1")
        self.starter = int(self.options["starter"])
        """Who starts the next game."""
        self.played: list[Position] = []
        """The last positions of all games so far, those that were given up included."""
        self.scores = [0] * self.players
        """The sums of the scores so far."""
        self.counted = 0
        """How many of the games count."""

    @property
    def is_over(self) -> bool:
        """Whether all games have been played."""
        return self.counted >= self.games

    def next(self) -> Position:
        """The start of the next game."""
        if self.is_over:
            raise IllegalActionError(f"the series of {self.games} games is over")
        return self.game.new(self.players, **{**self.options, "starter": self.starter})

    def add(self, end: Position) -> None:
        """Counts a game that was played to its end."""
        winners = end.winners()
        if winners is None:
            raise IllegalActionError("this game of the series has not ended yet")
        self._count(end, winners, end.scores())

    def give_up(self, end: Position, winners: Sequence[int]) -> None:
        """Counts a game that was given up: those who resigned score nothing in it, the winners what
        they have so far, and at least one.
        """
        scores = [
            max(1, score) if seat in winners else 0
            for seat, score in enumerate(end.scores(), start=1)
        ]
        self._count(end, list(winners), scores)

    def _count(self, end: Position, winners: list[int], scores: Sequence[int]) -> None:
        expected = {**self.options, "starter": self.starter}
        if end.game is not self.game or end.players != self.players or end.options != expected:
            raise IllegalActionError(
                "this game does not belong to the series: play the one of next()"
            )
        if self.is_over:
            raise IllegalActionError(f"the series of {self.games} games is over")
        self.played.append(end)
        if not self.game.series.replay_draws or len(winners) == 1:
            self.counted += 1
        for seat, score in enumerate(scores):
            self.scores[seat] += score
        self.starter = self.game.series.next_starter(self.starter, winners, self.players)

    def winners(self) -> list[int] | None:
        """The seats with the highest sum; None while the series goes on."""
        if not self.is_over:
            return None
        best = max(self.scores)
        return [seat + 1 for seat, score in enumerate(self.scores) if score == best]
