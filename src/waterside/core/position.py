"""A position: the state of a game, how it came about, and what can be done in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from waterside.core.errors import IllegalActionError, MalformedActionError
from waterside.core.game import Game
from waterside.core.lazy import once
from waterside.core.options import Value
from waterside.engine import contract

if TYPE_CHECKING:
    from waterside.pictures.picture import Picture

Actor = int | Literal["chance"] | None


class Position:
    """A position never changes: ``play`` gives a new one, ``undo`` the one before.

    >>> import waterside
    >>> position = waterside.game("crocodile").new(setup="picture")
    >>> position.actor
    1
    >>> position = position.play("flip d2").play("reveal 4")
    >>> position.legal()[:3]
    ['d2-a3', 'd2-d6', 'd2-e5']
    """

    def __init__(
        self,
        game: Game,
        players: int,
        options: Mapping[str, Value],
        state: npt.NDArray[np.void] | bytes,
        previous: Position | None = None,
        action: str | None = None,
    ) -> None:
        self.game = game
        self.players = players
        self.options = dict(options)
        self.previous = previous
        """The position before, or None at the start."""
        self.action = action
        """The action that led here, or None at the start."""
        self.number: int = previous.number + 1 if previous else 0
        """How many actions have been played."""
        self.played: int | None = None
        """The number of that action."""
        self.held = state if isinstance(state, bytes) else state.tobytes()
        """The state as bytes, which never change."""

    @classmethod
    def first(cls, game: Game, players: int, options: Mapping[str, Any]) -> Position:
        """The position before the first action; see ``Game.new``."""
        resolved = game.resolve(players, options)
        state = np.zeros(1, game.state_type)
        game.interpreted.new(game.view(state, 0), players, game.encode(players, resolved))
        return cls(game, players, resolved, state)

    @once
    def state(self) -> npt.NDArray[np.void]:
        """The state as an array of one record, not to be written to."""
        return np.frombuffer(self.held, self.game.state_type)

    @once
    def _view(self) -> Any:
        return self.game.look(self.held)

    @once
    def _actor(self) -> int:
        return int(self.game.interpreted.actor(self._view))

    @property
    def actor(self) -> Actor:
        """Who acts: a seat from 1 on, ``"chance"``, or None when the game is over."""
        if self._actor == contract.OVER:
            return None
        return "chance" if self._actor == contract.CHANCE else self._actor + 1

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._actor == contract.OVER

    @property
    def witness(self) -> int | None:
        """The one seat that sees what chance brings now; None where everybody does."""
        if self._actor != contract.CHANCE:
            return None
        seat = int(self.game.interpreted.witness(self._view))
        return None if seat == contract.EVERYBODY else seat + 1

    @once
    def _texts(self) -> dict[str, int]:
        """The legal actions or outcomes by their texts, with number or weight order kept."""
        chance = self._actor == contract.CHANCE
        return {self.game.notation.text(self._view, chance, n): n for n in self.numbers()}

    def numbers(self) -> list[int]:
        """The legal actions of the player, or the outcomes of chance, by their numbers."""
        out = [0] * self.game.longest
        if self._actor == contract.OVER:
            return []
        if self._actor == contract.CHANCE:
            return out[: self.game.interpreted.chances(self._view, out, [0] * self.game.longest)]
        return out[: self.game.interpreted.legal(self._view, out)]

    def legal(self) -> list[str]:
        """What the player may do, sorted; empty if it is not a player's turn."""
        return self._sorted.copy() if self._actor >= 0 else []

    @once
    def _sorted(self) -> list[str]:
        return sorted(self._texts)

    def chances(self) -> dict[str, Fraction]:
        """What chance may bring, with exact probabilities; empty if it is not chance's turn."""
        if self._actor != contract.CHANCE:
            return {}
        out, weights = [0] * self.game.longest, [0] * self.game.longest
        n = self.game.interpreted.chances(self._view, out, weights)
        total = sum(weights[:n])
        return {text: Fraction(weights[i], total) for i, text in enumerate(self._texts)}

    def play(self, action: str | int) -> Position:
        """The position after an action (or an outcome of chance), given by text or number."""
        if isinstance(action, str):
            action = action.strip()
            number = self._read(action)
            text = action
        else:
            number = int(action)
            text = self._write(number)
        after = self.after(number, text)
        after.previous = self
        return after

    def after(self, number: int, text: str | None = None) -> Position:
        """As ``play`` with the number of a legal action, but nothing is checked, and the new
        position does not keep the one before.
        """
        after = self._changed(self.game.interpreted.apply, number)
        after.number += 1
        after.played = number
        after.action = text or self.game.notation.text(
            self._view, self._actor == contract.CHANCE, number
        )
        return after

    def _changed(self, change: Callable[..., Any], *how: Any) -> Position:
        """What a rule makes of the state, as a position that knows nothing of this one."""
        room = bytearray(self.held)
        view = self.game.look(room)
        change(view, *how)
        changed = Position(self.game, self.players, self.options, bytes(room))
        changed.number = self.number
        changed.__dict__["_view"] = view  # nobody writes there any more
        return changed

    def _write(self, number: int) -> str:
        for text, legal in self._texts.items():
            if legal == number:
                return text
        raise IllegalActionError(f"{number} is not the number of a legal action here")

    def _read(self, text: str) -> int:
        if text in self._texts:
            return self._texts[text]
        notation = self.game.notation
        parsed = notation.parse(text)
        if parsed is None:
            raise MalformedActionError(
                f"{text!r} is no action of {self.game.title}; actions look like {notation.FORMS}"
            )
        if self.is_over:
            raise IllegalActionError(f"{text}: the game is over")
        chance, number = parsed
        if chance != (self._actor == contract.CHANCE):
            turn = "chance decides now" if not chance else f"it is the turn of seat {self.actor}"
            raise IllegalActionError(f"{text}: {turn}; possible: {self._some()}")
        if number in self._texts.values():
            proper = next(known for known, n in self._texts.items() if n == number)
            raise IllegalActionError(f"{text}: here this is written {proper}")
        reason = "" if chance else notation.why_not(self._view, number)
        why = reason or "not possible here"
        raise IllegalActionError(f"{text}: {why}; possible: {self._some()}")

    def _some(self) -> str:
        texts = sorted(self._texts)
        return ", ".join(texts[:8]) + (f" and {len(texts) - 8} more" if len(texts) > 8 else "")

    def undo(self, actions: int = 1) -> Position:
        """The position so many actions ago."""
        position = self
        for _ in range(actions):
            if position.previous is None:
                raise IllegalActionError(f"only {self.number} actions have been played")
            position = position.previous
        return position

    def history(self) -> list[str]:
        """All actions from the start to here."""
        actions: list[str] = []
        position: Position | None = self
        while position is not None and position.action is not None:
            actions.append(position.action)
            position = position.previous
        return actions[::-1]

    def scores(self) -> list[int]:
        """The score of each seat so far."""
        out = [0] * self.game.longest
        self.game.interpreted.scores(self._view, out)
        return [int(score) for score in out[: self.players]]

    def winners(self) -> list[int] | None:
        """The seats that have won, several in a draw; None while the game goes on."""
        if not self.is_over:
            return None
        out = [0] * self.game.longest
        self.game.interpreted.winners(self._view, out)
        return [seat + 1 for seat in range(self.players) if out[seat]]

    def seen_by(self, seat: int | None) -> Position:
        """What a seat knows of it (None: a spectator): hidden things are forgotten, and so is
        the way that led here.
        """
        hidden_from = contract.SPECTATOR if seat is None else seat - 1
        return self._changed(self.game.interpreted.redact, hidden_from)

    def forgotten(self) -> Position:
        """The position as somebody sees it who remembers nothing; see ``Game.forget``."""
        if self.game.forget is None:
            return self
        return self._changed(self.game.forget)

    def imagine(self, rng: npt.NDArray[np.int64]) -> Position:
        """A world that fits what is known, each as likely as any other; see ``seen_by``."""
        return self._changed(self.game.interpreted.imagine, rng)

    def observe(self, seat: int) -> list[int]:
        """The numbers that a learning agent in this seat sees."""
        out = [0] * self.game.observation.SIZE
        self.game.interpreted.observe(self.seen_by(seat)._view, seat - 1, out)
        return [int(value) for value in out]

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Position)
            and self.game is other.game
            and self.players == other.players
            and self.options == other.options
            and self.held == other.held
        )

    def __hash__(self) -> int:
        return hash((self.game.name, self.players, self.held))

    def headline(self) -> str:
        """One line: the game, the number of actions, who acts or who won."""
        winners = self.winners()
        if winners is None:
            turn = "chance decides" if self.actor == "chance" else f"seat {self.actor} to act"
        elif len(winners) == 1:
            turn = f"seat {winners[0]} has won"
        else:
            turn = "a draw between seats " + " and ".join(map(str, winners))
        return f"{self.game.title}, after {self.number} actions: {turn}"

    def __str__(self) -> str:
        return self.game.sketch(self._view)

    def __repr__(self) -> str:
        return f"<{self.headline()}>\n{self}"

    def picture(
        self,
        seat: int | None = None,
        language: str = "en",
        names: Sequence[str] = (),
    ) -> Picture:
        """What a seat sees (None: a spectator), as a picture with ``svg`` and ``standalone()``."""
        from waterside.pictures import last_steps
        from waterside.text.language import speaker

        return self.game.drawing.draw(
            self.seen_by(seat), seat, speaker(language), last_steps(self, seat), names
        )

    def _repr_svg_(self) -> str:
        """All that this position knows, for notebooks."""
        from waterside.pictures import last_steps
        from waterside.text.language import speaker

        draw = self.game.drawing.draw
        return draw(self, None, speaker(), last_steps(self, None)).standalone()
