"""One game at a table: its position, its actions, and where its chance comes from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field

from waterside.core.position import Position
from waterside.core.record import Record, result_of
from waterside.fairness import Chance, headers
from waterside.protocol.fields import EndReason


@dataclass(frozen=True, slots=True)
class Step:
    """One action, with the positions before and after it."""

    before: Position
    after: Position

    @property
    def action(self) -> str:
        """What was played."""
        return str(self.after.action)


def replayed(position: Position, actions: Iterable[str]) -> list[Step]:
    """The steps of actions that are known to be legal, from the log."""
    steps: list[Step] = []
    for action in actions:
        after = position.after(position.number_of(action), action)
        steps.append(Step(position, after))
        position = after
    return steps


@dataclass(slots=True)
class Round:
    """A game that is being played or was played last."""

    number: int
    """Which game at this table, from 1 on."""
    position: Position
    chance: Chance
    actions: list[str] = field(default_factory=list)
    drawn: list[int] = field(default_factory=list)
    """Which draw of the secret's stream decided each chance action that still stands."""
    draws: int = 0
    """How many draws there were, those taken back included."""
    decisions: list[tuple[int, int]] = field(default_factory=list)
    """Where in the actions a seat decided, and which."""
    checkpoint: Position | None = None
    """The position before the last decision."""
    latest: list[Step] = field(default_factory=list)
    """What the last player to decide did in a row, and what chance decided after it."""
    given: int = 0
    """How many of the actions were played already when the game began, from a position: neither the
    secret of this game nor its players decided them."""
    reason: EndReason | None = None
    given_up: list[int] | None = None
    """Who has won a game that was given up; nobody if it was abandoned."""

    def copy(self) -> Round:
        """A round that can go on by itself."""
        other = copy(self)
        other.actions, other.drawn = self.actions.copy(), self.drawn.copy()
        other.decisions, other.latest = self.decisions.copy(), self.latest.copy()
        return other

    @property
    def actor(self) -> int | None:
        """The seat whose turn it is."""
        actor = self.position.actor
        return actor if self.reason is None and isinstance(actor, int) else None

    @property
    def winners(self) -> list[int] | None:
        """Who has won; None while the game goes on."""
        return self.given_up if self.given_up is not None else self.position.winners()

    def play(self, action: str) -> list[Step]:
        """The action and what chance decides after it; nothing here changes."""
        after = self.position.after(self.position.number_of(action), action)
        return [Step(self.position, after), *self.let_chance_decide(after)]

    def let_chance_decide(self, position: Position) -> list[Step]:
        """What chance decides until a player has to act or the game is over."""
        steps: list[Step] = []
        while position.actor == "chance":
            number = self.chance.draw(position, self.draws + len(steps))
            after = position.after(number)
            steps.append(Step(position, after))
            position = after
        return steps

    def replayed(self, actions: Sequence[str]) -> list[Step]:
        """The steps of actions that are known already, from the log."""
        return replayed(self.position, actions)

    def take(self, steps: Sequence[Step]) -> None:
        """Makes these steps part of the game."""
        for step in steps:
            actor, is_given = step.before.actor, len(self.actions) < self.given
            if actor == "chance":
                if not is_given:
                    self.drawn.append(self.draws)
                    self.draws += 1
            else:
                if not is_given:
                    self.decisions.append((len(self.actions), int(actor or 0)))
                    self.checkpoint = step.before
                if self.latest and self.latest[0].before.actor != actor:
                    self.latest.clear()
            if self.latest or actor != "chance":
                self.latest.append(step)
            self.actions.append(step.action)
            self.position = step.after
        if self.position.is_over:
            self.reason = "over"

    def cut(self, length: int) -> None:
        """Goes back to where so many actions were played."""
        decided = {where for where, _ in self.decisions}
        chances = sum(where not in decided for where in range(length, len(self.actions)))
        if self.checkpoint is not None and self.checkpoint.number == length:
            position = self.checkpoint
        else:
            position = self.position.game.new(self.position.players, **self.position.options)
            for step in replayed(position, self.actions[:length]):
                position = step.after
        if chances:
            del self.drawn[-chances:]
        del self.actions[length:]
        self.decisions = [one for one in self.decisions if one[0] < length]
        self.position = position
        self.latest.clear()
        self.checkpoint = None
        self.reason = None

    def last_decision(self, seat: int) -> int | None:
        """Where in the actions this seat decided last."""
        for where, who in reversed(self.decisions):
            if who == seat:
                return where
        return None

    def chance_since(self, where: int) -> bool:
        """Whether chance has decided anything from there on."""
        decided = {at for at, _ in self.decisions if at >= where}
        return len(decided) < len(self.actions) - where

    def revealed_since(self, where: int) -> bool:
        """Whether any decision from there on revealed a secret."""
        reveals = self.position.game.is_revealing
        return any(reveals(self.actions[at]) for at, _ in self.decisions if at >= where)

    def record(self, names: dict[int, str], extra: dict[str, str]) -> Record:
        """The game as a record; with the secret once it is over."""
        is_over = self.reason is not None
        about_chance = headers(self.chance, self.drawn, is_over=is_over, given=self.given)
        return Record(
            game=self.position.game.name,
            players=self.position.players,
            options=self.position.options,
            actions=tuple(self.actions),
            seats=names,
            headers={**extra, **about_chance},
            result=result_of(self.position),
        )
