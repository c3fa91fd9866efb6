"""Lets bots play each other, on all cores, and reports their results.

With two players, every pair of bots plays pairs of games, with the seats exchanged and the same
outcomes of chance. With more players, bots rotate through all seats; if there are fewer bots than
seats, each plays alone against a table of each other bot, so that its win rate can be compared with
an equal share. The number of games is rounded up until every bot has had every seat equally often.

A bot that crashes, gives an illegal answer or does not answer forfeits the game.

Exit status: 0 if every game was played to its end, 1 after a forfeit, 2 for wrong usage.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from functools import partial
from pathlib import Path
from statistics import fmean

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from waterside.cli.arguments import add_game, at_least_one, chosen_game
from waterside.cli.progress import progress_bar
from waterside.core.errors import WatersideError
from waterside.simulate.arena import Match, Result
from waterside.simulate.ratings import Rate, SprtRun, Standing, seat_rates, standings, wilson
from waterside.simulate.results import ResultsFile
from waterside.simulate.workers import LONGEST_MOVE, play_games

NAME = "arena"
HELP = "let bots play each other"
INTERRUPTED = 130


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the match, the file for its results and when to stop."""
    add_game(parser)
    parser.add_argument(
        "bots", metavar="BOT", nargs="+", help="a bot, for example random or search:ms=200"
    )
    parser.add_argument(
        "--games", type=at_least_one, default=100, metavar="N", help="number of games (default 100)"
    )
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="seed of all chance (default 1)"
    )
    parser.add_argument(
        "--jobs",
        type=at_least_one,
        metavar="N",
        help="number of processes (default: one for each core)",
    )
    parser.add_argument(
        "--device",
        default="cpu",
        help="where to play: cpu (default), or ray or ray://HOST:PORT for a cluster",
    )
    parser.add_argument(
        "--results",
        type=Path,
        metavar="FILE",
        help="keep each game as a line of JSON; games that are in the file are not played again",
    )
    parser.add_argument(
        "--sprt",
        action="store_true",
        help="for two bots and two players: stop when it is clear whether the first scores 50%%"
        " or 55%%",
    )
    parser.add_argument(
        "--move-limit",
        type=float,
        default=LONGEST_MOVE,
        metavar="SECONDS",
        help=f"a bot that takes longer for a move forfeits (default {LONGEST_MOVE:g})",
    )
    parser.add_argument("--json", action="store_true", help="print JSON lines instead of a table")


def run(options: argparse.Namespace) -> int:
    """Plays the games that the file does not have, then prints the results."""
    game, players, resolved = chosen_game(options)
    match = Match(game.name, players, resolved, tuple(options.bots), options.seed)
    if options.sprt and (players != 2 or len(match.specs) != 2):
        raise WatersideError("--sprt takes two bots and a game of two players")
    test = SprtRun(match) if options.sprt else None
    games = match.whole_rounds(options.games)
    if games != options.games:
        print(
            f"waterside arena: {games} games, so that every bot has every seat equally often",
            file=sys.stderr,
        )
    results, interrupted = play(match, games, options, test)
    if test and test.verdict:
        results = [result for result in results if result.number < test.games]
    report_forfeits(results)
    if options.json:
        print_lines(match, results, test)
    else:
        print_tables(match, results, test)
    if interrupted:
        return INTERRUPTED
    return int(any(result.forfeit for result in results))


def play(
    match: Match, games: int, options: argparse.Namespace, test: SprtRun | None
) -> tuple[list[Result], bool]:
    """All results, old and new, and whether the user interrupted the match."""
    with ResultsFile(options.results, match) as file, progress_bar() as bar:
        results = [result for number, result in file.found.items() if number < games]
        task = bar.add_task(match.game, total=games, completed=len(results))
        if test and any(test.add(result) for result in results):
            return results, False
        numbers = (number for number in range(games) if number not in file.found)
        played = players_at(options)(match, numbers)
        try:
            with closing(played):
                for result in played:
                    file.add(result)
                    results.append(result)
                    bar.advance(task)
                    if test and test.add(result):
                        break
        except KeyboardInterrupt:
            where = f", all in {options.results}" if options.results else ""
            bar.stop()
            print(f"waterside arena: stopped after {len(results)} games{where}", file=sys.stderr)
            return results, True
    return results, False


def players_at(
    options: argparse.Namespace,
) -> Callable[[Match, Iterable[int]], Generator[Result, None, None]]:
    """The function that plays the games: in processes of this machine, or on a Ray cluster."""
    if options.device == "cpu":
        return partial(play_games, jobs=options.jobs, move_limit=options.move_limit)
    from waterside.simulate.cluster import Cluster, is_cluster

    if not is_cluster(options.device):
        raise WatersideError(
            f"device {options.device}: an arena runs on cpu, ray or ray://HOST:PORT"
        )
    return Cluster(options.device).results


def report_forfeits(results: list[Result]) -> None:
    """Prints the reasons of the first few forfeits."""
    forfeits = [(result.number, result.forfeit) for result in results if result.forfeit]
    for number, forfeit in sorted(forfeits, key=lambda one: one[0])[:5]:
        print(
            f"waterside arena: {forfeit.bot} forfeits game {number} on seat {forfeit.seat}: "
            f"{forfeit.why}",
            file=sys.stderr,
        )
    if len(forfeits) > 5:
        print(f"waterside arena: {len(forfeits) - 5} more forfeits", file=sys.stderr)


def print_lines(match: Match, results: list[Result], test: SprtRun | None) -> None:
    """Prints a line of JSON for each bot, one for the seats and one for the test."""
    played = {"game": match.game, "players": match.players}
    for standing in standings(match, results):
        print(json.dumps(played | standing.line()))
    seats = {seat: rate.line() for seat, rate in seat_rates(match, results).items()}
    print(json.dumps(played | {"seats": seats}))
    if test:
        print(
            json.dumps(played | {"first": match.specs[0], "second": match.specs[1]} | test.line())
        )


def print_tables(match: Match, results: list[Result], test: SprtRun | None) -> None:
    """Prints the results as a table."""
    rows = standings(match, results)
    table = Table(
        title=f"{match.game}, {match.players} players, {len(results)} games", title_justify="left"
    )
    table.add_column("bot", style="bold")
    for column in (
        "games",
        "win rate (95%)",
        "of decided",
        "mean score",
        "rating",
        "ms per move",
        "longest ms",
    ):
        table.add_column(column, justify="right")
    for row in sorted(rows, key=lambda row: -percent(row.rate)):
        table.add_row(*cells(row))
    console = Console()
    if not console.is_terminal:
        console = Console(width=120)
    console.print(table)
    if match.has_lone_bots:
        share = 100 / match.players
        console.print(f"games alone against {match.players - 1} others; equal share {share:.1f}%")
    seats = seat_rates(match, results)
    console.print("; ".join(f"seat {seat} wins {interval(rate)}" for seat, rate in seats.items()))
    if test:
        console.print(verdict(match, test))
    if rows[0].rating is None:
        print("for ratings: pip install 'waterside[arena]'", file=sys.stderr)


def cells(row: Standing) -> list[str]:
    """The cells of a bot's row in the table."""
    return [
        escape(row.bot),
        str(row.rate.games),
        interval(row.rate),
        f"{percent(row.decided):.1f}%" if row.decided.games else "-",
        f"{fmean(row.scores):.2f}" if row.scores else "-",
        f"{row.rating[0]:.1f} ± {row.rating[1]:.1f}" if row.rating else "-",
        f"{row.spent.mean:.2f}",
        f"{row.spent.max:.1f}",
    ]


def percent(rate: Rate) -> float:
    """A rate in percent."""
    return 100 * rate.won / rate.games if rate.games else 0.0


def interval(rate: Rate) -> str:
    """A rate in percent with its 95% interval."""
    low, high = wilson(rate.won, rate.games)
    return f"{percent(rate):.1f}% ({100 * low:.1f}-{100 * high:.1f})"


def verdict(match: Match, test: SprtRun) -> str:
    """The result of the sequential test in words."""
    first, second = (escape(name) for name in match.bots)
    found = {
        "H1": f"{first} scores {test.test.high:.0%} or more against {second}",
        "H0": f"{first} scores {test.test.low:.0%} or less against {second}",
        None: "undecided: more games are needed",
    }[test.verdict]
    line = test.line()
    return (
        f"sequential test after {test.games} games: {found} (log-likelihood ratio {line['llr']:.2f}, "
        f"bounds {line['bounds'][0]:.2f} and {line['bounds'][1]:.2f})"
    )
