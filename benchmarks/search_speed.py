"""How fast the search is: iterations a second on one core, from the opening, for every game.

    python benchmarks/search_speed.py
    python benchmarks/search_speed.py --evaluation classic

prints a line of JSON for each game and number of players. An iteration imagines a world, walks down
the tree and plays on: in Kariba and Splash Party to the end of the game, in Crocodile Pool Party for
some decisions, in Cromado not at all; the evaluation takes over there. ``full`` lines play to the end
in every game.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys

from waterside.bots import Question, make_bot
from waterside.core.registry import all_games, game


def opening(name: str, players: int, seed: int) -> Question:
    """The first decision of a game, chance drawn at random."""
    position = game(name).new(players)
    rng = random.Random(seed)
    while position.actor == "chance":
        position = position.play(rng.choice(position.legal_actions()))
    return Question.of(position, seed)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", action="append", choices=list(all_games()))
    parser.add_argument("--iterations", type=int, default=20_000)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--evaluation", choices=("learned", "classic"), default="learned")
    options = parser.parse_args()
    for name in options.game or all_games():
        fewest, most = game(name).seats
        for players in range(fewest, most + 1):
            for full in (False, True):
                spec = f"search:evaluation={options.evaluation},iterations={options.iterations}"
                spec += ",decisions=-1" if full else ""
                bot = make_bot(spec)
                bot.answer(opening(name, players, 0))
                answers = [bot.answer(opening(name, players, i)) for i in range(options.repeat)]
                line = {
                    "game": name,
                    "players": players,
                    "full": full,
                    "iterations_per_s": round(
                        statistics.median(a.iterations / a.seconds for a in answers)
                    ),
                }
                print(json.dumps(line), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
