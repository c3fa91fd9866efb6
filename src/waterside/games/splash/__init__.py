"""Splash Party: meeples around a pool push each other in; colours are secret."""

from pathlib import Path

from waterside.core.facts import Facts
from waterside.core.game import Game, SeriesRule
from waterside.core.options import Seat, Whole
from waterside.core.parts import Parts, ReviewParameters
from waterside.engine.rules import GameRules
from waterside.games.splash import (
    guidance,
    memory,
    notation,
    observation,
    rules,
    scene,
    terminal,
    text,
)
from waterside.games.splash.cover import cover
from waterside.games.splash.facts import FACTS, facts
from waterside.games.splash.features import EVALUATION
from waterside.games.splash.heuristics import HEURISTICS
from waterside.games.splash.lessons import LESSONS
from waterside.games.splash.sketch import sketch
from waterside.pictures.drawing import Drawing
from waterside.text.language import later

GAME = Game(
    name="splash",
    title="Splash Party",
    about=later("secret colours, pushing meeples into the pool"),
    seats=(2, 6),
    options=(
        Seat("starter", later("who begins")),
        Whole(
            "shows", later("how often, in percent, a pushed meeple shows its number"), 50, 0, 100
        ),
        Whole("turn_limit", later("turns after which nearness to the diving board decides"), 200),
    ),
    series=SeriesRule(
        games=3,
        next_starter=lambda starter, winners, players: starter % players + 1,
        replay_draws=True,
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
            guesses=rules.guesses,
            knowledge=rules.knowledge,
            kind=rules.kind,
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
        review=ReviewParameters(iterations=1600, rough=60, samples=64, ahead=4, worlds=64),
    ),
    forget=memory.forget,
    is_revealing=lambda action: action.startswith("accuse "),
)
