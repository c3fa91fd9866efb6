"""OpenSpiel's own test and algorithms on our games."""

import random
from collections import Counter

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts
from open_spiel.python.policy import UniformRandomPolicy

import waterside
from waterside.core.errors import WatersideError
from waterside.envs import exploitability as ours
from waterside.envs import openspiel

openspiel.register()

TABLES = [
    "waterside_crocodile(setup=picture,patience=5,rows=2112,bar=near)",
    "waterside_cromado(turn_limit=3,corners=SW+NE)",
    "waterside_cromado(players=4,turn_limit=3,starter=3)",
    "waterside_splash(players=2,turn_limit=8)",
    "waterside_splash(players=6,turn_limit=8,shows=100)",
    "waterside_kariba",
    "waterside_kariba(players=4,market=true)",
    "waterside_kariba_mini(players=3,cards=3x3x2)",
]
MINI = "waterside_kariba_mini(cards=2x4x2)"


def walk(state, rng, player_only=True):
    """Plays randomly to the end; the states on the way, with or without chance nodes."""
    while not state.is_terminal():
        if not (player_only and state.is_chance_node()):
            yield state
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("name", TABLES)
def test_random_simulation(name):
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


def test_options_are_parameters():
    game = pyspiel.load_game("waterside_cromado(players=3,corners=NE+SW+NW,reroll_any=true)")
    position = game.new_initial_state().position
    assert position.players == game.num_players() == 3
    assert position.options == {
        **waterside.game("cromado").resolve(3, {}), "corners": "NE,SW,NW", "reroll_any": True,
    }  # fmt: skip
    assert pyspiel.load_game(str(game)).get_parameters() == game.get_parameters()
    with pytest.raises((WatersideError, RuntimeError)):
        pyspiel.load_game("waterside_kariba(players=5)")


@pytest.mark.parametrize("name", ["waterside_splash(players=3)", "waterside_kariba(players=3)"])
def test_states_are_our_positions(name):
    rng = random.Random(1)
    state = pyspiel.load_game(name).new_initial_state()
    for now in walk(state, rng, player_only=False):
        position = now.position
        if now.is_chance_node():
            wanted = list(zip(position.legal_actions(), position.chances().values(), strict=True))
            assert now.chance_outcomes() == [(n, float(share)) for n, share in wanted]
        else:
            seat = position.actor
            assert now.current_player() == seat - 1
            assert now.legal_actions() == sorted(position.legal_actions())
            assert now.observation_tensor() == position.observe(seat)
            texts = sorted(now.action_to_string(n) for n in now.legal_actions())
            assert texts == position.legal()
    assert sum(state.returns()) == pytest.approx(0)


def test_an_information_state_tells_what_the_seat_has_seen_and_no_more():
    kariba = pyspiel.load_game("waterside_kariba")
    worlds = []
    for hidden in (1, 2):  # the other seat's cards
        state = kariba.new_initial_state()
        for card in [0, 3, 3, 5, 7, *[hidden] * 5, 3 * 8 + 1, 6, 6, hidden * 8]:
            state.apply_action(card)
        worlds.append(state)
    # the last action, of seat 2, is seen by both: without it they look the same to seat 1
    before = [w.information_state_string(0).replace("2x1", "3x1") for w in worlds]
    assert before[0].partition(" #")[0] == before[1].partition(" #")[0]
    assert before[0].startswith(
        "seat 1: draw 1/draw 4/draw 4/draw 6/draw 8/?/?/?/?/?/4x2/draw 7/draw 7/"
    )
    assert (
        worlds[0]
        .information_state_string(1)
        .startswith("seat 2: ?/?/?/?/?/draw 2/draw 2/draw 2/draw 2/draw 2/4x2/?/?/2x1")
    )


@pytest.mark.parametrize("name", ["waterside_splash(players=3)", "waterside_kariba(players=3)"])
def test_information_states_do_not_depend_on_what_others_were_dealt(name):
    """Where only hidden outcomes differ, strings and tensors are the same; else strings differ."""
    game = pyspiel.load_game(name)
    rng = random.Random(3)
    state = game.new_initial_state()
    hidden = 0
    for now in walk(state, rng, player_only=False):
        if not now.is_chance_node():
            continue
        outcomes = [outcome for outcome, _ in now.chance_outcomes()]
        if len(outcomes) < 2:
            continue
        one, other = (now.child(outcome) for outcome in rng.sample(outcomes, 2))
        event = one.now.events[-1]
        for seat in range(3):
            same = not event.seen_by(seat)
            hidden += same
            strings = {s.information_state_string(seat) for s in (one, other)}
            tensors = {tuple(s.information_state_tensor(seat)) for s in (one, other)}
            assert (len(strings) == 1) == (len(tensors) == 1) == same
    assert hidden > 3


@pytest.mark.parametrize("name", ["waterside_splash(players=3)", "waterside_kariba(players=3)"])
def test_resampled_states_look_the_same_to_the_seat_and_differ_elsewhere(name):
    rng = random.Random(5)
    state = pyspiel.load_game(name).new_initial_state()
    differs = 0
    for number, now in enumerate(walk(state, rng)):
        if number > 12:
            break
        seat = now.current_player()
        for _ in range(3):
            drawn = now.resample_from_infostate(seat, rng.random)
            assert drawn.information_state_string(seat) == now.information_state_string(seat)
            assert drawn.observation_string(seat) == now.observation_string(seat)
            assert drawn.information_state_tensor(seat) == now.information_state_tensor(seat)
            assert drawn.legal_actions() == now.legal_actions()
            differs += drawn.position != now.position
            for _ in walk(drawn, rng):
                assert drawn.legal_actions()
    assert differs > 10


def test_resampled_worlds_do_not_keep_what_others_have_seen():
    state = pyspiel.load_game("waterside_kariba").new_initial_state()
    for card in [0, 3, 3, 5, 7, 1, 1, 1, 1, 1]:
        state.apply_action(card)
    drawn = state.resample_from_infostate(0, random.Random(1).random)
    assert "draw 2" not in drawn.information_state_string(1)
    assert "draw 2" in state.information_state_string(1)


def test_counterfactual_regret_and_exploitability_run_on_the_miniature():
    game = pyspiel.load_game(MINI)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(4):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solver.average_policy()) < 0.3


def test_our_exploitability_is_that_of_openspiel():
    wanted = exploitability.exploitability(
        pyspiel.load_game(MINI), UniformRandomPolicy(pyspiel.load_game(MINI))
    )
    first = waterside.game("kariba_mini").new(2, cards="2x4x2")
    assert ours.exploitability(first, ours.uniform) == pytest.approx(wanted)


def test_search_for_open_games_runs():
    game = pyspiel.load_game("waterside_crocodile(setup=picture,patience=4)")
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.0, 3, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", ["waterside_splash(turn_limit=6)", MINI])
def test_search_for_hidden_games_runs(name):
    game = pyspiel.load_game(name)
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.0, 4, random_state=rng)
    chosen = Counter()
    for now in walk(game.new_initial_state(), random.Random(1)):
        action = bot.step(now)
        assert action in now.legal_actions()
        chosen[action] += 1
    assert chosen
