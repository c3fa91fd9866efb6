"""Trains an agent for Kariba through PettingZoo, turn by turn, with NumPy alone.

    python examples/pettingzoo_training.py

The agent gives every action a score, a weighted sum of what it observes, and plays the likelier the
higher the score. It learns by policy gradients from games against random play. After a minute or less
it is measured against random play, with a 95 % interval.
"""

from __future__ import annotations

import argparse
import math
import sys

import numpy as np

from waterside.envs import pettingzoo

Decision = tuple[np.ndarray, np.ndarray, int]


class Agent:
    """A weighted sum for each action."""

    def __init__(self, inputs: int, actions: int, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.weights = np.zeros((inputs + 1, actions))

    def chances(self, seen: np.ndarray, legal: np.ndarray) -> np.ndarray:
        """The chances of the legal actions."""
        scores = seen @ self.weights[:, legal]
        scores = np.exp(scores - scores.max())
        return scores / scores.sum()

    def decide(self, observation: dict[str, np.ndarray]) -> Decision:
        """What was seen, what was legal, and which of it is played."""
        seen = np.append(observation["observation"] / 4, 1.0)
        legal = np.flatnonzero(observation["action_mask"])
        return seen, legal, int(self.rng.choice(len(legal), p=self.chances(seen, legal)))

    def learn(self, games: list[tuple[list[Decision], float]], rate: float) -> None:
        """Makes the actions of won games likelier, those of lost games less likely."""
        rewards = np.array([reward for _, reward in games])
        worths = (rewards - rewards.mean()) / (rewards.std() + 1e-6)
        slope = np.zeros_like(self.weights)
        for (decisions, _), worth in zip(games, worths, strict=True):
            for seen, legal, choice in decisions:
                push = -self.chances(seen, legal)
                push[choice] += 1
                slope[:, legal] += worth * np.outer(seen, push)
        self.weights += rate * slope / (np.abs(slope).max() + 1e-9)


def play(env: pettingzoo.raw_env, agent: Agent, seat: str) -> tuple[list[Decision], float]:
    """One game against random play: the agent's decisions, and its reward."""
    env.reset()
    decisions: list[Decision] = []
    for name in env.agent_iter():
        observation, _, termination, _, _ = env.last()
        if termination:
            break
        if name == seat:
            seen, legal, choice = agent.decide(observation)
            decisions.append((seen, legal, choice))
            env.step(int(legal[choice]))
        else:
            env.step(int(agent.rng.choice(np.flatnonzero(observation["action_mask"]))))
    return decisions, env.rewards[seat]


def main() -> int:
    """Trains, measures, and says how it went."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--updates", type=int, default=100)
    parser.add_argument("--games", type=int, default=1000, help="games to measure it in")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    env = pettingzoo.raw_env("kariba", players=2)
    env.reset(seed=options.seed)
    seats = env.possible_agents
    space = env.observation_space(seats[0])
    agent = Agent(space["observation"].shape[0], int(env.action_space(seats[0]).n), options.seed)
    for _ in range(options.updates):
        agent.learn([play(env, agent, seats[i % 2]) for i in range(40)], rate=0.3)
    results = [(play(env, agent, seats[i % 2])[1] + 1) / 2 for i in range(options.games)]
    share, error = np.mean(results), 1.96 * np.std(results) / math.sqrt(options.games)
    low, high = share - error, share + error
    print(f"won {share:.1%} of {options.games} games (95 %: {low:.1%} to {high:.1%})")
    return 0 if low > 0.5 else 1


if __name__ == "__main__":
    sys.exit(main())
