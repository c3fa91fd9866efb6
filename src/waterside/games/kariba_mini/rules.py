"""Kariba with fewer animals, cards and smaller hands: the same rules, another deck.

All functions but ``new`` are Kariba's own. There is no market.
"""

from __future__ import annotations

from waterside.engine.build import rule
from waterside.games.kariba import rules as kariba
from waterside.games.kariba.rules import ANIMALS, ELEPHANT, lay_out

STATE = kariba.STATE
ACTIONS = kariba.ACTIONS
OUTCOMES = kariba.OUTCOMES
LONGEST = kariba.LONGEST

actor = kariba.actor
legal = kariba.legal
chances = kariba.chances
sample = kariba.sample
witness = kariba.witness
apply = kariba.apply
scores = kariba.scores
winners = kariba.winners
redact = kariba.redact
imagine = kariba.imagine


@rule
def new(s, players, options):
    """Kariba's beginning with another deck: the weakest animals and, as the last, the elephant."""
    starter, cards = 0, 1
    animals = options[cards] // 100
    each = options[cards] // 10 % 10
    s.full = options[cards] % 10
    for animal in range(ANIMALS):
        s.deck[animal] = each if animal < animals - 1 or animal == ELEPHANT else 0
    lay_out(s, players, options[starter], 0)
