"""Whether the search's values mean what they say: a line of JSON for each game and number of players.

    python benchmarks/calibration.py --game kariba --players 2 --games 200

Bots of a level play each other. At every third decision a search says what it expects for the action
it would choose; beside it stands what that player got in the end. The Brier score is the mean square
of the difference (``equal`` is that of always saying the equal share), the calibration error how far
what is said lies from what came, over ten bins of what is said, each weighed by its cases. Cases of
one game go together, so even values that mean what they say show an error: ``by_chance`` is how large
it would be with as many games on average.

With a judge of ``calibrated=0`` the line also has ``fit``, what a game's ``Evaluation.calibration`` should
have by the first half of the games, and ``told``: how the values of the second half do through it.
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

from waterside.bots import make_bot
from waterside.core.evaluation import calibrated
from waterside.core.registry import all_games, game
from waterside.simulate.arena import Match, Table
from waterside.simulate.workers import cores

BINS = 10
RAW = "calibrated=0"


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
        **(corrected(cases, games // 2, share) if RAW in judge else {}),
    }


def corrected(cases: list[Case], half: int, share: float) -> dict[str, object]:
    """A curve by the games before ``half``, and what it makes of the values of the others."""
    fit = fitted(reliability([c for c in cases if c.number < half]))
    rest = [c._replace(said=calibrated(c.said, fit)) for c in cases if c.number >= half]
    told = {
        "cases": len(rest),
        "brier": brier(rest),
        "equal": brier(rest, share),
        "calibration_error": round(calibration_error(rest), 4),
        "by_chance": round(error_by_chance(rest), 4),
        "thirds": by_thirds(rest, share),
    }
    return {"fit": fit, "told": told}


def calibration_error(cases: list[Case]) -> float:
    """How far what was said lies from what came, over the bins, each weighed by its cases."""
    off = sum(abs(said - came) * n for said, came, n in reliability(cases))
    return off / max(1, len(cases))


def by_thirds(cases: list[Case], share: float) -> list[dict[str, float | None]]:
    """The Brier scores in each third of the game."""
    thirds = [[c for c in cases if min(2, int(3 * c.place)) == third] for third in range(3)]
    return [{"brier": brier(part), "equal": brier(part, share)} for part in thirds]


def fitted(curve: list[tuple[float, float, int]]) -> list[float]:
    """What comes where 0%, 10% and so on are said, by a straight line through the log odds.

    The line fits the bins best by Newton's method.
    """
    scale, shift = 1.0, 0.0
    points = [(log_odds(said), came, n) for said, came, n in curve]
    for _ in range(50):
        slope = [0.0, 0.0]
        bend = [1e-3, 0.0, 1e-3]
        for odds, came, n in points:
            say = 1 / (1 + math.exp(-scale * odds - shift))
            slope[0] += n * (came - say) * odds
            slope[1] += n * (came - say)
            weight = n * say * (1 - say)
            bend[0] += weight * odds * odds
            bend[1] += weight * odds
            bend[2] += weight
        size = bend[0] * bend[2] - bend[1] ** 2
        scale += (bend[2] * slope[0] - bend[1] * slope[1]) / size
        shift += (bend[0] * slope[1] - bend[1] * slope[0]) / size
    inner = [1 / (1 + math.exp(-scale * log_odds(i / BINS) - shift)) for i in range(1, BINS)]
    return [0.0, *(round(one, 3) for one in inner), 1.0]


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
        "--lines", type=Path, metavar="FILE", help="draw these lines instead of measuring new ones"
    )
    options = parser.parse_args()
    if options.lines and options.plot:
        plot([json.loads(line) for line in options.lines.read_text().splitlines()], options.plot)
        return 0
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
