"""Laws that every game keeps, ours and third parties': ``check_game(GAME)`` plays random games and
raises ``BrokenLawError`` with the game's history when one does not hold.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np

from waterside.core.errors import IllegalActionError, MalformedActionError
from waterside.core.game import Game
from waterside.core.position import Position
from waterside.core.record import Record
from waterside.engine import contract
from waterside.engine.rng import below, generator


class BrokenLawError(AssertionError):
    """A law that does not hold, and the actions after which it does not."""


def check_game(
    game: Game,
    *,
    games: int = 3,
    seed: int = 0,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    longest: int = 20_000,
) -> None:
    """Plays random games for every number of players (or one) and checks a dozen laws throughout:

    1. the actor is a seat, chance or nobody, and only an ended game has nobody;
    2. there is something to do in every position that is not an end, and lists fit ``LONGEST``;
    3. actions are distinct, sorted lists of texts name each exactly once, numbers are in range;
    4. the text of every action reads back as the same action;
    5. weights are whole numbers above zero and probabilities sum to one;
    6. ``sample`` only draws listed outcomes, and what one seat alone sees (``witness``) looks the
       same to all others whatever it is;
    7. playing an action changes no other position, earlier ones included (no aliasing);
    8. undoing gives the position before, and playing again the same one after;
    9. an illegal or malformed action is refused, and changes nothing;
    10. the actor's own view has the same legal actions;
    11. forgetting twice is forgetting once; an imagined world looks the same to its viewer;
    12. observations have their size and depend on the view only;
    13. the game ends, someone has won, scores have one number a seat;
    14. the record reads back exactly.
    """
    fewest, most = game.seats
    for count in [players] if players else range(fewest, most + 1):
        for number in range(games):
            rng = random.Random(f"{game.name} {count} {seed} {number}")
            _Checked(game, count, dict(options or {}), rng, longest).play()


class _Checked:
    """One random game under supervision."""

    def __init__(
        self, game: Game, players: int, options: dict[str, Any], rng: random.Random, longest: int
    ) -> None:
        self.game = game
        self.rng = rng
        self.longest = longest
        self.position = game.new(players, **options)
        self.kept: list[Position] = []

    def law(self, holds: bool, what: str) -> None:
        if not holds:
            history = " / ".join(self.position.history()) or "the start"
            raise BrokenLawError(f"{self.game.title}: {what}; after {history}")

    def play(self) -> None:
        while not self.position.is_over:
            self.law(self.position.number < self.longest, "the game does not end")
            self.look()
            self.kept.append(self.position)
            texts = sorted(self.position.chances()) or self.position.legal()
            action = self.rng.choice(texts)
            before = self.position
            self.position = before.play(action)
            self.law(is_as_it_was(before), f"{action} changes the past")
            self.law(self.position.undo() == before, "undo does not give the position before")
            self.law(before.play(action) == self.position, f"{action} is not always the same")
        for position in self.kept:
            self.law(is_as_it_was(position), "an earlier position has changed")
        self.look_at_end()

    def look(self) -> None:
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
            self.look_at_chance()
        else:
            kind = int(self.game.interpreted.kind(position.fields))
            self.law(0 <= kind < contract.KINDS, f"there is no kind {kind}")
            self.look_at_picking()
        self.look_at_refusals(texts)
        if self.rng.random() < 0.2:
            self.look_at_views()

    def look_at_chance(self) -> None:
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
        if witness != contract.EVERYBODY:
            results = [position.play(n) for n in self.rng.choices(position.legal_actions(), k=2)]
            for seat in {None, *range(1, position.players + 1)} - {witness + 1}:
                views = {result.seen_by(seat).held for result in results}
                self.law(len(views) == 1, f"seat {seat} sees what seat {witness + 1} alone may see")

    def look_at_picking(self) -> None:
        position = self.position
        numbers, out = position.legal_actions(), [0] * self.game.longest
        seed = self.rng.getrandbits(40)
        one, other = generator(seed), generator(seed)
        picked, n = self.game.interpreted.pick(position.fields, one, out)
        listed = numbers[below(other, len(numbers))]  # type: ignore[no-untyped-call]
        self.law((picked, n) == (listed, len(numbers)), f"pick finds {picked} of {n}, not {listed}")
        self.law(one.tolist() == other.tolist(), "pick draws other numbers than the list needs")

    def look_at_refusals(self, texts: list[str]) -> None:
        for wrong, error in (("", MalformedActionError), ("no such thing", MalformedActionError)):
            self.refused(wrong, error)
        other = self.rng.randrange(max(self.game.actions, self.game.outcomes))
        if other not in self.position.legal_actions():
            self.refused(other, IllegalActionError)
        self.law(is_as_it_was(self.position), "a refused action changes the position")

    def refused(self, action: str | int, error: type[Exception]) -> None:
        try:
            self.position.play(action)
        except error:
            return
        self.law(False, f"{action!r} is not refused with {error.__name__}")

    def look_at_views(self) -> None:
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
                self.law(bool(np.all(np.abs(observed) < 2**31)), "an observation is out of range")

    def look_at_end(self) -> None:
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
