"""A game at one keyboard: who sits where, what has happened, undo and save."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import lcm
from pathlib import Path

from waterside.bots import Answer, Bot, Question, make_bot
from waterside.bots.factory import BotSpecError
from waterside.core.errors import WatersideError
from waterside.core.position import Actor, Position
from waterside.core.record import Record
from waterside.text.language import Say, speaker
from waterside.text.narration import narrate, seat_names

PERSON = "person"
OPPONENTS = ("club", "greedy", "random")
ADVISERS = ("search:ms=500", "club", "greedy", "random")


class NotPossibleError(WatersideError):
    """Something that a person asked for is not possible; the text is a sentence for them."""


def first_known(specs: tuple[str, ...]) -> str:
    """The first of these bots that is available."""
    for spec in specs:
        try:
            make_bot(spec)
        except BotSpecError:
            continue
        return spec
    raise BotSpecError(f"there is none of the bots {', '.join(specs)}")


def default_opponent() -> str:
    """The bot that a person plays against if none is named."""
    return first_known(OPPONENTS)


def default_adviser() -> str:
    """The bot that is asked for hints."""
    return first_known(ADVISERS)


@dataclass
class LocalTable:
    """A game in progress with people and bots in its seats."""

    position: Position
    bots: Mapping[int, Bot]
    """The bots by their seats; all other seats are people."""
    rng: random.Random
    seed: int
    """The seed of the bots: the same question always gets the same answer."""
    file: Path | None = None
    """The file that the game was last saved to."""
    headers: Mapping[str, str] = field(default_factory=dict)
    say: Say = field(default_factory=speaker)
    """The texts in the language of the people."""

    @property
    def people(self) -> list[int]:
        """The seats where people sit."""
        return [s for s in range(1, self.position.players + 1) if s not in self.bots]

    def play(self, action: str) -> None:
        """Plays an action for whoever is to act; an illegal one raises an error."""
        self.position = self.position.play(action)

    def chance(self) -> None:
        """Plays one outcome of chance, with the exact probabilities of the rules."""
        shares = self.position.chances()
        whole = lcm(*(share.denominator for share in shares.values()))
        ticket = self.rng.randrange(whole)
        for action, share in shares.items():
            ticket -= int(share * whole)
            if ticket < 0:
                self.play(action)
                return

    def ask(self, bot: Bot) -> Answer:
        """What this bot would do for the seat to act."""
        return bot.answer(self.question())

    def question(self) -> Question:
        """What a bot is asked for the seat to act."""
        return Question.of(self.position, self.seed + self.position.number)

    def before_last_decision(self) -> Position:
        """Where the person to act decided last; NotPossibleError if that cannot be undone."""
        say = self.say
        seat = self.position.actor
        if not self.has_decided(seat):
            raise NotPossibleError(say("There is nothing to undo yet."))
        step = self.position
        while step.previous is not None:
            before = step.previous
            if before.actor == "chance":
                raise NotPossibleError(
                    say("That cannot be undone: chance has decided something since.")
                )
            if before.actor == seat:
                if step.game.is_revealing(step.action or ""):
                    raise NotPossibleError(
                        say("That cannot be undone: a player has shown a secret since.")
                    )
                return before
            if before.actor not in self.bots:
                name = self.names[int(before.actor or 0) - 1]
                raise NotPossibleError(
                    say("That cannot be undone: {who} has played since.", who=name)
                )
            step = before
        raise NotPossibleError(say("There is nothing to undo yet."))

    def has_decided(self, seat: Actor) -> bool:
        """Whether this seat has made any decision so far."""
        step = self.position.previous
        while step is not None and step.actor != seat:
            step = step.previous
        return step is not None

    @property
    def names(self) -> list[str]:
        """The names of the players, by seat."""
        return seat_names(self.position, self.say)

    def events_since(self, seat: int | None) -> list[str]:
        """What happened since this seat's last turn, in words; everything for a spectator.

        Outcomes of chance that this seat sees and others do not are part of its turn.
        """
        found: list[str] = []
        between: list[str] = []
        names, say = self.names, self.say
        step = self.position
        own_turn = False
        while step.previous is not None:
            actor = step.previous.actor
            happened = narrate(step.previous, step, seat, names, say)
            is_own = happened != narrate(step.previous, step, None, names, say)
            if own_turn and actor == "chance" and not is_own:
                between.append(happened)
            elif own_turn and actor not in (seat, "chance"):
                break
            else:
                own_turn |= actor == seat
                found += [*between, happened]
                between = []
            step = step.previous
        return [words for words in reversed(found) if words]

    def record(self) -> Record:
        """The game so far, with who sits where."""
        seats = {
            seat: self.bots[seat].name if seat in self.bots else PERSON
            for seat in range(1, self.position.players + 1)
        }
        return Record.of(self.position, seats, self.headers)

    def save(self, name: str = "") -> Path:
        """Writes the record; a file that is not this game's own is never overwritten."""
        path = Path(name).expanduser() if name else self.file or self.free_name()
        if path.exists() and path != self.file:
            raise NotPossibleError(
                self.say("{file} is already there. Choose another name: save NAME", file=path)
            )
        try:
            path.write_text(self.record().dumps(), "utf-8")
        except OSError as problem:
            raise NotPossibleError(
                self.say(
                    "{file} cannot be written: {reason}. Try another name.",
                    file=path,
                    reason=problem.strerror,
                )
            ) from None
        self.file = path
        return path

    def free_name(self) -> Path:
        """The first unused file name for this game in the present folder."""
        number = 1
        while (path := Path(f"{self.position.game.name}-{number}.txt")).exists():
            number += 1
        return path
