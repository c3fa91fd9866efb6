"""The loops of the environments, written once for all games and compiled for each."""

# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from waterside.core.errors import IllegalActionError, InvalidValueError
from waterside.core.game import Game
from waterside.engine.build import rule
from waterside.engine.contract import (
    CHANCE,
    OVER,
    actor,
    apply,
    legal,
    new,
    observe,
    redact,
    sample,
)
from waterside.engine.rng import below, seed_into
from waterside.envs.rewards import add_rewards

ANY_SEAT = -1
NONE = -1


class Boards(NamedTuple):
    """Games side by side, field by field: row i of each belongs to game i."""

    states: Any
    games: Any
    """The states as the rules take them, one by one."""
    rngs: Any
    learners: Any
    """The seat that acts through the environment, ``ANY_SEAT`` for all; the others act at random."""
    seats: Any
    observations: Any
    masks: Any
    actions: Any
    """The legal actions: the first ``counts`` of the row."""
    counts: Any
    rewards: Any
    terminations: Any
    finished: Any
    """How many games have ended here."""


class Scratch(NamedTuple):
    """One thread's own."""

    out: Any
    weights: Any
    states: Any
    seen: Any
    """The state of ``states`` as the rules take it: what a seat knows."""


def new_boards(game: Game, many: int, players: int, dtype: Any, *, compiled: bool) -> Boards:
    """Room for so many games, none begun."""
    states = np.zeros(many, game.state_type)
    return Boards(
        states=states,
        games=states if compiled else [game.view(states, i) for i in range(many)],
        rngs=np.zeros((many, 4), np.int64),
        learners=np.full(many, ANY_SEAT, np.int8),
        seats=np.zeros(many, np.int8),
        observations=np.zeros((many, game.observation_size), dtype),
        masks=np.zeros((many, game.actions), np.int8),
        actions=np.zeros((many, game.longest), np.int32),
        counts=np.zeros(many, np.int32),
        rewards=np.zeros((many, players), np.float32),
        terminations=np.zeros(many, np.bool_),
        finished=np.zeros(many, np.int64),
    )


def new_scratch(game: Game, *, compiled: bool) -> Scratch:
    """Fresh memory for one thread."""
    states = np.zeros(1, game.state_type)
    return Scratch(
        out=np.zeros(max(game.longest, game.seats[1]), np.int32),
        weights=np.zeros(game.longest, np.int64),
        states=states,
        seen=states[0] if compiled else game.view(states, 0),
    )


def check_chosen(shape: tuple[int, ...], dtype: Any, many: int) -> None:
    """WatersideError if an array of this shape and type cannot be the actions of so many games."""
    if tuple(shape) != (many,) or np.dtype(dtype).kind not in "iu":
        raise InvalidValueError(f"actions must be {many} whole numbers, one for each game")


def illegal(number: int, action: int) -> IllegalActionError:
    """What to raise where a game's chosen action is not legal."""
    return IllegalActionError(
        f"game {number}: {action} is not the number of a legal action;"
        ' infos["action_mask"] says which are'
    )


@rule
def first_illegal(boards, chosen, first, last):
    """The first game whose chosen action is not legal; ``NONE`` if there is none."""
    for i in range(first, last):
        action = chosen[i]
        if action < 0 or action >= boards.masks.shape[1] or boards.masks[i, action] == 0:
            return i
    return NONE


@rule
def to_decision(boards, i, s, rng, scratch, action, begins, players, options):
    """Plays an action, or begins a game, and goes on to the next decision: chance and other seats
    act, an ended game makes way for a new one.
    """
    actions = boards.actions[i]
    learner = boards.learners[i]
    n = 0
    while True:
        if begins:
            new(s, players, options)
            begins = False
        else:
            apply(s, action)
        who = actor(s)
        if who == OVER:
            add_rewards(s, players, scratch.out, boards.rewards[i])
            boards.terminations[i] = True
            boards.finished[i] += 1
            begins = True
        elif who == CHANCE:
            action = sample(s, rng, scratch.out, scratch.weights)
        else:
            n = legal(s, actions)
            if learner == ANY_SEAT or who == learner:
                break
            action = actions[below(rng, n)]
    boards.seats[i] = who
    boards.counts[i] = n


@rule
def show(boards, i, seen):
    """Writes what the seat to act sees, into zeros; ``seen`` is a copy of the state, to be redacted."""
    seat = boards.seats[i]
    redact(seen, seat)
    observe(seen, seat, boards.observations[i])


@rule
def mark(boards, i, value):
    """Sets the mask of the actions that were legal last: clearing them alone is cheap."""
    for k in range(boards.counts[i]):
        boards.masks[i, boards.actions[i, k]] = value


@rule
def play_game(boards, i, s, rng, scratch, action, begins, players, options, seed):
    """Plays an action in game ``i``, or begins it with a random stream of its own, and goes on to
    the next decision. ``s`` and ``rng`` are the game's state and stream, wherever they lie.
    """
    boards.terminations[i] = False
    for seat in range(players):
        boards.rewards[i, seat] = 0.0
    if begins:
        seed_into(rng, seed, i)
        boards.finished[i] = 0
    mark(boards, i, 0)
    to_decision(boards, i, s, rng, scratch, action, begins, players, options)
    mark(boards, i, 1)


@rule
def play_games(boards, scratch, chosen, begins, players, options, seed, first, last):
    """Plays the chosen actions in games ``first`` to ``last``, or begins these games."""
    for i in range(first, last):
        play_game(
            boards, i, boards.games[i], boards.rngs[i], scratch, chosen[i], begins, players,
            options, seed,
        )  # fmt: skip
        scratch.states[0] = boards.states[i]
        for k in range(boards.observations.shape[1]):
            boards.observations[i, k] = 0
        show(boards, i, scratch.seen)


@rule
def go_on(s, action, begins, players, options, rng, out, weights):
    """Plays an action, or begins a game, and lets chance decide; returns who acts then."""
    if begins:
        new(s, players, options)
    else:
        apply(s, action)
    who = actor(s)
    while who == CHANCE:
        apply(s, sample(s, rng, out, weights))
        who = actor(s)
    return who


@rule
def look(states, seen, seat, out):
    """Writes what a seat sees, into zeros; ``seen`` is ``states[1]``, where the rest is forgotten."""
    states[1] = states[0]
    redact(seen, seat)
    observe(seen, seat, out)
