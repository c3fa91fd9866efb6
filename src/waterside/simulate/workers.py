"""Games on all cores: processes that play whole games, watched so that none is waited for in vain."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from typing import Any

from waterside.bots.factory import make_bot
from waterside.core.errors import WatersideError
from waterside.simulate.arena import Match, Result, Table, forfeited

LONGEST_MOVE = 600.0
"""After so many seconds without an answer a bot has forfeited the game."""
WARMING_UP = -1


def cores() -> int:
    """How many processes can run at once here."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play_games(
    match: Match, numbers: Iterable[int], jobs: int | None = None, move_limit: float = LONGEST_MOVE
) -> Generator[Result, None, None]:
    """Plays these games and gives each result as it comes; closing the iterator ends it all.

    The first process gets a head start: where bots compile something, the others then find it in
    the cache.
    """
    waiting = iter(numbers)
    number = next(waiting, None)
    workers: list[Worker] = []
    jobs = jobs or cores()
    try:
        if number is not None:
            workers.append(Worker(match, number))
        while workers:
            for worker in ready(workers, move_limit):
                result, again = worker.news(move_limit)
                if result is not None:
                    yield result
                    if again:
                        number = next(waiting, None)
                        if number is not None:
                            worker.give(number)
                            continue
                    worker.end()
                    workers.remove(worker)
            while len(workers) < jobs and (not workers or workers[0].is_warm):
                number = next(waiting, None)
                if number is None:
                    break
                workers.append(Worker(match, number))
    finally:
        for worker in workers:
            worker.end()


def ready(workers: list[Worker], move_limit: float) -> list[Worker]:
    """Waits until some of the workers have news, have died or think too long."""
    handles = [handle for one in workers for handle in (one.pipe, one.process.sentinel)]
    soonest = min(one.seconds_left(move_limit) for one in workers)
    awake = wait(handles, timeout=max(0.01, min(1.0, soonest)))
    return [
        one
        for one in workers
        if one.pipe in awake or one.process.sentinel in awake or one.seconds_left(move_limit) <= 0
    ]


class Worker:
    """A process as seen from the one that started it."""

    def __init__(self, match: Match, number: int) -> None:
        context = multiprocessing.get_context("spawn")
        self.match = match
        self.number = number
        self.is_warm = False
        self.pipe, theirs = context.Pipe()
        self.asked = context.RawArray("d", 2)
        """The seat that is thinking (0: none; negative: while warming up), and since when."""
        self.process = context.Process(target=work, args=(match, theirs, self.asked), daemon=True)
        with no_interrupts():
            self.process.start()
        theirs.close()
        self.give(number)

    def give(self, number: int) -> None:
        """Hands it a game to play."""
        self.number = number
        with suppress(OSError):  # it has died; its sentinel says so
            self.pipe.send(number)

    def seconds_left(self, move_limit: float) -> float:
        """How long the bot that is thinking may still think."""
        seat, since = self.asked
        if seat == 0:
            return move_limit
        limit = max(move_limit, LONGEST_MOVE) if seat < 0 else move_limit
        return limit - (time.monotonic() - float(since))

    def news(self, move_limit: float) -> tuple[Result | None, bool]:
        """The result of its game, if there is one, and whether it can play another."""
        try:
            if self.pipe.poll():
                kind, content = self.pipe.recv()
                if kind == "failed":
                    raise WatersideError(content)
                if kind == "warm":
                    self.is_warm = True
                    return None, True
                return content, True
        except (EOFError, OSError):
            self.process.join()
        seat = int(self.asked[0])
        if not self.process.is_alive():
            why = f"its process ended with status {self.process.exitcode}"
        elif self.seconds_left(move_limit) <= 0:
            why = f"no answer within {move_limit:g} s"
        else:
            return None, True
        if seat < 0:
            raise WatersideError(f"{list(self.match.bots)[WARMING_UP - seat]}: {why}")
        if seat == 0:
            raise WatersideError(f"game {self.number} could not be played: {why}")
        return forfeited(self.match, self.number, seat, why), False

    def end(self) -> None:
        """Ends the process, whatever it is doing."""
        self.pipe.close()
        self.process.terminate()
        self.process.join(5)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process.close()


@contextmanager
def no_interrupts() -> Iterator[None]:
    """Processes started meanwhile do not hear Ctrl-C: who started them ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def work(match: Match, pipe: Connection, asked: Any) -> None:
    """What a process does: plays the games it is sent until the connection closes."""
    number: int | None = None

    def thinking(seat: int) -> None:
        asked[1] = time.monotonic()
        asked[0] = seat

    try:
        bots = {name: make_bot(spec) for name, spec in match.bots.items()}
        for place, bot in enumerate(bots.values()):
            table = Table(match, 0)
            thinking(WARMING_UP - place)
            with suppress(Exception, SystemExit):  # in a game it will be a forfeit
                bot.answer(table.question(), lambda: True)
            thinking(0)
        pipe.send(("warm", None))
        while True:
            number = pipe.recv()
            pipe.send(("played", match.play(number, bots, thinking)))
    except (EOFError, OSError):
        return
    except WatersideError as problem:
        pipe.send(("failed", str(problem)))
    except Exception:
        where = "starting" if number is None else f"game {number}"
        pipe.send(("failed", f"{where}: {traceback.format_exc()}"))
