"""Cromado: bridges are laid and moved, a die is rolled, stones cross to the island opposite."""

from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

from waterside.core.facts import Facts
from waterside.core.game import Game, SeriesRule
from waterside.core.options import Option, Seat, Switch, Value, Whole
from waterside.core.parts import Parts, ReviewParameters
from waterside.engine.rules import GameRules
from waterside.games.cromado import (
    guidance,
    notation,
    observation,
    rules,
    scene,
    terminal,
    text,
)
from waterside.games.cromado.cover import cover
from waterside.games.cromado.facts import FACTS, facts
from waterside.games.cromado.features import EVALUATION
from waterside.games.cromado.heuristics import HEURISTICS
from waterside.games.cromado.lessons import LESSONS
from waterside.games.cromado.sketch import CORNERS, sketch
from waterside.pictures.drawing import Drawing
from waterside.text.language import Say, later


@dataclass(frozen=True)
class Corners(Option):
    """CROM-03: the start islands of the seats."""

    def default(self, players: int) -> Value:
        return ",".join(CORNERS[:players])

    def values(self) -> str:
        return "different corners, as many as players, in seat order, for example SW,NE"

    def read(self, given: Value, players: int) -> Value | None:
        corners = str(given).split(",")
        named = all(corner in CORNERS for corner in corners)
        return str(given) if named and len(set(corners)) == len(corners) == players else None

    def encode(self, value: Value, players: int) -> int:
        return int("".join(str(CORNERS.index(corner) + 1) for corner in str(value).split(",")))

    def choices(self, players: int) -> tuple[Value, ...]:
        return tuple(",".join(corners) for corners in permutations(CORNERS, players))

    def label(self, value: Value, say: Say) -> str:
        return str(value).replace(",", " · ")


GAME = Game(
    name="cromado",
    title="Cromado",
    about=later("bridges laid and moved, a die, stones to bring across"),
    seats=(2, 4),
    options=(
        Corners("corners", later("the start islands, in seat order")),
        Seat("starter", later("who begins")),
        Whole("rolls", later("rolls in all for who can complete no move"), 3),
        Switch(
            "reroll_any",
            later("any further roll that allows a move is played, not only 1 and 6"),
        ),
        Whole(
            "turn_limit", later("turns after the laying, of all players, that end the game"), 600
        ),
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
            pick=rules.pick,
            kind=rules.kind,
        ),
        notation=notation,
        sketch=sketch,
        heuristics=HEURISTICS,
        evaluation=EVALUATION,
        text=text,
        folder=Path(__file__).parent,
        terminal=terminal,
        drawing=Drawing(scene, guidance=guidance, alike=scene.LAID),
        cover=cover,
        lessons=LESSONS,
        facts=Facts(FACTS, facts),
        review=ReviewParameters(iterations=300, rough=40, samples=64, ahead=0, careless=0.004),
    ),
)
