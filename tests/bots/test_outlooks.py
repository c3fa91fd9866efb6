"""One action ahead: what a player expects does not depend on what the player cannot know."""

import random

import numpy as np
import pytest

import waterside
from waterside.bots import Question, make_bot
from waterside.bots.outlooks import IMAGINED, outlook_in, write_outlooks
from waterside.bots.search import Workspace
from waterside.bots.weights import read_weights
from waterside.engine.contract import guesses
from waterside.engine.rng import generator

SPLASH = waterside.game("splash")
PLAYERS = 4


def positions(wanted, games=40):
    """Positions of random games of Splash Party in which a player may name a colour."""
    rng = random.Random(7)
    found = []
    for _ in range(games):
        position = SPLASH.new(PLAYERS)
        while not position.is_over and len(found) < wanted:
            actions = position.legal() or list(position.chances())
            if "silent" in actions:
                found.append(position)
                actions = ["silent"]
            position = position.play(rng.choice(actions))
    assert len(found) == wanted
    return found


def workspace():
    return Workspace.of(SPLASH, PLAYERS, 2, read_weights(SPLASH).network(SPLASH, PLAYERS))


def outlooks(position, seed=5):
    """What the player to act expects after each action, from the true position."""
    space = workspace()
    space.states[1] = position.state[0]
    numbers = position.legal_actions()
    out = np.zeros(SPLASH.longest, np.int32)
    out[: len(numbers)] = numbers
    SPLASH.compiled.build(write_outlooks)(
        space.states, 1, *space.worlds(SPLASH), out, len(numbers), space.scratch.outlooks,
        generator(seed), position.actor - 1, PLAYERS, space.scratch.net, space.scratch.layers,
        IMAGINED,
    )  # fmt: skip
    return list(space.scratch.outlooks[: len(numbers)])


def outlooks_in_the_world(position):
    """What they would be for one who sees all."""
    space = workspace()
    space.states[1] = position.state[0]
    look = SPLASH.compiled.build(outlook_in)
    return [
        look(
            space.states, 1, space.world(SPLASH, 2), position.actor - 1, PLAYERS, number,
            space.scratch.net, space.scratch.layers,
        )
        for number in position.legal_actions()
    ]  # fmt: skip


def another_world(position, seed):
    """A position that looks the same to the player to act, with other secrets."""
    return position.seen_by(position.actor).imagine(generator(seed))


def test_who_names_a_colour_does_not_know_whether_it_is_right():
    differ = 0
    for number, position in enumerate(positions(12)):
        other = another_world(position, number)
        assert outlooks(position) == outlooks(other)
        differ += outlooks_in_the_world(position) != outlooks_in_the_world(other)
    assert differ > 6  # the one who sees all would tell them apart


def test_the_line_of_a_search_ends_where_a_colour_is_named():
    named = 0
    for position in positions(8):
        line = make_bot("search:iterations=300").answer(Question.of(position, seed=2)).line
        named += line[0].startswith("accuse")
        assert not any(one.startswith("accuse") for one in line[:-1])
    assert named > 0


@pytest.mark.parametrize("name", ["crocodile", "cromado", "kariba"])
def test_a_game_without_guesses_says_so(name):
    game = waterside.game(name)
    position = game.new(2)
    assert not game.interpreted.build(guesses)(game.view(position.state, 0))
