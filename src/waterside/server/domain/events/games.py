"""Events of a game: its start, its moves, its end, and what players offer each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from waterside.fairness import Chance
from waterside.protocol.fields import OfferKind
from waterside.server.domain.events.base import Reader, TableEvent, by_player, stored
from waterside.server.domain.round import Step
from waterside.server.domain.seat import Offer

if TYPE_CHECKING:
    from waterside.server.domain.table import Table


def by_seat(texts: Mapping[str, str]) -> dict[int, str]:
    """What belongs to seats: the keys of JSON are texts, the seats are numbers."""
    return {int(seat): text for seat, text in texts.items()}


def offer_kind(name: str) -> str:
    """What is offered, also where an older version wrote it."""
    return {"take_back": "takeback", "again": "rematch"}.get(name, name)


@dataclass(frozen=True)
class Committed(TableEvent):
    """All seats are taken and all players have committed: from now on they reveal their entropy."""

    kind = "committed"
    until: float
    """When the game starts at the latest."""
    commitments: Mapping[int, str] = field(metadata=stored(read=by_seat), default_factory=dict)
    """Of players who commit just now, by seat."""
    bots: Mapping[int, str] = field(metadata=stored(read=by_seat), default_factory=dict)
    """The bots that take open seats, by seat."""

    def fold(self, table: Table, number: int, at: float) -> None:
        """Waits for what the players reveal."""
        table.fill_with_bots(self.bots)
        table.add_commitments(self.commitments)
        table.begin_reveals(self.until)

    def sentence(self, table: Table, reader: Reader) -> str:
        """Nothing: the game starts in a moment."""
        return ""


@dataclass(frozen=True)
class Revealed(TableEvent):
    """A player reveals the entropy that some seats have committed to."""

    kind = "revealed"
    is_quiet = True
    changes_lists = False
    seats: Sequence[int]
    entropy: str

    def fold(self, table: Table, number: int, at: float) -> None:
        """Keeps it until the game starts."""
        table.add_entropy(dict.fromkeys(self.seats, self.entropy))

    def sentence(self, table: Table, reader: Reader) -> str:
        """Nothing: players do not do this themselves."""
        return ""


@dataclass(frozen=True)
class Started(TableEvent):
    """A game starts, with what chance decides before the first turn."""

    kind = "started"
    changes_game = True
    entropy: Sequence[str]
    """What draws are made with, by seat."""
    commitment: str
    actions: Sequence[str]
    coming_commitment: str
    coming_secret: str = field(metadata=stored(private=True), repr=False)
    starter: int | None = None
    """Of a new series; None where one goes on."""
    bots: Mapping[int, str] = field(metadata=stored(read=by_seat), default_factory=dict)
    """The bots that take open seats, by seat."""
    commitments: Sequence[str] = ()
    """What the players committed to, by seat."""
    missing: Sequence[int] = ()
    """The seats that did not reveal their entropy; their commitments take its place."""
    scheme: int = 1
    """How draws are made; version 0.1.0 knew one way and did not name it."""
    given: int = 0
    """How many of the actions were played already, where the game goes on from a position."""

    def played(self) -> Sequence[str]:
        """What was played already, if anything, and what chance decides before the first turn."""
        return self.actions

    def fold(self, table: Table, number: int, at: float) -> None:
        """Begins the round with the secret that was fixed before."""
        if table.series.is_over:
            table.new_series(self.starter)
        table.fill_with_bots(self.bots)
        table.begin_round(self.chance(table.coming_secret), self.given)
        table.commit(self.coming_secret, self.coming_commitment)

    def sentence(self, table: Table, reader: Reader) -> str:
        """That a game begins, and who has not revealed any entropy."""
        sentences = [
            reader.say("The game goes on from a position that was set up.")
            if self.given
            else reader.say("The game begins.")
        ]
        for seat in self.missing:
            who = reader.names(table)[seat - 1]
            sentences.append(
                reader.say(
                    "The random number of {who} did not arrive in time; their commitment replaces it.",
                    who=who,
                )
            )
        return " ".join(sentences)

    def chance(self, secret: bytes) -> Chance:
        """Where the chance of this game comes from."""
        given = tuple(self.entropy), tuple(self.commitments), tuple(self.missing)
        return Chance(secret, *given, scheme=self.scheme)


@dataclass(frozen=True)
class Acted(TableEvent):
    """A player or a bot plays an action; chance decides what follows from it."""

    kind = "acted"
    changes_game = True
    seat: int
    actions: Sequence[str]
    by: str | None = None
    """``clock`` where a bot plays because the time was over."""

    def played(self) -> Sequence[str]:
        """The player's action, and chance's after it."""
        return self.actions

    def fold(self, table: Table, number: int, at: float) -> None:
        """Changes nothing but the game, which goes on by what was played."""

    def sentence(self, table: Table, reader: Reader) -> str:
        """That the time was over, where it was; the game narrates the actions themselves."""
        if self.by != "clock":
            return ""
        return by_player(
            table, reader, self.seat,
            reader.say("Your time is up: a bot plays this turn for you."),
            reader.say("Time is up: a bot plays this turn for {who}."),
        )  # fmt: skip

    def is_listed(self, steps: Sequence[Step] | None) -> bool:
        """Whether the game ends with it."""
        return steps is None or steps[-1].after.is_over


@dataclass(frozen=True)
class TakenBack(TableEvent):
    """A player's last decision is taken back, with all that came after it."""

    kind = "taken_back"
    changes_game = True
    changes_lists = False
    seat: int
    to: int
    """How many actions are left."""

    def fold(self, table: Table, number: int, at: float) -> None:
        """Cuts the game's actions."""
        assert table.round is not None
        table.round.cut(self.to)

    def sentence(self, table: Table, reader: Reader) -> str:
        """Whose decision was taken back."""
        you, other = reader.say("You take your move back."), reader.say("{who} takes a move back.")
        return by_player(table, reader, self.seat, you, other)


@dataclass(frozen=True)
class Resigned(TableEvent):
    """A player resigns: of two players the other has won; with more a bot goes on."""

    kind = "resigned"
    changes_game = True
    moves_people = True
    seat: int
    name: str | None = None
    winners: Sequence[int] | None = None
    level: str | None = None
    ends_series: bool = True
    """Whether the scores of the games before are lost, as they were in logs of version 0.1.0."""

    def fold(self, table: Table, number: int, at: float) -> None:
        """Ends the game, or gives the seat to a bot."""
        if self.winners is not None:
            table.give_up("resigned", self.winners, ends_series=self.ends_series)
            return
        seat = table.seats[self.seat - 1]
        seat.vacate()
        seat.kind, seat.level = "bot", self.level

    def sentence(self, table: Table, reader: Reader) -> str:
        """Who resigned."""
        you, other = reader.say("You resign."), reader.say("{who} resigns.")
        return by_player(table, reader, self.seat, you, other, self.name or "")


@dataclass(frozen=True)
class Ended(TableEvent):
    """The game is ended without a result, because a player is away."""

    kind = "ended"
    changes_game = True
    seat: int
    ends_series: bool = True
    """Whether the scores of the games before are lost, as they were in logs of version 0.1.0."""

    def fold(self, table: Table, number: int, at: float) -> None:
        """Ends the game, which counts for nothing."""
        table.give_up("abandoned", [], ends_series=self.ends_series)

    def sentence(self, table: Table, reader: Reader) -> str:
        """That the game was broken off."""
        return reader.say("The game is broken off.")


@dataclass(frozen=True)
class Offered(TableEvent):
    """A player offers a takeback or a rematch."""

    kind = "offered"
    changes_lists = False
    what: OfferKind = field(metadata=stored(read=offer_kind))
    seat: int
    agreed: Sequence[int]
    to: int = 0
    """For a takeback: how many actions would be left."""
    entropy: Mapping[int, str] = field(metadata=stored(read=by_seat), default_factory=dict)
    """Only in logs of version 0.1.0, whose players committed to nothing."""
    commitments: Mapping[int, str] = field(metadata=stored(read=by_seat), default_factory=dict)
    """For a rematch: to the entropy of these seats."""

    def fold(self, table: Table, number: int, at: float) -> None:
        """Opens the offer."""
        table.offer = Offer(number, self.what, self.seat, set(self.agreed), self.to)
        table.add_entropy(self.entropy)
        table.add_commitments(self.commitments)

    def sentence(self, table: Table, reader: Reader) -> str:
        """What the player asks for."""
        say = reader.say
        if self.what == "rematch":
            you, other = say("You offer another game."), say("{who} offers another game.")
        else:
            you = say("You ask to take your move back.")
            other = say("{who} asks to take a move back.")
        return by_player(table, reader, self.seat, you, other)


@dataclass(frozen=True)
class Answered(TableEvent):
    """A player agrees to an offer, or refuses it."""

    kind = "answered"
    changes_lists = False
    agree: bool
    seats: Sequence[int]
    what: OfferKind = field(metadata=stored(read=offer_kind))
    entropy: Mapping[int, str] = field(metadata=stored(read=by_seat), default_factory=dict)
    """Only in logs of version 0.1.0, whose players committed to nothing."""
    commitments: Mapping[int, str] = field(metadata=stored(read=by_seat), default_factory=dict)
    """For a rematch: to the entropy of these seats."""

    def fold(self, table: Table, number: int, at: float) -> None:
        """Counts the seats that agree; closes an offer that is refused."""
        if not self.agree:
            table.offer = None
        elif table.offer:
            table.offer.agreed |= set(self.seats)
        table.add_entropy(self.entropy)
        table.add_commitments(self.commitments)

    def sentence(self, table: Table, reader: Reader) -> str:
        """Who agrees, or does not."""
        if self.agree:
            you, other = reader.say("You agree."), reader.say("{who} agrees.")
        else:
            you, other = reader.say("You refuse."), reader.say("{who} refuses.")
        return by_player(table, reader, self.seats[0], you, other)
