"""Kariba: animals chase each other from a waterhole; hands are secret."""

from pathlib import Path

from waterside.core.facts import Facts
from waterside.core.game import Game, SeriesRule
from waterside.core.options import Seat, Switch
from waterside.core.parts import Parts, ReviewParameters
from waterside.engine.rules import GameRules
from waterside.games.kariba import guidance, notation, observation, rules, scene, terminal, text
from waterside.games.kariba.cover import cover
from waterside.games.kariba.facts import FACTS, facts
from waterside.games.kariba.features import EVALUATION
from waterside.games.kariba.heuristics import HEURISTICS
from waterside.games.kariba.lessons import LESSONS
from waterside.games.kariba.sketch import sketch
from waterside.pictures.drawing import Drawing
from waterside.text.language import later

GAME = Game(
    name="kariba",
    title="Kariba",
    about=later("animals chase each other from a waterhole, secret hands"),
    seats=(2, 4),
    options=(
        Seat("starter", later("who begins")),
        Switch("market", later("three open cards to draw from, for experienced players")),
    ),
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
        evaluation=EVALUATION,
        text=text,
        folder=Path(__file__).parent,
        terminal=terminal,
        drawing=Drawing(scene, guidance=guidance),
        cover=cover,
        lessons=LESSONS,
        facts=Facts(FACTS, facts),
        review=ReviewParameters(iterations=1200, samples=200, worlds=300),
    ),
)
