"""What bots are asked and what they answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol

from waterside.core.errors import InvalidValueError
from waterside.core.options import Value
from waterside.core.position import Position
from waterside.core.registry import game

UNSEEN = -1
LEARNED, CLASSIC = "learned", "classic"
"""What a search judges positions by: a game's network, or its hand-written evaluation."""


@dataclass(frozen=True)
class Question:
    """A position as one seat knows it: made from the redacted state, so nothing else can leak.

    It travels between processes as bytes.
    """

    game: str
    players: int
    options: Mapping[str, Value]
    seat: int
    """Who is asked, from 1 on; it is this seat's turn."""
    state: bytes
    """The redacted state."""
    number: int
    """How many actions have been played."""
    heard: tuple[int, ...] | None = None
    """All actions so far by their numbers, as this seat saw them; ``UNSEEN`` for an outcome of
    chance that it did not see. None where the way to this position is not known."""
    seed: int = 0
    """The same question with the same seed gets the same answer (unless time decides)."""

    @classmethod
    def of(cls, position: Position, seed: int = 0) -> Question:
        """The question for whoever is to act."""
        if not isinstance(position.actor, int):
            raise InvalidValueError("only a player to act can be asked for a move")
        return cls(
            game=position.game.name,
            players=position.players,
            options=position.options,
            seat=position.actor,
            state=position.seen_by(position.actor).held,
            number=position.number,
            heard=heard_by(position, position.actor),
            seed=seed,
        )

    def position(self) -> Position:
        """The position as the seat sees it: legal actions are all there, hidden things are not."""
        kind = game(self.game)
        seen = Position(kind, self.players, self.options, self.state)
        seen.number = self.number
        return seen

    def to_bytes(self) -> bytes:
        """As bytes: a line of JSON, then the state."""
        head = {name: value for name, value in vars(self).items() if name != "state"}
        return json.dumps({**head, "options": dict(self.options)}).encode() + b"\n" + self.state

    @classmethod
    def from_bytes(cls, data: bytes) -> Question:
        """Reads what ``to_bytes`` wrote."""
        head, _, state = data.partition(b"\n")
        fields = json.loads(head)
        heard = fields.pop("heard")
        return cls(**fields, heard=None if heard is None else tuple(heard), state=state)


def heard_by(position: Position, seat: int) -> tuple[int, ...] | None:
    """What this seat saw of the way to a position; None where that way is not known."""
    heard: list[int] = []
    while position.previous is not None and position.played is not None:
        before = position.previous
        heard.append(position.played if before.is_seen_by(seat) else UNSEEN)
        position = before
    return tuple(heard[::-1]) if position.number == 0 else None


@dataclass(frozen=True)
class Considered:
    """One action that a bot looked at."""

    action: str
    visits: int
    value: float
    """The expected share of the win for the bot's own seat, from 0 to 1."""
    error: float
    """The standard error of that value."""


@dataclass(frozen=True)
class Answer:
    """What a bot would do, and what it thinks of the alternatives."""

    action: str
    considered: tuple[Considered, ...] = ()
    """The actions it looked at, the best first; empty for bots that do not think."""
    line: tuple[str, ...] = ()
    """How the game would go on, as far as it looked."""
    iterations: int = 0
    seconds: float = 0.0
    facts: Mapping[str, Any] = field(default_factory=dict)
    """Anything else worth knowing, for example that an ending was solved exactly."""

    def to_bytes(self) -> bytes:
        """As bytes."""
        return json.dumps(asdict(self)).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> Answer:
        """Reads what ``to_bytes`` wrote."""
        fields = json.loads(data)
        considered = tuple(Considered(**one) for one in fields.pop("considered"))
        return cls(considered=considered, line=tuple(fields.pop("line")), **fields)


Stop = Callable[[], bool]


class Bot(Protocol):
    """A program that plays: ours, or a third party's."""

    name: str

    def answer(self, question: Question, stop: Stop = lambda: False) -> Answer:
        """Chooses an action; ``stop()`` turns true when the answer is wanted at once."""
        ...
