"""A table as the fold of its events: nothing here reads a clock, a store or a socket."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Literal

from waterside.core.game import Game
from waterside.core.registry import game
from waterside.core.series import Series
from waterside.protocol import Phase, Role
from waterside.server.domain.round import Round, Step, begin
from waterside.server.store.rows import Event

Kind = Literal["person", "open", "bot"]
GAME_EVENTS = frozenset({"started", "acted", "taken_back", "resigned", "ended"})
"""Events after which a move chosen before is stale."""

UNLISTED = frozenset({"chatted", "muted", "away", "back", "taken_back", "offered", "answered"})
"""Events that change nothing that lists show."""


def person_of(identity: str) -> str:
    """What others may call an identity: it says nothing about the token."""
    return sha256(b"person:" + identity.encode()).hexdigest()[:16]


@dataclass(slots=True)
class Seat:
    """A seat: whom it is for, and who has it."""

    number: int
    kind: Kind
    level: str | None = None
    """Of the bot, where one plays, for itself or for somebody who is away."""
    identity: str | None = None
    name: str | None = None
    entropy: str = ""
    away_since: float | None = None
    left: bool = False

    @property
    def is_free(self) -> bool:
        """Whether a person can sit down here."""
        return self.kind != "bot" and self.identity is None

    @property
    def is_taken(self) -> bool:
        """Whether somebody plays here, a person or a bot."""
        return not self.is_free

    @property
    def has_stand_in(self) -> bool:
        """Whether a bot plays for the person who has this seat."""
        return self.identity is not None and self.level is not None

    @property
    def shown_name(self) -> str:
        """The name of the person, or the level of the bot."""
        return self.name or self.level or ""


@dataclass(slots=True)
class Offer:
    """Something that all people at the table are asked for."""

    number: int
    what: Literal["take_back", "again"]
    seat: int
    agreed: set[int] = field(default_factory=set)
    to: int = 0
    """For a take-back: how many actions would be left."""


@dataclass(slots=True)
class Draft:
    """An event that has no number yet."""

    kind: str
    body: Mapping[str, Any] = field(default_factory=dict)
    private: Mapping[str, Any] = field(default_factory=dict)
    steps: Sequence[Step] | None = None
    """What its actions lead to, where that is known already."""

    @property
    def is_listed(self) -> bool:
        """Whether it changes what lists show of a table."""
        if self.kind == "acted":
            return self.steps is None or self.steps[-1].after.is_over
        return self.kind not in UNLISTED

    def event(self, number: int, at: float) -> Event:
        """The event, ready for the store."""
        return Event(number, self.kind, self.body, self.private, at)


class Table:
    """All that is known of a table. ``apply`` is the only way to change it."""

    game: Game
    series: Series

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.number = 0
        """Of the last event."""
        self.game_number = 0
        """Of the last event that changed the game."""
        self.phase = Phase.WAITING
        self.seats: list[Seat] = []
        self.members: OrderedDict[str, str] = OrderedDict()
        """Everybody the table has let in: identity and name."""
        self.muted: set[str] = set()
        self.offer: Offer | None = None
        self.round: Round | None = None
        self.turn_since = 0.0
        self.title = ""
        self.host = ""
        self.public = False
        self.turn_time: float | None = None
        self.away_limit = 0.0
        self.stand_in = ""
        self.hints = True
        self.reminders = True
        self.coming_secret = b""
        """Decides chance in the next game; it is fixed before any player adds entropy for it."""
        self.coming_commitment = ""

    @classmethod
    def of(cls, table_id: str, events: Iterable[Event]) -> Table:
        """The table after these events, from the first on."""
        table = cls(table_id)
        for event in events:
            table.apply(event)
        return table

    def after(self, events: Iterable[Event], steps: Iterable[Sequence[Step] | None]) -> Table:
        """The table as it would be after some events; this one stays as it is."""
        coming = copy(self)
        coming.seats = [copy(seat) for seat in self.seats]
        coming.members, coming.muted = self.members.copy(), self.muted.copy()
        coming.offer = copy(self.offer)
        if self.number:
            coming.series = copy(self.series)
            coming.series.played = self.series.played.copy()
            coming.series.scores = self.series.scores.copy()
        if self.round is not None:
            coming.round = copy(self.round)
            coming.round.actions = self.round.actions.copy()
            coming.round.drawn = self.round.drawn.copy()
            coming.round.decisions = self.round.decisions.copy()
            coming.round.latest = self.round.latest.copy()
        for event, known in zip(events, steps, strict=True):
            coming.apply(event, known)
        return coming

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.seats)

    def seat(self, number: int) -> Seat | None:
        """The seat of this number, if there is one."""
        return self.seats[number - 1] if 1 <= number <= len(self.seats) else None

    def seats_of(self, identity: str) -> list[Seat]:
        """The seats that somebody has."""
        return [seat for seat in self.seats if seat.identity == identity]

    def people(self) -> list[Seat]:
        """The seats where people play themselves."""
        return [seat for seat in self.seats if seat.identity and seat.level is None]

    def allows(self, identity: str, who: frozenset[Role]) -> bool:
        """Whether somebody is one of these here."""
        if Role.GUEST in who:
            return True
        if Role.PLAYER in who:
            for seat in self.seats:
                if seat.identity == identity:
                    return True
        return Role.HOST in who and identity == self.host

    def lets_in(self, identity: str) -> bool:
        """Whether somebody may see this table."""
        return self.public or identity in self.members or bool(self.seats_of(identity))

    def actor(self) -> Seat | None:
        """The seat whose turn it is."""
        if self.phase is not Phase.PLAYING or self.round is None:
            return None
        actor = self.round.actor
        return self.seats[actor - 1] if actor is not None else None

    def names(self) -> dict[int, str]:
        """The names by seat."""
        return {seat.number: seat.shown_name for seat in self.seats}

    def goes_on_by_itself(self) -> bool:
        """Whether a bot or a clock has something to do here."""
        return self.phase is Phase.PLAYING and (
            self.turn_time is not None or any(seat.level for seat in self.seats)
        )

    def apply(self, event: Event, steps: Sequence[Step] | None = None) -> Sequence[Step]:
        """Takes an event in; gives the steps of the game that it holds.

        ``steps`` saves playing its actions anew where they have just been played.
        """
        if event.number != self.number + 1:
            raise ValueError(f"event {event.number} cannot follow event {self.number}")
        self.number = event.number
        taken: Sequence[Step] = ()
        if event.kind in WITH_ACTIONS:
            taken = self._go_on(event, steps)
        else:
            FOLDS[event.kind](self, event)
        if event.kind in GAME_EVENTS:
            self.game_number = event.number
            self.turn_since = event.at
            if event.kind != "started" and self.offer and self.offer.what == "take_back":
                self.offer = None
        return taken

    def _go_on(self, event: Event, steps: Sequence[Step] | None) -> Sequence[Step]:
        if event.kind == "started":
            self._start(event)
        assert self.round is not None
        if steps is None:
            steps = self.round.replayed(event.body["actions"])
        self.round.take(steps)
        if self.round.reason:
            self.series.add(self.round.position)
            self._rest()
        return steps

    def _start(self, event: Event) -> None:
        body = event.body
        if self.series.is_over:
            self.series = Series(
                self.game,
                self.players,
                self.series.games,
                **{**self.series.options, "starter": body["starter"]},
            )
        for seat, level in body.get("bots", {}).items():
            self.seats[int(seat) - 1].kind = "bot"
            self.seats[int(seat) - 1].level = level
        number = self.round.number + 1 if self.round else 1
        entropy = tuple(body["entropy"])
        self.round = begin(number, self.series.next(), self.coming_secret, entropy)
        self._commit(event)
        self.phase = Phase.PLAYING
        self.offer = None

    def _commit(self, event: Event) -> None:
        self.coming_secret = bytes.fromhex(event.private["coming_secret"])
        self.coming_commitment = event.body["coming_commitment"]

    def _rest(self) -> None:
        self.phase = Phase.BETWEEN
        self.offer = None
        for seat in self.seats:
            if seat.left and seat.identity:
                self._vacate(seat)
            elif seat.has_stand_in:
                seat.level = None
            seat.away_since = None

    def _vacate(self, seat: Seat) -> None:
        seat.identity = seat.name = seat.away_since = None
        seat.level = None if seat.kind != "bot" else seat.level
        seat.entropy = ""
        seat.left = False

    def _created(self, event: Event) -> None:
        body = event.body
        self.game = game(body["game"])
        self.title = body["title"]
        self.public = body["public"]
        self.host = body["host"]
        self.turn_time = body["turn_time"]
        self.away_limit = body["away_limit"]
        self.stand_in = body["stand_in"]
        self.hints = body["hints"]
        self.reminders = body["reminders"]
        self.seats = [
            Seat(number, given["kind"], given.get("level"))
            for number, given in enumerate(body["seats"], start=1)
        ]
        self.series = Series(self.game, self.players, body["series"], **body["options"])
        self.members[self.host] = body["name"]
        self._commit(event)

    def _admitted(self, event: Event) -> None:
        self.members[event.body["identity"]] = event.body["name"]

    def _seated(self, event: Event) -> None:
        body = event.body
        seat = self.seats[body["seat"] - 1]
        seat.identity = body["identity"]
        seat.name = body["name"]
        seat.entropy = body["entropy"]
        self.members[body["identity"]] = body["name"]

    def _stood(self, event: Event) -> None:
        self._vacate(self.seats[event.body["seat"] - 1])
        self.offer = None

    def _assigned(self, event: Event) -> None:
        seat = self.seats[event.body["seat"] - 1]
        seat.kind = event.body["kind"]
        seat.level = None
        self._vacate(seat)
        seat.level = event.body.get("level")
        self.offer = None

    def _taken_back(self, event: Event) -> None:
        assert self.round is not None
        self.round.cut(event.body["to"])

    def _resigned(self, event: Event) -> None:
        assert self.round is not None
        if "winners" in event.body:
            self.round.reason = "resigned"
            self.round.given_up = event.body["winners"]
            self._give_up_series()
            return
        seat = self.seats[event.body["seat"] - 1]
        self._vacate(seat)
        seat.kind = "bot"
        seat.level = event.body["level"]

    def _ended(self, event: Event) -> None:
        assert self.round is not None
        self.round.reason = "abandoned"
        self.round.given_up = []
        self._give_up_series()

    def _give_up_series(self) -> None:
        """What is not played to its end counts for nothing: the next series begins anew."""
        self.series = Series(
            self.game,
            self.players,
            self.series.games,
            **{**self.series.options, "starter": self.series.starter},
        )
        self._rest()

    def _offered(self, event: Event) -> None:
        body = event.body
        self.offer = Offer(
            event.number, body["what"], body["seat"], set(body["agreed"]), body.get("to", 0)
        )
        self._take_entropy(body)

    def _answered(self, event: Event) -> None:
        if not event.body["agree"]:
            self.offer = None
        elif self.offer:
            self.offer.agreed |= set(event.body["seats"])
        self._take_entropy(event.body)

    def _take_entropy(self, body: Mapping[str, Any]) -> None:
        for seat, entropy in body.get("entropy", {}).items():
            self.seats[int(seat) - 1].entropy = entropy

    def _away(self, event: Event) -> None:
        for seat in event.body["seats"]:
            self.seats[seat - 1].away_since = event.at

    def _back(self, event: Event) -> None:
        for seat in event.body["seats"]:
            self.seats[seat - 1].away_since = None

    def _replaced(self, event: Event) -> None:
        self.seats[event.body["seat"] - 1].level = event.body["level"]

    def _returned(self, event: Event) -> None:
        seat = self.seats[event.body["seat"] - 1]
        seat.level = seat.away_since = None
        seat.left = False

    def _left(self, event: Event) -> None:
        identity = event.body["identity"]
        for seat in self.seats_of(identity):
            if self.phase is Phase.PLAYING:
                seat.left = True
                seat.away_since = event.at
            else:
                self._vacate(seat)
        self.offer = None
        if identity != self.host:
            self.members.pop(identity, None)

    def _muted(self, event: Event) -> None:
        change = self.muted.add if event.body["muted"] else self.muted.discard
        change(event.body["identity"])

    def _chatted(self, event: Event) -> None:
        """What is said changes nothing."""

    def _closed(self, event: Event) -> None:
        self.phase = Phase.CLOSED
        self.offer = None


WITH_ACTIONS = frozenset({"started", "acted"})
FOLDS = {
    "created": Table._created,
    "admitted": Table._admitted,
    "seated": Table._seated,
    "stood": Table._stood,
    "assigned": Table._assigned,
    "taken_back": Table._taken_back,
    "resigned": Table._resigned,
    "ended": Table._ended,
    "offered": Table._offered,
    "answered": Table._answered,
    "away": Table._away,
    "back": Table._back,
    "replaced": Table._replaced,
    "returned": Table._returned,
    "left": Table._left,
    "muted": Table._muted,
    "chatted": Table._chatted,
    "closed": Table._closed,
}
