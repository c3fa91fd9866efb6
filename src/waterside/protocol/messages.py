"""Every message that a client sends, and beside each who may send it, and when.

What a message does is its handler in ``waterside.server.domain.commands``.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from waterside.protocol import codes
from waterside.protocol.codes import Phase, Role
from waterside.protocol.fields import (
    Action,
    ChatText,
    Commitment,
    Entropy,
    Language,
    Level,
    Name,
    Number,
    PartId,
    PersonId,
    SeatKind,
    SeatNumber,
    Speed,
)


class Request(BaseModel):
    """What every message of a client has. ``id`` counts up: it is named in the answer."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    who: ClassVar[frozenset[Role]] = codes.ALL
    when: ClassVar[frozenset[Phase]] = codes.ALWAYS

    id: Number | None = None


class Hello(Request):
    """The first message on a socket; later, asks for a fresh view. Answered by ``view`` or, where
    ``last`` says what is known already and it was not long ago, by ``update``.
    """

    type: Literal["hello"] = "hello"
    version: int
    last: Number | None = None
    language: Language | None = None
    seat: SeatNumber | None = None
    """Whose viewpoint to see, for a player with several seats."""
    scene: bool = False
    """Whether to send the board as a scene, with what to touch in it, and not as ``board``."""
    wide: bool = False
    """Whether the scene is shown in more width than height, where a game has a drawing for that."""
    thinks: bool = False
    """Whether the client may be asked to ``think`` for bots at a table without other players."""


class Ping(Request):
    """Keeps a quiet socket open. Answered by ``done``."""

    type: Literal["ping"] = "ping"


class SwitchSeat(Request):
    """Sees the table from another of the player's seats from now on; with none, as a spectator.
    Answered by ``view``.
    """

    type: Literal["switch_seat"] = "switch_seat"
    who: ClassVar = codes.PLAYERS
    when: ClassVar = codes.OPEN
    seat: SeatNumber | None = None


class Sit(Request):
    """Takes a free seat, or the first one that is free. The game starts when the last seat is
    taken. ``commitment`` is to the player's entropy, which is revealed when all have committed.
    """

    type: Literal["sit"] = "sit"
    when: ClassVar = codes.NOT_PLAYING
    seat: SeatNumber | None = None
    name: Name | None = None
    commitment: Commitment = ""


class Reveal(Request):
    """Reveals the entropy that the player has committed to, for all seats with that commitment.
    When all have revealed, or the time is over, the game starts.
    """

    type: Literal["reveal"] = "reveal"
    who: ClassVar = codes.PLAYERS
    when: ClassVar = codes.STARTING
    entropy: Entropy


class LeaveSeat(Request):
    """Frees the player's seat; of several, the one that is named, else all of them."""

    type: Literal["leave_seat"] = "leave_seat"
    who: ClassVar = codes.PLAYERS
    when: ClassVar = codes.NOT_PLAYING
    seat: SeatNumber | None = None


class Pace(Request):
    """How fast bots move for this player, from now on and on this socket only. Of several players
    the one who wants it slowest decides. Answered by ``done``.
    """

    type: Literal["pace"] = "pace"
    who: ClassVar = codes.PLAYERS
    when: ClassVar = codes.OPEN
    speed: Speed


class Assign(Request):
    """The host says whom a seat is for; the player who sits there loses it."""

    type: Literal["assign"] = "assign"
    who: ClassVar = codes.HOST
    when: ClassVar = codes.NOT_PLAYING
    seat: SeatNumber
    kind: SeatKind
    level: Level | None = None


class Start(Request):
    """Starts the first game; bots take open seats that are still free."""

    type: Literal["start"] = "start"
    who: ClassVar = codes.PLAYERS_AND_HOST
    when: ClassVar = codes.WAITING


class Play(Request):
    """An action of the seat whose turn it is, in the canonical notation, chosen at log number
    ``at``. If the game has gone on since, nothing changes, and the answer has the current view.
    """

    type: Literal["play"] = "play"
    who: ClassVar = codes.PLAYERS
    when: ClassVar = codes.PLAYING
    action: Action
    at: Number


class Takeback(Request):
    """Takes the player's last decision back. Where chance or another player has decided since, or
    it revealed something, the other players are asked first.
    """

    type: Literal["takeback"] = "takeback"
    who: ClassVar = codes.PLAYERS
    when: ClassVar = codes.PLAYING
    at: Number


class Rematch(Request):
    """Offers the next game of the series, or another one after the last."""

    type: Literal["rematch"] = "rematch"
    who: ClassVar = codes.PLAYERS
    when: ClassVar = codes.BETWEEN
    commitment: Commitment = ""


class Answer(Request):
    """Agrees to the offer made at log number ``offer``, or refuses it."""

    type: Literal["answer"] = "answer"
    who: ClassVar = codes.PLAYERS
    when: ClassVar = codes.PLAYING_OR_BETWEEN
    offer: Number
    agree: bool
    commitment: Commitment = ""


class Resign(Request):
    """Gives the game up. With two players the other has won; with more a bot goes on."""

    type: Literal["resign"] = "resign"
    who: ClassVar = codes.PLAYERS
    when: ClassVar = codes.PLAYING
    at: Number
    seat: SeatNumber | None = None


class Replace(Request):
    """Gives the seat of a player who has been away too long to a bot."""

    type: Literal["replace"] = "replace"
    who: ClassVar = codes.PLAYERS
    when: ClassVar = codes.PLAYING
    seat: SeatNumber
    level: Level | None = None


class ComeBack(Request):
    """Takes the player's seat over from the bot that played meanwhile."""

    type: Literal["come_back"] = "come_back"
    who: ClassVar = codes.PLAYERS
    when: ClassVar = codes.PLAYING
    seat: SeatNumber | None = None


class End(Request):
    """Ends the game, with no result, because a player has been away too long."""

    type: Literal["end"] = "end"
    who: ClassVar = codes.PLAYERS
    when: ClassVar = codes.PLAYING


class Hint(Request):
    """What a bot would do in the seat whose turn it is. Answered by ``hint``; with ``own``, where the
    client can search by itself, perhaps by ``question``.
    """

    type: Literal["hint"] = "hint"
    who: ClassVar = codes.PLAYERS
    when: ClassVar = codes.PLAYING
    at: Number
    own: bool = False


class Explain(Request):
    """What an action of the player to act leads to, and what another one would have led to. Answered by
    ``explanation``.
    """

    type: Literal["explain"] = "explain"
    who: ClassVar = codes.PLAYERS
    when: ClassVar = codes.PLAYING
    at: Number
    action: Action
    other: Action | None = None


class Why(Request):
    """Why these parts of the scene cannot be touched one after the other now. Answered by ``why``."""

    type: Literal["why"] = "why"
    who: ClassVar = codes.PLAYERS
    when: ClassVar = codes.PLAYING
    touched: Annotated[list[PartId], Field(min_length=1, max_length=8)]
    at: Number


class Chat(Request):
    """Says something to all at the table."""

    type: Literal["chat"] = "chat"
    when: ClassVar = codes.OPEN
    text: ChatText


class Mute(Request):
    """The host stops a user's chat, or allows it again."""

    type: Literal["mute"] = "mute"
    who: ClassVar = codes.HOST
    when: ClassVar = codes.OPEN
    person: PersonId
    muted: bool = True


class Leave(Request):
    """Leaves the table for good: the user's seats become free or, in a game, can be given to a bot
    at once.
    """

    type: Literal["leave"] = "leave"
    when: ClassVar = codes.OPEN


class Close(Request):
    """The host closes the table."""

    type: Literal["close"] = "close"
    who: ClassVar = codes.HOST
    when: ClassVar = codes.NOT_PLAYING


AnyRequest = Annotated[
    Hello
    | Ping
    | SwitchSeat
    | Sit
    | Reveal
    | LeaveSeat
    | Pace
    | Assign
    | Start
    | Play
    | Takeback
    | Rematch
    | Answer
    | Resign
    | Replace
    | ComeBack
    | End
    | Hint
    | Explain
    | Why
    | Chat
    | Mute
    | Leave
    | Close,
    Field(discriminator="type"),
]
REQUESTS: tuple[type[Request], ...] = tuple(Request.__subclasses__())
"""Every message that a client can send."""
read_request: TypeAdapter[AnyRequest] = TypeAdapter(AnyRequest)


def type_of(message: type[BaseModel]) -> str:
    """The ``type`` that messages of a class have in JSON."""
    return str(message.model_fields["type"].default)
