"""Random games under supervision: the laws of rules and notation, action by action."""

from __future__ import annotations

import random
from typing import Any

from waterside.core.errors import IllegalActionError, MalformedActionError
from waterside.core.game import Game
from waterside.core.position import Position
from waterside.core.record import Record
from waterside.engine import contract
from waterside.engine.rng import below, generator
from waterside.testing import parts
from waterside.testing.errors import require

PARTS_SHARE = 0.03
"""In how many of the positions the other parts are checked, too."""


class CheckedGame:
    """One random game under supervision."""

    def __init__(
        self, game: Game, players: int, options: dict[str, Any], rng: random.Random, longest: int
    ) -> None:
        self.game = game
        self.rng = rng
        self.longest = longest
        self.position = game.new(players, **options)
        self.kept: list[Position] = []
        self.facts = parts.FactCounter(self.position)

    def law(self, holds: bool, what: str) -> None:
        """BrokenLawError says what is wrong in the position that is checked."""
        require(holds, self.position, what)

    def play(self) -> None:
        """Plays to the end."""
        while not self.position.is_over:
            self.law(self.position.number < self.longest, "the game does not end")
            self.check()
            self.kept.append(self.position)
            texts = sorted(self.position.chances()) or self.position.legal()
            action = self.rng.choice(texts)
            before = self.position
            self.position = before.play(action)
            self.law(is_as_it_was(before), f"{action} changes the past")
            self.law(self.position.undo() == before, "undo does not give the position before")
            self.law(before.play(action) == self.position, f"{action} is not always the same")
            self.facts.played(before, self.position)
            if before.number == 0 or self.rng.random() < PARTS_SHARE:
                parts.check_position(before, self.rng)
                parts.check_narration(before, self.position, self.rng)
        for position in self.kept:
            self.law(is_as_it_was(position), "an earlier position has changed")
        self.check_end()
        parts.check_ending(self.position)

    def check(self) -> None:
        """The laws that hold in every position of a game that goes on."""
        position = self.position
        players, actor = position.players, position.actor
        numbers = position.legal_actions()
        self.law(
            actor == "chance" or (isinstance(actor, int) and 1 <= actor <= players),
            f"{actor} cannot act",
        )
        self.law(0 < len(numbers) <= self.game.longest, f"{len(numbers)} things to do")
        self.law(len(set(numbers)) == len(numbers), "an action is listed twice")
        most = self.game.outcomes if actor == "chance" else self.game.actions
        self.law(all(0 <= n < most for n in numbers), "a number is out of range")
        texts = sorted(position.chances()) or position.legal()
        self.law(len(texts) == len(numbers), "two actions have one text")
        for text in self.rng.sample(texts, min(5, len(texts))):
            parsed = self.game.notation.parse(text)
            self.law(
                parsed is not None
                and parsed[0] == (actor == "chance")
                and parsed[1] in numbers
                and position.text_of(parsed[1]) == text,
                f"{text} does not read back",
            )
        if actor == "chance":
            self.check_chance()
        else:
            kind = int(self.game.interpreted.kind(position.fields))
            self.law(0 <= kind < contract.KINDS, f"there is no kind {kind}")
            self.check_picking()
        self.check_refusals(texts)
        if self.rng.random() < 0.2:
            self.check_views()

    def check_chance(self) -> None:
        """The laws of outcomes of chance."""
        position = self.position
        chances = position.chances()
        self.law(sum(chances.values()) == 1, "probabilities do not sum to one")
        self.law(all(share > 0 for share in chances.values()), "an outcome cannot happen")
        out, weights = [0] * self.game.longest, [0] * self.game.longest
        rng = generator(self.rng.getrandbits(40))
        drawn = self.game.interpreted.sample(position.fields, rng, out, weights)
        self.law(
            int(drawn) in position.legal_actions(), f"sample draws {drawn}, which is not listed"
        )
        witness = int(self.game.interpreted.witness(position.fields))
        if witness != contract.ALL_VIEWERS:
            results = [position.play(n) for n in self.rng.choices(position.legal_actions(), k=2)]
            for seat in {None, *range(1, position.players + 1)} - {witness + 1}:
                views = {result.seen_by(seat).held for result in results}
                self.law(len(views) == 1, f"seat {seat} sees what seat {witness + 1} alone may see")

    def check_picking(self) -> None:
        """Picking an action at random is as good as listing them."""
        position = self.position
        numbers, out = position.legal_actions(), [0] * self.game.longest
        seed = self.rng.getrandbits(40)
        one, other = generator(seed), generator(seed)
        picked, n = self.game.interpreted.pick(position.fields, one, out)
        listed = numbers[below(other, len(numbers))]  # type: ignore[no-untyped-call]
        self.law((picked, n) == (listed, len(numbers)), f"pick finds {picked} of {n}, not {listed}")
        self.law(one.tolist() == other.tolist(), "pick draws other numbers than the list needs")

    def check_refusals(self, texts: list[str]) -> None:
        """What is not an action, or not legal, is refused."""
        for wrong, error in (("", MalformedActionError), ("no such thing", MalformedActionError)):
            self.refused(wrong, error)
        other = self.rng.randrange(max(self.game.actions, self.game.outcomes))
        if other not in self.position.legal_actions():
            self.refused(other, IllegalActionError)
        self.law(is_as_it_was(self.position), "a refused action changes the position")

    def refused(self, action: str | int, error: type[Exception]) -> None:
        """An action is refused with this error."""
        try:
            self.position.play(action)
        except error:
            return
        self.law(False, f"{action!r} is not refused with {error.__name__}")

    def check_views(self) -> None:
        """The laws of what viewers know."""
        position = self.position
        for seat in [None, *range(1, position.players + 1)]:
            seen = position.seen_by(seat)
            view = seen.held
            self.law(seen.seen_by(seat).held == view, "forgetting twice differs")
            self.law(seen.actor == position.actor, "a view has another actor")
            if seat is not None and seat == position.actor:
                self.law(seen.legal() == position.legal(), f"seat {seat} sees other actions")
            world = seen.imagine(generator(self.rng.getrandbits(40)))
            self.law(world.seen_by(seat).held == view, "an imagined world looks different")
            if seat is not None:
                observed = position.observe(seat)
                self.law(observed == world.observe(seat), "an observation sees hidden things")
                self.law(
                    all(abs(value) < 2**31 for value in observed), "an observation is out of range"
                )

    def check_end(self) -> None:
        """The laws of an ended game."""
        end = self.position
        self.law(end.actor_number == contract.OVER, "an ended game has an actor")
        self.law(not end.legal() and not end.chances(), "there is something to do after the end")
        winners = end.winners()
        self.law(bool(winners), "nobody has won")
        self.law(len(end.scores()) == end.players, "scores are not one a seat")
        record = Record.of(end)
        self.law(Record.loads(record.dumps()) == record, "the record does not read back")
        self.law(record.position() == end, "the record leads elsewhere")


def is_as_it_was(position: Position) -> bool:
    """Whether what the rules see of a position is still what it holds."""
    return bytes(position.fields) == position.held
