"""A pool of processes in which bots think, so that a slow, broken or greedy bot hurts nobody.

>>> import waterside
>>> from waterside.bots.bot import Question
>>> position = waterside.game("crocodile").new(setup="picture")
>>> with Pool(workers=1) as pool:
...     pool.ask("random", Question.of(position, seed=1)).action in position.legal()
True
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, cast

from waterside.bots.bot import Answer, Question
from waterside.bots.factory import BotSpecError
from waterside.bots.queue import FairQueue, Share
from waterside.bots.worker import (
    ANSWER,
    BAD_BOT,
    QUESTION,
    RESULT,
    STOP,
    receive,
    request,
    send,
    task,
)
from waterside.core.errors import InvalidValueError, WatersideError
from waterside.core.registry import game

LIMIT, START_LIMIT, WARMING_LIMIT = 60.0, 60.0, 600.0
ALONE = Share()
"""For whoever uses a pool alone."""

# Not "-m": that warns where the package imports the module before it is run. "-P": what lies in
# the current folder is found only if the parent finds it too.
COMMAND = [sys.executable, "-P", "-c", "from waterside.bots.worker import main; main()"]


class PoolBusyError(WatersideError):
    """So many questions wait already that the pool takes no more."""


class BotTimeoutError(WatersideError):
    """The bot did not answer within its time limit."""


class BotCrashedError(WatersideError):
    """The bot failed, or its process ended, before it answered; the message says how."""


class PoolClosedError(WatersideError):
    """The pool answers no more questions."""

    def __init__(self) -> None:
        super().__init__("the pool has been closed")


class Asked(Future[Any]):
    """A question on its way, or a task: ``result(timeout)`` waits for the answer, ``cancel()`` gives
    it up.
    """

    def __init__(self, pool: Pool, name: str, sent: bytes, limit: float, share: Share) -> None:
        super().__init__()
        self.name = name
        """Of the bot, or of the task."""
        self.share = share
        self.limit = limit
        self.request = sent
        self._pool = pool

    def cancel(self) -> bool:
        """Gives the question up, also while the bot thinks; False if there is an outcome already."""
        if not super().cancel():
            return False
        self._pool._forget(self)
        return True

    def resolve(self, outcome: Answer | bytes | Exception) -> None:
        """Passes the outcome on, unless the question has been given up."""
        with suppress(InvalidStateError):
            if isinstance(outcome, Exception):
                self.set_exception(outcome)
            else:
                self.set_result(outcome)


class Pool:
    """So many processes; further questions wait, up to ``waiting`` of them, and are answered in
    turn for those on whose behalf they are asked (``Share``). One process, where there are several,
    is kept for questions that people wait for.

    A bot that is asked to stop has ``grace`` seconds to do so before its process is replaced.
    ``interpreted`` processes compile nothing: bots think more slowly there, but at once. ``nice`` is
    how much other processes come before these.
    """

    def __init__(
        self,
        workers: int = 2,
        waiting: int = 32,
        grace: float = 1.0,
        interpreted: bool = False,
        nice: int = 0,
    ) -> None:
        if workers < 1:
            raise InvalidValueError(f"{workers} workers: there must be at least one")
        self.grace = grace
        self.interpreted = interpreted
        self.nice = nice
        self._room = waiting
        self._changed = threading.Condition()
        self._waiting: FairQueue[Asked] = FairQueue()
        self._closed = False
        self._workers = [Worker(self) for _ in range(workers)]
        for worker in self._workers:
            worker.thread.start()

    def submit(
        self, spec: str, question: Question, limit: float = LIMIT, share: Share = ALONE
    ) -> Asked:
        """Asks the bot of this name without waiting; ``limit`` is in seconds of thinking."""
        return self._queue(Asked(self, spec, request(spec, limit, question), limit, share))

    def _queue(self, asked: Asked) -> Asked:
        share, postponed = asked.share, None
        with self._changed:
            self._check_open()
            free = sum(not worker.busy for worker in self._workers)
            if len(self._waiting) >= self._room + free:
                postponed = self._waiting.make_room(share)
                if postponed is None:
                    raise self._busy()
            self._waiting.push(asked, share)
            self._changed.notify_all()
        if postponed is not None:
            postponed.resolve(self._busy())
        return asked

    def _busy(self) -> PoolBusyError:
        return PoolBusyError(f"{len(self._waiting)} questions wait already; try again later")

    def ask(self, spec: str, question: Question, limit: float = LIMIT) -> Answer:
        """Asks the bot of this name and waits for its answer."""
        asked = self.submit(spec, question, limit)
        try:
            return cast("Answer", asked.result())
        except BaseException:  # Ctrl-C, too: nobody waits for the answer any more
            asked.cancel()
            raise

    async def ask_async(
        self, spec: str, question: Question, limit: float = LIMIT, share: Share = ALONE
    ) -> Answer:
        """As ``ask``; if the task that waits is cancelled, so is the question."""
        return cast("Answer", await asyncio.wrap_future(self.submit(spec, question, limit, share)))

    async def work_async(
        self, name: str, given: bytes, limit: float = LIMIT, share: Share = ALONE
    ) -> bytes:
        """Has other work done in turn with the bots' questions: ``name`` is ``module:function``, which
        takes what is given and whether it should stop.
        """
        asked = self._queue(Asked(self, name, task(name, limit, given), limit, share))
        return cast("bytes", await asyncio.wrap_future(asked))

    def warm(
        self,
        game_name: str,
        spec: str = "search:ms=1",
        on_progress: Callable[[int, int], object] | None = None,
    ) -> Future[None]:
        """Has every worker load and compile what this bot needs for a game, in the background.

        ``on_progress(done, workers)`` is called from another thread.
        """
        position = game(game_name).new()
        while position.actor == "chance":
            position = position.play(next(iter(position.chances())))
        question = Question.of(position)
        done: Future[None] = Future()

        def warm_all() -> None:
            try:
                # One after the other: the first compiles, the others read what it has stored.
                for number, worker in enumerate(self._workers, start=1):
                    self._submit_to(worker, spec, question).result()
                    if on_progress:
                        on_progress(number, len(self._workers))
                done.set_result(None)
            except Exception as problem:
                done.set_exception(problem)

        threading.Thread(target=warm_all, name="warming bots", daemon=True).start()
        return done

    def processes(self) -> list[int]:
        """The process numbers of the workers that run now."""
        return [process.pid for worker in self._workers if (process := worker.process)]

    def close(self) -> None:
        """Ends all processes; whoever waits for an answer gets ``PoolClosedError``."""
        with self._changed:
            self._closed = True
            left = [*self._waiting, *(asked for worker in self._workers for asked in worker.own)]
            self._changed.notify_all()
        for asked in left:
            asked.resolve(PoolClosedError())
        for worker in self._workers:
            worker.kill(PoolClosedError())
        for worker in self._workers:
            if worker.thread is not threading.current_thread():
                worker.thread.join()

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def _check_open(self) -> None:
        if self._closed:
            raise PoolClosedError

    def _submit_to(self, worker: Worker, spec: str, question: Question) -> Asked:
        sent = request(spec, WARMING_LIMIT, question)
        asked = Asked(self, spec, sent, WARMING_LIMIT, ALONE)
        with self._changed:
            self._check_open()
            worker.own.append(asked)
            self._changed.notify_all()
        return asked

    def _next(self, worker: Worker) -> Asked | None:
        """Waits for the next question for this worker; None when the pool is closed."""
        with self._changed:
            worker.busy = False
            if worker.is_in_background:
                worker.is_in_background = False
                self._changed.notify_all()  # another one may work in the background now
            self._changed.wait_for(lambda: self._closed or worker.own or self._has_next())
            if self._closed:
                return None
            worker.busy = True
            if worker.own:
                return worker.own.popleft()
            asked = self._waiting.pop(background=self._has_room_in_background())
            worker.is_in_background = asked.share.is_background
            return asked

    def _has_next(self) -> bool:
        return self._waiting.has(background=self._has_room_in_background())

    def _has_room_in_background(self) -> bool:
        """Whether one worker, if there are several, is still left for what people wait for."""
        used = sum(worker.is_in_background for worker in self._workers)
        return used < max(1, len(self._workers) - 1)

    def _forget(self, asked: Asked) -> None:
        with self._changed:
            self._waiting.remove(asked)
        for worker in self._workers:
            worker.stop(asked)


class Worker:
    """One process, and the thread that feeds it and replaces it when it has ended."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.busy = False
        self.is_in_background = False
        """Whether no person waits for what it works on."""
        self.own: deque[Asked] = deque()
        """Questions for this worker and no other."""
        self.process: subprocess.Popen[bytes] | None = None
        self.thread = threading.Thread(target=self._run, name="bot worker", daemon=True)
        self._lock = threading.Lock()
        """Held to write to the process, or to start or kill it."""
        self._asked: Asked | None = None
        self._verdict: Exception | None = None
        """Why the process was killed, if it was us."""
        self._clocks: list[threading.Timer] = []

    def stop(self, asked: Asked) -> None:
        """Asks the bot to stop if this is the question it thinks about."""
        if self._asked is not asked:  # looked at first: starting a process holds the lock for long
            return
        with self._lock:
            if self._asked is asked:
                with suppress(OSError):
                    send(self._pipes()[0], STOP)
                self._kill_after(self.pool.grace, asked, BotCrashedError("it did not stop"))

    def kill(self, verdict: Exception, only: Asked | None = None) -> None:
        """Kills the process, or does so only if it works on this question."""
        with self._lock:
            if self.process and (only is None or self._asked is only):
                self._verdict = verdict
                self.process.kill()

    def _kill_after(self, seconds: float, asked: Asked, verdict: Exception) -> None:
        self._clocks.append(clock(seconds, self.kill, verdict, asked))

    def _pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        process = cast("subprocess.Popen[bytes]", self.process)
        return cast("IO[bytes]", process.stdin), cast("IO[bytes]", process.stdout)

    def _run(self) -> None:
        while True:
            # At once, so that the next question need not wait; if it fails, that one will find out.
            with suppress(Exception):
                self._start_if_ended()
            if (asked := self.pool._next(self)) is None:
                break
            reported = self._work_on(asked)
            self.busy = False  # first, as whoever gets the outcome may ask again at once
            if reported is not None:
                asked.resolve(reported)
        self._end()

    def _start_if_ended(self) -> None:
        if self.process and self.process.poll() is None:
            return
        self._end()
        # Workers find the modules that we find, however we came to find them.
        path = os.pathsep.join(folder or str(Path.cwd()) for folder in sys.path)
        surroundings = {**os.environ, "PYTHONPATH": path}
        if self.pool.interpreted:
            surroundings["WATERSIDE_INTERPRETED"] = "1"
        with self._lock:
            self.pool._check_open()
            self._verdict = None
            self.process = subprocess.Popen(
                COMMAND,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=surroundings,
                start_new_session=True,  # Ctrl-C is for us; workers end when we do
            )
            start_timer = clock(START_LIMIT, self.process.kill)
        try:
            receive(self._pipes()[1])
        finally:
            start_timer.cancel()
        if self.pool.nice and hasattr(os, "setpriority"):  # not before: it has to start in time
            with suppress(OSError):  # it may have ended already
                os.setpriority(os.PRIO_PROCESS, self.process.pid, self.pool.nice)

    def _work_on(self, asked: Asked) -> Answer | bytes | Exception | None:
        """The answer or what went wrong; None if the question was given up before it was sent."""
        try:
            self._start_if_ended()
            with self._lock:
                self._asked = asked  # first, so that whoever cancels now either finds it or is seen
                if asked.done():
                    return None
                send(self._pipes()[0], QUESTION, asked.request)
                slow = BotTimeoutError(f"{asked.name}: no answer within {asked.limit:g} seconds")
                self._kill_after(asked.limit, asked, slow)
            return outcome(asked.name, *receive(self._pipes()[1]))
        except PoolClosedError as closed:
            return closed
        except Exception as problem:
            # Mostly the end of the pipe; after anything else the process cannot be trusted either.
            how = self._end(problem)
            return self._verdict or BotCrashedError(f"{asked.name}: {how}")
        finally:
            with self._lock:
                self._asked = None
                for running in self._clocks:
                    running.cancel()
                self._clocks.clear()
            if self._verdict:  # it answered while it was being killed
                self._end()

    def _end(self, problem: Exception | None = None) -> str:
        """Makes sure that the process has ended, and says how it did."""
        if (process := self.process) is None:
            return f"no process could be started: {problem}"
        process.kill()
        status = process.wait()
        for pipe in self._pipes():
            pipe.close()
        with self._lock:
            self.process = None
        if not isinstance(problem, EOFError | OSError):
            return f"its process gave no proper answer: {problem}"
        if status < 0:
            return f"its process was killed by signal {-status} ({signal.strsignal(-status)})"
        return f"its process ended with status {status}"


def clock(seconds: float, action: Callable[..., object], *arguments: object) -> threading.Timer:
    """Does something in so many seconds, unless it is cancelled."""
    timer = threading.Timer(seconds, action, arguments)
    timer.daemon = True
    timer.start()
    return timer


def outcome(spec: str, kind: bytes, data: bytes) -> Answer | bytes | Exception:
    """What a worker's message says."""
    if kind == ANSWER:
        return Answer.from_bytes(data)
    if kind == RESULT:
        return data
    if kind == BAD_BOT:
        return BotSpecError(data.decode())
    reported = json.loads(data)
    crashed = BotCrashedError(f"{spec}: {reported['reason']}")
    crashed.add_note(f"In the worker process:\n{reported['where']}")
    return crashed
