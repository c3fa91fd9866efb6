"""Progress for people who wait: on standard error, so that results can be piped on."""

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
    """A bar that counts games; gone when it is done, and not there where nobody would see it move."""
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
    """Shows how many of the games are done; give what it gives how many more are. Until the first
    are, the rules may have to be compiled, and the bar says so.
    """
    with progress_bar() as bar:
        task = bar.add_task(f"{title}: preparing, the first time takes a little", total=None)

        def done(more: int) -> None:
            bar.update(task, description=title, total=games, advance=more)

        yield done


def compile_with_progress(game: Game, *steps: str) -> None:
    """Compiles parts of a game's rules, or reads them from the cache, while a bar shows how far
    it is; all parts if none is named.
    """
    known = compile_steps(game)
    with Progress(
        TextColumn(f"preparing {game.title}, the first time takes a little"),
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
