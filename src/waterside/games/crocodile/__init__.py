"""Crocodile Pool Party: swimmers that turn into crocodiles, eat each other and swim to a bar."""

from dataclasses import dataclass
from pathlib import Path

from waterside.core.facts import Facts
from waterside.core.game import Game, SeriesRule
from waterside.core.options import Choice, Option, Seat, Value, Whole
from waterside.core.parts import Parts, ReviewParameters
from waterside.engine.rules import GameRules
from waterside.games.crocodile import (
    guidance,
    notation,
    observation,
    rules,
    scene,
    terminal,
    text,
)
from waterside.games.crocodile.cover import cover
from waterside.games.crocodile.facts import FACTS, facts
from waterside.games.crocodile.features import EVALUATION
from waterside.games.crocodile.heuristics import HEURISTICS
from waterside.games.crocodile.lessons import LESSONS
from waterside.games.crocodile.sketch import sketch
from waterside.pictures.drawing import Drawing
from waterside.text.language import Say, later


@dataclass(frozen=True)
class Rows(Option):
    """CROC-11: how many swimmers each of the four own rows takes."""

    def default(self, players: int) -> Value:
        return "1221"

    def values(self) -> str:
        return "four digits, two 1s and two 2s, from your end inwards"

    def read(self, given: Value, players: int) -> Value | None:
        return str(given) if sorted(str(given)) == ["1", "1", "2", "2"] else None

    def encode(self, value: Value, players: int) -> int:
        return int(value)

    def choices(self, players: int) -> tuple[Value, ...]:
        return ("1221", "2112", "1122", "2211", "1212", "2121")

    def label(self, value: Value, say: Say) -> str:
        return " · ".join(str(value))


def loser_starts(starter: int, winners: list[int], players: int) -> int:
    """CROC-13 CROC-54: the loser starts the next game; after a draw the other player does."""
    if len(winners) == 1:
        return 3 - winners[0]
    return 3 - starter


GAME = Game(
    name="crocodile",
    title="Crocodile Pool Party",
    about=later("swimmers that turn into crocodiles, stacks, a bar to reach"),
    seats=(2, 2),
    options=(
        Choice(
            "bar",
            later("which bar is yours"),
            ("far", "near"),
            (later("at the far end"), later("at the near end")),
        ),
        Rows("rows", later("how many swimmers fit in each of your rows")),
        Choice(
            "setup",
            later("how the swimmers come in"),
            ("placed", "picture"),
            (later("the players place them"), later("as in the picture of the rules")),
        ),
        Seat("starter", later("who begins: 1 is Red, 2 is Yellow")),
        Whole("patience", later("quiet turns in a row after which the game ends"), 60),
    ),
    series=SeriesRule(games=3, next_starter=loser_starts),
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
        ),
        notation=notation,
        sketch=sketch,
        heuristics=HEURISTICS,
        evaluation=EVALUATION,
        text=text,
        folder=Path(__file__).parent,
        terminal=terminal,
        drawing=Drawing(scene, wide=scene.Sideways(), guidance=guidance),
        cover=cover,
        lessons=LESSONS,
        facts=Facts(FACTS, facts),
        review=ReviewParameters(iterations=600, rough=60, samples=64, ahead=4),
    ),
)
