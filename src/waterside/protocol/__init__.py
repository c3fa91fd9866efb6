"""Every message between a client and the server, and beside each who may send it, and when.

Messages are JSON texts on a WebSocket, told apart by ``type``. What a client sends is a ``Request``
here, what the server sends a ``Reply``. The JSON schema of all of them is ``schema()``.
"""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

VERSION = 1
"""Counted up when an old client would misunderstand a new server, or the other way round."""

LONGEST_NAME = 32
LONGEST_CHAT = 400
LONGEST_ACTION = 64
LARGEST_MESSAGE = 4096
"""In bytes, of what a client sends."""


class Role(StrEnum):
    """What somebody is at a table; a host may have a seat or none."""

    GUEST = "guest"
    """Anybody whom the table lets in."""
    PLAYER = "player"
    """Somebody with a seat."""
    HOST = "host"
    """Whoever made the table."""


class Phase(StrEnum):
    """Where a table stands."""

    WAITING = "waiting"
    """For people to sit down."""
    PLAYING = "playing"
    BETWEEN = "between"
    """A game is over; another can follow."""
    CLOSED = "closed"


class Refusal(StrEnum):
    """Why a message was refused."""

    MALFORMED = "malformed"
    VERSION = "version"
    HELLO_FIRST = "hello_first"
    DUPLICATE = "duplicate"
    NOT_ALLOWED = "not_allowed"
    NOT_NOW = "not_now"
    STALE = "stale"
    NOT_YOUR_TURN = "not_your_turn"
    ILLEGAL = "illegal"
    TAKEN = "taken"
    NO_SUCH = "no_such"
    MUTED = "muted"
    TOO_OFTEN = "too_often"
    TOO_BUSY = "too_busy"
    STORE = "store"


class CloseCode:
    """Why the server closes a socket; 1000 and 1001 as everywhere."""

    TOO_LARGE = 1009
    MALFORMED = 4400
    UNKNOWN_IDENTITY = 4401
    NOT_INVITED = 4403
    NO_SUCH_TABLE = 4404
    IDLE = 4408
    TOO_SLOW = 4413
    TOO_OFTEN = 4429
    LEFT = 4410
    RESTART = 1012


ANYBODY = frozenset({Role.GUEST, Role.PLAYER, Role.HOST})
PLAYERS = frozenset({Role.PLAYER})
HOST = frozenset({Role.HOST})
PLAYERS_AND_HOST = frozenset({Role.PLAYER, Role.HOST})

ALWAYS = frozenset(Phase)
OPEN = frozenset({Phase.WAITING, Phase.PLAYING, Phase.BETWEEN})
WAITING = frozenset({Phase.WAITING})
PLAYING = frozenset({Phase.PLAYING})
BETWEEN = frozenset({Phase.BETWEEN})
NOT_PLAYING = frozenset({Phase.WAITING, Phase.BETWEEN})

Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_NAME, pattern=r"\S"),
]
SeatNumber = Annotated[int, Field(ge=1, le=16)]
Entropy = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{0,64}$")]
"""What a player adds to chance: up to 32 bytes in hexadecimal, chosen by the client."""
Number = Annotated[int, Field(ge=0, le=2**53)]
Level = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,31}$")]
"""The name of a bot, for example beginner, casual, club, expert or master."""
Language = Literal["en", "fr", "de"]
Action = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_ACTION)]


class Request(BaseModel):
    """What every message of a client has. ``id`` counts up: it is named in the answer."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    who: ClassVar[frozenset[Role]] = ANYBODY
    when: ClassVar[frozenset[Phase]] = ALWAYS

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
    """Through whose eyes to look, for somebody with several seats."""
    pictures: bool = False
    """Whether to send the board as a picture, with what to touch in it, and not as ``board``."""
    frames: bool = False
    """Whether to send pictures of what happened in between, too."""


class Ping(Request):
    """Keeps a quiet socket open. Answered by ``done``."""

    type: Literal["ping"] = "ping"


class Look(Request):
    """Through which of the own seats to look from now on; none: as a spectator. Answered by
    ``view``.
    """

    type: Literal["look"] = "look"
    who: ClassVar = PLAYERS
    when: ClassVar = OPEN
    seat: SeatNumber | None = None


class Sit(Request):
    """Takes a free seat, or the first one that is free. The game starts when the last seat is
    taken.
    """

    type: Literal["sit"] = "sit"
    when: ClassVar = NOT_PLAYING
    seat: SeatNumber | None = None
    name: Name | None = None
    entropy: Entropy = ""


class Stand(Request):
    """Gives the own seat free; with several, the one that is named, else all of them."""

    type: Literal["stand"] = "stand"
    who: ClassVar = PLAYERS
    when: ClassVar = NOT_PLAYING
    seat: SeatNumber | None = None


class Assign(Request):
    """The host says who a seat is for; whoever sits there has to stand up."""

    type: Literal["assign"] = "assign"
    who: ClassVar = HOST
    when: ClassVar = NOT_PLAYING
    seat: SeatNumber
    kind: Literal["person", "open", "bot"]
    level: Level | None = None


class Start(Request):
    """Starts the first game; bots take open seats that are still free."""

    type: Literal["start"] = "start"
    who: ClassVar = PLAYERS_AND_HOST
    when: ClassVar = WAITING


class Play(Request):
    """An action of the seat whose turn it is, in the canonical notation, chosen at log number
    ``at``. If the game has gone on since, nothing changes, and the answer has the current view.
    """

    type: Literal["play"] = "play"
    who: ClassVar = PLAYERS
    when: ClassVar = PLAYING
    action: Action
    at: Number


class TakeBack(Request):
    """Takes the own last decision back. Where chance or somebody else has decided since, or it
    revealed something, the other people are asked first.
    """

    type: Literal["take_back"] = "take_back"
    who: ClassVar = PLAYERS
    when: ClassVar = PLAYING
    at: Number


class Again(Request):
    """Offers the next game of the series, or another one after the last."""

    type: Literal["again"] = "again"
    who: ClassVar = PLAYERS
    when: ClassVar = BETWEEN
    entropy: Entropy = ""


class Answer(Request):
    """Agrees to the offer made at log number ``offer``, or refuses it."""

    type: Literal["answer"] = "answer"
    who: ClassVar = PLAYERS
    when: ClassVar = frozenset({Phase.PLAYING, Phase.BETWEEN})
    offer: Number
    agree: bool
    entropy: Entropy = ""


class Resign(Request):
    """Gives the game up. With two players the other has won; with more a bot goes on."""

    type: Literal["resign"] = "resign"
    who: ClassVar = PLAYERS
    when: ClassVar = PLAYING
    at: Number
    seat: SeatNumber | None = None


class Replace(Request):
    """Gives the seat of somebody who has been away too long to a bot."""

    type: Literal["replace"] = "replace"
    who: ClassVar = PLAYERS
    when: ClassVar = PLAYING
    seat: SeatNumber
    level: Level | None = None


class ComeBack(Request):
    """Takes the own seat back from the bot that played meanwhile."""

    type: Literal["come_back"] = "come_back"
    who: ClassVar = PLAYERS
    when: ClassVar = PLAYING
    seat: SeatNumber | None = None


class End(Request):
    """Ends the game, with no result, because somebody has been away too long."""

    type: Literal["end"] = "end"
    who: ClassVar = PLAYERS
    when: ClassVar = PLAYING


class Hint(Request):
    """What a bot would do in the seat whose turn it is. Answered by ``hint``."""

    type: Literal["hint"] = "hint"
    who: ClassVar = PLAYERS
    when: ClassVar = PLAYING
    at: Number


class Chat(Request):
    """Says something to all at the table."""

    type: Literal["chat"] = "chat"
    when: ClassVar = OPEN
    text: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_CHAT)
    ]


class Mute(Request):
    """The host stops somebody's chat, or allows it again."""

    type: Literal["mute"] = "mute"
    who: ClassVar = HOST
    when: ClassVar = OPEN
    person: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]
    muted: bool = True


class Leave(Request):
    """Goes away for good: own seats are given free, or, in a game, can be given to a bot at once."""

    type: Literal["leave"] = "leave"
    when: ClassVar = OPEN


class Close(Request):
    """The host closes the table."""

    type: Literal["close"] = "close"
    who: ClassVar = HOST
    when: ClassVar = NOT_PLAYING


REQUESTS: tuple[type[Request], ...] = (
    Hello,
    Ping,
    Look,
    Sit,
    Stand,
    Assign,
    Start,
    Play,
    TakeBack,
    Again,
    Answer,
    Resign,
    Replace,
    ComeBack,
    End,
    Hint,
    Chat,
    Mute,
    Leave,
    Close,
)

AnyRequest = Annotated[
    Hello
    | Ping
    | Look
    | Sit
    | Stand
    | Assign
    | Start
    | Play
    | TakeBack
    | Again
    | Answer
    | Resign
    | Replace
    | ComeBack
    | End
    | Hint
    | Chat
    | Mute
    | Leave
    | Close,
    Field(discriminator="type"),
]
read_request: TypeAdapter[AnyRequest] = TypeAdapter(AnyRequest)


class Part(BaseModel):
    """A part of what the server sends."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Choice(Part):
    """An action that can be played now."""

    action: str
    """As it is sent in ``play``."""
    label: str
    """What it means, in the viewer's language."""
    touch: list[str] = []
    """The parts of the picture to touch for it, in order."""


class SeatView(Part):
    """A seat and who has it."""

    seat: int
    kind: Literal["person", "open", "bot"]
    name: str | None
    """Of the person or, for a bot, its level."""
    person: str | None
    """Says who it is without telling anything else."""
    level: str | None
    """Of the bot that plays here, or plays for somebody who is away."""
    present: bool
    away_since: float | None
    """In seconds since 1970, for somebody who has gone in the middle of a game."""
    left: bool
    """Whether this person has left for good."""
    mark: str = ""
    """The shape that stands beside the seat's colour, where seats have colours."""


class OfferView(Part):
    """Something that all people at the table are asked for."""

    number: int
    what: Literal["take_back", "again"]
    seat: int
    agreed: list[int]
    """The seats that agree so far."""


class ClockView(Part):
    """How long the turn may take."""

    since: float
    until: float


class Chance(Part):
    """How chance can be checked: see the page on fair chance."""

    commitment: str
    entropy: list[str]
    secret: str | None
    """Told when the game is over."""


class GameView(Part):
    """The game as the viewer may see it."""

    number: int
    """Which game at this table, from 1 on."""
    actions: int
    """How many actions have been played, chance included."""
    actor: int | None
    """Whose turn it is; None when the game is over."""
    prompt: str
    """What to do now, or what is waited for, in the viewer's language."""
    scores: list[int]
    winners: list[int] | None
    ending: str | None
    """How the game ended, in words."""
    reason: Literal["over", "resigned", "abandoned"] | None
    legal: list[Choice]
    """What the viewer can play now; empty when it is not the viewer's turn."""
    may_take_back: bool
    """Whether the viewer can take the last decision back without asking anybody."""
    clock: ClockView | None
    chance: Chance


class SeriesView(Part):
    """Several games in a row."""

    games: int
    played: int
    scores: list[int]
    over: bool
    winners: list[int] | None
    commitment: str
    """To the secret of the next game: it is fixed before anybody adds entropy for that game."""


class TableView(Part):
    """What was decided when the table was made."""

    id: str
    game: str
    title: str
    players: int
    options: dict[str, str | int | bool]
    public: bool
    turn_time: float | None
    away_limit: float
    stand_in: str
    hints: bool
    reminders: bool
    """Whether what was seen once stays visible, in games where people would have to remember it."""
    host: str
    """The host, as ``person`` in the seats."""


class You(Part):
    """The viewer."""

    person: str
    name: str
    host: bool
    seats: list[int]
    looking: int | None
    """Through the eyes of this seat; None as a spectator."""
    muted: bool
    secrets: bool = False
    """Whether several own seats see different things, so that hands are covered between turns."""


class Told(Part):
    """Something that happened, in words."""

    number: int
    kind: str
    text: str
    """In the viewer's language; empty if the viewer notices nothing of it."""
    at: float
    seat: int | None = None
    person: str | None = None
    action: str | None = None
    """What was played, by the seat or by chance; None for what the viewer may not know."""
    says: str | None = None
    """What was said, in a chat."""
    parts: list[str] = []
    """The parts of the picture that it is about."""


class Frame(Part):
    """A picture on the way to the last one: the board after one of the actions of an update."""

    svg: str
    text: str
    """What happened, in the viewer's language; empty if there is nothing to tell."""
    actor: int | None
    """Whose action it was; None for chance."""


class Reply(BaseModel):
    """What every message of the server has."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    number: int
    """The log number that the client is at once it has read this."""
    id: int | None = None
    """The message that this answers."""


class View(Reply):
    """All that the viewer may see."""

    type: Literal["view"] = "view"
    version: int
    phase: Phase
    table: TableView
    you: You
    seats: list[SeatView]
    people: dict[str, str]
    """Everybody who is here, by ``person``."""
    offer: OfferView | None
    series: SeriesView
    game: GameView | None
    board: dict[str, Any] | None
    """The fields of the state as the viewer may know it; what is hidden is -1 or nothing."""
    svg: str | None = None
    """The board as a picture."""
    told: list[Told]
    """What happened lately."""


class Update(Reply):
    """What has changed: parts that are left out are as they were; of ``board`` those fields."""

    type: Literal["update"] = "update"
    since: int
    """The number that the client must be at; if it is not, it says hello again."""
    told: list[Told] = []
    phase: Phase | None = None
    you: You | None = None
    seats: list[SeatView] | None = None
    people: dict[str, str] | None = None
    offer: OfferView | None = None
    offer_gone: bool = False
    series: SeriesView | None = None
    game: GameView | None = None
    board: dict[str, Any] | None = None
    svg: str | None = None
    frames: list[Frame] = []
    """Pictures of what happened, in order, before ``svg``."""


class Done(Reply):
    """A message was understood and had nothing to change."""

    type: Literal["done"] = "done"


class Refused(Reply):
    """A message was refused and has changed nothing. A stale one is followed by a ``view``."""

    type: Literal["refused"] = "refused"
    code: Refusal
    text: str


class Advice(Part):
    """One action that a bot has looked at."""

    action: str
    label: str
    value: float
    """The expected share of the win, from 0 to 1."""


class Hinted(Reply):
    """What a bot would do, the best first."""

    type: Literal["hint"] = "hint"
    considered: list[Advice]


REPLIES: tuple[type[Reply], ...] = (View, Update, Done, Refused, Hinted)
AnyReply = Annotated[View | Update | Done | Refused | Hinted, Field(discriminator="type")]
read_reply: TypeAdapter[AnyReply] = TypeAdapter(AnyReply)


def authority() -> list[dict[str, Any]]:
    """Every request with who may send it, and when, for the docs and the tests."""
    return [
        {
            "type": request.model_fields["type"].default,
            "who": sorted(request.who),
            "when": sorted(request.when),
            "about": " ".join((request.__doc__ or "").split()),
        }
        for request in REQUESTS
    ]


def schema() -> dict[str, Any]:
    """The JSON schema of all messages."""
    requests = read_request.json_schema(ref_template="#/$defs/{model}")
    replies = TypeAdapter(AnyReply).json_schema(
        ref_template="#/$defs/{model}", mode="serialization"
    )
    parts = {**requests.pop("$defs"), **replies.pop("$defs")}
    return {
        "title": "Waterside table protocol",
        "version": VERSION,
        "authority": authority(),
        "$defs": {**parts, "Request": requests, "Reply": replies},
        "oneOf": [{"$ref": "#/$defs/Request"}, {"$ref": "#/$defs/Reply"}],
    }


def publish() -> None:
    """Writes the schema where the docs have it; run from the repository's root."""
    text = json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"
    Path("docs/protocol.schema.json").write_text(text, "utf-8")


if __name__ == "__main__":
    publish()
