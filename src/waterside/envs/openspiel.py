"""The games for OpenSpiel: after ``register()`` they load by name, options and all.

```python
import pyspiel
from waterside.envs import openspiel

openspiel.register()
game = pyspiel.load_game("waterside_kariba(players=3,market=true)")
```

Chance nodes are explicit, with exact weights. Information states have perfect recall: the string lists
all actions as the seat has seen them, with ``?`` for what it has not, and a mark of what it knows now;
the tensor is the observation and the last ``RECALL`` actions. ``resample_from_infostate`` draws a world
that fits what a seat knows; ``history()`` of such a state is that of the state it was drawn from.

Options are parameters; where a value has commas, write ``+`` for them: ``corners=SW+NE``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from hashlib import blake2b
from typing import Any

import numpy as np
import numpy.typing as npt

from waterside.core.extras import require
from waterside.core.game import Game
from waterside.core.options import Value
from waterside.core.position import Position
from waterside.core.registry import all_games, small_games
from waterside.core.registry import game as game_of_name
from waterside.engine import contract
from waterside.engine.rng import generator
from waterside.envs.rewards import lowest_reward, rewards_of

require("pyspiel", "openspiel")

import pyspiel  # type: ignore[import-not-found]  # noqa: E402

PREFIX = "waterside_"
RECALL = 256
REMEMBERED = 20_000
MOST_DECISIONS = 100_000
UNSEEN = "?"


def register() -> list[str]:
    """Makes all games known to OpenSpiel; returns their names there."""
    known = set(pyspiel.registered_names())
    names = []
    for game in [*all_games().values(), *small_games().values()]:
        kind = game_type(game)
        names.append(kind.short_name)
        if kind.short_name not in known:
            pyspiel.register_game(kind, spiel_class(game, kind))
    return names


def game_type(game: Game) -> pyspiel.GameType:
    """What OpenSpiel wants to know of a game before it is loaded."""
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=f"Waterside: {game.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION
        if game.parts.rules.has_secret_outcomes
        else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.seats[0], **parameters(game)},
    )


def parameters(game: Game) -> dict[str, Value]:
    """The game's options with their defaults, in OpenSpiel's types."""
    found: dict[str, Value] = {}
    for option in game.options:
        usual = option.default(game.seats[0])
        if usual != option.default(game.seats[1]):
            usual = ""  # depends on the number of players
        elif isinstance(usual, str) and usual.isdigit():
            usual = int(usual)
        found[option.name] = usual
    return found


def options_of(game: Game, given: Mapping[str, Any]) -> dict[str, Any]:
    """OpenSpiel's parameters as options of the game."""
    found = {}
    for option in game.options:
        value = given.get(option.name, "")
        if value != "":
            texts = isinstance(option.default(game.seats[0]), str)
            found[option.name] = str(value).replace("+", ",") if texts else value
    return found


@dataclass(frozen=True)
class Event:
    """An action as it was seen: by all, or by one seat only."""

    actor: int
    number: int
    text: str
    witness: int | None = None
    """The seat, from 0 on, that alone has seen it; None where all have."""
    otherwise: str = UNSEEN
    """What the other seats see instead."""

    def seen_by(self, seat: int) -> bool:
        """Whether the seat knows what it was."""
        return self.witness in (None, seat)


@dataclass(frozen=True)
class Played:
    """What playing an action in a position leads to, and how it is described."""

    position: Position
    event: Event


class Kind:
    """A game with its number of players and options, shared by all of its states.

    Positions are remembered for a while: algorithms walk the same small tree again and again.
    """

    def __init__(self, game: Game, players: int, options: Mapping[str, Any]) -> None:
        self.game = game
        self.players = players
        self.options = dict(options)
        self.play = lru_cache(REMEMBERED)(self._play)
        self.mark = lru_cache(REMEMBERED)(self._mark)

    def __reduce__(self) -> tuple[Any, ...]:
        return kind_of, (self.game.name, self.players, tuple(self.options.items()))

    def first(self) -> Moment:
        """The moment before the first action."""
        return Moment(self, self.game.new(self.players, **self.options), ())

    def _play(self, here: Position, number: int) -> Played:
        text = here.text_of(number)
        witness = None if here.witness is None else here.witness - 1
        return Played(here.after(number, text), Event(here.actor_number, number, text, witness))

    def _mark(self, here: Position, seat: int) -> str:
        view = here.seen_by(seat + 1).held
        return blake2b(view, digest_size=8).hexdigest()


@cache
def kind_of(name: str, players: int, options: tuple[tuple[str, Any], ...]) -> Kind:
    """The same kind for the same game, also when states come back from their serial form."""
    return Kind(game_of_name(name), players, dict(options))


class Moment:
    """A position and how it came about. It never changes, so that copies of a state share it."""

    def __init__(self, kind: Kind, position: Position, events: tuple[Event, ...]) -> None:
        self.kind = kind
        self.position = position
        self.events = events

    def __deepcopy__(self, memo: dict[int, Any]) -> Moment:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (self.kind, self.position.held, self.events)

    def after(self, number: int) -> Moment:
        """The moment after an action or an outcome of chance."""
        played = self.kind.play(self.position, number)
        return Moment(self.kind, played.position, (*self.events, played.event))

    def known(self, seat: int) -> str:
        """All that a seat has seen, and a mark of what it knows now."""
        seen = [e.text if e.seen_by(seat) else e.otherwise for e in self.events]
        return f"seat {seat + 1}: {'/'.join(filter(None, seen))} #{self.mark(seat)}"

    def mark(self, seat: int) -> str:
        """A short mark that is the same for what looks the same to a seat."""
        return self.kind.mark(self.position, seat)

    def resampled(self, seat: int, seed: int) -> Moment:
        """A moment that this seat cannot tell from this one. What only other seats have seen so far
        is forgotten; each of them knows instead what it now has.
        """
        world = self.position.seen_by(seat + 1).imagine(generator(seed))
        drawn = Moment(self.kind, world, ())
        others = [other for other in range(self.kind.players) if other != seat]
        forgotten = tuple(
            e if e.seen_by(seat) else replace(e, number=-1, text=e.otherwise) for e in self.events
        )
        known = (Event(contract.CHANCE, -1, drawn.mark(o), o, "") for o in others)
        return Moment(self.kind, world, (*forgotten, *known))

    def recalled(self, seat: int) -> npt.NDArray[np.float32]:
        """The last actions, the latest first: who (seats from 1, chance 0) and what (numbers from 1
        on; 0 for what the seat has not seen).
        """
        out = np.zeros((RECALL, 2), np.float32)
        visible = [e for e in self.events if e.seen_by(seat) or e.otherwise]
        for row, event in zip(out, reversed(visible), strict=False):
            row[0] = event.actor + 1
            row[1] = event.number + 1 if event.seen_by(seat) else 0
        return out


def restored(kind: Kind, state: bytes, events: tuple[Event, ...]) -> Moment:
    """A moment from its serial form."""
    first = kind.first().position
    return Moment(kind, Position(first.game, first.players, first.options, state), events)


def spiel_class(our: Game, kind: pyspiel.GameType) -> type[SpielGame]:
    """The class of a game: OpenSpiel keeps it to the very end, when plain functions are gone."""
    return type(f"Spiel{our.name.title()}", (SpielGame,), {"our": our, "kind": kind})


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options, loaded."""

    our: Game
    kind: pyspiel.GameType

    def __init__(self, given: Mapping[str, Any]) -> None:
        game = self.our
        players = game.check_players(int(given.get("players", game.seats[0])))
        options = game.resolve(players, options_of(game, given))
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions,
            max_chance_outcomes=game.outcomes,
            num_players=players,
            min_utility=lowest_reward(players),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST_DECISIONS,
        )
        super().__init__(self.kind, info, dict(given))
        self.first = kind_of(game.name, players, tuple(options.items())).first()

    def new_initial_state(self) -> SpielState:
        """The state before the first action."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """No fewer than there can be."""
        return MOST_DECISIONS

    def make_py_observer(
        self, kind: pyspiel.IIGObservationType | None = None, params: Any = None
    ) -> Observer:
        """What turns states into strings and tensors."""
        return Observer(self.first, kind or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of a game; ``position`` is ours."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.now = game.first

    @property
    def position(self) -> Position:
        """The position, with everything that is hidden."""
        return self.now.position

    def current_player(self) -> int:
        """Who acts: a seat from 0 on, chance, or nobody at the end."""
        who = self.now.position.actor_number
        if who == contract.CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if who == contract.OVER else who

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.now.position.legal_actions())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may bring, with probabilities."""
        here = self.now.position
        weights = here.outcomes()
        total = sum(weights.values())
        return [(number, weight / total) for number, weight in weights.items()]

    def _apply_action(self, action: int) -> None:
        self.now = self.now.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.now.position.text_of(action)

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.now.position.is_over

    def returns(self) -> list[float]:
        """At the end 1 for who wins alone and what the others lose; before, nothing."""
        here = self.now.position
        return rewards_of(here) if here.is_over else [0.0] * here.players

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that this player cannot tell from this one; ``sampler`` gives numbers from 0 to 1."""
        drawn: SpielState = self.clone()
        drawn.now = self.now.resampled(player, int(sampler() * 2**52))
        return drawn

    def __str__(self) -> str:
        return f"after {len(self.now.events)} actions\n{self.now.position}"


class Observer:
    """States as strings and tensors, for one seat."""

    def __init__(self, first: Moment, kind: pyspiel.IIGObservationType) -> None:
        self.perfect_recall = kind.perfect_recall
        size = int(first.kind.game.observation_size)
        self.tensor = np.zeros(size + 2 * RECALL * self.perfect_recall, np.float32)
        self.dict = {"observation": self.tensor[:size]}
        if self.perfect_recall:
            self.dict["recall"] = self.tensor[size:].reshape(RECALL, 2)

    def set_from(self, state: SpielState, player: int) -> None:
        """Writes what a player sees."""
        self.dict["observation"][:] = state.now.position.observe(player + 1)
        if self.perfect_recall:
            self.dict["recall"][:] = state.now.recalled(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player sees, as text."""
        if self.perfect_recall:
            return state.now.known(player)
        return f"seat {player + 1}\n{state.now.position.seen_by(player + 1)}"
