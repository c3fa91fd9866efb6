"""Whether the beliefs about secret colours in Splash Party fit how its players act: lines of JSON.

    python benchmarks/beliefs.py --players 4 --games 400

Bots play each other. At every fifth decision each other player's colour is guessed from what all have
seen that player push and spare, and the log loss of the true colour is added up: for the factors that
the game has now, for no factors at all (``even``), and for a grid of factors, the best of which are
printed last. Lower is better.
"""

from __future__ import annotations

import argparse
import json
import sys
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from waterside.bots import make_bot
from waterside.core.registry import game
from waterside.games.splash.board import COLOURS
from waterside.games.splash.features import is_out, may_have
from waterside.games.splash.heuristics import LASTING, PUSHED, SPARED
from waterside.simulate.arena import Match, Table

EVERY = 5
GRID = tuple(product((0.1, 0.2, 0.35, 0.5, 0.7, 1.0), (1.0, 1.15, 1.3, 1.6, 2.5), (2, 4, 6)))


class Case(NamedTuple):
    """What all have seen one player do, and the player's colour."""

    pushed: list[int]
    spared: list[int]
    possible: list[bool]
    colour: int


def cases_of(match: Match, number: int, bot) -> list[Case]:
    """The cases of one game."""
    table, cases, decisions = Table(match, number), [], 0
    while isinstance(table.position.actor, int):
        decisions += 1
        if decisions % EVERY == 0:
            s = table.position.fields
            for seat in range(match.players):
                if (s.still_in >> seat) & 1:
                    cases.append(case_of(s, seat))
        table.play(bot.answer(table.question()).action)
    return cases


def case_of(s, seat: int) -> Case:
    """What all know of a player's colour."""
    colours = range(COLOURS)
    return Case(
        [int(s.pushed[seat, colour]) for colour in colours],
        [int(s.spared[seat, colour]) for colour in colours],
        [bool(may_have(s, seat, colour) and not is_out(s, colour)) for colour in colours],
        int(s.token[seat]),
    )


class Cases(NamedTuple):
    """All cases: arrays of cases and colours."""

    pushed: npt.NDArray[np.float64]
    spared: npt.NDArray[np.float64]
    possible: npt.NDArray[np.bool_]
    colour: npt.NDArray[np.int64]

    def loss(self, pushed: float, spared: float, lasting: int) -> float:
        """The mean log loss of the true colours by these factors."""
        fit = pushed**self.pushed * spared ** np.minimum(lasting, self.spared) * self.possible
        chance = fit / fit.sum(axis=1, keepdims=True)
        return float(-np.log(chance[np.arange(len(fit)), self.colour]).mean())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--bot", default="net", help="who plays (default net)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    splash = game("splash")
    specs = (options.bot,) * options.players
    match = Match(
        "splash", options.players, splash.resolve(options.players, {}), specs, options.seed
    )
    bot = make_bot(options.bot)
    found = [case for number in range(options.games) for case in cases_of(match, number, bot)]
    cases = Cases(*(np.array(column) for column in zip(*found, strict=True)))
    grid = {factors: cases.loss(*factors) for factors in GRID}
    best = min(grid, key=grid.__getitem__)
    line = {
        "players": options.players,
        "bot": options.bot,
        "games": options.games,
        "cases": len(found),
        "even": round(cases.loss(1.0, 1.0, 0), 4),
        "now": [PUSHED, SPARED, LASTING, round(cases.loss(PUSHED, SPARED, LASTING), 4)],
        "best": [*best, round(grid[best], 4)],
    }
    print(json.dumps(line), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
