"""Games of bots for simulation: the same rows as random games leave, facts included."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from waterside.bots.bot import Bot
from waterside.core.errors import InvalidValueError, WatersideError
from waterside.engine import contract
from waterside.engine.rng import generator
from waterside.simulate.arena import Match, Result, Table, play_game
from waterside.simulate.metrics import HearsActions
from waterside.simulate.numbered import (
    BRANCHING,
    CHANCES,
    DECISIONS,
    SCORES,
    WIDEST,
    write_ending,
)
from waterside.simulate.workers import play_games

if TYPE_CHECKING:
    from waterside.simulate.simulation import Setup

Row = npt.NDArray[np.int32]


class Notes:
    """Writes a game's row while it is played, action by action."""

    def __init__(self, setup: Setup, listeners: Sequence[HearsActions] = ()) -> None:
        self.game = setup.kind
        self.players = setup.players
        facts = setup.noticed
        self._notice = facts.notice if facts else None
        self.row: Row = np.zeros(
            SCORES + self.players + (len(facts.names) if facts else 0), np.int32
        )
        self._counts = [0] * (len(facts.names) if facts else 0)
        self._listeners = listeners
        self._out = [0] * self.game.longest

    def action(
        self, before: npt.NDArray[np.void], who: int, action: int, after: npt.NDArray[np.void]
    ) -> None:
        """An action has led from one state to the other."""
        rules = self.game.interpreted
        earlier, later = self.game.view(before, 0), self.game.view(after, 0)
        if who == contract.CHANCE:
            self.row[CHANCES] += 1
        else:
            n = rules.legal(earlier, self._out)
            self.row[DECISIONS] += 1
            self.row[BRANCHING] += n
            self.row[WIDEST] = max(int(self.row[WIDEST]), n)
        decisions = int(self.row[DECISIONS])
        if self._notice:
            rules.build(self._notice)(earlier, who, action, later, decisions, self._counts)
        for listener in self._listeners:
            listener.action(earlier, who, action, later)

    def ending(self, state: npt.NDArray[np.void]) -> Row:
        """The whole row, when the game is over."""
        write = self.game.interpreted.build(write_ending)
        write(self.game.view(state, 0), self.players, self._out, self.row)
        self.row[SCORES + self.players :] = self._counts
        return self.row


def play_listened(setup: Setup, number: int, listeners: Sequence[HearsActions]) -> Row:
    """A game of which listeners hear every action; random ones go as they do in machine code."""
    if setup.policy != "random":
        raise InvalidValueError(
            f"policy {setup.policy}: metrics that hear every action listen to random games only"
        )
    game, rules = setup.kind, setup.kind.interpreted
    notes = Notes(setup, listeners)
    state = np.zeros(1, game.state_type)
    view = game.view(state, 0)
    rng = [int(word) for word in generator(setup.seed, number)]
    out, weights = [0] * game.longest, [0] * game.longest
    rules.new(view, setup.players, [int(value) for value in setup.encoded])
    while (who := rules.actor(view)) != contract.OVER:
        if who == contract.CHANCE:
            action = rules.sample(view, rng, out, weights)
        else:
            action, _ = rules.pick(view, rng, out)
        before = state.copy()
        rules.apply(view, action)
        notes.action(before, who, action, state)
    return notes.ending(state)


@dataclass(frozen=True)
class Noted(Result):
    """A bots' game with its row."""

    row: Row | None = None


@dataclass(frozen=True)
class Seated(Match):
    """A match in which every bot keeps its seat and every game has its own luck."""

    setup: Setup | None = None

    @property
    def round(self) -> int:
        """Nobody moves, so a game is a round."""
        return 1

    def group(self, number: int) -> int:
        """No two games share their luck."""
        return number

    def lineup(self, number: int) -> tuple[str, ...]:
        """The bots in the order of their seats."""
        return tuple(self.bots)

    def play(self, number: int, bots: Mapping[str, Bot], asked: Callable[[int], None]) -> Result:
        """Plays a game and notes its row."""
        assert self.setup is not None
        notes = Notes(self.setup)
        table = Table(self, number, notes.action)
        result = play_game(self, number, bots, asked, table)
        row = None if result.forfeit else notes.ending(table.position.state)
        return Noted(**vars(result), row=row)


def seated(setup: Setup) -> Seated:
    """The match of a policy: one bot for all seats, or one for each, separated by spaces."""
    specs = tuple(setup.policy.split())
    if len(specs) == 1:
        specs *= setup.players
    if len(specs) != setup.players:
        raise InvalidValueError(
            f"policy {setup.policy}: name one bot for all seats, or {setup.players}, one for each"
        )
    return Seated(setup.game, setup.players, setup.options, specs, setup.seed, setup)


def bot_rows(
    setup: Setup, numbers: Iterable[int], jobs: int | None
) -> Iterator[tuple[int, npt.NDArray[np.int32]]]:
    """Plays these games in processes of their own and gives the row of each as it comes."""
    with closing(play_games(seated(setup), numbers, jobs)) as played:
        for result in played:
            yield result.number, row_of(result)[np.newaxis]


def row_of(result: Result) -> Row:
    """The row of a game; a forfeit has none, and says why."""
    if result.forfeit:
        lost = result.forfeit
        raise WatersideError(
            f"game {result.number}: {lost.bot} on seat {lost.seat} cannot go on: {lost.why}"
        )
    row: Any = getattr(result, "row", None)
    assert row is not None
    return row  # type: ignore[no-any-return]
