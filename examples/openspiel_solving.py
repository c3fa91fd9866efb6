"""OpenSpiel's algorithms on our games: solves a miniature Kariba, and searches the real one.

    python examples/openspiel_solving.py

Counterfactual regret minimisation brings the exploitability of Miniature Kariba down; then OpenSpiel's
information-set search plays a game of Kariba against random play.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts

from waterside.envs import openspiel


def solve(game: pyspiel.Game, iterations: int) -> list[float]:
    """The exploitability of the average policy before the first and after the last iteration."""
    solver = cfr.CFRPlusSolver(game)
    found = [exploitability.exploitability(game, solver.average_policy())]
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return [*found, exploitability.exploitability(game, solver.average_policy())]


def play(game: pyspiel.Game, simulations: int, seed: int) -> list[float]:
    """A game of information-set search in seat 1 against random play; each seat's reward."""
    rng = np.random.RandomState(seed)
    search = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, rng),
        uct_c=1.0,
        max_simulations=simulations,
        random_state=rng,
    )
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            action = rng.choice(outcomes, p=chances)
        elif state.current_player() == 0:
            action = search.step(state)
        else:
            action = rng.choice(state.legal_actions())
        state.apply_action(int(action))
    print(state)
    return state.returns()


def main() -> int:
    """Solves one game, plays another."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--simulations", type=int, default=20)
    options = parser.parse_args()
    openspiel.register()
    before, after = solve(
        pyspiel.load_game("waterside_kariba_mini(cards=2x4x2)"), options.iterations
    )
    print(f"Miniature Kariba: exploitability {before:.4f} at first, {after:.4f} in the end")
    rewards = play(pyspiel.load_game("waterside_kariba(players=2)"), options.simulations, seed=1)
    print(f"Kariba: rewards {rewards}")
    return 0 if after < before / 4 else 1


if __name__ == "__main__":
    sys.exit(main())
