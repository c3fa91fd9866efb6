"""Sends a table to those connected to it: all of it once, and then what has changed.

A message is made once for each viewpoint, not once for each connection.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic_core import to_json

from waterside.protocol.codes import Phase
from waterside.protocol.replies import Update, View
from waterside.protocol.views import LogEntry, You
from waterside.server.domain.events import Acted, Logged, TableEvent
from waterside.server.domain.round import Step
from waterside.server.domain.table import Table
from waterside.server.live.connection import Connection
from waterside.server.live.recent import RecentEvents
from waterside.server.live.visitors import Visitors
from waterside.server.views import board, narration, projection, scenes
from waterside.server.views.game import game_text, game_view
from waterside.server.views.scenes import Shown
from waterside.server.views.viewpoint import Viewpoint

Asker = tuple[Connection, int | None]
"""Whose message led to events, and the message's id."""


@dataclass(slots=True)
class News:
    """Events that were just folded in, narrated for each viewpoint in use."""

    since: int
    """The number of the last event before them."""
    log: dict[Viewpoint, list[LogEntry]]
    events: list[TableEvent] = field(default_factory=list)
    moves: list[Step] = field(default_factory=list)

    def add(self, table: Table, logged: Logged, steps: Sequence[Step]) -> None:
        """Narrates the event that was folded into the table last."""
        self.events.append(logged.event)
        for viewpoint, entries in self.log.items():
            entries += narration.entries(table, logged, steps, viewpoint)
        self.moves += steps

    @property
    def change_the_game(self) -> bool:
        """Whether the game looks different after them."""
        return not all(event.is_quiet for event in self.events)

    @property
    def concern_people(self) -> bool:
        """Whether others may be here or sit elsewhere after them."""
        return any(event.moves_people or not event.changes_game for event in self.events)

    @property
    def are_moves(self) -> bool:
        """Whether they are nothing but moves."""
        return all(isinstance(event, Acted) for event in self.events)


class Broadcast:
    """What those connected to one table have been sent, and how they get the rest."""

    def __init__(self, table: Table, visitors: Visitors, recent: RecentEvents) -> None:
        self.table = table
        self.visitors = visitors
        self.recent = recent
        self._viewpoints: dict[tuple[int | None, str, bool, bool], Viewpoint] = {}
        self._boards: dict[Viewpoint, bytes] = {}
        self._scenes: dict[Viewpoint, Shown] = {}
        self._shared: dict[str, Any] = {}

    # Viewpoints

    def set_viewpoint(self, connection: Connection, seat: int | None) -> None:
        """Gives a connection the viewpoint of a seat, in its language, with the scene or without:
        the same object for all who share it.
        """
        key = (seat, connection.language, connection.scene, connection.wide)
        if key not in self._viewpoints:
            self._viewpoints[key] = Viewpoint(*key, reminded=self.table.reminders)
        connection.viewpoint = self._viewpoints[key]

    def drop_unused_viewpoints(self) -> None:
        """Forgets viewpoints that no connection has any more."""
        in_use = {one.viewpoint for one in self.visitors.connections}
        if len(self._viewpoints) > len(in_use):
            for key in [key for key, one in self._viewpoints.items() if one not in in_use]:
                viewpoint = self._viewpoints.pop(key)
                self._boards.pop(viewpoint, None)
                self._scenes.pop(viewpoint, None)

    def _has_moved(self, connection: Connection) -> bool:
        """Gives a viewer who has sat down or left a seat the viewpoint that follows from it."""
        own = [seat.number for seat in self.table.seats_of(connection.identity)]
        seat = connection.seat
        if (seat is None and own) or (seat is not None and seat not in own):
            self.set_viewpoint(connection, own[0] if own else None)
            return True
        return False

    def trim(self) -> None:
        """Lets go of what can be made again."""
        self._boards.clear()
        self._scenes.clear()
        for viewpoint in self._viewpoints.values():
            viewpoint.forget()

    # All of a table

    def view(self, connection: Connection, answers: int | None = None) -> str:
        """All that a viewer may see, as it is sent; updates follow from there."""
        viewpoint = connection.viewpoint
        assert viewpoint is not None
        view = self.view_for(viewpoint, self.you(connection))
        self._keep_board(viewpoint)
        return answering(self._with_scene(view.dumps(), viewpoint), answers)

    def view_for(self, viewpoint: Viewpoint, you: You) -> View:
        """All that can be seen from this viewpoint."""
        log = self.recent.entries(self.table, viewpoint)
        return projection.view(self.table, viewpoint, you, self._shared_parts(), log)

    def missed(self, connection: Connection, last: int, answers: int | None) -> str:
        """What a viewer who comes back has missed, and how everything is now, as it is sent."""
        viewpoint = connection.viewpoint
        assert viewpoint is not None
        parts = without_none({**self._shared_parts(), **self._game_parts(viewpoint, whole=True)})
        update = Update(
            number=self.table.number,
            since=last,
            you=self.you(connection),
            log=self.recent.entries(self.table, viewpoint, last),
            **parts,
        )
        return answering(self._with_scene(update.dumps(), viewpoint), answers)

    def _with_scene(self, text: str, viewpoint: Viewpoint) -> str:
        """A message with the whole board, for those who look at the scene."""
        if not viewpoint.scene:
            return text
        # others who share the viewpoint may have it before them already: updates go on from theirs
        now = self._scenes.get(viewpoint) or scenes.present(self.table, viewpoint)
        if now is None:
            return text
        self._scenes[viewpoint] = now
        return with_part(text, "scene", scenes.scene_part(self.table, now, viewpoint))

    def you(self, connection: Connection) -> You:
        """The viewer behind a connection."""
        return projection.you_view(
            self.table, connection.identity, connection.name, connection.seat
        )

    # What has changed

    def news(self) -> News:
        """Takes the events that come now, for the viewpoints that are in use."""
        self.drop_unused_viewpoints()
        return News(self.table.number, {one: [] for one in self._viewpoints.values()})

    def publish(self, news: News, asker: Asker | None = None) -> None:
        """Sends to all who are connected what has changed."""
        is_move = news.are_moves and self.table.phase is Phase.PLAYING
        shared = {} if is_move and not self._shared.get("offer") else self._changed_parts()
        concern_people = news.concern_people
        updates: dict[Viewpoint, str] = {}
        for connection in self.visitors.connections:
            viewpoint = connection.viewpoint
            if viewpoint is None:
                continue
            answers = asker[1] if asker and asker[0] is connection else None
            if concern_people and self._has_moved(connection):
                connection.send(self.view(connection, answers))
                continue
            if viewpoint not in updates:
                updates[viewpoint] = self._update(news, viewpoint, shared)
            text = updates[viewpoint]
            if concern_people:
                text = with_part(text, "you", to_json(self.you(connection)).decode())
            connection.send(answering(text, answers))
        now = self.table.round.position if self.table.round else None
        for viewpoint in self._viewpoints.values():
            viewpoint.forget(but=now)

    def publish_presence(self, except_for: Connection | None = None) -> None:
        """Sends to all who are connected who is here."""
        changed = self._changed_parts()
        if not changed:
            return
        number = self.table.number
        text = Update(number=number, since=number, **changed).dumps()
        for connection in self.visitors.connections:
            if connection.viewpoint is not None and connection is not except_for:
                connection.send(text)

    def _update(self, news: News, viewpoint: Viewpoint, shared: dict[str, Any]) -> str:
        is_other = news.change_the_game
        parts = self._game_parts(viewpoint) if is_other and not viewpoint.scene else {}
        log = news.log.get(viewpoint, [])
        number, since = self.table.number, news.since
        if shared or parts:
            text = Update(number=number, since=since, log=log, **shared, **parts).dumps()
        else:
            text = Update.dumps_log(number, since, log)
        if viewpoint.scene and is_other:
            for name, part in self._scene_parts(viewpoint, news.moves).items():
                text = with_part(text, name, part)
        return text

    def _scene_parts(self, viewpoint: Viewpoint, moves: list[Step]) -> dict[str, str]:
        """What an update says of the game and its board to viewers of a scene, as JSON."""
        before = self._scenes.get(viewpoint)
        changed, now = scenes.advance(self.table, before, moves, viewpoint)
        if now is not None:
            self._scenes[viewpoint] = now
        game = game_text(self.table, viewpoint)
        return changed if game is None else {"game": game, **changed}

    def _game_parts(self, viewpoint: Viewpoint, whole: bool = False) -> dict[str, Any]:
        before = None if whole else self._boards.get(viewpoint)
        parts: dict[str, Any] = {"game": game_view(self.table, viewpoint)}
        parts |= board.board_parts(self.table, viewpoint, before)
        self._keep_board(viewpoint)
        return parts

    def _keep_board(self, viewpoint: Viewpoint) -> None:
        """Remembers which board was sent to a viewpoint, so that only changes follow."""
        if not viewpoint.scene and (shown := board.shown_board(self.table, viewpoint)):
            self._boards[viewpoint] = shown

    def _shared_parts(self) -> projection.SharedParts:
        return projection.shared_parts(self.table, self.visitors.is_here, self.visitors.names())

    def _changed_parts(self) -> dict[str, Any]:
        """The parts that all see alike, as far as they are not as they were."""
        parts: dict[str, Any] = {**self._shared_parts()}
        changed = {name: part for name, part in parts.items() if self._shared.get(name) != part}
        self._shared = parts
        return without_none(changed)


def without_none(parts: dict[str, Any]) -> dict[str, Any]:
    """Parts of an update: a part that is None would mean that it is as it was."""
    found = {name: part for name, part in parts.items() if part is not None}
    if "offer" in parts and parts["offer"] is None:
        found["offer_gone"] = True
    return found


def with_part(text: str, name: str, part: str) -> str:
    """A message with one more part, both of them JSON."""
    return f'{{"{name}":{part},{text[1:]}'


def answering(text: str, request_id: int | None) -> str:
    """A message as the answer to a request."""
    return text if request_id is None else with_part(text, "id", str(request_id))
