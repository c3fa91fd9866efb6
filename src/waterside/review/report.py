"""What a review says, as data: every change of every player's share of the win has one cause.

A *share* is a player's expected part of the win, from 0 to 1, of one who sees all cards: the shares of
all seats add up to 1, and at the end they are the result (1 for the winner, equal parts in a draw).
``Review.shares[i]`` are the shares after ``i`` actions of the record. From each to the next the change is
made of terms, each with one number for every seat:

- ``Chance.luck``: an outcome of chance: the share after it less the mean over all outcomes, each with its
  exact weight. The cards and colours dealt before the first decision count as one outcome.
- ``Decision.gains``: a decision, judged only by what that player knew then. For the player it is the loss
  against the best action (never above zero); for the others what that loss gave them.
- ``Reveal.hidden``: what the player could not know: how much more, or less, the action did in the world
  as it was than over all worlds that fitted what the player knew. Always zero where all is open.
- ``Reveal.correction``: what is left: the search that judges decisions looks deeper than the
  evaluation that shares come from, and both have sampling errors.

So for every seat: start + luck + gains + hidden + correction = result, whatever the estimates are worth.
``Review.unexplained`` is the difference, zero but for rounding.

Seats count from 1; lists with a number for each seat begin with seat 1's. All errors are standard errors
of the sampling; that of the evaluation itself is not among them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from waterside.core.errors import InvalidValueError
from waterside.review.verdicts import Verdict

VERSION = 1

Shares = tuple[float, ...]
"""A number for each seat, seat 1's first."""
Kind = Literal["decision", "chance", "reveal"]


@dataclass(frozen=True)
class Candidate:
    """An action that a player could have taken."""

    action: str
    share: float
    """The share of the win that it promised the player, by what the player knew."""
    error: float
    """The standard error of that share."""
    visits: int = 0
    """How often the search looked at it."""


@dataclass(frozen=True)
class Decision:
    """A player's action, judged by what that player knew: nothing else goes into any of these fields."""

    step: int
    """Its place in the record: it is ``record.actions[step]``."""
    seat: int
    played: str
    best: str
    """The best action known; the played one if it is as good."""
    share: float
    """What the played action promised the player."""
    best_share: float
    """What the best action promised the player."""
    loss: float
    """How much less the played action promised: best_share - share, never below 0."""
    error: float
    """The standard error of the loss: of the difference, in the same imagined worlds."""
    verdict: Verdict
    gains: Shares
    """What the decision changed for each seat: -loss for the player, together 0."""
    choices: int
    """How many actions were legal; with one there was nothing to decide."""
    line: tuple[str, ...] = ()
    """How the game was expected to go on with the best action, which comes first."""
    candidates: tuple[Candidate, ...] = ()
    """The most promising actions and the played one, the best first."""
    exact: bool = False
    """Whether an ending was solved, so that there is no error."""
    iterations: int = 0
    """How much was searched; 0 where nothing had to be."""


@dataclass(frozen=True)
class Chance:
    """An outcome of chance."""

    step: int
    steps: int
    """How many actions of the record it stands for: 1, or all that was dealt at the start."""
    outcome: str
    """The action in the record; empty where it stands for several."""
    witness: int | None
    """The one seat that saw it; None where all did."""
    luck: Shares
    errors: Shares
    exact: bool = True
    """Whether every outcome was weighed; else the mean is over a sample of them."""


@dataclass(frozen=True)
class Reveal:
    """What a player's action did beyond what that player could expect."""

    step: int
    seat: int
    hidden: Shares
    errors: Shares
    """The standard errors of ``hidden``."""
    correction: Shares
    correction_errors: Shares


@dataclass(frozen=True)
class Strength:
    """How strong a player played, from 1 (as Beginner) to 5 (as Master), with a 95% interval."""

    level: float
    low: float
    high: float
    name: str
    """The nearest level's name, as ``waterside.bots.LEVELS`` has it."""


@dataclass(frozen=True)
class Summary:
    """One player's game in a few numbers."""

    seat: int
    name: str
    start: float
    result: float
    """The share of the win at the end; of an unfinished game, at its last position."""
    luck: float
    luck_error: float
    own_loss: float
    """What the player's own decisions gave away: zero or above."""
    loss_error: float
    gifts: float
    """What the others' decisions changed for this player."""
    hidden: float
    correction: float
    decisions: int
    """Decisions with a choice."""
    error_per_decision: float
    """The mean loss of those."""
    error_per_decision_error: float
    """The standard error of that mean, from how much the losses differ."""
    verdicts: Mapping[str, int]
    strength: Strength | None = None

    @property
    def adjusted(self) -> float:
        """The result less the luck: what play alone, all players', would have made of it."""
        return self.result - self.luck


@dataclass(frozen=True)
class Moment:
    """A step that mattered."""

    step: int
    kind: Kind
    seat: int
    """Whose share it changed most against; for a decision, who decided."""
    swing: float
    """How much it changed that seat's share: below zero is against it."""


@dataclass(frozen=True)
class Review:
    """A reviewed game; ``done`` of ``total`` steps are judged with the whole budget so far."""

    game: str
    players: int
    options: Mapping[str, Any]
    actions: tuple[str, ...]
    names: tuple[str, ...]
    """What the players are called in the record; empty for those it does not name."""
    finished: bool
    budget: Mapping[str, int]
    shares: tuple[Shares, ...]
    errors: tuple[Shares, ...]
    """The standard errors of ``shares``."""
    decisions: tuple[Decision, ...]
    chances: tuple[Chance, ...]
    reveals: tuple[Reveal, ...]
    summaries: tuple[Summary, ...] = ()
    moments: tuple[Moment, ...] = ()
    """The moments that mattered, the most decisive first."""
    done: int = 0
    total: int = 0
    samples: int = 0
    """Of how many continuations the shares are the mean so far."""
    seconds: float = 0.0
    version: int = field(default=VERSION)

    @property
    def is_complete(self) -> bool:
        """Whether everything is judged with the whole budget."""
        return self.done == self.total

    @property
    def start(self) -> Shares:
        """The shares before the first action."""
        return self.shares[0]

    @property
    def result(self) -> Shares:
        """The shares after the last action: what the players got, if the game is over."""
        return self.shares[-1]

    def unexplained(self) -> Shares:
        """For each seat the result less the start and all terms: zero but for rounding."""
        left = [end - begin for begin, end in zip(self.start, self.result, strict=True)]
        terms = [chance.luck for chance in self.chances]
        terms += [decision.gains for decision in self.decisions]
        terms += [reveal.hidden for reveal in self.reveals]
        terms += [reveal.correction for reveal in self.reveals]
        for term in terms:
            for seat, change in enumerate(term):
                left[seat] -= change
        return tuple(left)

    def to_json(self) -> dict[str, Any]:
        """As JSON takes it: the fields as they are named here."""
        written = asdict(self)
        written["unexplained"] = list(self.unexplained())
        for summary, one in zip(written["summaries"], self.summaries, strict=True):
            summary["adjusted"] = one.adjusted
        return plain(written)  # type: ignore[no-any-return]

    def dumps(self) -> str:
        """As a line of JSON."""
        return json.dumps(self.to_json(), ensure_ascii=False)

    @classmethod
    def from_json(cls, written: Mapping[str, Any]) -> Review:
        """Reads what ``to_json`` gave; InvalidValueError if it is of another version or damaged."""
        if written.get("version") != VERSION:
            raise InvalidValueError(f"this is no review of version {VERSION}")
        try:
            fields = {name: written[name] for name in cls.__dataclass_fields__}
            fields["actions"] = tuple(fields["actions"])
            fields["names"] = tuple(fields["names"])
            fields["shares"] = tuple(map(tuple, fields["shares"]))
            fields["errors"] = tuple(map(tuple, fields["errors"]))
            fields["decisions"] = tuple(map(decision_from, fields["decisions"]))
            fields["chances"] = tuple(
                Chance(**{**one, "luck": tuple(one["luck"]), "errors": tuple(one["errors"])})
                for one in fields["chances"]
            )
            fields["reveals"] = tuple(
                Reveal(
                    one["step"],
                    one["seat"],
                    tuple(one["hidden"]),
                    tuple(one["errors"]),
                    tuple(one["correction"]),
                    tuple(one["correction_errors"]),
                )
                for one in fields["reveals"]
            )
            fields["summaries"] = tuple(map(summary_from, fields["summaries"]))
            fields["moments"] = tuple(Moment(**one) for one in fields["moments"])
            return cls(**fields)
        except (KeyError, TypeError) as problem:
            raise InvalidValueError(f"this is no review: {problem}") from None

    def without_times(self) -> Review:
        """The same without what depends on the machine, to compare reviews."""
        return replace(self, seconds=0.0)


def decision_from(written: Mapping[str, Any]) -> Decision:
    """Reads a decision."""
    return Decision(
        **{
            **written,
            "gains": tuple(written["gains"]),
            "line": tuple(written["line"]),
            "candidates": tuple(Candidate(**one) for one in written["candidates"]),
        }
    )


def summary_from(written: Mapping[str, Any]) -> Summary:
    """Reads a summary."""
    strength = written["strength"]
    fields = {name: written[name] for name in Summary.__dataclass_fields__}
    return Summary(**{**fields, "strength": Strength(**strength) if strength else None})


def plain(value: Any) -> Any:
    """Tuples become lists, as JSON has them; numbers stay as they are, so that they still add up."""
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    return value
