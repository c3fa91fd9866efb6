"""What the review claims, measured: a line of JSON for each game and number of players.

    python benchmarks/review.py identity --games 1000      # all terms add up, in games of mixed bots
    python benchmarks/review.py luck --game kariba --games 200     # mean luck 0; luck and result
    python benchmarks/review.py levels --game kariba --games 20    # error of each level at the same positions
    python benchmarks/review.py blunders --game kariba --count 100 # planted blunders that are found
    python benchmarks/review.py time --game kariba --games 3       # seconds to the first moments, to the end

``--effort`` times the usual budget; ``--jobs`` processes. ``levels --write`` makes the file of reference
errors that strengths are estimated by (``src/waterside/review/reference.json``), from the games given.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from multiprocessing import get_context
from typing import Any

from waterside.bots import LEVELS, Question, make_bot
from waterside.core.position import Position
from waterside.core.record import Record
from waterside.core.registry import all_games, game
from waterside.review import Budget, Review, default_budget, review, reviewing
from waterside.review.decisions import Judge
from waterside.review.estimates import Estimator, seed_of
from waterside.review.reference import FILE
from waterside.review.verdicts import THRESHOLDS

TINY = Budget(iterations=16, rough=8, samples=2, worlds=2, ahead=0, deals=4, effort=200)
MIXED = ("random", "greedy", "net", "beginner", "club")
PLANTED = 0.10  # the least that a planted blunder gives away, by a deep search
DEEP = 4  # times the usual iterations
_bots: dict[str, Any] = {}


def bot(spec: str) -> Any:
    """A bot of this process, made once."""
    if spec not in _bots:
        _bots[spec] = make_bot(spec)
    return _bots[spec]


def played(name: str, lineup: Sequence[str], seed: str) -> Record:
    """A game of bots, all of which follows from its seed (but for levels that take time)."""
    rng = random.Random(seed)
    position = game(name).new(len(lineup))
    while not position.is_over:
        outcomes = position.outcomes()
        if outcomes:
            drawn = rng.choices(list(outcomes), list(outcomes.values()))[0]
            position = position.play(drawn)
        else:
            assert isinstance(position.actor, int)
            question = Question.of(position, rng.getrandbits(30))
            position = position.play(bot(lineup[position.actor - 1]).answer(question).action)
    return Record.of(position, dict(enumerate(lineup, 1)))


@dataclass(frozen=True)
class Job:
    """A game to play and to review."""

    game: str
    lineup: tuple[str, ...]
    seed: str
    effort: float | None

    def reviewed(self) -> Review:
        """The review of the game."""
        record = played(self.game, self.lineup, self.seed)
        kind = game(self.game)
        return review(record, TINY if self.effort is None else default_budget(kind, self.effort))


def tables(options: argparse.Namespace) -> Iterator[tuple[str, int]]:
    """The games and numbers of players that were asked for."""
    for name in options.game or all_games():
        fewest, most = game(name).seats
        for players in range(fewest, most + 1):
            if options.players in (None, players):
                yield name, players


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, 0.0
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, math.sqrt(variance / len(values))


def identity_of(job: Job) -> tuple[float, int]:
    found = job.reviewed()
    return max(map(abs, found.unexplained())), len(found.actions)


def identity(options: argparse.Namespace, run: Callable[..., Any]) -> Iterator[dict[str, Any]]:
    wanted = list(tables(options))
    for place, (name, players) in enumerate(wanted):
        games = options.games // len(wanted) + (place < options.games % len(wanted))
        jobs = []
        for number in range(games):
            rng = random.Random(f"{options.seed} {name} {players} {number}")
            lineup = tuple(rng.choice(MIXED) for _ in range(players))
            jobs.append(Job(name, lineup, f"{options.seed} {number}", None))
        found = list(run(identity_of, jobs))
        yield {
            "measure": "identity",
            "game": name,
            "players": players,
            "games": len(found),
            "actions": sum(actions for _, actions in found),
            "largest_unexplained": max((left for left, _ in found), default=0.0),
        }


def luck_of(job: Job) -> list[tuple[float, float]]:
    found = job.reviewed()
    return [(one.luck, one.result - one.start) for one in found.summaries]


def luck(options: argparse.Namespace, run: Callable[..., Any]) -> Iterator[dict[str, Any]]:
    for name, players in tables(options):
        jobs = [
            Job(name, (options.bots,) * players, f"{options.seed} {number}", options.effort)
            for number in range(options.games)
        ]
        games = list(run(luck_of, jobs))
        seats = []
        for seat in range(players):
            mean, error = mean_and_error([one[seat][0] for one in games])
            seats.append({"mean": round(mean, 4), "error": round(error, 4)})
        pairs = [pair for one in games for pair in one]
        yield {
            "measure": "luck",
            "game": name,
            "players": players,
            "bots": options.bots,
            "games": len(games),
            "luck": seats,
            "correlation": round(correlation(pairs), 3),
        }


def correlation(pairs: Sequence[tuple[float, float]]) -> float:
    """Pearson's correlation."""
    n = len(pairs)
    mean_x, mean_y = sum(x for x, _ in pairs) / n, sum(y for _, y in pairs) / n
    both = sum((x - mean_x) * (y - mean_y) for x, y in pairs)
    square_x = sum((x - mean_x) ** 2 for x, _ in pairs)
    square_y = sum((y - mean_y) ** 2 for _, y in pairs)
    return both / math.sqrt(square_x * square_y) if square_x and square_y else 0.0


def losses_of(job: Job, every: int) -> dict[str, list[float]]:
    """What each level gives away at the same positions of one game."""
    kind = game(job.game)
    budget = default_budget(kind, job.effort or 1.0)
    judge = Judge(Estimator(kind, len(job.lineup)), budget)
    position: Position | None = played(job.game, job.lineup, job.seed).position()
    decisions = []
    while position is not None:
        if isinstance(position.actor, int) and len(position.legal_actions()) > 1:
            decisions.append(position)
        position = position.previous
    rng = random.Random(job.seed)
    losses: dict[str, list[float]] = {level: [] for level in LEVELS}
    for before in decisions[rng.randrange(every) :: every]:
        judged: dict[str, float] = {}
        for level, some in losses.items():
            action = bot(level).answer(Question.of(before, rng.getrandbits(30))).action
            if action not in judged:
                judged[action] = judge.judge(before, action, budget.iterations).loss
            some.append(judged[action])
    return losses


def levels(options: argparse.Namespace, run: Callable[..., Any]) -> Iterator[dict[str, Any]]:
    names = list(LEVELS)
    written: dict[str, Any] = {}
    for name in options.game or all_games():
        players = options.players or game(name).seats[0]
        lineup = tuple(("casual", "club")[seat % 2] for seat in range(players))
        jobs = [
            Job(name, lineup, f"{options.seed} {number}", options.effort)
            for number in range(options.games)
        ]
        losses: dict[str, list[float]] = {level: [] for level in names}
        for one in run(partial(losses_of, every=options.every), jobs):
            for level, some in one.items():
                losses[level] += some
        written[name] = {level: described(some) for level, some in losses.items()}
        errors = [written[name][level]["error"] for level in names]
        yield {
            "measure": "levels",
            "game": name,
            "players": players,
            "games": len(jobs),
            "levels": written[name],
            "in_order": all(a > b for a, b in pairwise(errors)),
        }
    if options.write:
        known = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
        for name, found in written.items():
            known.setdefault("games", {})[name] = found
            known.setdefault("made", {})[name] = (
                f"python benchmarks/review.py levels --game {name} "
                f"--players {options.players or game(name).seats[0]} --games {options.games} "
                f"--every {options.every} --effort {options.effort:g} --seed {options.seed} --write"
            )
        FILE.write_text(json.dumps(known, indent=1) + "\n", "utf-8")


def described(losses: list[float]) -> dict[str, Any]:
    mean, error = mean_and_error(losses)
    return {
        "error": round(mean, 5),
        "standard_error": round(error, 5),
        "deviation": round(error * math.sqrt(len(losses)), 5),
        "decisions": len(losses),
    }


def planted(name: str, players: int, seed: str, effort: float) -> tuple[int, int, list[float]]:
    """Blunders planted in one game, how many were found, and what the missed ones gave away."""
    record = played(name, ("club",) * players, seed)
    kind = game(name)
    budget = default_budget(kind, effort)
    judge = Judge(Estimator(kind, players), budget)
    rng = random.Random(seed)
    position: Position | None = record.position()
    decisions = []
    while position is not None:
        if isinstance(position.actor, int) and len(position.legal_actions()) > 1:
            decisions.append(position)
        position = position.previous
    planted, found, missed = 0, 0, []
    for before in rng.sample(decisions, min(6, len(decisions))):
        worst, loss = worst_action(judge, before)
        if worst is None or loss < PLANTED:
            continue
        planted += 1
        if judge.judge(before, worst, budget.iterations).verdict in THRESHOLDS:
            found += 1
        else:
            missed.append(round(loss, 3))
        if planted == 2:
            break
    return planted, found, missed


def worst_action(judge: Judge, before: Position) -> tuple[str | None, float]:
    """The action that gives away most, and how much, by a search with other random numbers."""
    seat = before.actor
    assert isinstance(seat, int)
    seen = before.seen_by(seat)
    iterations = DEEP * judge.budget.iterations
    answer = judge.search(before, iterations)
    tried = [one for one in answer.considered if one.visits > 0 and one.action != answer.action]
    if not tried:
        return None, 0.0
    worst = min(tried, key=lambda one: (one.value, one.action)).action
    seed = seed_of(before, seat, 12_345)
    outlooks = [
        judge.estimator.outlook(seen, seat, seed, seen.action_numbers[action], iterations)
        for action in (answer.action, worst)
    ]
    return worst, float(outlooks[0].shares[seat - 1] - outlooks[1].shares[seat - 1])


def planted_in(job: Job) -> tuple[int, int, list[float]]:
    return planted(job.game, len(job.lineup), job.seed, job.effort or 1.0)


def blunders(options: argparse.Namespace, run: Callable[..., Any]) -> Iterator[dict[str, Any]]:
    for name in options.game or all_games():
        players = options.players or game(name).seats[0]
        total, found, missed, games = 0, 0, [], 0
        while total < options.count:
            some = max(1, options.jobs)
            jobs = [
                Job(name, ("club",) * players, f"{options.seed} {games + i}", options.effort)
                for i in range(some)
            ]
            games += some
            for one in run(planted_in, jobs):
                if total < options.count:
                    total, found = total + one[0], found + one[1]
                    missed += one[2]
        yield {
            "measure": "blunders",
            "game": name,
            "players": players,
            "planted": total,
            "found": found,
            "missed": missed,
        }


def time_of(job: Job) -> tuple[float, float, float, float, int]:
    record = played(job.game, job.lineup, job.seed)
    budget = default_budget(game(job.game), job.effort or 1.0)
    review(record, TINY)  # what is compiled, or read from the cache, is not counted
    wall, cpu = time.perf_counter(), time.process_time()
    steps = reviewing(record, budget)
    found = next(steps)
    first, first_cpu = time.perf_counter() - wall, time.process_time() - cpu
    for later in steps:
        found = later
    whole, whole_cpu = time.perf_counter() - wall, time.process_time() - cpu
    return first, whole, first_cpu, whole_cpu, len(found.decisions)


def timing(options: argparse.Namespace, run: Callable[..., Any]) -> Iterator[dict[str, Any]]:
    for name in options.game or all_games():
        players = options.players or game(name).seats[0]
        lineup = (options.bots,) * players
        jobs = [
            Job(name, lineup, f"{options.seed} {i}", options.effort) for i in range(options.games)
        ]
        for first, whole, first_cpu, whole_cpu, decisions in run(time_of, jobs):
            yield {
                "measure": "time",
                "game": name,
                "players": players,
                "decisions": decisions,
                "seconds_to_first": round(first, 2),
                "seconds": round(whole, 2),
                "cpu_seconds_to_first": round(first_cpu, 2),
                "cpu_seconds": round(whole_cpu, 2),
            }


MEASURES = {
    "identity": identity,
    "luck": luck,
    "levels": levels,
    "blunders": blunders,
    "time": timing,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("measure", choices=MEASURES)
    parser.add_argument("--game", action="append", help="only this game (several times: these)")
    parser.add_argument("--players", type=int, help="only so many players")
    parser.add_argument("--games", type=int, default=20, help="games (default 20)")
    parser.add_argument("--count", type=int, default=100, help="blunders (default 100)")
    parser.add_argument("--bots", default="club", help="who plays (default club)")
    parser.add_argument("--effort", type=float, default=1.0, help="times the usual budget")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    parser.add_argument(
        "--every", type=int, default=3, help="levels: decisions from one position to the next"
    )
    parser.add_argument("--write", action="store_true", help="levels: write the reference errors")
    options = parser.parse_args()
    if options.jobs == 1:
        run: Callable[..., Any] = map
    else:
        pool = ProcessPoolExecutor(options.jobs, get_context("spawn"))
        run = pool.map
    for line in MEASURES[options.measure](options, run):
        print(json.dumps(line), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
