"""A review as the page shows it: by the moments of a replay, in words, for one viewer."""

from __future__ import annotations

from functools import cached_property

from waterside.core.position import Position
from waterside.review import MARKS, Chance, Decision, Moment, Reveal, Review, Summary
from waterside.review.verdicts import THRESHOLDS, verdict_name
from waterside.review.words import percent, points
from waterside.server.domain.round import Step
from waterside.server.views.replay import OPEN, Replay, seat_of, sentence
from waterside.server.views.scenes import Json, turn_before
from waterside.server.views.viewpoint import level_name
from waterside.text.language import Say

DECIDING = 3
"""Moments that are shown first."""
LEVELS = ("beginner", "casual", "club", "expert", "master")
LONGEST_LINE = 12
"""Actions of a better line that are shown."""


class ShownReview:
    """A review beside the replay of its game, seen by one viewer in one language."""

    def __init__(self, replay: Replay, review: Review, viewpoint: str, say: Say) -> None:
        self.replay, self.review, self.say = replay, review, say
        self.viewpoint = viewpoint
        self.viewer = seat_of(viewpoint)
        self.names = replay.names(say)
        self.decisions = {one.step: one for one in review.decisions}
        self.numbers = [moment.number for moment in replay.moments]
        """How many actions were played before each moment."""
        self.at = {number: at for at, number in enumerate(self.numbers)}

    @cached_property
    def positions(self) -> dict[int, Position]:
        """All positions of the game, by how many actions came before."""
        found: dict[int, Position] = {}
        one: Position | None = self.replay.end
        while one is not None:
            found[one.number] = one
            one = one.previous
        return found

    def whole(self) -> Json:
        """All that the page shows."""
        review = self.review
        return {
            "done": review.done,
            "total": review.total,
            "complete": review.is_complete,
            "curve": [list(review.shares[number]) for number in self.numbers],
            "seats": [self.seat(one) for one in review.summaries],
            "moves": [self.move(at) for at in range(len(self.numbers) - 1)],
            "moments": [self.moment(one) for one in review.moments[:DECIDING]],
        }

    def seat(self, summary: Summary) -> Json:
        """One player's luck and skill."""
        say = self.say
        terms = [
            (say("Luck"), summary.luck),
            (say("Own decisions"), -summary.own_loss),
            (say("Others' decisions"), summary.gifts),
            (say("What was hidden"), summary.hidden),
            (say("Corrections of the estimate"), summary.correction),
        ]
        return {
            "seat": summary.seat,
            "name": self.names[summary.seat - 1],
            "you": summary.seat == self.viewer,
            "start": percent(summary.start, say),
            "result": percent(summary.result, say),
            "less": percent(min(1.0, max(0.0, summary.adjusted)), say),
            "terms": [
                {"name": name, "value": value, "text": points(value, say)} for name, value in terms
            ],
            "error": say("{number}%", number=f"{100 * summary.error_per_decision:.1f}"),
            "strength": self.strength(summary),
        }

    def strength(self, summary: Summary) -> str:
        """How strong a player played, on the scale of the bots; empty where it is not known."""
        found = summary.strength
        if found is None:
            return ""
        low, high = (level_name(level(value), self.say) for value in (found.low, found.high))
        nearest = level_name(found.name, self.say)
        if low == high:
            return nearest
        return self.say("{level} ({low} to {high})", level=nearest, low=low, high=high)

    def move(self, at: int) -> Json | None:
        """The verdict on what was decided at a moment; None where there was nothing to decide."""
        decision = self.decisions.get(self.numbers[at])
        if decision is None or decision.choices < 2:
            return None
        blamed = decision.verdict in THRESHOLDS
        return {
            "seat": decision.seat,
            "mark": MARKS[decision.verdict],
            "verdict": verdict_name(decision.verdict, self.say),
            "text": self.decided(decision) if blamed else self.praised(decision),
            "better": blamed,
            "candidates": [
                {
                    "label": self.label(decision, one.action),
                    "text": percent(one.share, self.say),
                    "played": one.action == decision.played,
                }
                for one in decision.candidates
            ],
        }

    def moment(self, moment: Moment) -> Json:
        """One of the moments that decided the game."""
        if moment.kind == "decision":
            decision = self.decisions[moment.step]
            text, at = self.decided(decision), self.at[moment.step]
        elif moment.kind == "chance":
            chance = next(one for one in self.review.chances if one.step == moment.step)
            text = self.luck(chance, moment)
            at = self.at_or_after(moment.step + chance.steps)
        else:
            reveal = next(one for one in self.review.reveals if one.step == moment.step)
            text, at = self.revealed(reveal), self.at_or_after(moment.step + 1)
        return {
            "at": at,
            "kind": moment.kind,
            "seat": moment.seat,
            "swing": points(moment.swing, self.say),
            "text": text,
            "better": moment.kind == "decision",
        }

    def at_or_after(self, number: int) -> int:
        """The first moment at which so many actions were played."""
        return next(at for at, played in enumerate(self.numbers) if played >= number)

    def decided(self, decision: Decision) -> str:
        """What was played and what would have been better."""
        say = self.say
        parts = {
            "played": self.label(decision, decision.played),
            "best": self.label(decision, decision.best),
            "best_share": percent(decision.best_share, say),
            "share": percent(decision.share, say),
        }
        if decision.seat == self.viewer:
            return say(
                "You played “{played}”. Better: “{best}”, for {best_share} instead of {share}.",
                **parts,
            )
        return say(
            "{who} played “{played}”. Better: “{best}”, for {best_share} instead of {share}.",
            who=self.names[decision.seat - 1],
            **parts,
        )

    def praised(self, decision: Decision) -> str:
        """What was played, where nothing was better, or not surely so."""
        say = self.say
        parts = {
            "played": self.label(decision, decision.played),
            "share": percent(decision.share, say),
        }
        if decision.seat == self.viewer:
            return say("You played “{played}”: {share}.", **parts)
        who = self.names[decision.seat - 1]
        return say("{who} played “{played}”: {share}.", who=who, **parts)

    def luck(self, chance: Chance, moment: Moment) -> str:
        """What chance decided, and whom it helped or hurt."""
        say, change = self.say, points(moment.swing, self.say)
        if chance.steps > 1:
            what = say("What was dealt at the start.")
        else:
            before = self.positions[chance.step]
            after = self.positions[chance.step + 1]
            what = sentence(before, after, OPEN, self.names, say) or f"{chance.outcome}."
        parts = {"what": what, "change": change}
        if moment.seat == self.viewer:
            if moment.swing > 0:
                return say("{what} Luck for you: {change}.", **parts)
            return say("{what} Bad luck for you: {change}.", **parts)
        parts["who"] = self.names[moment.seat - 1]
        if moment.swing > 0:
            return say("{what} Luck for {who}: {change}.", **parts)
        return say("{what} Bad luck for {who}: {change}.", **parts)

    def revealed(self, reveal: Reveal) -> str:
        """That an action turned out better or worse than its player could know."""
        say, change = self.say, reveal.hidden[reveal.seat - 1]
        decision = self.decisions[reveal.step]
        parts = {
            "played": self.label(decision, decision.played),
            "change": points(change, say),
        }
        if reveal.seat == self.viewer:
            if change > 0:
                return say(
                    "You played “{played}”. It turned out better than you could know: {change}.",
                    **parts,
                )
            return say(
                "You played “{played}”. It turned out worse than you could know: {change}.",
                **parts,
            )
        parts["who"] = self.names[reveal.seat - 1]
        if change > 0:
            return say(
                "{who} played “{played}”. It turned out better than {who} could know: {change}.",
                **parts,
            )
        return say(
            "{who} played “{played}”. It turned out worse than {who} could know: {change}.",
            **parts,
        )

    def label(self, decision: Decision, action: str) -> str:
        """An action in words, as the player who could take it sees it."""
        seen = self.positions[decision.step].seen_by(decision.seat)
        return seen.game.text.label(seen, action, self.say, self.names)

    def better(self, at: int, wide: bool = False) -> Json | None:
        """The better line at a moment as it would be played on the board; None if there is none."""
        decision = self.decisions.get(self.numbers[at])
        if decision is None or decision.best == decision.played:
            return None
        viewpoint = self.viewpoint if decision.seat == self.viewer else OPEN
        sight = self.replay.sight(viewpoint, self.say, wide)
        position = self.replay.moments[at]
        parts = sight.parts(position, turn_before(position))
        written: Json = {"scene": sight.whole(position, parts), "steps": []}
        line = decision.line if decision.line[:1] == (decision.best,) else (decision.best,)
        for action in line[:LONGEST_LINE]:
            if position.actor != decision.seat or action not in position.action_numbers:
                break
            step = Step(position, position.after(position.action_numbers[action], action))
            text = sentence(step.before, step.after, viewpoint, self.names, self.say)
            position = step.after
            after = sight.parts(position, turn_before(position))
            written["steps"].append(sight.step(parts, after, [step], text))
            parts = after
        return {**written, "text": self.decided(decision)}


def level(number: float) -> str:
    """The level nearest to a number from 1 to 5."""
    return LEVELS[min(len(LEVELS), max(1, round(number))) - 1]
