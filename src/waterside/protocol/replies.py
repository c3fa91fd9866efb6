"""Every message that the server sends."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from waterside.protocol.codes import Phase, Refusal
from waterside.protocol.scene import SceneStep, SceneView
from waterside.protocol.views import (
    Advice,
    GameView,
    LogEntry,
    OfferView,
    SearchQuestion,
    SeatView,
    SeriesView,
    TableView,
    You,
)

LOG = TypeAdapter(list[LogEntry])


class Reply(BaseModel):
    """What every message of the server has."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    type: str
    number: int
    """The log number that the client is at once it has read this."""
    id: int | None = None
    """The message that this answers."""

    def dumps(self) -> str:
        """The message as it is sent: fields that are as usual are left out."""
        given = self.model_dump_json(exclude_defaults=True)
        return f'{{"type":"{self.type}",{given[1:]}'


class View(Reply):
    """All that the viewer may see."""

    type: Literal["view"] = "view"
    version: int
    phase: Phase
    table: TableView
    you: You
    seats: list[SeatView]
    people: dict[str, str]
    """The names of all who are here, by ``person``."""
    muted: dict[str, str]
    """The names of all whom the host has muted, by ``person``; they need not be here."""
    offer: OfferView | None
    series: SeriesView
    game: GameView | None
    board: dict[str, Any] | None
    """The fields of the state as the viewer may know it; what is hidden is -1 or nothing."""
    scene: SceneView | None = None
    """The board as a scene."""
    log: list[LogEntry]
    """What happened lately."""


class Update(Reply):
    """What has changed: parts that are left out are as they were; of ``board`` those fields."""

    type: Literal["update"] = "update"
    since: int
    """The number that the client must be at; if it is not, it says hello again."""
    log: list[LogEntry] = []
    phase: Phase | None = None
    you: You | None = None
    seats: list[SeatView] | None = None
    people: dict[str, str] | None = None
    muted: dict[str, str] | None = None
    offer: OfferView | None = None
    offer_gone: bool = False
    series: SeriesView | None = None
    game: GameView | None = None
    board: dict[str, Any] | None = None
    scene: SceneView | None = None
    """The whole board, where what was shown before does not matter any more."""
    steps: list[SceneStep] = []
    """What happened on the board, in order; after ``scene`` where there is one."""

    @classmethod
    def dumps_log(cls, number: int, since: int, log: list[LogEntry]) -> str:
        """An update of the log alone as it is sent: most updates are that and a few texts more, and
        making and checking a whole message takes several times as long.
        """
        entries = LOG.dump_json(log, exclude_defaults=True).decode()
        written = f',"log":{entries}' if log else ""
        return f'{{"type":"update","number":{number},"since":{since}{written}}}'


class Done(Reply):
    """A message was understood and had nothing to change."""

    type: Literal["done"] = "done"


class Refused(Reply):
    """A message was refused and has changed nothing. A stale one is followed by a ``view``."""

    type: Literal["refused"] = "refused"
    code: Refusal
    text: str


class Hinted(Reply):
    """What a bot would do, the best first."""

    type: Literal["hint"] = "hint"
    considered: list[Advice]


class Question(Reply):
    """What the bot would be asked for a hint: the position as the player's own seat knows it."""

    type: Literal["question"] = "question"
    question: SearchQuestion


class Think(Reply):
    """Asks a client that can to think for the bot to act, at a table without other players: the ticket
    leads to the question, and back with the answer.
    """

    type: Literal["think"] = "think"
    ticket: str


class Explanation(Reply):
    """What an action threatens, what it allows and what it gives up, in the viewer's language."""

    type: Literal["explanation"] = "explanation"
    texts: list[str]


class Reason(Reply):
    """Why something cannot be touched now, in the viewer's language; empty if there is no more to say
    than that it cannot.
    """

    type: Literal["why"] = "why"
    text: str


AnyReply = Annotated[
    View | Update | Done | Refused | Hinted | Question | Explanation | Think | Reason,
    Field(discriminator="type"),
]
REPLIES: tuple[type[Reply], ...] = tuple(Reply.__subclasses__())
"""Every message that the server can send."""
read_reply: TypeAdapter[AnyReply] = TypeAdapter(AnyReply)
