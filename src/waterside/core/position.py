"""A position: the state of a game, how it came about, and what can be done in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from waterside.core.errors import IllegalActionError, MalformedActionError
from waterside.core.lazy import lazy
from waterside.core.options import Value
from waterside.core.rules import ALL_VIEWERS, CHANCE, OVER, SPECTATOR

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from waterside.core.game import Game

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
        state: npt.NDArray[np.void] | bytes | bytearray,
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
        self.held = bytes(state) if isinstance(state, (bytes, bytearray)) else state.tobytes()
        """The state as bytes, which never change."""

    @classmethod
    def first(cls, game: Game, players: int, options: Mapping[str, Any]) -> Position:
        """The position before the first action; see ``Game.new``."""
        resolved = game.resolve(players, options)
        state = game.layout.zeros()
        game.interpreted.new(game.layout.view(state), players, game.encode(players, resolved))
        return cls(game, players, resolved, state)

    @lazy
    def state(self) -> npt.NDArray[np.void]:
        """The state as an array of one record, not to be written to."""
        import numpy as np

        return np.frombuffer(self.held, self.game.state_type)

    @lazy
    def fields(self) -> Any:
        """The state by the names of its fields, as interpreted rules see it; not to be written to.

        >>> import waterside
        >>> waterside.game("kariba").new(players=3).fields.pile_size
        64
        """
        return self.game.layout.view(self.held)

    @lazy
    def actor_number(self) -> int:
        """Who acts, as rule functions count: a seat from 0 on, ``CHANCE`` or ``OVER``."""
        return int(self.game.interpreted.actor(self.fields))

    @property
    def actor(self) -> Actor:
        """Who acts: a seat from 1 on, ``"chance"``, or None when the game is over."""
        if self.actor_number == OVER:
            return None
        return "chance" if self.actor_number == CHANCE else self.actor_number + 1

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.actor_number == OVER

    @lazy
    def witness(self) -> int | None:
        """The one seat that sees the outcome of chance that comes now; None where all viewers do,
        as they see every action of a player.
        """
        if self.actor_number != CHANCE:
            return None
        seat = int(self.game.interpreted.witness(self.fields))
        return None if seat == ALL_VIEWERS else seat + 1

    @lazy
    def guesses(self) -> bool:
        """Whether what a player's action leads to depends on what the player does not know: a view
        of the position, where that is missing, cannot be played on then.
        """
        return self.actor_number >= 0 and bool(self.game.interpreted.guesses(self.fields))

    def is_seen_by(self, viewer: int | None) -> bool:
        """Whether a seat (None: a spectator) sees the action or outcome that is played here."""
        witness = self.witness
        return witness is None or witness == viewer

    @lazy
    def action_numbers(self) -> dict[str, int]:
        """The legal actions, or the outcomes of chance, by their texts, with their numbers, in the
        order of ``legal_actions``.
        """
        text, fields, chance = self.game.notation.text, self.fields, self.actor_number == CHANCE
        return {text(fields, chance, number): number for number in self.legal_actions()}

    def legal_actions(self) -> list[int]:
        """The legal actions of the player, or the outcomes of chance, by their numbers."""
        if self.actor_number == OVER:
            return []
        out = [0] * self.game.longest
        if self.actor_number == CHANCE:
            return out[: self.game.interpreted.chances(self.fields, out, [0] * self.game.longest)]
        return out[: self.game.interpreted.legal(self.fields, out)]

    def legal(self) -> list[str]:
        """What the player may do, sorted; empty if it is not a player's turn."""
        return self._sorted.copy() if self.actor_number >= 0 else []

    @lazy
    def _sorted(self) -> list[str]:
        return sorted(self.action_numbers)

    def outcomes(self) -> dict[int, int]:
        """The outcomes of chance by their numbers, with whole-number weights; empty if it is not
        chance's turn.
        """
        if self.actor_number != CHANCE:
            return {}
        out, weights = [0] * self.game.longest, [0] * self.game.longest
        n = self.game.interpreted.chances(self.fields, out, weights)
        return dict(zip(out[:n], weights[:n], strict=True))

    def chances(self) -> dict[str, Fraction]:
        """What chance may bring, with exact probabilities; empty if it is not chance's turn."""
        weights = self.outcomes()
        total = sum(weights.values())
        texts = self.action_numbers if weights else ()
        return {
            text: Fraction(weight, total)
            for text, weight in zip(texts, weights.values(), strict=False)
        }

    def play(self, action: str | int) -> Position:
        """The position after an action (or an outcome of chance), given by text or number."""
        if isinstance(action, str):
            text = action.strip()
            number = self.number_of(text)
        else:
            number = int(action)
            text = self._legal_text(number)
        after = self.after(number, text)
        after.previous = self
        return after

    def _legal_text(self, number: int) -> str:
        for text, legal in self.action_numbers.items():
            if legal == number:
                return text
        raise IllegalActionError(f"{number} is not the number of a legal action here")

    def after(self, number: int, text: str | None = None) -> Position:
        """As ``play`` with the number of a legal action, but nothing is checked, and the new
        position does not keep the one before.
        """
        after = self._changed(self.game.interpreted.apply, number)
        after.number += 1
        after.played = number
        after.action = text or self.text_of(number)
        return after

    def _changed(self, change: Callable[..., Any], *how: Any) -> Position:
        """What a rule makes of the state, as a position that knows nothing of this one."""
        room = bytearray(self.held)
        fields = self.game.layout.view(room)
        change(fields, *how)
        changed = Position(self.game, self.players, self.options, bytes(room))
        changed.number = self.number
        changed.__dict__["fields"] = fields  # nothing writes there any more
        return changed

    def text_of(self, number: int) -> str:
        """The text of an action of the player, or of an outcome of chance; it need not be legal."""
        return self.game.notation.text(self.fields, self.actor_number == CHANCE, number)

    def number_of(self, text: str) -> int:
        """The number of a legal action, or outcome of chance; for any other text
        MalformedActionError or IllegalActionError says what is wrong with it.
        """
        if text in self.action_numbers:
            return self.action_numbers[text]
        notation = self.game.notation
        parsed = notation.parse(text)
        if parsed is None:
            raise MalformedActionError(
                f"{text!r} is no action of {self.game.title}; actions look like {notation.FORMS}"
            )
        if self.is_over:
            raise IllegalActionError(f"{text}: the game is over")
        chance, number = parsed
        if chance != (self.actor_number == CHANCE):
            turn = "chance decides now" if not chance else f"it is the turn of seat {self.actor}"
            raise IllegalActionError(f"{text}: {turn}; possible: {self._some()}")
        if number in self.action_numbers.values():
            raise IllegalActionError(f"{text}: here this is written {self.text_of(number)}")
        reason = "" if chance else notation.why_not(self.fields, number)
        why = reason or "not possible here"
        raise IllegalActionError(f"{text}: {why}; possible: {self._some()}")

    def _some(self) -> str:
        texts = self._sorted
        return ", ".join(texts[:8]) + (f" and {len(texts) - 8} more" if len(texts) > 8 else "")

    def release(self) -> None:
        """Gives back the memory of what can be computed again, for positions that are kept long."""
        for name in ("state", "fields", "action_numbers", "_sorted"):
            self.__dict__.pop(name, None)

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
        self.game.interpreted.scores(self.fields, out)
        return [int(score) for score in out[: self.players]]

    def winners(self) -> list[int] | None:
        """The seats that have won, several in a draw; None while the game goes on."""
        if not self.is_over:
            return None
        out = [0] * self.game.longest
        self.game.interpreted.winners(self.fields, out)
        return [seat + 1 for seat in range(self.players) if out[seat]]

    def seen_by(self, seat: int | None) -> Position:
        """What a seat knows of it (None: a spectator): hidden things are forgotten, and so is
        the way that led here.
        """
        hidden_from = SPECTATOR if seat is None else seat - 1
        return self._changed(self.game.interpreted.redact, hidden_from)

    def forgotten(self) -> Position:
        """The position as a viewer sees it who remembers nothing; see ``Game.forget``."""
        if self.game.forget is None:
            return self
        return self._changed(self.game.forget)

    def imagine(self, rng: Any) -> Position:
        """A world that fits what is known, each as likely as any other; see ``seen_by``.

        ``rng`` is a ``waterside.engine.rng.generator``.
        """
        return self._changed(self.game.interpreted.imagine, rng)

    def observe(self, seat: int) -> list[int]:
        """The numbers that a learning agent in this seat sees."""
        out = [0] * self.game.observation_size
        self.game.interpreted.observe(self.seen_by(seat).fields, seat - 1, out)
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
        return self.game.sketch(self.fields)

    def __repr__(self) -> str:
        return f"<{self.headline()}>\n{self}"

    def _repr_svg_(self) -> str | None:
        """All that this position knows, for notebooks; its sketch is shown where there is no
        picture.
        """
        drawing = self.game.parts.drawing
        return drawing.svg(self) if drawing is not None else None
