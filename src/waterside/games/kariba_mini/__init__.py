"""Kariba with fewer animals and cards, small enough to be solved: for the study of bots."""

import re
from dataclasses import dataclass, replace
from pathlib import Path

from waterside.core.game import Game, SeriesRule
from waterside.core.options import Option, Seat, Value
from waterside.core.parts import Parts
from waterside.engine.rules import GameRules
from waterside.games.kariba import notation, observation
from waterside.games.kariba.features import EVALUATION
from waterside.games.kariba.heuristics import HEURISTICS
from waterside.games.kariba.sketch import sketch
from waterside.games.kariba_mini import rules
from waterside.text.narration import PlainNarrator

CARDS = re.compile(r"([2-8])x([1-8])x([1-5])")


@dataclass(frozen=True)
class Cards(Option):
    """The deck and the hands: animals x cards of each x cards in hand."""

    def default(self, players: int) -> Value:
        return "3x3x2"

    def values(self) -> str:
        return "animals x cards of each x cards in hand, for example 3x3x2, enough for all hands"

    def read(self, given: Value, players: int) -> Value | None:
        written = CARDS.fullmatch(str(given))
        if written is None:
            return None
        animals, each, hand = map(int, written.groups())
        return str(given) if animals * each >= players * hand else None

    def encode(self, value: Value, players: int) -> int:
        return int(str(value).replace("x", ""))


GAME = Game(
    name="kariba_mini",
    title="Miniature Kariba",
    about="Kariba with fewer animals and cards, small enough to be solved",
    seats=(2, 4),
    options=(Seat("starter", "who begins"), Cards("cards", "the deck and the hands")),
    series=SeriesRule(
        games=3, next_starter=lambda starter, winners, players: starter % players + 1
    ),
    parts=Parts(
        rules=GameRules(
            state=rules.STATE,
            actions=rules.ACTIONS,
            outcomes=rules.OUTCOMES,
            longest=rules.LONGEST,
            observation_size=observation.SIZE,
            new=rules.new,
            actor=rules.actor,
            legal=rules.legal,
            chances=rules.chances,
            apply=rules.apply,
            scores=rules.scores,
            winners=rules.winners,
            redact=rules.redact,
            imagine=rules.imagine,
            observe=observation.observe,
            sample=rules.sample,
            witness=rules.witness,
        ),
        notation=notation,
        sketch=sketch,
        heuristics=HEURISTICS,
        evaluation=replace(EVALUATION, variants=()),  # there is no market
        text=PlainNarrator(),
        folder=Path(__file__).parents[1] / "kariba",
    ),
)
