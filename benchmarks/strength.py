"""How strong the bots are: arena matches from a small table, a line of JSON for each.

    python benchmarks/strength.py --game kariba --pair greedy random --games 400

Each line has the first bot's win rate against the second with its 95% interval, beside the equal
share that it must leave behind: 1/2, or 1/N at a table of N where it sits alone against N-1 others.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from contextlib import closing
from itertools import count, islice
from math import ceil

from waterside.core.registry import all_games, game
from waterside.simulate.arena import Match, Result
from waterside.simulate.ratings import standings
from waterside.simulate.workers import play_games

PAIRS = [
    ("club", "beginner"),
    ("master", "club"),
    ("search:ms=200", "greedy"),
    ("search:iterations=2000", "search:iterations=500"),
]
"""The stronger bot first; the last pair is what four times the budget is worth."""


def numbers(match: Match, games: int) -> list[int]:
    """So many games; at a table of more than two, those in which the first bot sits alone."""
    first = match.specs[0]
    found = (n for n in count() if not match.has_lone_bots or match.lineup(n).count(first) == 1)
    return list(islice(found, ceil(games / match.players) * match.players))


def played(match: Match, games: int, jobs: int | None, deadline: float) -> list[Result]:
    """The games until the deadline; of a table only those that it has played on every seat."""
    results = []
    with closing(play_games(match, numbers(match, games), jobs)) as coming:
        for result in coming:
            results.append(result)
            if time.monotonic() > deadline:
                break
    seats = Counter(match.group(result.number) for result in results)
    return [one for one in results if seats[match.group(one.number)] == match.players]


def measured(match: Match, results: list[Result], seconds: float) -> dict[str, object]:
    rows = {row.bot: row for row in standings(match, results)}
    first, second = (rows[name].line() for name in match.bots)
    share = 1 / match.players
    return {
        "game": match.game,
        "players": match.players,
        "pair": list(match.specs),
        "games": first["games"],
        "rate": first["rate"],
        "low": first["low"],
        "high": first["high"],
        "equal_share": round(share, 5),
        "clearly_above": first["low"] > share,
        "decided_won": first["decided_won"],
        "other_rate": second["rate"],
        "ms_mean": [first["ms_mean"], second["ms_mean"]],
        "ms_max": [first["ms_max"], second["ms_max"]],
        "forfeits": first["forfeits"] + second["forfeits"],
        "seconds": round(seconds, 1),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", action="append", help="only this game (several times: these)")
    parser.add_argument("--players", type=int, help="only so many players")
    parser.add_argument("--pair", nargs=2, action="append", metavar=("A", "B"), help="these bots")
    parser.add_argument("--games", type=int, default=200, help="for each match (default 200)")
    parser.add_argument("--jobs", type=int, help="processes (default: one for each core)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--limit-minutes", type=float, default=60.0, help="for everything, in even parts"
    )
    options = parser.parse_args()
    matches = []
    for one in [game(name) for name in options.game or all_games()]:
        fewest, most = one.seats
        counts = range(fewest, most + 1)
        for players in [options.players] if options.players else counts:
            if players in counts:
                resolved = one.resolve(players, {})
                for pair in options.pair or PAIRS:
                    matches.append(Match(one.name, players, resolved, tuple(pair), options.seed))
    end = time.monotonic() + 60 * options.limit_minutes
    for place, match in enumerate(matches):
        start = time.monotonic()
        part = (end - start) / (len(matches) - place)
        results = played(match, options.games, options.jobs, start + part)
        print(json.dumps(measured(match, results, time.monotonic() - start)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
