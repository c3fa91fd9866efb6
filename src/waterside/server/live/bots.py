"""Bots at a table: their turns, the turns of players whose time is over, hints and their reasons."""

from __future__ import annotations

import asyncio
import logging
import random
import weakref
from collections.abc import Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from waterside import protocol
from waterside.bots.bot import Question
from waterside.bots.consequences import StoppedError
from waterside.bots.pool import BotCrashedError, BotTimeoutError, PoolBusyError, PoolClosedError
from waterside.core.errors import WatersideError
from waterside.protocol import Advice, Refusal, RefusalError, SearchQuestion, Speed
from waterside.server.domain.commands.games import acted
from waterside.server.domain.events import Draft
from waterside.server.domain.seat import Seat
from waterside.server.live.advice import advice, explanation
from waterside.server.live.connection import Connection
from waterside.server.live.errors import UnreadableTableError
from waterside.server.live.thinking import PageThinking
from waterside.server.store import StoreError
from waterside.server.views.scenes import is_covered
from waterside.text.language import speaker
from waterside.text.reasons import reasons

if TYPE_CHECKING:
    from waterside.server.live.table import LiveTable

log = logging.getLogger(__name__)
T = TypeVar("T")

OTHERS_TURN = 15.0
"""Seconds that a bot's move is left to the process that stored the last one."""
ATTEMPTS = 4
LAST_RESORT = "random"
MOST_CONSIDERED = 5
STILL_WANTED = 0.5
"""Seconds between two looks whether a viewer still waits for a hint."""
LONGEST_PAUSE = 4.0
PACES: dict[Speed, float] = {"slow": 2.5, "normal": 1.0, "fast": 0.3, "none": 0.0}
"""How much longer than usual bots wait before a move."""


class BotSeats:
    """The tasks of one table that act by themselves: at most one for a turn, one for its clock."""

    def __init__(self, live: LiveTable) -> None:
        self.live: LiveTable = weakref.proxy(live)
        self.is_ours = True
        """Whether this process stored the last event of the game."""
        self.pages = PageThinking(live)
        self._turn: asyncio.Task[None] | None = None
        self._turn_number: tuple[int, int | None] = (-1, None)
        self._clock: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._explaining: dict[Connection, tuple[asyncio.Task[None], int | None]] = {}
        """What is being explained to viewers, and by which of their messages."""

    def wake(self) -> None:
        """Has the next turn played if it is a bot's, and in time if there is a clock."""
        table = self.live.table
        if self._turn_number == (table.game_number, table.faced):
            actor = table.actor()
            if (self._turn is not None and not self._turn.done()) == bool(actor and actor.level):
                return
        self.stop_turn()
        actor = table.actor()
        if actor is None or self.live.hub.closing:
            return
        self._turn_number = table.game_number, table.faced
        if actor.level is not None:
            self._turn = self._start(self._play(actor, actor.level, table.game_number))
        elif table.turn_time is not None and not is_covered(table):
            left = table.turn_since + table.turn_time - self.live.hub.now()
            left = min(max(0.0, left), table.turn_time)  # the computer's clock may have been set
            loop = asyncio.get_running_loop()
            self._clock = loop.call_later(left, self._time_is_up, actor, table.game_number)

    @property
    def is_busy(self) -> bool:
        """Whether a bot thinks or a clock runs."""
        return bool(self._clock or self._tasks)

    def stop_turn(self) -> None:
        """Gives up what was started for the turn before."""
        if self._turn is not None and self._turn is not asyncio.current_task():
            self._turn.cancel()
        self._turn = None
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def stop(self) -> None:
        """Gives up everything."""
        self.stop_turn()
        for task in self._tasks:
            task.cancel()

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _time_is_up(self, actor: Seat, number: int) -> None:
        self._clock = None
        self._turn = self._start(self._play(actor, self.live.table.stand_in, number, by="clock"))

    async def _play(self, seat: Seat, level: str, number: int, by: str | None = None) -> None:
        """A bot plays the turn that began at this log number, unless it is played meanwhile."""
        live = self.live
        if not self.is_ours:
            await asyncio.sleep(OTHERS_TURN)
        began = asyncio.get_running_loop().time()
        pause = live.hub.settings.bot_pause * random.uniform(0.6, 1.4) * self._pace()
        while live.table.game_number == number and not live.hub.closing:
            try:
                action = await self._ask(seat, level, by)
                left = began + min(pause, LONGEST_PAUSE) - asyncio.get_running_loop().time()
                if left > 0:
                    await asyncio.sleep(left)
                async with live.lock:
                    if live.table.game_number != number:
                        return
                    move = partial(self._move, seat.number, action, number, by)
                    await live.decide(move)
                return
            except (PoolClosedError, UnreadableTableError):
                return
            except StoreError as problem:
                log.warning("a bot's move is not stored yet: %s", problem)
                await asyncio.sleep(1)

    def _pace(self) -> float:
        """How much longer than usual a bot waits: as the slowest of the players wants it."""
        people = {seat.identity for seat in self.live.table.people()}
        wanted = [PACES[one.speed] for one in self.live.connections if one.identity in people]
        return max(wanted, default=PACES["normal"])

    def _move(self, seat: int, action: str, number: int, by: str | None) -> list[Draft]:
        if self.live.table.game_number != number:
            return []
        return [acted(self.live.table, seat, action, by)]

    async def _ask(self, seat: Seat, level: str, by: str | None) -> str:
        """What the bot plays; asked again where its process crashed."""
        live = self.live
        assert live.table.round is not None
        question = Question.of(live.table.round.position, seed=self._seed())
        if by is None and (found := await self.pages.answer(seat, level, question)):
            live.hub.metrics.bot_answers.labels("page").inc()
            return found.action
        for attempt in range(ATTEMPTS):
            spec = level if attempt < ATTEMPTS - 1 else LAST_RESORT
            while True:
                try:
                    pool = live.hub.pool_for(question.game)
                    answer = await pool.ask_async(spec, question, share=live.share())
                    live.hub.metrics.bot_answers.labels("server").inc()
                    return answer.action
                except PoolBusyError:
                    await asyncio.sleep(random.uniform(0.2, 0.8))
                except (BotCrashedError, BotTimeoutError) as problem:
                    log.warning("the bot %s is asked again: %s", spec, problem)
                    live.hub.metrics.bot_failures.inc()
                    break
                except PoolClosedError:
                    raise
                except WatersideError as problem:
                    log.error("the bot %s cannot play: %s", spec, problem)
                    break
        legal = live.table.round.position.legal()
        return legal[self._seed() % len(legal)]

    def _seed(self) -> int:
        """A seed for a bot's answer, of 31 bits."""
        return int.from_bytes(self.live.hub.randbytes(4), "big") >> 1

    def hint(self, connection: Connection, request: protocol.Hint) -> None:
        """Asks a bot for the player to act; the answer is sent when the bot has it."""
        self._start(self._hint(connection, request))

    async def _hint(self, connection: Connection, request: protocol.Hint) -> None:
        live = self.live
        assert live.table.round is not None
        question = Question.of(live.table.round.position, seed=self._seed())
        seen = question.position()
        try:
            work = advice(live.hub, question, live.share(), request.own)
            answer = await self._while_wanted(connection, work)
        except WatersideError as problem:
            self._refuse_hint(connection, request.id, problem)
            return
        number = live.table.number
        if isinstance(answer, SearchQuestion):
            asked = protocol.Question(number=number, id=request.id, question=answer)
            connection.send(asked.dumps())
            return
        say, label = speaker(connection.language), seen.game.text.label
        found = [(one.action, one.value) for one in answer.considered[:MOST_CONSIDERED]]
        considered = [
            Advice(action=action, label=label(seen, action, say), value=value)
            for action, value in found or [(answer.action, 0.5)]
        ]
        reply = protocol.Hinted(number=number, id=request.id, considered=considered)
        connection.send(reply.dumps())

    def explain(self, connection: Connection, request: protocol.Explain) -> None:
        """Finds out what an action leads to; the answer is sent when that is known. What the same
        viewer asked before is refused.
        """
        if connection in self._explaining:
            earlier, number = self._explaining.pop(connection)
            earlier.cancel()
            self._refuse_hint(connection, number, StoppedError("another one was asked for"))
        task = self._start(self._explain(connection, request))
        self._explaining[connection] = known = task, request.id

        def forget(_: asyncio.Task[None]) -> None:
            if self._explaining.get(connection) is known:
                del self._explaining[connection]

        task.add_done_callback(forget)

    async def _explain(self, connection: Connection, request: protocol.Explain) -> None:
        live, viewpoint = self.live, connection.viewpoint
        assert live.table.round is not None and viewpoint is not None
        question = Question.of(live.table.round.position, seed=self._seed())
        share = live.share()._replace(is_background=True)  # the hint itself is there already
        try:
            work = explanation(live.hub, question, request.action, request.other, share)
            found = await self._while_wanted(connection, work)
        except WatersideError as problem:
            self._refuse_hint(connection, request.id, problem)
            return
        names, say = viewpoint.names(live.table), speaker(connection.language)
        texts = reasons(found, question.position(), request.other, names, say)
        reply = protocol.Explanation(number=live.table.number, id=request.id, texts=texts)
        connection.send(reply.dumps())

    def _refuse_hint(
        self, connection: Connection, request_id: int | None, problem: WatersideError
    ) -> None:
        refused = RefusalError(Refusal.TOO_BUSY, "No hint now: {problem}", problem=problem)
        self.live.refuse(connection, request_id, refused)

    async def _while_wanted(self, connection: Connection, work: Coroutine[Any, Any, T]) -> T:
        """The result of work for a viewer; given up when the viewer has gone or the game has gone on."""
        live, job = self.live, asyncio.create_task(work)
        number = live.table.game_number
        try:
            while not (await asyncio.wait({job}, timeout=STILL_WANTED))[0]:
                if connection not in live.connections or live.table.game_number != number:
                    raise StoppedError("nobody waits for it any more")
            return job.result()
        finally:
            job.cancel()
