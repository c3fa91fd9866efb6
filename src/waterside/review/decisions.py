"""Judges a player's decision by what that player knew, and by nothing else."""

from __future__ import annotations

from waterside.bots.bot import Answer
from waterside.bots.endings import Solved, solve
from waterside.core.position import Position
from waterside.review.budget import Budget
from waterside.review.estimates import Estimates, seed_of
from waterside.review.report import Candidate, Decision, Shares
from waterside.review.samples import Outlook
from waterside.review.verdicts import verdict_on

SHOWN = 5
"""How many candidates are kept, the played one aside."""
SEARCH, COMPARE = 1, 2
"""Salts: the search that finds the best action and the comparison with it are independent."""


class Judge:
    """Judges decisions of one game and number of players."""

    def __init__(self, estimator: Estimates, budget: Budget) -> None:
        self.estimator = estimator
        self.budget = budget

    def judge(self, before: Position, played: str, iterations: int) -> Decision:
        """The decision to play this action, with so much searched for it."""
        seat = before.actor
        assert isinstance(seat, int), "only players decide"
        seen = before.seen_by(seat)
        choices = len(seen.legal_actions())
        if choices > 1:
            solved = solve(seen, self.budget.effort)
            if solved is not None and is_complete(solved, choices):
                return self._solved(seen, seat, played, solved, choices, iterations)
            answer = self.search(before, iterations)
        else:
            answer = Answer(played)
        return self._compared(seen, seat, played, answer, choices, iterations)

    def search(self, before: Position, iterations: int) -> Answer:
        """What the search makes of all alternatives, by what the player to act knows."""
        assert isinstance(before.actor, int), "only players decide"
        seed = seed_of(before, before.actor, self.budget.seed + SEARCH)
        return self.estimator.search(before, seed, iterations)

    def _compared(
        self,
        seen: Position,
        seat: int,
        played: str,
        answer: Answer,
        choices: int,
        iterations: int,
    ) -> Decision:
        """Compares the played action with the best one that the search has found."""
        seed = seed_of(seen, seat, self.budget.seed + COMPARE)

        def outlook(action: str) -> Outlook:
            return self.estimator.outlook(
                seen, seat, seed, seen.action_numbers[action], iterations if choices > 1 else FORCED
            )

        of_played = outlook(played)
        best, of_best = played, of_played
        if answer.action != played:
            found = outlook(answer.action)
            if found.shares[seat - 1] > of_played.shares[seat - 1]:
                best, of_best = answer.action, found
        loss = of_best.shares[seat - 1] - of_played.shares[seat - 1]
        error = of_best.error_against(of_played, seat) if best != played else 0.0
        compared = {
            played: Candidate(
                played, of_played.shares[seat - 1], of_played.error(seat), iterations
            ),
            best: Candidate(best, of_best.shares[seat - 1], of_best.error(seat), iterations),
        }
        others = [
            Candidate(one.action, one.value, one.error, one.visits)
            for one in answer.considered
            if one.action not in compared and one.visits > 1
        ]
        return Decision(
            step=seen.number,
            seat=seat,
            played=played,
            best=best,
            share=compared[played].share,
            best_share=compared[best].share,
            loss=loss,
            error=error,
            verdict=verdict_on(loss, error),
            gains=spread_out(
                loss,
                seat,
                tuple(x - y for x, y in zip(of_played.shares, of_best.shares, strict=True)),
            ),
            choices=choices,
            line=answer.line if best == answer.action and answer.line else (best,),
            candidates=(*dict.fromkeys([compared[best], compared[played]]), *others[:SHOWN]),
            iterations=iterations,
        )

    def _solved(
        self,
        seen: Position,
        seat: int,
        played: str,
        solved: Solved,
        choices: int,
        iterations: int,
    ) -> Decision:
        """A decision in an ending that is solved."""
        values = {action: float(value) for action, value in solved.values.items()}
        best_share = max(values.values())
        error = 0.0
        if played in values:
            share = values[played]
        else:  # only the actions that win are known: the others are searched
            seed = seed_of(seen, seat, self.budget.seed + COMPARE)
            outlook = self.estimator.outlook(
                seen, seat, seed, seen.action_numbers[played], iterations
            )
            share, error = outlook.shares[seat - 1], outlook.error(seat)
        loss = max(0.0, best_share - share)
        best = played if loss == 0 else solved.best
        ranked = sorted(values, key=lambda action: (-values[action], action))
        shown = dict.fromkeys([best, played, *ranked[:SHOWN]])
        return Decision(
            step=seen.number,
            seat=seat,
            played=played,
            best=best,
            share=share,
            best_share=best_share,
            loss=loss,
            error=error,
            verdict=verdict_on(loss, error),
            gains=spread_out(loss, seat, (0.0,) * seen.players),
            choices=choices,
            line=(best,),
            candidates=tuple(
                Candidate(action, values.get(action, share), error if action == played else 0.0)
                for action in shown
            ),
            exact=error == 0.0,
            iterations=iterations,
        )


FORCED = 64
"""Iterations for what a move without alternative promises."""


def is_complete(solved: Solved, choices: int) -> bool:
    """Whether an ending's solution says which action is best: all are known, or one wins."""
    return len(solved.values) == choices or max(solved.values.values()) == 1


def spread_out(loss: float, seat: int, change: Shares) -> Shares:
    """What a decision changed for each seat: the player lost, and the others share what was lost as
    the search says; together it is nothing.
    """
    others = [other for other in range(len(change)) if other != seat - 1]
    given = sum(change[other] for other in others)
    even = (loss - given) / len(others)
    return tuple(
        -loss if other == seat - 1 else change[other] + even for other in range(len(change))
    )
