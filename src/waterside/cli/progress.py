"""Progress bars on standard error, so that results on standard output can be piped on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from waterside.core.game import Game
from waterside.engine.warmup import compile_steps


def progress_bar() -> Progress:
    """A bar that counts games; removed when it is done, absent if there is no terminal."""
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


@contextmanager
def counting_games(title: str, games: int) -> Iterator[Callable[[int], None]]:
    """Shows how many games are done; call the given function with how many more are. Before the
    first one is done the rules may have to be compiled, and the bar says so.
    """
    with progress_bar() as bar:
        task = bar.add_task(f"{title}: preparing (slower the first time)", total=None)

        def done(more: int) -> None:
            bar.update(task, description=title, total=games, advance=more)

        yield done


def compile_with_progress(game: Game, *steps: str) -> None:
    """Compiles the named parts of a game's rules (all parts if none is named), or reads them from
    the cache, and shows a progress bar meanwhile.
    """
    known = compile_steps(game)
    with Progress(
        TextColumn(f"preparing {game.title} (slower the first time)"),
        BarColumn(),
        TextColumn("{task.description}"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as progress:
        task = progress.add_task("", total=len(steps or known))
        for step in steps or known:
            progress.update(task, description=step)
            known[step]()
            progress.advance(task)
