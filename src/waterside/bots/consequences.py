"""What an action leads to: what its player could do next, and what the others could do before that.

The game is continued from worlds that fit what the player knows, and from nothing else. Every seat's
decisions are judged one action ahead, by what that seat would know there. It is continued twice: with
others who do the best they can, and with others who are careless. What the others' best actions cost
is what an action allows; what becomes possible where they are careless is what it threatens.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import asdict, dataclass
from gettext import NullTranslations
from typing import NamedTuple, TypeVar

from waterside.bots.bot import Answer, Considered, Question, Stop
from waterside.core.errors import WatersideError
from waterside.core.language import Say
from waterside.core.position import Position
from waterside.core.registry import game
from waterside.engine.rng import seed_into

TASK = "waterside.bots.consequences:explained"
"""The task that a pool of bots is given: see ``waterside.bots.pool``."""
JUDGE = "beginner"
"""The level that looks at what comes after an action: one action ahead, what it chooses aside."""
WORLDS, FEW_WORLDS = 8, 3
"""How many continuations are looked at, and how many where rules are not compiled: that takes long."""
STANDS_OUT = 0.03
"""How much better than an ordinary action, the middle one of all, one must be to be worth a word."""
MATTERS = 0.02
"""How much it must change what the asker expects."""
CARELESSNESS = 0.05
"""How much worse, in share of the win, an action may be that careless players take now and then."""
OFTEN = 4
"""It must come up in one of so many worlds, and in two at least."""
MOST_DECISIONS = 16
"""Of one continuation."""
PLAIN = Say("en", NullTranslations())

Result = TypeVar("Result")
Asking = Generator[Question, Answer, Result]
"""Yields questions, is sent the answers to them, and returns a result."""


class StoppedError(WatersideError):
    """The work was stopped before it had a result."""


@dataclass(frozen=True)
class Consequence:
    """An action that stands out in what comes after another one."""

    seat: int
    action: str
    state: str
    """The position in which it would be played, as the asker would see it, in hexadecimal digits."""
    change: float
    """What it would change of the share of the win that the asker expects: for own actions beside what
    is expected from others who do their best, for others' beside what is expected from careless ones.
    """
    times: int
    """In how many of the worlds it came up."""


@dataclass(frozen=True)
class Consequences:
    """What an action leads to."""

    worlds: int
    threat: Consequence | None = None
    """What its player could do next if the others do not look out."""
    reply: Consequence | None = None
    """The strongest answer that it allows."""
    given_up: Consequence | None = None
    """What its player could do next after another action, and cannot after this one."""
    ends: bool = False
    """Whether the game is over with it."""

    def to_bytes(self) -> bytes:
        """As bytes."""
        return json.dumps(asdict(self)).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> Consequences:
        """Reads what ``to_bytes`` wrote."""
        fields = json.loads(data)
        for name in ("threat", "reply", "given_up"):
            fields[name] = Consequence(**fields[name]) if fields[name] else None
        return cls(**fields)


class Moment(NamedTuple):
    """A decision in a continuation."""

    seat: int
    action: str
    label: str
    state: str
    gain: float
    """How much better the action is than an ordinary one, for its own seat."""
    share: float


class Course(NamedTuple):
    """One continuation, up to the end of the asker's next turn."""

    others: list[Moment]
    own: list[Moment]
    share: float | None
    """What the asker expects at their next choice, or has when the game is over; None if neither came
    soon enough.
    """


def consequences(
    question: Question, action: str, other: str | None = None, worlds: int = WORLDS
) -> Asking[Consequences]:
    """What an action leads to for who is asked, and what ``other`` would have led to instead."""
    return Explorer(question, worlds).consequences(action, other)


def answered_by(answer: Callable[[Question], Answer], asking: Asking[Result]) -> Result:
    """What comes of asking, with a bot that answers at once."""
    try:
        question = next(asking)
        while True:
            question = asking.send(answer(question))
    except StopIteration as ended:
        return ended.value  # type: ignore[no-any-return]


def order(question: Question, action: str, other: str | None) -> bytes:
    """What ``explained`` is given."""
    return json.dumps([action, other]).encode() + b"\n" + question.to_bytes()


def read_order(given: bytes) -> tuple[Question, str, str | None]:
    """Reads what ``order`` wrote."""
    actions, _, asked = given.partition(b"\n")
    action, other = json.loads(actions)
    return Question.from_bytes(asked), action, other


def explained(given: bytes, stop: Stop) -> bytes:
    """What an action leads to, as bytes; StoppedError if it is no longer wanted."""
    return found_here(*read_order(given), stop).to_bytes()


def found_here(
    question: Question, action: str, other: str | None, stop: Stop = lambda: False
) -> Consequences:
    """What an action leads to, by a bot of this process; StoppedError if it is no longer wanted."""
    from waterside.bots.factory import make_bot  # not for those who only ask

    bot = make_bot(JUDGE)

    def answer(asked: Question) -> Answer:
        if stop():
            raise StoppedError("what the action leads to is no longer wanted")
        return bot.answer(asked)

    worlds = WORLDS if game(question.game).compiled.compiled else FEW_WORLDS
    return answered_by(answer, consequences(question, action, other, worlds))


class Explorer:
    """Continues the game from worlds that fit what a seat knows."""

    def __init__(self, question: Question, worlds: int) -> None:
        self.asker, self.seed, self.worlds = question.seat, question.seed, worlds
        self.seen = question.position()
        self._judged: dict[tuple[int, bytes], list[Considered]] = {}

    def consequences(self, action: str, other: str | None) -> Asking[Consequences]:
        """See ``consequences``."""
        bold = yield from self._courses(action, is_careless=False)
        careless = yield from self._courses(action, is_careless=True)
        bold = [course for course in bold if course.share is not None]
        expected = mean([course.share or 0.0 for course in bold])
        unharmed = mean([course.share or 0.0 for course in careless if course.share is not None])
        replies = (
            [one._replace(share=course.share or 0.0) for one in course.others] for course in bold
        )
        reply = self._standing_out(replies, unharmed)
        if reply is not None and reply.change > -MATTERS:
            reply = None
        threat = self._standing_out((course.own for course in careless), expected)
        if threat is not None and threat.change < MATTERS:
            threat = None
        given_up = None
        if other is not None:
            instead = yield from self._courses(other, is_careless=True)
            given_up = self._standing_out((course.own for course in instead), expected)
            kept = {moment.label for course in careless for moment in course.own}
            kept.add(self.seen.game.text.label(self.seen, action, PLAIN))
            least = threat.change if threat is not None else MATTERS
            if given_up is not None and (given_up.change < least or self._label(given_up) in kept):
                given_up = None
        ends = all(self._world(number).play(action).is_over for number in range(self.worlds))
        return Consequences(self.worlds, threat, reply, given_up, ends)

    def _standing_out(
        self, courses: Iterable[Sequence[Moment]], expected: float
    ) -> Consequence | None:
        found = standing_out(courses, expected)
        is_often = found is not None and found.times >= max(2, self.worlds / OFTEN)
        return found if is_often else None

    def _label(self, found: Consequence) -> str:
        seen = position_of(self.seen, found)
        return seen.game.text.label(seen, found.action, PLAIN)

    def _world(self, number: int) -> Position:
        rng = [0, 0, 0, 0]
        seed_into(rng, self.seed, number)  # type: ignore[no-untyped-call]
        return self.seen.imagine(rng)

    def _courses(self, action: str, is_careless: bool) -> Asking[list[Course]]:
        found = []
        for number in range(self.worlds):
            rng = random.Random(f"{self.seed} {number}")
            found.append((yield from self._course(self._world(number), action, rng, is_careless)))
        return found

    def _course(
        self, position: Position, action: str, rng: random.Random, is_careless: bool
    ) -> Asking[Course]:
        """Plays an action and goes on; ``is_careless``: the others do not look out."""
        position = by_chance(position.after(position.number_of(action)), rng)
        course = Course([], [], None)
        has_passed = False
        expected: dict[int, float] = {}
        for _ in range(MOST_DECISIONS):
            seat = position.actor
            if not isinstance(seat, int):
                break
            is_own = seat == self.asker
            if course.own and not is_own:
                return course
            tried = yield from self._considered(position)
            if not tried:  # without a choice nothing is judged
                has_passed = has_passed or not is_own
                position = by_chance(position.after(position.legal_actions()[0]), rng)
                continue
            chosen = best = tried[-1]
            if is_careless and not is_own:
                chosen = rng.choices(tried, likely(tried))[0]
            ordinary = tried[(len(tried) - 1) // 2].value
            # to avoid what would be worse is no achievement: it must be more than was expected
            gain = chosen.value - max(ordinary, expected.get(seat, ordinary))
            expected[seat] = chosen.value
            if is_own and has_passed:
                if not course.own:
                    course = course._replace(share=best.value)
                    if not is_careless:
                        return course
                course.own.append(self._moment(position, seat, best, gain))
            elif not is_own:
                has_passed = True
                course.others.append(self._moment(position, seat, chosen, gain))
            position = by_chance(position.after(position.number_of(chosen.action)), rng)
        if position.is_over and not course.own:
            winners = position.winners() or []
            course = course._replace(share=(self.asker in winners) / max(1, len(winners)))
        return course

    def _moment(self, position: Position, seat: int, chosen: Considered, gain: float) -> Moment:
        shown = position.seen_by(self.asker)
        label = shown.game.text.label(shown, chosen.action, PLAIN)
        return Moment(seat, chosen.action, label, shown.held.hex(), gain, chosen.value)

    def _considered(self, position: Position) -> Asking[list[Considered]]:
        """The actions of who is to act, by what that seat knows, the best last; none without a choice."""
        question = Question.of(position, self.seed)
        place = question.seat, question.state
        if place not in self._judged:
            tried: Sequence[Considered] = ()
            if len(position.legal_actions()) > 1:
                tried = [one for one in (yield question).considered if one.visits > 0]
            self._judged[place] = sorted(tried, key=lambda one: (one.value, one.action))
        return self._judged[place]


def by_chance(position: Position, rng: random.Random) -> Position:
    """The position after all that chance decides now."""
    while outcomes := position.outcomes():
        position = position.after(rng.choices(list(outcomes), list(outcomes.values()))[0])
    return position


def likely(tried: Sequence[Considered]) -> list[float]:
    """How likely a careless player takes each action, the best of which is the last."""
    return [math.exp((one.value - tried[-1].value) / CARELESSNESS) for one in tried]


def mean(values: Sequence[float]) -> float:
    """The mean of numbers; 0 if there are none."""
    return sum(values) / len(values) if values else 0.0


def standing_out(courses: Iterable[Sequence[Moment]], expected: float) -> Consequence | None:
    """The action that stands out most of all, if any does, beside what is expected."""
    groups: dict[tuple[int, str], list[Moment]] = {}
    for moments in courses:
        if moments:
            most = max(moments, key=lambda one: one.gain)
            groups.setdefault((most.seat, most.label), []).append(most)
    if not groups:
        return None
    found = max(groups.values(), key=lambda group: sum(one.gain for one in group))
    if mean([one.gain for one in found]) < STANDS_OUT:
        return None
    change = mean([one.share for one in found]) - expected
    return Consequence(found[0].seat, found[0].action, found[0].state, change, len(found))


def position_of(seen: Position, found: Consequence) -> Position:
    """The position in which a consequence would be played, as the asker would see it."""
    return Position(seen.game, seen.players, seen.options, bytes.fromhex(found.state))
