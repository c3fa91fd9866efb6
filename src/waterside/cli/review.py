"""Reviews recorded games: where shares of the win were lost and won, by decisions, luck and what was hidden.

RECORD is a file, or - for standard input; for a folder every record in it is reviewed, and each player's
games are summed up. -o writes a page with plots and boards, --json and --csv write the figures. Work that
an earlier --json file of the same game has done is not done again.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from waterside.cli.arguments import add_language
from waterside.cli.picture import read
from waterside.core.errors import WatersideError
from waterside.core.language import Say
from waterside.core.record import Record
from waterside.engine import build
from waterside.review import MARKS, Budget, Review, default_budget, reviewing
from waterside.review.page import html_page, summary_rows
from waterside.review.reviewing import positions_of
from waterside.review.tables import Player, players_of, steps_as_csv
from waterside.review.verdicts import verdict_name
from waterside.review.words import Words, percent, points
from waterside.text.language import own_language, speaker

NAME = "review"
HELP = "review a recorded game: luck and skill, move by move"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds RECORD, -o, --json, --csv, --effort, --seed and --language."""
    parser.add_argument(
        "record", metavar="RECORD", help="file with the record, - for standard input, or a folder"
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="a page to write: .html")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the review as JSON")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write every step as CSV")
    parser.add_argument(
        "--effort", type=float, default=1.0, metavar="X", help="times the usual budget (default 1)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed (default 0)")
    add_language(parser)


def run(options: argparse.Namespace) -> int:
    """Reviews the game or the games and prints what was found."""
    if not 0.001 <= options.effort <= 1000:
        raise WatersideError(f"--effort {options.effort}: from 0.001 to 1000")
    if missing := build.compiler_missing():
        print(f"waterside review: {missing}; the review will be rough", file=sys.stderr)
    say = speaker(options.language or own_language(os.environ))
    if options.record != "-" and Path(options.record).is_dir():
        return review_folder(options, say)
    record = read(options.record)
    known = earlier(options.json)
    found = with_progress(record, budget_for(record, options), known)
    positions = positions_of(record.position())
    words = Words(found, positions, say)
    console = Console()
    console.print(moments_table(words))
    console.print(players_table(words))
    if options.output:
        if options.output.suffix != ".html":
            raise WatersideError(f"{options.output}: the page ends in .html")
        write(options.output, html_page(found, positions, say))
    if options.json:
        write(options.json, found.dumps() + "\n")
    if options.csv:
        write(options.csv, steps_as_csv(found))
    return 0


def budget_for(record: Record, options: argparse.Namespace) -> Budget:
    """How much to look at."""
    return default_budget(record.position().game, options.effort, options.seed)


def earlier(path: Path | None) -> Review | None:
    """What an earlier review has left in a file, if it is one."""
    if path is None or not path.exists():
        return None
    try:
        return Review.from_json(json.loads(path.read_text("utf-8")))
    except (ValueError, OSError):
        return None


def write(path: Path, text: str) -> None:
    """Writes a file."""
    try:
        path.write_text(text, "utf-8")
    except OSError as problem:
        raise WatersideError(f"{path} cannot be written: {problem.strerror}") from None


def with_progress(record: Record, budget: Budget, known: Review | None = None) -> Review:
    """Reviews a game with a progress bar on standard error."""
    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as progress:
        task = progress.add_task(record.game, total=None)
        found: Review | None = None
        for found in reviewing(record, budget, known):
            progress.update(task, completed=found.done, total=found.total)
    assert found is not None
    return found


def moments_table(words: Words) -> Table:
    """The moments that mattered, the most decisive first."""
    say, review = words.say, words.review
    table = Table(title=say("The moments that mattered"), title_justify="left")
    table.add_column(say("action"), justify="right")
    table.add_column(say("change"), justify="right")
    table.add_column(say("verdict"))
    table.add_column(say("what happened"))
    for moment in review.moments:
        verdict = ""
        if moment.kind == "decision":
            given = words.decisions[moment.step].verdict
            verdict = f"{verdict_name(given, say)} {MARKS[given]}"
        change = points(moment.swing, say)
        table.add_row(str(moment.step + 1), change, verdict, words.moment(moment))
    return table


def players_table(words: Words) -> Table:
    """The players' figures, one to a column."""
    head, rows = summary_rows(words)
    table = Table(title=words.say("Luck and skill"), title_justify="left")
    table.add_column("")
    for row in rows:
        table.add_column(row[0], justify="right")
    for place, name in enumerate(head[1:], 1):
        table.add_row(name, *(row[place] for row in rows))
    return table


def review_folder(options: argparse.Namespace, say: Say) -> int:
    """Reviews every record in a folder and sums up the players."""
    if options.output:
        raise WatersideError("-o writes the page of one game; a folder has --json and --csv")
    reviews = []
    for path in sorted(Path(options.record).iterdir()):
        if not path.is_file():
            continue
        try:
            record = Record.loads(path.read_text("utf-8"))
            reviews.append(with_progress(record, budget_for(record, options)))
        except (WatersideError, UnicodeDecodeError) as problem:
            print(f"{path}: {problem}", file=sys.stderr)
    if not reviews:
        raise WatersideError(f"{options.record}: no record that can be reviewed")
    players = players_of(reviews)
    Console().print(folder_table(players, say))
    if options.json:
        write(options.json, "".join(review.dumps() + "\n" for review in reviews))
    if options.csv:
        lines = ["name,game,games,mean_result,mean_luck,decisions,error_per_decision,error"]
        for one in players:
            mean, error = one.error_per_decision
            name = one.name.replace('"', '""')
            lines.append(
                f'"{name}",{one.game},{one.games},{average(one.results)},{average(one.luck)},'
                f"{len(one.losses)},{mean},{error}"
            )
        write(options.csv, "\n".join(lines) + "\n")
    return 0


def average(values: list[float]) -> float:
    """The mean of some values."""
    return sum(values) / len(values)


def folder_table(players: list[Player], say: Say) -> Table:
    """Players over many games."""
    table = Table()
    for head in (
        say("player"),
        say("game"),
        say("games"),
        say("result"),
        say("luck"),
        say("less luck"),
        say("error per decision"),
        say("level"),
    ):
        table.add_column(head)
    for one in players:
        mean, error = one.error_per_decision
        result, luck = average(one.results), average(one.luck)
        strength = one.strength
        level = (
            f"{strength.level:.1f} ({strength.low:.1f}–{strength.high:.1f})" if strength else "–"
        )
        table.add_row(
            one.name,
            one.game,
            str(one.games),
            percent(result, say),
            points(luck, say),
            percent(result - luck, say),
            f"{100 * mean:.1f} ± {100 * error:.1f}",
            level,
        )
    return table
