"""A table that is in use here: it takes messages one after the other, stores what they lead to,
and tells everybody who looks.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic_core import to_json

from waterside import protocol
from waterside.core.position import Position
from waterside.protocol import Phase, Refusal, Request
from waterside.server.domain.commands import Sender, command
from waterside.server.domain.errors import RefusalError
from waterside.server.domain.round import Step, replayed
from waterside.server.domain.table import GAME_EVENTS, Draft, Table
from waterside.server.live.bots import BotSeats
from waterside.server.live.connection import Connection
from waterside.server.store import NumberTakenError
from waterside.server.store.rows import Event
from waterside.server.views import narration, pictures, projection
from waterside.server.views.viewpoint import Viewpoint
from waterside.text.language import speaker

if TYPE_CHECKING:
    from waterside.server.live.hub import Hub

log = logging.getLogger(__name__)

RECENT = 24
"""Events that a client which comes back can be told one by one."""
QUIET = frozenset({"chatted", "admitted", "muted", "away", "back"})
"""Events after which the game looks the same."""


@dataclass(frozen=True, slots=True)
class Recent:
    """An event that was told, and what it takes to tell it again."""

    event: Event
    number: int
    """How many actions had been played before it."""
    state: bytes
    """The position before it; empty for an event without actions."""

    @classmethod
    def of(cls, event: Event, steps: Sequence[Step]) -> Recent:
        """The event with where its actions began."""
        if not steps:
            return cls(event, 0, b"")
        before = steps[0].before
        return cls(event, before.number, before.held)


class LiveTable:
    """A table, those who look at it, and the bots who play at it."""

    def __init__(self, hub: Hub, table: Table, recent: Iterable[Recent] = ()) -> None:
        self.hub = hub
        self.table = table
        self.connections: set[Connection] = set()
        self.lock = asyncio.Lock()
        self.recent: deque[Recent] = deque(recent, RECENT)
        self.bots = BotSeats(self)
        self.used = time.monotonic()
        self.last_event = time.monotonic()
        self._viewpoints: dict[tuple[int | None, str, bool], Viewpoint] = {}
        self._boards: dict[Viewpoint, bytes] = {}
        self._shared: dict[str, Any] = {}

    # Who is here

    def is_here(self, identity: str) -> bool:
        """Whether somebody is connected, to this process or to another."""
        return self.is_connected(identity) or identity in self.hub.presence.elsewhere(self.table.id)

    def is_connected(self, identity: str) -> bool:
        """Whether somebody is connected to this process."""
        return any(connection.identity == identity for connection in self.connections)

    def here(self) -> dict[str, str]:
        """Everybody who is connected, with their names."""
        return {one.identity: one.name for one in self.connections}

    def sender(self, connection: Connection) -> Sender:
        """Who sends a message now."""
        return Sender(
            connection.identity,
            connection.name,
            time.time(),
            self.is_here,
            self.hub.known_levels,
            self.hub.randbytes,
        )

    async def enter(self, connection: Connection) -> None:
        """Somebody connects and is shown the table."""
        newcomer = not self.is_connected(connection.identity)
        self.connections.add(connection)
        self.used = time.monotonic()
        if newcomer:
            self.hub.presence.changed(self)
            await self.bots.came(connection.identity)
            self.tell_presence(except_for=connection)

    def leave(self, connection: Connection) -> None:
        """A connection is gone."""
        self.connections.discard(connection)
        self.used = time.monotonic()
        self._drop_unused_viewpoints()
        if not self.is_connected(connection.identity) and not self.hub.closing:
            self.hub.presence.changed(self)
            if not self.is_here(connection.identity):
                self.bots.went(connection.identity)
                self.tell_presence()

    def moved_elsewhere(self, came: Iterable[str], went: Iterable[str]) -> None:
        """Players have connected to other processes, or have gone from there."""
        for identity in came:
            self.bots.is_back(identity)
        for identity in went:
            if not self.is_here(identity):
                self.bots.went(identity)
        self.tell_presence()

    def viewpoint(self, seat: int | None, connection: Connection) -> Viewpoint:
        """The eyes of a seat, in a language, with pictures or without: the same object for all
        who share them.
        """
        key = (seat, connection.language, connection.pictures)
        if key not in self._viewpoints:
            self._viewpoints[key] = Viewpoint(*key, reminded=self.table.reminders)
        return self._viewpoints[key]

    def _drop_unused_viewpoints(self) -> None:
        """Forgets eyes that nobody looks through any more."""
        in_use = {one.viewpoint for one in self.connections}
        if len(self._viewpoints) > len(in_use):
            for key in [
                key for key, viewpoint in self._viewpoints.items() if viewpoint not in in_use
            ]:
                self._boards.pop(self._viewpoints.pop(key), None)

    # Messages

    async def handle(self, connection: Connection, request: Request) -> None:
        """Does what a message asks for, or refuses it; the sender gets an answer either way."""
        try:
            async with self.lock:
                drafts = await self.decide(lambda: command(self.table, self.sender(connection), request),
                                           (connection, request.id))  # fmt: skip
            await self.answer(connection, request, bool(drafts))
        except RefusalError as refused:
            self.refuse(connection, request.id, refused)

    async def decide(
        self, make: Any, asker: tuple[Connection, int | None] | None = None
    ) -> Sequence[Draft]:
        """Makes events of a decision and stores them; anew where another process was quicker."""
        while True:
            drafts: list[Draft] = make()
            if not drafts:
                return drafts
            now = time.time()
            events = [
                draft.event(number, now)
                for number, draft in enumerate(drafts, start=self.table.number + 1)
            ]
            try:
                await self.hub.append(self, events, drafts)
            except NumberTakenError:
                await self.catch_up()
                continue
            self.take_in(events, [draft.steps for draft in drafts], asker)
            return drafts

    async def answer(self, connection: Connection, request: Request, told: bool) -> None:
        """Answers what is not answered by an update."""
        if isinstance(request, protocol.Hello):
            self.greet(connection, request)
        elif isinstance(request, protocol.Look):
            connection.viewpoint = self.viewpoint(request.seat, connection)
            connection.tell(self.view(connection, request.id))
        elif isinstance(request, protocol.Hint):
            self.bots.hint(connection, request)
        elif isinstance(request, protocol.Leave):
            connection.close(protocol.CloseCode.LEFT)
        elif not told:
            self.done(connection, request.id)

    def greet(self, connection: Connection, request: protocol.Hello) -> None:
        """Shows the table, or what was missed."""
        if request.language:
            connection.language = request.language
        connection.pictures = request.pictures
        connection.frames = request.frames
        own = [seat.number for seat in self.table.seats_of(connection.identity)]
        seat = request.seat if request.seat in own else (own[0] if own else None)
        connection.viewpoint = self.viewpoint(seat, connection)
        last = request.last
        first = self.recent[0].event.number if self.recent else self.table.number + 1
        if last is not None and first <= last + 1 <= self.table.number + 1:
            connection.tell(self.missed(connection, last, request.id))
        else:
            connection.tell(self.view(connection, request.id))

    def done(self, connection: Connection, request_id: int | None) -> None:
        """Says that a message was understood."""
        reply: dict[str, Any] = {"type": "done", "number": self.table.number, "id": request_id}
        connection.tell(to_json(reply).decode())

    def refuse(self, connection: Connection, request_id: int | None, refused: RefusalError) -> None:
        """Says why a message was refused; shows the table to whoever was behind."""
        reply = {
            "type": "refused",
            "number": self.table.number,
            "id": request_id,
            "code": refused.code,
            "text": refused.translated(speaker(connection.language)),
        }
        self.hub.metrics.refused.labels(refused.code.value).inc()
        connection.tell(to_json(reply).decode())
        if refused.code is Refusal.STALE:
            connection.tell(self.view(connection))

    # What happened

    def take_in(
        self,
        events: Sequence[Event],
        steps: Sequence[Sequence[Step] | None],
        asker: tuple[Connection, int | None] | None = None,
    ) -> None:
        """Applies events that are stored and tells them to everybody."""
        since = self.table.number
        self._drop_unused_viewpoints()
        told: dict[Viewpoint, list[dict[str, Any]]] = {
            viewpoint: [] for viewpoint in self._viewpoints.values()
        }
        moves: list[Step] = []
        for event, known in zip(events, steps, strict=True):
            taken = self.table.apply(event, known)
            for viewpoint, entries in told.items():
                entries += narration.told(self.table, event, taken, viewpoint)
            if event.kind == "acted":
                moves += taken
            self.recent.append(Recent.of(event, taken))
        self.last_event = time.monotonic()
        self.broadcast(events, since, told, moves, asker)
        for viewpoint in self._viewpoints.values():
            viewpoint.forget(but=self.table.round.position if self.table.round else None)
        self.bots.wake()
        if self.table.phase is Phase.CLOSED:
            for connection in self.connections:
                connection.close(1000)

    def broadcast(
        self,
        events: Sequence[Event],
        since: int,
        told: dict[Viewpoint, list[dict[str, Any]]],
        moves: Sequence[Step],
        asker: tuple[Connection, int | None] | None,
    ) -> None:
        """Tells everybody what has changed, in a message that is made once for equal eyes."""
        kinds = {event.kind for event in events}
        just_a_move = kinds == {"acted"} and self.table.phase is Phase.PLAYING
        shared = {} if just_a_move and not self._shared.get("offer") else self.changed_parts()
        with_game = not kinds <= QUIET
        about_people = not kinds <= GAME_EVENTS
        if about_people:
            self.hub.presence.changed(self)
        updates: dict[Viewpoint, str] = {}
        frames: dict[Viewpoint, str] = {}
        for connection in self.connections:
            if connection.viewpoint is None:
                continue
            answers = asker[1] if asker and asker[0] is connection else None
            if about_people and self.viewpoint_has_changed(connection):
                connection.tell(self.view(connection, answers))
                continue
            viewpoint = connection.viewpoint
            if viewpoint not in updates:
                update = {
                    "type": "update",
                    "number": self.table.number,
                    "since": since,
                    "told": told.get(viewpoint, []),
                    **shared,
                }
                if with_game:
                    update |= self.game_parts(viewpoint)
                updates[viewpoint] = to_json(update).decode()
            text = updates[viewpoint]
            if moves and connection.pictures and connection.frames:
                if viewpoint not in frames:
                    frames[viewpoint] = to_json(
                        pictures.frames(self.table, moves, viewpoint)
                    ).decode()
                text = f'{{"frames":{frames[viewpoint]},{text[1:]}'
            if about_people:
                text = f'{{"you":{to_json(self.you(connection)).decode()},{text[1:]}'
            if answers is not None:
                text = f'{{"id":{answers},{text[1:]}'
            connection.tell(text)

    def game_parts(self, viewpoint: Viewpoint) -> dict[str, Any]:
        """The game through these eyes, and what is new on the board."""
        parts: dict[str, Any] = {
            "game": projection.game_part(self.table, viewpoint),
            "board": projection.board_part(self.table, viewpoint, self._boards.get(viewpoint)),
        }
        self._keep_board(viewpoint)
        if picture := projection.picture_part(self.table, viewpoint):
            parts["svg"] = picture
        return parts

    def _keep_board(self, viewpoint: Viewpoint) -> None:
        """Remembers which board was told to these eyes."""
        if self.table.round is not None:
            self._boards[viewpoint] = viewpoint.seen(self.table.round.position).held

    def viewpoint_has_changed(self, connection: Connection) -> bool:
        """Whether somebody has sat down or stood up and so sees something else."""
        own = [seat.number for seat in self.table.seats_of(connection.identity)]
        seat = connection.seat
        if (seat is None and own) or (seat is not None and seat not in own):
            connection.viewpoint = self.viewpoint(own[0] if own else None, connection)
            return True
        return False

    def changed_parts(self) -> dict[str, Any]:
        """The parts that all see alike, as far as they are not as they were."""
        parts = self.shared_parts()
        changed = {name: part for name, part in parts.items() if self._shared.get(name) != part}
        if "offer" in changed and changed["offer"] is None:
            del changed["offer"]
            changed["offer_gone"] = True
        self._shared = parts
        return changed

    def shared_parts(self) -> dict[str, Any]:
        """The parts that all see alike."""
        return {
            "phase": self.table.phase,
            "seats": projection.seats_part(self.table, self.is_here),
            "people": projection.people_part(self.table, self.here()),
            "offer": projection.offer_part(self.table),
            "series": projection.series_part(self.table),
        }

    def tell_presence(self, except_for: Connection | None = None) -> None:
        """Tells everybody who is here."""
        changed = self.changed_parts()
        if not changed:
            return
        number = self.table.number
        update = {"type": "update", "number": number, "since": number, **changed}
        text = to_json(update).decode()
        for connection in self.connections:
            if connection.viewpoint is not None and connection is not except_for:
                connection.tell(text)

    def view(self, connection: Connection, answers: int | None = None) -> str:
        """All that somebody may see, as text; updates follow from there."""
        viewpoint = connection.viewpoint
        assert viewpoint is not None
        view = self.view_for(viewpoint, self.you(connection))
        self._keep_board(viewpoint)
        if answers is not None:
            view["id"] = answers
        return to_json(view).decode()

    def view_for(self, viewpoint: Viewpoint, you: dict[str, Any]) -> dict[str, Any]:
        """All that can be seen through these eyes."""
        told = [entry for recent in self.recent for entry in self.told_again(recent, viewpoint)]
        return {
            "type": "view",
            "version": protocol.VERSION,
            "number": self.table.number,
            "table": projection.table_part(self.table),
            "you": you,
            **self.shared_parts(),
            "game": projection.game_part(self.table, viewpoint),
            "board": projection.board_part(self.table, viewpoint),
            "svg": projection.picture_part(self.table, viewpoint),
            "told": told,
        }

    def missed(self, connection: Connection, last: int, answers: int | None) -> str:
        """What somebody who comes back has missed, and how everything is now."""
        viewpoint = connection.viewpoint
        assert viewpoint is not None
        board = projection.board_part(self.table, viewpoint)
        parts = {**self.shared_parts(), **self.game_parts(viewpoint), "board": board}
        if parts["offer"] is None:
            del parts["offer"]
            parts["offer_gone"] = True
        if parts["game"] is None:
            del parts["game"]
        told = [
            entry
            for recent in self.recent
            if recent.event.number > last
            for entry in self.told_again(recent, viewpoint)
        ]
        update = {
            "type": "update",
            "number": self.table.number,
            "since": last,
            "you": self.you(connection),
            "told": told,
            **parts,
        }
        if answers is not None:
            update["id"] = answers
        return to_json(update).decode()

    def you(self, connection: Connection) -> dict[str, Any]:
        """The viewer."""
        return projection.you_part(
            self.table, connection.identity, connection.name, connection.seat
        )

    def told_again(self, recent: Recent, viewpoint: Viewpoint) -> list[dict[str, Any]]:
        """An event in words once more."""
        steps: list[Step] = []
        if recent.state and self.table.round is not None:
            now = self.table.round.position
            position = Position(now.game, now.players, now.options, recent.state)
            position.number = recent.number
            steps = replayed(position, recent.event.body["actions"])
        return narration.told(self.table, recent.event, steps, viewpoint)

    async def catch_up_with(self, number: int) -> None:
        """Takes in what another process has stored up to a number, unless that is known."""
        async with self.lock:
            if self.table.number < number:
                await self.catch_up()

    async def catch_up(self) -> None:
        """Takes in what other processes have stored."""
        events = await self.hub.store.events(self.table.id, self.table.number)
        if events:
            self.bots.is_ours = False
            self.take_in(events, [None] * len(events))

    def trim(self) -> None:
        """Lets go of what can be made again: for a table where nothing happens."""
        self._boards.clear()
        for viewpoint in self._viewpoints.values():
            viewpoint.forget()
        if self.table.round is not None:
            for position in (self.table.round.position, self.table.round.checkpoint):
                if position is not None:
                    position.release()
