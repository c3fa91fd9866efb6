"""A table that is in use here: it takes messages one after the other, stores what they lead to,
folds it in, and has it sent to all who are connected.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING

from waterside import protocol
from waterside.bots.queue import Share
from waterside.protocol import CloseCode, Phase, Refusal, RefusalError, Request
from waterside.server.domain.commands import Sender, command
from waterside.server.domain.events import Draft, Logged, Started
from waterside.server.domain.round import Step
from waterside.server.domain.table import Table
from waterside.server.live.absence import Absence
from waterside.server.live.bots import BotSeats
from waterside.server.live.broadcast import Asker, Broadcast
from waterside.server.live.connection import Connection
from waterside.server.live.recent import Recent, RecentEvents
from waterside.server.live.reveals import Reveals
from waterside.server.live.snapshots import Snapshots
from waterside.server.live.visitors import Visitors
from waterside.server.store import NumberTakenError, StoreError
from waterside.server.views.guidance import why_not
from waterside.server.views.scenes import has_secrets
from waterside.text.language import speaker

if TYPE_CHECKING:
    from waterside.server.live.hub import Hub


class LiveTable:
    """A table, those connected to it, and the bots who play at it."""

    def __init__(self, hub: Hub, table: Table, recent: Iterable[Recent] = ()) -> None:
        self.hub = hub
        self.table = table
        self.visitors = Visitors(table.id, hub.presence)
        self.recent = RecentEvents(recent)
        self.broadcast = Broadcast(table, self.visitors, self.recent)
        self.snapshots = Snapshots()
        self.bots = BotSeats(self)
        self.absence = Absence(self)
        self.reveals = Reveals(self)
        self.address = ""
        """Of whoever created the table or came first since it is in memory: whose share its bots'
        questions are."""
        self.lock = asyncio.Lock()
        self.used = time.monotonic()
        self.last_event = time.monotonic()

    @property
    def connections(self) -> set[Connection]:
        """The connections of this process."""
        return self.visitors.connections

    @property
    def is_busy(self) -> bool:
        """Whether something here still has to happen by itself."""
        return self.bots.is_busy or self.absence.is_busy or self.reveals.is_busy

    @property
    def version(self) -> Hashable:
        """Equal as long as everything looks the same to all viewers."""
        here = tuple(sorted(self.visitors.names().items()))
        seated = tuple(
            seat.identity is not None and self.visitors.is_here(seat.identity)
            for seat in self.table.seats
        )
        return self.table.number, here, seated

    @property
    def is_in_use(self) -> bool:
        """Whether a user is connected, or something happens here now or by itself soon."""
        return bool(self.connections) or self.is_busy or self.lock.locked()

    def share(self) -> Share:
        """On whose behalf bots are asked here: first where a player is present to wait for them."""
        people = (seat.identity for seat in self.table.people())
        waited_for = any(self.visitors.is_here(one) for one in people if one)
        return Share(self.address, self.table.id, is_background=not waited_for)

    # Who comes and goes

    async def enter(self, connection: Connection) -> None:
        """A user connects."""
        self.address = self.address or connection.address
        newcomer = not self.visitors.is_connected(connection.identity)
        self.connections.add(connection)
        self.used = time.monotonic()
        if newcomer:
            self.hub.presence.changed(self)
            await self.absence.came(connection.identity)
            self.broadcast.publish_presence(except_for=connection)

    async def admits(self, identity: str) -> bool:
        """Whether a user may see this table; also one whom another process has just admitted."""
        if not self.table.admits(identity) and self.hub.store.is_shared:
            async with self.lock:
                await self.catch_up()
        return self.table.admits(identity)

    def leave(self, connection: Connection) -> None:
        """A connection is gone."""
        self.connections.discard(connection)
        self.bots.pages.left(connection)
        self.used = time.monotonic()
        self.broadcast.drop_unused_viewpoints()
        if not self.visitors.is_connected(connection.identity) and not self.hub.closing:
            self.hub.presence.changed(self)
            if not self.visitors.is_here(connection.identity):
                self.absence.went(connection.identity)
                self.broadcast.publish_presence()

    def moved_elsewhere(self, came: Iterable[str], went: Iterable[str]) -> None:
        """Players have connected to other processes, or have gone from there."""
        for identity in came:
            self.absence.is_back(identity)
        for identity in went:
            if not self.visitors.is_here(identity):
                self.absence.went(identity)
        self.broadcast.publish_presence()

    # Messages

    async def handle(self, connection: Connection, request: Request) -> None:
        """Does what a message asks for, or refuses it; the sender gets an answer either way."""
        try:
            async with self.lock:
                # a seat that is looked from is answered by a view, whatever else it leads to
                asker = (
                    None if isinstance(request, protocol.SwitchSeat) else (connection, request.id)
                )
                drafts = await self.decide(
                    lambda: command(self.table, self.sender(connection), request), asker
                )
            self.answer(connection, request, is_answered=bool(drafts))
        except RefusalError as refused:
            self.refuse(connection, request.id, refused)

    def sender(self, connection: Connection) -> Sender:
        """Who sends a message now."""
        return Sender(
            connection.identity,
            connection.name,
            time.time(),
            self.absence.seconds,
            self.visitors.names,
            self.hub.known_levels,
            self.hub.randbytes,
            self.hub.settings.reveal_time,
        )

    async def decide(
        self, make: Callable[[], list[Draft]], asker: Asker | None = None
    ) -> Sequence[Draft]:
        """Makes events of a decision and stores them; once more where another process was quicker."""
        while True:
            drafts = make()
            if not drafts:
                return drafts
            now = time.time()
            first = self.table.number + 1
            events = [draft.logged(number, now) for number, draft in enumerate(drafts, first)]
            try:
                await self.hub.log.append(self.table, events, drafts)
            except NumberTakenError:
                await self.catch_up()
                continue
            self.bots.is_ours = True
            before = self.table.actor()
            self.take_in(events, [draft.steps for draft in drafts], asker)
            if any(draft.event.changes_game for draft in drafts):
                self.hub.notices.turn_passed(self, before.identity if before else None)
            return drafts

    def answer(self, connection: Connection, request: Request, *, is_answered: bool) -> None:
        """Answers what is not answered by an update."""
        if isinstance(request, protocol.Hello):
            self.greet(connection, request)
        elif isinstance(request, protocol.SwitchSeat):
            self.broadcast.set_viewpoint(connection, request.seat)
            connection.send(self.broadcast.view(connection, request.id))
        elif isinstance(request, protocol.Hint):
            self.bots.hint(connection, request)
        elif isinstance(request, protocol.Explain):
            self.bots.explain(connection, request)
        elif isinstance(request, protocol.Why):
            text = why_not(self.table, connection.viewpoint, request.touched)
            reply = protocol.Reason(number=self.table.number, id=request.id, text=text)
            connection.send(reply.dumps())
        elif isinstance(request, protocol.Pace):
            connection.speed = request.speed
            connection.send(protocol.Done(number=self.table.number, id=request.id).dumps())
        elif not is_answered:
            connection.send(protocol.Done(number=self.table.number, id=request.id).dumps())
        if isinstance(request, protocol.Leave):
            connection.close(CloseCode.LEFT)

    def greet(self, connection: Connection, request: protocol.Hello) -> None:
        """Sends the table, or what was missed."""
        if request.language:
            connection.language = request.language
        connection.scene, connection.wide = request.scene, request.wide
        connection.thinks = request.thinks
        own = [seat.number for seat in self.table.seats_of(connection.identity)]
        seat = request.seat if request.seat in own else (own[0] if own else None)
        if (
            request.seat not in own
            and request.scene
            and len(own) > 1
            and has_secrets(self.table, own)
        ):
            seat = None  # a page that was loaded again: whoever looks at it says who they are
        self.broadcast.set_viewpoint(connection, seat)
        last = request.last
        if last is not None and self.recent.reach(self.table, last):
            connection.send(self.broadcast.missed(connection, last, request.id))
        else:
            connection.send(self.broadcast.view(connection, request.id))

    def refuse(self, connection: Connection, request_id: int | None, refused: RefusalError) -> None:
        """Says why a message was refused; sends the table to a client that was behind."""
        reply = protocol.Refused(
            number=self.table.number,
            id=request_id,
            code=Refusal(refused.code),
            text=refused.translated(speaker(connection.language)),
        )
        self.hub.metrics.refused.labels(refused.code).inc()
        connection.send(reply.dumps())
        if refused.code == Refusal.STALE:
            connection.send(self.broadcast.view(connection))

    # Events

    def take_in(
        self,
        events: Sequence[Logged],
        steps: Sequence[Sequence[Step] | None],
        asker: Asker | None = None,
    ) -> None:
        """Folds events in that are stored, and has them sent to all who are connected."""
        news = self.broadcast.news()
        for logged, known in zip(events, steps, strict=True):
            taken = self.table.apply(logged, known)
            news.add(self.table, logged, taken)
            self.recent.add(logged, taken)
        self.last_event = time.monotonic()
        if news.concern_people:
            self.hub.presence.changed(self)
        self.broadcast.publish(news, asker)
        self.wake()
        if any(isinstance(logged.event, Started) for logged in events):
            self.absence.expect_all()
        if self.table.phase is Phase.CLOSED:
            for connection in self.connections:
                connection.close(1000)

    async def catch_up_with(self, number: int) -> None:
        """Takes in what another process has stored up to a number, unless that is known."""
        async with self.lock:
            if self.table.number < number:
                await self.catch_up()

    async def catch_up(self) -> None:
        """Takes in what other processes have stored; UnreadableTableError where that is not possible,
        for example because they run a newer version.
        """
        try:
            events = await self.hub.log.read(self.table.id, self.table.number)
            if events:
                self.bots.is_ours = False
                self.take_in(events, [None] * len(events))
        except StoreError:
            raise
        except Exception as problem:
            raise self.hub.set_aside(self.table.id, problem) from None

    def wake(self) -> None:
        """Starts what has to happen by itself now."""
        self.bots.wake()
        self.reveals.wake()

    def stop(self) -> None:
        """Gives up all that would happen by itself."""
        self.bots.stop()
        self.reveals.stop()
        self.absence.stop()

    def trim(self) -> None:
        """Lets go of what can be made again: for a table where nothing happens."""
        self.broadcast.trim()
        self.recent.trim()
        if self.table.round is not None:
            for position in (self.table.round.position, self.table.round.checkpoint):
                if position is not None:
                    position.release()
