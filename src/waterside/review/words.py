"""A review in sentences, in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence

from waterside.bots.levels import LEVELS
from waterside.core.language import Say
from waterside.core.position import Position
from waterside.review.report import Chance, Decision, Moment, Review, Strength
from waterside.text.narration import seat_names


def percent(share: float, say: Say) -> str:
    """A share of the win: ``61%``; less luck it can be below 0 or above 100."""
    return say("{number}%", number=str(round(100 * share)).replace("-", "−"))


def points(change: float, say: Say) -> str:
    """A change of a share, with its sign: ``+12%``."""
    rounded = round(100 * change)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else "±"
    return sign + percent(abs(change), say)


def names_in(review: Review, position: Position, say: Say) -> list[str]:
    """What the players are called: by the record, or by their seats."""
    usual = seat_names(position, say)
    return [name or seat for name, seat in zip(review.names, usual, strict=True)]


class Words:
    """Says what a review found; ``positions`` are all of the game, the first one first."""

    def __init__(
        self,
        review: Review,
        positions: Sequence[Position],
        say: Say,
        names: Sequence[str] | None = None,
    ) -> None:
        self.review, self.positions, self.say = review, positions, say
        self.names = list(names) if names else names_in(review, positions[0], say)
        self.decisions = {one.step: one for one in review.decisions}
        self.chances = {one.step: one for one in review.chances}

    def moment(self, moment: Moment) -> str:
        """What happened at a moment and what it changed, in a sentence or two."""
        if moment.kind == "decision":
            return self.decision(self.decisions[moment.step])
        if moment.kind == "chance":
            return self.luck(self.chances[moment.step], moment.seat, moment.swing)
        return self.hidden(moment)

    def decision(self, decision: Decision) -> str:
        """What a player did, and what would have been better."""
        say = self.say
        who = self.names[decision.seat - 1]
        played = self.label(decision.step, decision.played)
        if decision.best == decision.played:
            return say(
                "{who}: {played}, the best action: {share}.",
                who=who,
                played=played,
                share=percent(decision.share, say),
            )
        return say(
            "{who}: {played}. Better: {best}: {best_share} instead of {share}.",
            who=who,
            played=played,
            best=self.label(decision.step, decision.best),
            best_share=percent(decision.best_share, say),
            share=percent(decision.share, say),
        )

    def luck(self, chance: Chance, seat: int, swing: float) -> str:
        """What chance decided, and whom it helped or hurt."""
        say = self.say
        who, change = self.names[seat - 1], points(swing, say)
        what = self.outcome(chance)
        if swing > 0:
            return say("{what} Luck for {who}: {change}.", what=what, who=who, change=change)
        return say("{what} Bad luck for {who}: {change}.", what=what, who=who, change=change)

    def hidden(self, moment: Moment) -> str:
        """That an action turned out better or worse than its player could know."""
        say = self.say
        decision = self.decisions[moment.step]
        who, change = self.names[moment.seat - 1], points(moment.swing, say)
        played = self.label(moment.step, decision.played)
        if moment.swing > 0:
            return say(
                "{who}: {played}. It turned out better than {who} could know: {change}.",
                who=who,
                played=played,
                change=change,
            )
        return say(
            "{who}: {played}. It turned out worse than {who} could know: {change}.",
            who=who,
            played=played,
            change=change,
        )

    def label(self, step: int, action: str) -> str:
        """An action in words, as the player who could take it sees it."""
        before = self.positions[step]
        assert isinstance(before.actor, int), "only players act"
        seen = before.seen_by(before.actor)
        return before.game.text.label(seen, action, self.say, self.names)

    def outcome(self, chance: Chance) -> str:
        """What chance decided, in a sentence; all is open after the game."""
        if chance.steps > 1:
            return self.say("The deal.")
        before, after = self.positions[chance.step], self.positions[chance.step + 1]
        said = before.game.text.narrate(
            before, after, chance.outcome, "chance", None, self.names, self.say
        )
        if said or chance.witness is None:
            return said or f"{chance.outcome}."
        who = self.names[chance.witness - 1]
        return self.say("{who}: {action}.", who=who, action=chance.outcome)

    def strength(self, strength: Strength | None) -> str:
        """How strong a player played: ``Club (Casual to Expert)``; empty where it is not known."""
        if strength is None:
            return ""
        level, low, high = (
            level_title(place, self.say) for place in (strength.level, strength.low, strength.high)
        )
        if low == high:
            return level
        return self.say("{level} ({low} to {high})", level=level, low=low, high=high)


def level_title(level: float, say: Say) -> str:
    """The name of the level nearest to a number from 1 to 5."""
    titles = [one.title for one in LEVELS.values()]
    return say(titles[min(len(titles), max(1, round(level))) - 1])
