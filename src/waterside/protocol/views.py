"""The shapes of what the server shows: it makes these objects, and a client reads them back.

What is made for every move is a plain dataclass, as the server need not check what it makes itself;
where a client reads it, and in the JSON schema, it is as strict as the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pydantic import BaseModel, ConfigDict

from waterside.protocol.fields import EndReason, OfferKind, SeatKind

STRICT = ConfigDict(extra="forbid")


class Part(BaseModel):
    """A part of what the server sends."""

    model_config = ConfigDict(extra="forbid", frozen=True)


@dataclass(slots=True)
class Choice:
    """An action that can be played now."""

    __pydantic_config__: ClassVar = STRICT

    action: str
    """As it is sent in ``play``."""
    label: str
    """What it means, in the viewer's language."""
    touch: tuple[str, ...] = ()
    """The parts of the scene to touch for it, in order."""


class SeatView(Part):
    """A seat and who has it."""

    seat: int
    kind: SeatKind
    name: str | None
    """Of the person or the bot."""
    person: str | None
    """Names the person without giving the identity away."""
    level: str | None
    """Of the bot that plays here, or plays for a player who is away."""
    present: bool
    away_since: float | None
    """In seconds since 1970, for a player who has gone in the middle of a game."""
    left: bool
    """Whether this player has left for good."""
    commitment: str
    """To the player's entropy in the next game."""
    mark: str
    """The shape that stands beside the seat's colour, where seats have colours."""


class OfferView(Part):
    """Something that all players at the table are asked for."""

    number: int
    what: OfferKind
    seat: int
    agreed: list[int]
    """The seats that agree so far."""


@dataclass(slots=True)
class ClockView:
    """How long the turn may take."""

    __pydantic_config__: ClassVar = STRICT

    since: float
    until: float
    stopped: bool = False
    """Whether it waits: several people share a device, and the next one has not taken it yet."""


@dataclass(slots=True)
class ChanceView:
    """How chance can be checked: see the page on fair chance."""

    __pydantic_config__: ClassVar = STRICT

    commitment: str
    """To the server's secret."""
    commitments: list[str]
    """To the players' entropy, by seat; empty for none."""
    entropy: list[str]
    """By seat; of a seat that did not reveal any, its commitment."""
    missing: list[int]
    """The seats that did not reveal their entropy in time."""
    secret: str | None
    """Known when the game is over."""


@dataclass(slots=True)
class GameView:
    """The game as the viewer may see it."""

    __pydantic_config__: ClassVar = STRICT

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
    """How the game ended, in words: who has won, what decided it, and more, a line each."""
    reason: EndReason | None
    legal: list[Choice]
    """What the viewer can play now; empty when it is not the viewer's turn."""
    prompts: dict[str, str]
    """What to do next once a part of the scene was touched, by its id, in the viewer's language."""
    free_takeback: bool
    """Whether the viewer can take the last decision back without asking the others."""
    clock: ClockView | None
    chance: ChanceView
    out: list[int]
    """The seats of players who are out before the end, in games where that happens."""


class SeriesView(Part):
    """Several games in a row."""

    games: int
    played: int
    scores: list[int]
    over: bool
    winners: list[int] | None
    commitment: str
    """To the secret of the next game: it is fixed before any player adds entropy for that game."""


class TableView(Part):
    """What was decided when the table was created."""

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
    seat: int | None
    """The seat whose viewpoint is shown; None for a spectator's."""
    secrets: bool
    """Whether several of the viewer's seats see different things, so that hands are covered between
    turns."""


@dataclass(slots=True)
class LogEntry:
    """Something that happened, in words."""

    __pydantic_config__: ClassVar = STRICT

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
    parts: tuple[str, ...] = ()
    """The parts of the scene that it is about."""


class Advice(Part):
    """One action that a bot has considered."""

    action: str
    label: str
    value: float
    """The expected share of the win, from 0 to 1."""


class SearchQuestion(Part):
    """A position to search by the game's WebAssembly module, and for how long; it is made from the
    redacted state, so what is hidden is not there to be found.
    """

    game: str
    players: int
    seat: int
    state: str
    """The bytes of the state as this seat knows it, in hexadecimal."""
    seed: int
    iterations: int | None = None
    ms: float | None = None
    """How long to search where iterations are not counted."""
    learned: bool = False
    """Whether to judge by the game's learned evaluation."""
    calibration: tuple[float, ...] = ()
    """What came where the search said 0%, 5% and so on up to 100%: its values are shown as this."""
    settings: dict[str, float] = {}
    """Settings of the search other than the game's own."""
    places: dict[str, str]
    """The addresses of the game's ``module`` and of its ``weights``."""
    actions: dict[int, str]
    """The legal actions by their numbers."""
