"""Features of the learned evaluation: in range, and nothing that a seat does not know."""

import random

import numpy as np
import pytest

import waterside
from waterside.bots import Question, make_bot
from waterside.engine.network import EACH_FOR_ITSELF
from waterside.engine.rng import generator
from waterside.games.cromado.board import GOAL, HOME, STEPS, STONES, island_at, opposite
from waterside.games.cromado.features import GAPS, LONGEST_WAY, write_gaps
from waterside.games.cromado.heuristics import WAY_MASK, ways_to_go
from waterside.games.kariba.features import (
    ALL_CARDS,
    COUNTS,
    HELD,
    SURE,
    how_likely,
    likely_enough,
)
from waterside.games.kariba.rules import ENOUGH

GAMES = ["crocodile", "cromado", "splash", "kariba"]


def random_states(name, players, games, seed, **options):
    """All states of some random games."""
    game = waterside.game(name)
    rng = random.Random(seed)
    for _ in range(games):
        position = game.new(players, **options)
        while not position.is_over:
            yield position
            position = position.play(rng.choice(position.legal_actions()))


def features_on(game, state, seat):
    """The features that are on, as interpreted rules write them."""
    out = [0] * game.evaluation.most
    view = game.view(state, 0)
    n = game.interpreted.build(game.evaluation.features)(view, seat, out)
    return out[:n]


@pytest.mark.parametrize("name", GAMES)
def test_features_are_in_range_for_every_seat(name):
    game = waterside.game(name)
    fewest, most = game.seats
    for players in range(fewest, most + 1):
        for number, position in enumerate(random_states(name, players, 1, players)):
            for seat in {number % players, (number + 1) % players}:
                found = features_on(game, position.state, seat)
                assert 0 < len(found) <= game.evaluation.most
                assert min(found) >= 0
                assert max(found) < game.evaluation.size


@pytest.mark.parametrize("name", ["kariba", "splash"])
def test_features_are_the_same_in_every_world_that_a_seat_can_imagine(name):
    game = waterside.game(name)
    rng = generator(1)
    differing = 0
    for position in random_states(name, 3, 3, 5):
        if not isinstance(position.actor, int):
            continue
        for seat in range(3):
            assert (
                game.interpreted.build(game.evaluation.viewpoint)(game.view(position.state, 0))
                == EACH_FOR_ITSELF
            )
            world = position.seen_by(seat + 1).imagine(rng)
            differing += world != position
            assert features_on(game, world.state, seat) == features_on(game, position.state, seat)
            redacted = position.seen_by(seat + 1)
            assert features_on(game, redacted.state, seat) == features_on(
                game, position.state, seat
            )
    assert differing > 20


@pytest.mark.parametrize("name", ["crocodile", "cromado"])
def test_where_all_lies_open_the_player_to_act_judges_for_all(name):
    game = waterside.game(name)
    for position in random_states(name, 2, 1, 3):
        viewpoint = game.interpreted.build(game.evaluation.viewpoint)(game.view(position.state, 0))
        assert viewpoint == position.state["player"][0]


def test_cromado_looks_the_same_from_every_corner():
    """Bridges and stones mirrored with the corners give the same features."""
    game = waterside.game("cromado")
    one = game.new(2, corners="SW,NW")
    other = game.new(2, corners="NW,SW")
    for laid, mirrored in (("c3h", "c12h"), ("e5v", "e8v"), ("h1h", "h14h")):
        one, other = one.play(f"lay {laid}"), other.play(f"lay {mirrored}")
        assert sorted(features_on(game, one.state, 0)) == sorted(features_on(game, other.state, 0))
        assert sorted(features_on(game, one.state, 1)) == sorted(features_on(game, other.state, 1))


def test_a_stone_at_home_can_be_a_step_beyond_the_longest_way_in_cromado():
    game = waterside.game("cromado")
    position = game.new(2)
    for action in ("lay i9v", "lay c8v", "lay d1h", "lay b3v"):
        position = position.play(action)
    ways = game.interpreted.build(ways_to_go)(game.view(position.state, 0), 1, LONGEST_WAY)
    assert ways & WAY_MASK == LONGEST_WAY + 1
    found = features_on(game, position.state, 1)
    out = np.zeros(game.evaluation.most, np.int32)
    n = game.compiled.build(game.evaluation.features)(position.state[0], 1, out)
    assert list(out[:n]) == found
    assert max(found) < game.evaluation.size


def fields_to_cross(state, player):
    """For each stone of a player the fewest fields of open water on a way to its goal; None on the goal."""
    corner = int(state["corner"][0][player])
    goal = opposite(corner)
    bridged = {n for n, bridge in enumerate(state["bridge_at"][0]) if bridge >= 0}

    def neighbours(n):
        for dx, dy in STEPS:
            x, y = n % 14 + 1 + dx, n // 14 + 1 + dy
            if 1 <= x <= 14 and 1 <= y <= 14:
                yield 14 * (y - 1) + x - 1, island_at(x, y)

    fewest = {}
    reached = {n for n in range(196) if island_at(n % 14 + 1, n // 14 + 1) == goal}
    for gaps in range(60):
        edge = reached
        while edge:
            fewest.update((n, gaps) for n in edge if n not in fewest)
            edge = {m for n in edge for m, _ in neighbours(n) if m in bridged and m not in fewest}
        near = {m for n in fewest for m, island in neighbours(n) if island == -1}
        reached = near - fewest.keys()
    home = min(fewest[n] for n in fewest if any(island == corner for _, island in neighbours(n)))
    stones = [int(field) for field in state["stone"][0][player]]
    return [None if n == GOAL else home if n == HOME else fewest[n] for n in stones]


def test_cromado_counts_the_fields_of_open_water_on_each_way():
    game = waterside.game("cromado")
    write = game.interpreted.build(write_gaps)
    bot, rng = make_bot("net"), random.Random(4)
    position, seen = game.new(2), set()
    while not position.is_over and len(seen) <= GAPS:
        if position.actor == "chance":
            position = position.play(rng.choice(position.legal_actions()))
            continue
        position = position.play(bot.answer(Question.of(position, 1)).action)
        for player in range(2):
            out = [0] * 8
            n = write(game.view(position.state, 0), player, 100, out, 0)
            wanted = [gaps for gaps in fields_to_cross(position.state, player) if gaps is not None]
            said = [0] * (len(wanted) - n) + [place - 99 for place in out[:n]]
            assert sorted(said) == sorted(min(GAPS, gaps) for gaps in wanted)
            assert out[n] == STONES - len(wanted) + wanted.count(0)  # joined to the goal
            seen.update(said)
    assert seen == set(range(GAPS + 1))


def test_crocodile_looks_the_same_from_both_ends():
    game = waterside.game("crocodile")
    state = game.new(2, setup="picture").state
    assert sorted(features_on(game, state, 0)) == sorted(features_on(game, state, 1))


@pytest.mark.parametrize("name", GAMES)
def test_features_are_the_same_interpreted_and_compiled(name):
    game = waterside.game(name)
    out = np.zeros(game.evaluation.most, np.int32)
    for number, position in enumerate(random_states(name, 2, 1, 9)):
        if number % 3:
            continue
        n = game.compiled.build(game.evaluation.features)(position.state[0], 1, out)
        assert list(out[:n]) == features_on(game, position.state, 1)


def test_kariba_says_how_likely_a_hand_holds_enough():
    rng = random.Random(1)
    for hand, needed, unseen, cards in ((5, 1, 3, 20), (5, 2, 6, 30), (4, 3, 4, 9), (3, 2, 2, 12)):
        pile = [0] * (cards - unseen) + [1] * unseen
        deals = 20_000
        enough = sum(sum(rng.sample(pile, hand)) >= needed for _ in range(deals)) / deals
        step = how_likely(hand, needed, unseen, cards)
        assert (step - 1) / 20 - 0.01 <= enough <= step / 20 + 0.01 or step == SURE
    assert how_likely(5, 3, 2, 20) == 0  # there are not enough
    assert how_likely(2, 3, 8, 20) == 0  # the hand is too small
    assert how_likely(5, 0, 0, 20) == SURE


def test_kariba_looks_up_what_it_has_worked_out():
    look_up = waterside.game("kariba").compiled.build(likely_enough)
    rng = random.Random(2)
    for _ in range(300):
        hand, needed = rng.randrange(HELD), rng.randrange(ENOUGH + 1)
        unseen, cards = rng.randrange(COUNTS), rng.randrange(ALL_CARDS + 1)
        assert look_up(hand, needed, unseen, cards) == how_likely(hand, needed, unseen, cards)
