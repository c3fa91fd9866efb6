"""A table as a client sees it: the last view with all updates since."""

from __future__ import annotations

from collections.abc import Sequence

from waterside.bots.bot import Question
from waterside.core.errors import WatersideError
from waterside.core.position import Position
from waterside.core.registry import game
from waterside.protocol import LogEntry, Phase, Update, View

PARTS = ("phase", "you", "seats", "people", "muted", "offer", "series", "game")


class Seen:
    """What this client may know of a table now. It never changes: ``after`` gives the next one."""

    def __init__(self, view: View, log: Sequence[LogEntry] | None = None) -> None:
        self.view = view
        self.log = view.log if log is None else log
        """What has happened with the last message."""

    @property
    def number(self) -> int:
        """The number of the last event."""
        return self.view.number

    @property
    def phase(self) -> Phase:
        """Where the table stands."""
        return self.view.phase

    @property
    def seats(self) -> list[int]:
        """The seats of this client."""
        return self.view.you.seats

    @property
    def actor(self) -> int | None:
        """The seat whose turn it is."""
        return self.view.game.actor if self.view.game and self.phase is Phase.PLAYING else None

    @property
    def is_my_turn(self) -> bool:
        """Whether the seat whose viewpoint is shown is to act, and no bot does so for it."""
        seat = self.view.you.seat
        return seat is not None and self.actor == seat and self.view.seats[seat - 1].level is None

    @property
    def legal(self) -> list[str]:
        """What can be played now; empty when it is not our turn."""
        return [choice.action for choice in self.view.game.legal] if self.view.game else []

    @property
    def winners(self) -> list[int] | None:
        """The seats that have won; None while the game goes on."""
        return self.view.game.winners if self.view.game else None

    def fixed_before_the_game(self) -> tuple[int, str, list[str]] | None:
        """The game that starts or is played, the server's commitment to its secret, and those of the
        seats to their entropy; None where no game starts or is played.
        """
        game = self.view.game
        if self.phase is Phase.STARTING:
            number = game.number + 1 if game else 1
            return number, self.view.series.commitment, [s.commitment for s in self.view.seats]
        if self.phase is Phase.PLAYING and game:
            return game.number, game.chance.commitment, game.chance.commitments
        return None

    def position(self) -> Position:
        """The position as the seat sees it whose viewpoint is shown."""
        view = self.view
        if view.board is None or view.game is None:
            raise WatersideError("no game has begun at this table yet")
        kind = game(view.table.game)
        state = kind.layout.filled(view.board)
        position = Position(kind, view.table.players, view.table.options, state)
        position.number = view.game.actions
        return position

    def question(self, seed: int = 0) -> Question:
        """What a bot is asked when it is our turn."""
        return Question.of(self.position(), seed)

    def after(self, update: Update) -> Seen | None:
        """With what has changed; None if something in between is missing."""
        if update.since != self.number:
            return None
        changes: dict[str, object] = {"number": update.number, "id": update.id}
        for part in PARTS:
            if (value := getattr(update, part)) is not None:
                changes[part] = value
        if update.offer_gone:
            changes["offer"] = None
        if update.board is not None:
            changes["board"] = {**(self.view.board or {}), **update.board}
        return Seen(self.view.model_copy(update=changes), update.log)
