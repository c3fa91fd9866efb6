"""Whether the search's values mean what they say: a line of JSON for each game and number of players.

    python benchmarks/calibration.py --game kariba --players 2 --games 200

Bots of a level play each other. At every third decision a search says what it expects for the action
it would choose; beside it stands what that player got in the end. The Brier score is the mean square
of the difference (``equal`` is that of always saying the equal share), the calibration error how far
what is said lies from what came, over ten bins of what is said, each weighed by its cases. Cases of
one game go together, so even values that mean what they say show an error: ``by_chance`` is how large
it would be with as many games on average.

With a judge of ``calibrated=0`` the line also has ``fit``, what a game's ``Evaluation.calibration`` should
have, and ``corrected``: how the values of each half of the games do through the curve of the other half.
``--cases FILE`` keeps every case, and ``--read FILE`` measures kept ones together instead of new ones.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections import defaultdict, deque
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import numpy as np

from waterside.bots import make_bot
from waterside.core.evaluation import calibrated
from waterside.core.registry import all_games, game
from waterside.simulate.arena import Match, Table
from waterside.simulate.workers import cores

BINS = 10
STEPS = 20  # of a curve
LEAST_RISE = 0.01  # from step to step: what is better by the tree stays better
WIDTH = 0.5  # of what lies near a step, in log odds
RAW = "calibrated=0"
APART = 1_000_000  # between the games of two files


class Case(NamedTuple):
    """What was said at one decision, and what came of it."""

    said: float
    came: float
    place: float
    """How far into the game: from 0 to 1."""
    number: int
    """The number of the game."""


_bots: dict[str, object] = {}


def bot(spec: str):
    """A bot of this process, made once."""
    if spec not in _bots:
        _bots[spec] = make_bot(spec)
    return _bots[spec]


def cases_of(match: Match, number: int, judge: str, every: int) -> list[Case]:
    """The cases of one game."""
    table = Table(match, number)
    said: list[tuple[int, int, float]] = []
    decisions = 0
    while isinstance(seat := table.position.actor, int):
        question = table.question()
        if (decisions + 7 * number) % every == 0 and len(table.position.legal()) > 1:
            answer = bot(judge).answer(question)
            value = next(one.value for one in answer.considered if one.action == answer.action)
            said.append((decisions, seat, value))
        table.play(bot(match.specs[0]).answer(question).action)
        decisions += 1
    winners = table.position.winners() or []
    return [
        Case(value, 1 / len(winners) if seat in winners else 0.0, place / decisions, number)
        for place, seat, value in said
    ]


def brier(cases: list[Case], share: float | None = None) -> float | None:
    """The mean square of what was said, or of one share, against what came."""
    if not cases:
        return None
    errors = [((c.said if share is None else share) - c.came) ** 2 for c in cases]
    return round(sum(errors) / len(errors), 4)


def binned(cases: list[Case]) -> list[list[Case]]:
    """The cases by what was said, without empty bins."""
    bins: list[list[Case]] = [[] for _ in range(BINS)]
    for case in cases:
        bins[min(BINS - 1, int(case.said * BINS))].append(case)
    return [some for some in bins if some]


def reliability(cases: list[Case]) -> list[tuple[float, float, int]]:
    """For each bin of what was said: its mean, the mean of what came, and how many cases."""
    return [
        (sum(c.said for c in some) / len(some), sum(c.came for c in some) / len(some), len(some))
        for some in binned(cases)
    ]


def error_by_chance(cases: list[Case]) -> float:
    """The calibration error that values which mean what they say would show in so many games.

    In each bin the deviations of a game's cases are added up before they are squared: they depend on
    each other. The mean size of a normal deviation is the root of 2/pi of its standard deviation.
    """
    total = 0.0
    for some in binned(cases):
        off = sum(c.came - c.said for c in some) / len(some)
        games: dict[int, float] = defaultdict(float)
        for case in some:
            games[case.number] += case.came - case.said - off
        total += math.sqrt(sum(one * one for one in games.values()))
    return math.sqrt(2 / math.pi) * total / max(1, len(cases))


def measured(match: Match, judge: str, cases: list[Case], games: int) -> dict[str, object]:
    share = 1 / match.players
    curve = reliability(cases)
    return {
        "game": match.game,
        "players": match.players,
        "bots": match.specs[0],
        "judge": judge,
        "games": games,
        "cases": len(cases),
        "brier": brier(cases),
        "equal": brier(cases, share),
        "calibration_error": round(calibration_error(cases), 4),
        "by_chance": round(error_by_chance(cases), 4),
        "thirds": by_thirds(cases, share),
        "curve": [[round(said, 3), round(came, 3), n] for said, came, n in curve],
        **(corrected(cases, share) if RAW in judge else {}),
    }


def corrected(cases: list[Case], share: float) -> dict[str, object]:
    """A curve by all games; and each half of the games through the curve of the other half."""
    halves = [[c for c in cases if c.number % 2 == half] for half in range(2)]
    rest: list[Case] = []
    for half, other in zip(halves, reversed(halves), strict=True):
        curve = fitted(other)
        rest += [c._replace(said=calibrated(c.said, curve)) for c in half]
    found = {
        "brier": brier(rest),
        "calibration_error": round(calibration_error(rest), 4),
        "by_chance": round(error_by_chance(rest), 4),
        "thirds": by_thirds(rest, share),
    }
    return {"fit": fitted(cases), "corrected": found}


def calibration_error(cases: list[Case]) -> float:
    """How far what was said lies from what came, over the bins, each weighed by its cases."""
    off = sum(abs(said - came) * n for said, came, n in reliability(cases))
    return off / max(1, len(cases))


def by_thirds(cases: list[Case], share: float) -> list[dict[str, float | None]]:
    """The Brier scores in each third of the game."""
    thirds = [[c for c in cases if min(2, int(3 * c.place)) == third] for third in range(3)]
    return [{"brier": brier(part), "equal": brier(part, share)} for part in thirds]


def fitted(cases: list[Case]) -> list[float]:
    """What came where 0%, 5% and so on were said: for each a line through the log odds of cases near it.

    The line fits best by Newton's method; where cases are few, it leans to what is said being true.
    """
    said = np.array([log_odds(case.said) for case in cases])
    came = np.array([case.came for case in cases])
    curve = [0.0]
    for step in range(1, STEPS):
        at = log_odds(step / STEPS)
        near = np.exp(-(((said - at) / WIDTH) ** 2) / 2)
        terms = np.stack([np.ones_like(said), said - at])
        line = np.array([at, 1.0])
        for _ in range(30):
            say = 1 / (1 + np.exp(-np.clip(line @ terms, -30, 30)))
            slope = terms @ (near * (came - say)) + [0.0, 1.0 - line[1]]
            bend = (terms * (near * say * (1 - say))) @ terms.T + np.diag([1e-3, 1.0])
            line = line + np.clip(np.linalg.solve(bend, slope), -1, 1)
        share = round(float(1 / (1 + np.exp(-line[0]))), 2)
        highest = 1.0 - LEAST_RISE * (STEPS - step)
        curve.append(round(min(highest, max(share, curve[-1] + LEAST_RISE)), 2))
    return [*curve, 1.0]


def log_odds(share: float) -> float:
    """The logarithm of a share's odds; not infinite."""
    share = min(0.999, max(0.001, share))
    return math.log(share / (1 - share))


def plot(lines: list[dict], path: Path) -> None:
    """A picture for each line: what came over what was said."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    columns = min(4, len(lines))
    rows = -(-len(lines) // columns)
    figure, axes = pyplot.subplots(rows, columns, squeeze=False, figsize=(3 * columns, 3 * rows))
    for axis in axes.flat[len(lines) :]:
        axis.set_axis_off()
    for axis, line in zip(axes.flat, lines, strict=False):
        axis.plot([0, 1], [0, 1], color="0.8")
        axis.plot([p[0] for p in line["curve"]], [p[1] for p in line["curve"]], marker="o")
        axis.set_title(f"{game(line['game']).title}, {line['players']}", fontsize=9)
        axis.set_xlim(0, 1)
        axis.set_ylim(0, 1)
    figure.supxlabel("what was said")
    figure.supylabel("what came")
    figure.tight_layout()
    figure.savefig(path)


def read(files: list[Path]) -> dict[tuple[str, int], list[Case]]:
    """The cases in some files, by game and number of players; games of each file are other games."""
    kept: dict[tuple[str, int], list[Case]] = defaultdict(list)
    for place, file in enumerate(files):
        for line in file.read_text().splitlines():
            found = json.loads(line)
            key = found.pop("game"), found.pop("players")
            case = Case(**found)
            kept[key].append(case._replace(number=case.number + place * APART))
    return kept


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", action="append", help="only this game (several times: these)")
    parser.add_argument("--players", type=int, help="only so many players")
    parser.add_argument("--bots", default="club", help="who plays (default club)")
    parser.add_argument("--judge", default="search:ms=60", help="who says what is to be expected")
    parser.add_argument("--every", type=int, default=3, help="decisions from one case to the next")
    parser.add_argument("--games", type=int, default=200, help="for each line (default 200)")
    parser.add_argument("--jobs", type=int, help="processes (default: one for each core)")
    parser.add_argument("--seed", type=int, default=20_001)
    parser.add_argument("--limit-minutes", type=float, default=60.0, help="for everything")
    parser.add_argument(
        "--plot", type=Path, metavar="FILE", help="draw what came over what was said"
    )
    parser.add_argument(
        "--cases", type=Path, metavar="FILE", help="write every case, too: a line of JSON for each"
    )
    parser.add_argument(
        "--read", type=Path, nargs="+", metavar="FILE", help="measure the cases in these files"
    )
    parser.add_argument(
        "--lines", type=Path, metavar="FILE", help="draw these lines instead of measuring new ones"
    )
    options = parser.parse_args()
    if options.lines and options.plot:
        plot([json.loads(line) for line in options.lines.read_text().splitlines()], options.plot)
        return 0
    kept = read(options.read) if options.read else None
    matches = []
    for one in [game(name) for name in options.game or all_games()]:
        fewest, most = one.seats
        for players in range(fewest, most + 1):
            if options.players in (None, players):
                specs = (options.bots,) * players
                match = Match(one.name, players, one.resolve(players, {}), specs, options.seed)
                matches.append(match)
    end = time.monotonic() + 60 * options.limit_minutes
    lines = []
    jobs = options.jobs or cores()
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        for place, match in enumerate(matches):
            part = time.monotonic() + (end - time.monotonic()) / (len(matches) - place)
            running: deque[Future[list[Case]]] = deque()
            cases: list[Case] = []
            games = started = 0
            if kept is not None:
                cases = kept[match.game, match.players]
                games = len({case.number for case in cases})
                options.games = 0
            while True:
                while (
                    started < options.games and len(running) < 2 * jobs and time.monotonic() < part
                ):
                    running.append(
                        pool.submit(cases_of, match, started, options.judge, options.every)
                    )
                    started += 1
                if not running:
                    break
                cases += running.popleft().result()
                games += 1
            if not cases:
                continue
            lines.append(measured(match, options.judge, cases, games))
            if options.cases:
                with options.cases.open("a") as file:
                    for case in cases:
                        line = {"game": match.game, "players": match.players, **case._asdict()}
                        file.write(json.dumps(line) + "\n")
            print(json.dumps(lines[-1]), flush=True)
    if options.plot:
        plot(lines, options.plot)
    return 0


if __name__ == "__main__":
    sys.exit(main())
