"""A table as the fold of its events: nothing here reads a clock, a store or a socket."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from copy import copy

from waterside.core.game import Game
from waterside.core.series import Series
from waterside.fairness import Chance
from waterside.protocol.codes import Phase, Role
from waterside.protocol.fields import EndReason
from waterside.server.domain.bot_names import bot_names
from waterside.server.domain.events import Logged, Row, read
from waterside.server.domain.round import Round, Step
from waterside.server.domain.seat import Offer, Seat

MOST_SPEAKERS = 50


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
        """All users whom the table has admitted: identity and name."""
        self.speakers: OrderedDict[str, str] = OrderedDict()
        """The last users who have spoken, members or not: identity and name."""
        self.muted: dict[str, str] = {}
        """Users whose chat the host has stopped: identity and name."""
        self.offer: Offer | None = None
        self.round: Round | None = None
        self.turn_since = 0.0
        self.faced: int | None = None
        """Which seat the user of several seats has taken the device for."""
        self.title = ""
        self.host = ""
        self.host_left = False
        """Whether the host has left for good; the table stays open to the others."""
        self.public = False
        self.turn_time: float | None = None
        self.away_limit = 0.0
        self.stand_in = ""
        self.hints = True
        self.reminders = True
        self.opening: list[str] = []
        """What was played already where the first game goes on from a position."""
        self.coming_secret = b""
        """Decides chance in the next game; it is fixed before any player adds entropy for it."""
        self.coming_commitment = ""
        self.reveal_until = 0.0
        """When the next game starts at the latest, whoever has not revealed entropy by then."""

    @classmethod
    def of(cls, table_id: str, rows: Iterable[Row]) -> Table:
        """The table after the events of these rows, from the first on."""
        table = cls(table_id)
        for row in rows:
            table.apply(read(row))
        return table

    def after(self, events: Iterable[Logged], steps: Iterable[Sequence[Step] | None]) -> Table:
        """The table as it would be after some events; this one stays as it is."""
        coming = copy(self)
        coming.seats = [copy(seat) for seat in self.seats]
        coming.members, coming.muted = self.members.copy(), self.muted.copy()
        coming.speakers = self.speakers.copy()
        coming.offer = copy(self.offer)
        if self.number:
            coming.series = copy(self.series)
            coming.series.played = self.series.played.copy()
            coming.series.scores = self.series.scores.copy()
        if self.round is not None:
            coming.round = self.round.copy()
        for event, known in zip(events, steps, strict=True):
            coming.apply(event, known)
        return coming

    def apply(self, logged: Logged, steps: Sequence[Step] | None = None) -> Sequence[Step]:
        """Folds an event in; gives the steps of the game that it holds.

        ``steps`` saves playing its actions a second time where they have just been played.
        """
        if logged.number != self.number + 1:
            raise ValueError(f"event {logged.number} cannot follow event {self.number}")
        event = logged.event
        self.number = logged.number
        event.fold(self, logged.number, logged.at)
        taken = self._go_on(event.played(), steps)
        if event.changes_game:
            self.game_number = logged.number
            self.turn_since = logged.at
            if self.offer is not None and self.offer.what == "takeback":
                self.offer = None
        return taken

    def _go_on(self, actions: Sequence[str], steps: Sequence[Step] | None) -> Sequence[Step]:
        if not actions:
            return ()
        assert self.round is not None
        if steps is None:
            steps = self.round.replayed(actions)
        self.round.take(steps)
        if self.round.reason:
            self.series.add(self.round.position)
            self._rest()
        return steps

    # What events do to a table

    def commit(self, secret: str, commitment: str) -> None:
        """Fixes the secret of the next game, before any player adds entropy for it."""
        self.coming_secret = bytes.fromhex(secret)
        self.coming_commitment = commitment

    def begin_reveals(self, until: float) -> None:
        """Waits for the players to reveal their entropy: all have committed to it."""
        self.phase = Phase.STARTING
        self.reveal_until = until
        self.offer = None

    def begin_round(self, chance: Chance, given: int = 0) -> None:
        """Begins the next game of the series; so many of its actions are given."""
        number = self.round.number + 1 if self.round else 1
        self.round = Round(number, self.series.next(), chance, given=given)
        self.phase = Phase.PLAYING
        self.offer = None
        for seat in self.seats:
            seat.commitment = ""

    def new_series(self, starter: int | None) -> None:
        """Begins another series of as many games."""
        options = {**self.series.options, "starter": starter}
        self.series = Series(self.game, self.players, self.series.games, **options)

    def give_up(self, reason: EndReason, winners: Sequence[int], *, ends_series: bool) -> None:
        """Ends a game before its end. A game without winners does not count: the series goes on
        with another one in its place. ``ends_series``: as in older logs, all scores are lost.
        """
        assert self.round is not None
        self.round.reason = reason
        self.round.given_up = list(winners)
        if ends_series:
            self.new_series(self.series.starter)
        elif winners:
            self.series.give_up(self.round.position, winners)
        self._rest()

    def add_entropy(self, entropy: Mapping[int, str]) -> None:
        """Keeps what players add to chance in the next game, by seat."""
        for seat, given in entropy.items():
            self.seats[seat - 1].entropy = given

    def add_commitments(self, commitments: Mapping[int, str]) -> None:
        """Keeps what players commit to for the next game, by seat; they have revealed nothing yet."""
        for seat, promised in commitments.items():
            self.seats[seat - 1].commitment, self.seats[seat - 1].entropy = promised, ""

    def fill_with_bots(self, bots: Mapping[int, str]) -> None:
        """Gives open seats to bots of these levels."""
        for seat, level in bots.items():
            self.seats[seat - 1].kind, self.seats[seat - 1].level = "bot", level

    def has_spoken(self, identity: str, name: str) -> None:
        """Remembers a user who has spoken, so that the host can mute one who is gone again."""
        self.speakers[identity] = name
        self.speakers.move_to_end(identity)
        if len(self.speakers) > MOST_SPEAKERS:
            self.speakers.popitem(last=False)

    def _rest(self) -> None:
        self.phase = Phase.BETWEEN
        self.offer = None
        for seat in self.seats:
            if seat.left and seat.identity:
                seat.vacate()
            elif seat.has_stand_in:
                seat.level = None
            seat.away_since = None

    # What others ask about a table

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.seats)

    def seat(self, number: int) -> Seat | None:
        """The seat of this number, if there is one."""
        return self.seats[number - 1] if 1 <= number <= len(self.seats) else None

    def seats_of(self, identity: str) -> list[Seat]:
        """The seats that a user has."""
        return [seat for seat in self.seats if seat.identity == identity]

    def people(self) -> list[Seat]:
        """The seats where people play themselves."""
        return [seat for seat in self.seats if seat.identity and seat.level is None]

    def all_agree(self, agreed: set[int]) -> bool:
        """Whether these are all seats where people play themselves."""
        return all(seat.number in agreed for seat in self.people())

    def allows(self, identity: str, who: frozenset[Role]) -> bool:
        """Whether a user has one of these roles here."""
        if Role.GUEST in who:
            return True
        if Role.PLAYER in who:
            for seat in self.seats:
                if seat.identity == identity:
                    return True
        return Role.HOST in who and identity == self.host

    def admits(self, identity: str) -> bool:
        """Whether a user may see this table."""
        return self.public or identity in self.members or bool(self.seats_of(identity))

    def actor(self) -> Seat | None:
        """The seat whose turn it is."""
        if self.phase is not Phase.PLAYING or self.round is None:
            return None
        actor = self.round.actor
        return self.seats[actor - 1] if actor is not None else None

    def names(self) -> dict[int, str]:
        """The names of people and bots by seat; empty for a free seat."""
        bots = [seat.number for seat in self.seats if seat.is_bot]
        people = {seat.number: seat.name or "" for seat in self.seats if not seat.is_bot}
        if not bots:
            return people
        return dict(sorted({**people, **bot_names(self.id, bots, people.values())}.items()))

    def recorded_names(self) -> dict[int, str]:
        """The names as records have them: bots with their levels, as in ``Mila (casual)``."""
        return {
            number: f"{name} ({seat.level})" if seat.is_bot else name
            for seat, (number, name) in zip(self.seats, sorted(self.names().items()), strict=True)
        }

    def goes_on_by_itself(self) -> bool:
        """Whether a bot or a clock has something to do here."""
        return self.phase is Phase.STARTING or (
            self.phase is Phase.PLAYING
            and (self.turn_time is not None or any(seat.level for seat in self.seats))
        )

    def has_free_takeback(self, seat: int) -> bool:
        """Whether a seat can take its last decision back without asking: among people only where
        that was the last thing that happened and revealed nothing, against bots alone always.
        """
        game = self.round
        if game is None or game.reason is not None or game.last_decision(seat) is None:
            return False
        owner = self.seats[seat - 1].identity
        if all(other.identity == owner for other in self.people()):
            return True
        where, who = game.decisions[-1]
        return who == seat and where == len(game.actions) - 1 and not game.revealed_since(where)
