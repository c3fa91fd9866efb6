"""Plays the games that docs/review.md shows and writes their records to docs/reviews; names of games to
play only these:  .venv/bin/python tools/reviewed_games.py kariba

All follows from the seeds: the bots are levels that do not depend on time.
"""

import random
import sys
from pathlib import Path

from waterside.bots import Question, make_bot
from waterside.core.record import Record
from waterside.core.registry import game

FOLDER = Path(__file__).parents[1] / "docs" / "reviews"
GAMES = {
    "kariba": (("beginner", "club"), 1),
    "crocodile": (("casual", "club"), 1),
    "cromado": (("casual", "club"), 1),
    "splash": (("casual", "club", "beginner"), 1),
}
NAMES = {"beginner": "Bea (Beginner)", "casual": "Cass (Casual)", "club": "Clara (Club)"}


def play(name):
    """The record of a game."""
    lineup, seed = GAMES[name]
    rng = random.Random(seed)
    bots = [make_bot(level) for level in lineup]
    position = game(name).new(len(lineup))
    while not position.is_over:
        outcomes = position.outcomes()
        if outcomes:
            position = position.play(rng.choices(list(outcomes), list(outcomes.values()))[0])
        else:
            question = Question.of(position, rng.getrandbits(30))
            position = position.play(bots[position.actor - 1].answer(question).action)
    return Record.of(position, {seat: NAMES[level] for seat, level in enumerate(lineup, 1)})


if __name__ == "__main__":
    for chosen in sys.argv[1:] or GAMES:
        (FOLDER / f"{chosen}.txt").write_text(play(chosen).dumps(), "utf-8")
