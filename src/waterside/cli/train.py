"""Teaches a game's learned evaluation: self-play, learning, and a match against the weights before.

Rounds of self-play and learning; the first round is played by the search without a network, later ones
with what was learned so far. All is written to a folder as it comes: a run that was interrupted goes on
where it stopped. At the end the new weights play those the game has now, and replace them (--install)
only if they are not weaker. Needs Numba (waterside[train]), no GPU; a round of minutes on two cores is fine.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from rich.console import Console

from waterside.cli.arguments import at_least_one, from_0_to_1, make_folder
from waterside.core.errors import WatersideError
from waterside.core.registry import game
from waterside.simulate.cluster import is_cluster
from waterside.simulate.workers import cores
from waterside.training.learning import Learning
from waterside.training.report import write_report
from waterside.training.rounds import MANY_GAMES, Plan, Round, Training
from waterside.training.verdict import Verdict, install, judge

NAME = "train"
HELP = "teach a game's learned evaluation"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which game, how long, where to."""
    parser.add_argument("game", metavar="GAME")
    parser.add_argument(
        "--players", type=int, action="append", metavar="N", help="only these numbers of players"
    )
    parser.add_argument("--rounds", type=at_least_one, default=4, metavar="N", help="default 4")
    parser.add_argument(
        "--glances",
        type=int,
        default=2,
        metavar="N",
        help="rounds after the first that look one action ahead only: many more games (default 2)",
    )
    parser.add_argument(
        "--seconds", type=float, default=120.0, metavar="S", help="of play in a round (default 120)"
    )
    parser.add_argument(
        "--games", type=at_least_one, metavar="N", help="games in a round, in place of time"
    )
    parser.add_argument(
        "--iterations", type=at_least_one, metavar="N", help="of the search, for each move"
    )
    parser.add_argument(
        "--trust",
        type=from_0_to_1,
        metavar="T",
        help="how much what is expected at the next turn counts beside what comes later, from 0 to 1"
        " (default: as the game says, 0 or 0.5)",
    )
    parser.add_argument("--epochs", type=at_least_one, default=4, metavar="N", help="default 4")
    parser.add_argument(
        "--width", type=at_least_one, default=64, metavar="N", help="units (default 64)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of all luck (default 1)")
    parser.add_argument(
        "--jobs", type=at_least_one, metavar="N", help="threads (default: one for each core)"
    )
    parser.add_argument(
        "--device",
        default="cpu",
        help="where to play: cpu (default), or ray or ray://HOST:PORT for a cluster",
    )
    parser.add_argument(
        "--folder", type=Path, metavar="DIR", help="where to write (default training-GAME)"
    )
    parser.add_argument(
        "--match", type=int, default=200, metavar="N", help="games of the match at the end"
    )
    parser.add_argument(
        "--install", action="store_true", help="let the new weights be the game's, if not weaker"
    )


def run(options: argparse.Namespace) -> int:
    """Trains, plays the match, writes the report."""
    console = Console()
    kind = game(options.game)
    if kind.evaluation is None:
        raise WatersideError(f"{kind.title} has no features to learn from")
    for players in options.players or ():
        kind.check_players(players)
    if options.device != "cpu" and not is_cluster(options.device):
        raise WatersideError(
            f"device {options.device}: training runs on cpu, ray or ray://HOST:PORT"
        )
    folder = options.folder or Path(f"training-{kind.name}")
    make_folder(folder)
    plan = Plan(
        rounds=options.rounds,
        glances=options.glances,
        seconds=None if options.games else options.seconds,
        games=options.games or MANY_GAMES,
        players=tuple(options.players or ()),
        threads=options.jobs or cores(),
        device=options.device,
        seed=options.seed,
        playing=playing_of(options),
        learning=Learning(width=options.width, epochs=options.epochs, seed=options.seed),
    )
    with console.status("") as status:
        training = Training(
            kind,
            plan,
            folder,
            lambda what, done, total: status.update(
                f"{what}: {done:,}" + (f" of {total:,}" if total else "")
            ),
        )
        for done in training.run():
            console.print(summary(done))
        status.update("match against the weights before")
        verdict = judge(kind, training, options.match)
    if verdict:
        console.print(verdict.text())
    write_report(kind, training, verdict, folder)
    console.print(f"report: {folder / 'report.html'}")
    if options.install:
        return installed(console, training, verdict)
    return 0


def playing_of(options: argparse.Namespace) -> dict[str, Any]:
    """What is said of self-play; the rest is as the game has it."""
    said = {"iterations": options.iterations, "trust": options.trust}
    return {name: value for name, value in said.items() if value is not None}


def summary(done: Round) -> str:
    """A line about a round."""
    games = ", ".join(f"{count:,} of {players}" for players, count in done.games.items())
    tested = f"{min(done.course.tested):.4f}" if done.course.tested else "none"
    return (
        f"round {done.number}: games {games}; {done.examples:,} examples; held-out loss {tested}; "
        f"{done.seconds_played:.0f} s of play, {done.seconds_learned:.0f} s of learning"
    )


def installed(console: Console, training: Training, verdict: Verdict | None) -> int:
    """Replaces the game's weights, unless the new ones are weaker."""
    path = install(training, verdict)
    console.print(f"installed: {path}" if path else "not installed: the new weights are weaker")
    return 0 if path else 1
