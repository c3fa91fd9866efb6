"""What the review claims, measured: a line of JSON for each game and number of players.

    python benchmarks/review.py identity --games 1000      # all terms add up, in games of mixed bots
    python benchmarks/review.py luck --game kariba --games 200     # mean luck 0; luck and result
    python benchmarks/review.py levels --game kariba --games 20    # error of each level at the same positions
    python benchmarks/review.py blunders --game kariba --count 100 # planted blunders that are found
    python benchmarks/review.py time --game kariba --games 3       # seconds to the first moments, to the end

``--effort`` times the usual budget; ``--jobs`` processes. After ``--limit-minutes``, or Ctrl-C, the lines
say what is known by then, with ``"partial": true``; progress goes to standard error. ``levels
--write`` puts the errors of the games given into the file of reference errors that strengths are
estimated by (``src/waterside/review/reference.json``), or with ``--write FILE`` into a copy of it.
Expert and Master think with two threads: ``--jobs`` should be half of the cores there.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count, pairwise
from multiprocessing import active_children, get_context
from pathlib import Path
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
GRACE = 20.0  # seconds before the limit in which nothing is begun any more
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
    until: float = math.inf
    """When it should end with what it has, if it can; as ``time.time`` tells it."""

    def reviewed(self) -> Review:
        """The review of the game."""
        record = played(self.game, self.lineup, self.seed)
        kind = game(self.game)
        return review(record, TINY if self.effort is None else default_budget(kind, self.effort))


@dataclass
class Group:
    """Games of one kind, and the line that is printed of them."""

    head: dict[str, Any]
    work: Callable[[Job], Any]
    jobs: Iterator[Job]
    described: Callable[[list[Any]], dict[str, Any]]
    """The line's figures, from what the jobs found, in the order of the jobs."""
    wanted: int | None = None
    """How many jobs there are; None where it depends on what they find."""
    enough: Callable[[list[Any]], bool] = lambda found: False
    found: dict[int, Any] = field(default_factory=dict)
    started: int = 0
    waiting: bool = True
    """Whether there are more jobs."""

    @property
    def results(self) -> list[Any]:
        """What was found, in the order of the jobs."""
        return [self.found[number] for number in sorted(self.found)]

    def next_job(self) -> Job | None:
        """The job to start next, if there is another."""
        job = None if self.enough(self.results) else next(self.jobs, None)
        self.started += job is not None
        self.waiting = job is not None and self.started != self.wanted
        return job

    @property
    def is_done(self) -> bool:
        """Whether all jobs that were started have ended, and no more are to come."""
        return not self.waiting and len(self.found) == self.started

    def line(self) -> dict[str, Any]:
        """What is known, as it is printed."""
        known = {**self.head, **self.described(self.results)}
        return known if self.is_done else {**known, "partial": True}


def prepare(name: str) -> str:
    """Compiles what the measures use of a game, or reads it from the cache."""
    position = game(name).new()
    while position.actor == "chance":
        position = position.play(next(iter(position.outcomes())))
    for spec in (*MIXED, *LEVELS):
        bot(spec).answer(Question.of(position, 1))
    record = played(name, ("random",) * game(name).seats[0], "1")
    review(record, replace(TINY, iterations=4, rough=2))
    return name


def measured(groups: Sequence[Group], processes: int, until: float) -> Iterator[dict[str, Any]]:
    """Works on all groups side by side and yields the line of each as soon as it is known."""
    begun = time.time()
    names = list(dict.fromkeys(group.head["game"] for group in groups))
    pool = ProcessPoolExecutor(processes, get_context("spawn"))
    printed: set[int] = set()
    try:
        for name in pool.map(prepare, names, timeout=left_until(until)):
            note(begun, f"{name} is compiled")
        running: dict[Future[Any], tuple[Group, int]] = {}
        while time.time() < until:
            for group in by_turns(groups):
                if len(running) >= processes or time.time() >= until - GRACE:
                    break
                job = group.next_job()
                if job is not None:
                    future = pool.submit(group.work, replace(job, until=until - GRACE))
                    running[future] = (group, group.started - 1)
            if not running:
                break
            done, _ = wait(running, left_until(until), FIRST_COMPLETED)
            for future in done:
                group, number = running.pop(future)
                group.found[number] = future.result()
                note(begun, progress(group))
            for place, group in enumerate(groups):
                if place not in printed and group.is_done:
                    printed.add(place)
                    yield group.line()
    except (KeyboardInterrupt, TimeoutError):
        note(begun, "ended early")
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in active_children():
            process.terminate()
    for place, group in enumerate(groups):
        if place not in printed and group.found:
            yield group.line()


def by_turns(groups: Sequence[Group]) -> Iterator[Group]:
    """The groups that have more jobs, those first that were asked least, again and again."""
    while waiting := [group for group in groups if group.waiting]:
        yield min(waiting, key=lambda group: group.started)


def left_until(until: float) -> float | None:
    return None if until == math.inf else max(0.0, until - time.time())


def progress(group: Group) -> str:
    wanted = f" of {group.wanted}" if group.wanted is not None else ""
    head = group.head
    return f"{head['measure']} {head['game']} with {head['players']}: {len(group.found)}{wanted}"


def note(begun: float, text: str) -> None:
    print(f"{time.time() - begun:6.0f} s  {text}", file=sys.stderr, flush=True)


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


def identity(options: argparse.Namespace) -> Iterator[Group]:
    wanted = list(tables(options))
    for place, (name, players) in enumerate(wanted):
        games = options.games // len(wanted) + (place < options.games % len(wanted))
        jobs = []
        for number in range(games):
            rng = random.Random(f"{options.seed} {name} {players} {number}")
            lineup = tuple(rng.choice(MIXED) for _ in range(players))
            jobs.append(Job(name, lineup, f"{options.seed} {number}", None))
        yield Group(
            {"measure": "identity", "game": name, "players": players},
            identity_of,
            iter(jobs),
            unexplained,
            games,
        )


def unexplained(found: Sequence[tuple[float, int]]) -> dict[str, Any]:
    return {
        "games": len(found),
        "actions": sum(actions for _, actions in found),
        "largest_unexplained": max((left for left, _ in found), default=0.0),
    }


def luck_of(job: Job) -> list[tuple[float, float]]:
    found = job.reviewed()
    return [(one.luck, one.result - one.start) for one in found.summaries]


def luck(options: argparse.Namespace) -> Iterator[Group]:
    for name, players in tables(options):
        lineup = (options.bots,) * players
        yield Group(
            {"measure": "luck", "game": name, "players": players, "bots": options.bots},
            luck_of,
            some_jobs(options, name, lineup),
            lucky,
            options.games,
        )


def some_jobs(options: argparse.Namespace, name: str, lineup: tuple[str, ...]) -> Iterator[Job]:
    """As many games as were asked for."""
    for number in range(options.games):
        yield Job(name, lineup, f"{options.seed} {number}", options.effort)


def lucky(games: Sequence[Sequence[tuple[float, float]]]) -> dict[str, Any]:
    seats = []
    for seat in range(len(games[0])):
        mean, error = mean_and_error([one[seat][0] for one in games])
        seats.append({"mean": round(mean, 4), "error": round(error, 4)})
    pairs = [pair for one in games for pair in one]
    return {"games": len(games), "luck": seats, "correlation": round(correlation(pairs), 3)}


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
        if time.time() >= job.until:
            break
        judged: dict[str, float] = {}
        for level, some in losses.items():
            action = bot(level).answer(Question.of(before, rng.getrandbits(30))).action
            if action not in judged:
                judged[action] = judge.judge(before, action, budget.iterations).loss
            some.append(judged[action])
    return losses


def levels(options: argparse.Namespace) -> Iterator[Group]:
    for name in options.game or all_games():
        players = options.players or game(name).seats[0]
        lineup = tuple(("casual", "club")[seat % 2] for seat in range(players))
        yield Group(
            {"measure": "levels", "game": name, "players": players},
            partial(losses_of, every=options.every),
            some_jobs(options, name, lineup),
            ordered,
            options.games,
        )


def ordered(found: Sequence[dict[str, list[float]]]) -> dict[str, Any]:
    """The error of each level, and by how much each gives away more than the next at the same positions."""
    games = [one for one in found if one[next(iter(LEVELS))]]
    losses = {level: [loss for one in games for loss in one[level]] for level in LEVELS}
    if not games:
        return {"games": 0}
    steps = []
    for worse, better in pairwise(LEVELS):
        more = [x - y for x, y in zip(losses[worse], losses[better], strict=True)]
        mean, error = mean_and_error(more)
        steps.append(
            {"from": worse, "to": better, "less": round(mean, 5), "error": round(error, 5)}
        )
    errors = {level: described(some) for level, some in losses.items()}
    return {
        "games": len(games),
        "levels": errors,
        "steps": steps,
        "in_order": all(errors[a]["error"] > errors[b]["error"] for a, b in pairwise(LEVELS)),
    }


def write_references(file: Path, line: dict[str, Any], options: argparse.Namespace) -> None:
    """Puts the errors of one game into the file of reference errors, the other games' left as they are."""
    known = json.loads((file if file.exists() else FILE).read_text("utf-8"))
    name = line["game"]
    known["games"][name] = line["levels"]
    known["made"][name] = (
        f"python benchmarks/review.py levels --game {name} "
        f"--players {line['players']} --games {line['games']} "
        f"--every {options.every} --effort {options.effort:g} --seed {options.seed} --write"
    )
    for part in known:
        known[part] = {one: known[part][one] for one in all_games() if one in known[part]}
    file.write_text(json.dumps(known, indent=1) + "\n", "utf-8")


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


def blunders(options: argparse.Namespace) -> Iterator[Group]:
    for name in options.game or all_games():
        players = options.players or game(name).seats[0]
        jobs = (
            Job(name, ("club",) * players, f"{options.seed} {number}", options.effort)
            for number in count()
        )
        yield Group(
            {"measure": "blunders", "game": name, "players": players},
            planted_in,
            jobs,
            partial(counted, wanted=options.count),
            enough=partial(has_all, wanted=options.count),
        )


def has_all(found: Sequence[tuple[int, int, list[float]]], wanted: int) -> bool:
    return sum(planted for planted, _, _ in found) >= wanted


def counted(found: Sequence[tuple[int, int, list[float]]], wanted: int) -> dict[str, Any]:
    """The blunders of the first games that have so many together."""
    total, right, missed = 0, 0, []
    for planted, seen, losses in found:
        if total < wanted:
            total, right = total + planted, right + seen
            missed += losses
    return {"planted": total, "found": right, "missed": missed}


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


def timing(options: argparse.Namespace) -> Iterator[Group]:
    for name in options.game or all_games():
        players = options.players or game(name).seats[0]
        for job in some_jobs(options, name, (options.bots,) * players):
            yield Group(
                {"measure": "time", "game": name, "players": players},
                time_of,
                iter([job]),
                seconds,
                1,
            )


def seconds(found: Sequence[tuple[float, float, float, float, int]]) -> dict[str, Any]:
    [(first, whole, first_cpu, whole_cpu, decisions)] = found
    return {
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
    parser.add_argument(
        "--write",
        nargs="?",
        type=Path,
        const=FILE,
        metavar="FILE",
        help="levels: write the reference errors (into a copy of the package's file)",
    )
    parser.add_argument(
        "--limit-minutes", type=float, default=math.inf, help="end by then with what is known"
    )
    options = parser.parse_args()
    until = time.time() + 60 * options.limit_minutes
    for line in measured(list(MEASURES[options.measure](options)), options.jobs, until):
        print(json.dumps(line), flush=True)
        if options.write and "levels" in line:
            write_references(options.write, line, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
