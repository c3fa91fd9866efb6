"""What bots make of a position of Kariba: who is likely to win, and what is worth trying."""

from __future__ import annotations

import math

from waterside.core.heuristics import Heuristics, SearchParameters
from waterside.engine.build import rule
from waterside.engine.reals import exponential
from waterside.engine.rng import below
from waterside.games.kariba.ending import is_ending, values
from waterside.games.kariba.rules import ANIMALS, PLAY, animal_played, cards_chased, cards_played

SWING = 0.35  # a lead counts less the more cards are still to come


@rule
def evaluate(s, out):
    """Each seat's expected share of the win, from the cards won and the cards to come."""
    to_come = 0.0 + s.pile_size
    for player in range(s.players):
        to_come += s.hand_size[player]
    spread = 1.0 + SWING * math.sqrt(1.0 * to_come) * 2.0
    total = 0.0
    for player in range(s.players):
        won = 0
        for animal in range(ANIMALS):
            won += s.won[player, animal]
        out[player] = exponential(won / spread)
        total += out[player]
    for player in range(s.players):
        out[player] /= total


@rule
def promising(s, rng, out, n):
    """Mostly the play that wins most cards at once; else any."""
    if s.phase == PLAY and below(rng, 4) > 0:
        best = 0
        chosen = -1
        for i in range(n):
            won = cards_chased(s, animal_played(out[i]), cards_played(out[i]))
            if won > best:
                best = won
                chosen = out[i]
        if chosen >= 0:
            return chosen
    return out[below(rng, n)]


HEURISTICS = Heuristics(
    evaluate,
    promising,
    search_parameters=SearchParameters(exploration=0.5, guided=7),  # found by playing
    club=200,
    solver=values,
    is_ending=is_ending,
)
