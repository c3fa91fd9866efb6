"""Trains an agent for Kariba on thousands of games side by side, with NumPy alone.

    python examples/vector_training.py

The agent is a small network with one hidden layer. It learns by policy gradients from games against
random play: actions of won games become likelier, those of lost games less likely. After some seconds
it is measured against random play, with a 95 % interval.
"""

from __future__ import annotations

import argparse
import math
import sys

import numpy as np

from waterside.envs.vector import VectorEnv


class Network:
    """From observations to the chances of actions: one hidden layer, trained by Adam."""

    def __init__(self, inputs: int, actions: int, hidden: int, rng: np.random.Generator) -> None:
        self.weights = [
            (rng.standard_normal((inputs, hidden)) / math.sqrt(inputs)).astype(np.float32),
            np.zeros((hidden, actions), np.float32),
        ]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.updates = 0

    def hidden(self, observations: np.ndarray) -> np.ndarray:
        """The hidden layer."""
        return np.maximum(observations @ self.weights[0], 0)

    def chances(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """The chance of every action; illegal ones have none."""
        scores = np.where(masks, self.hidden(observations) @ self.weights[1], -np.inf)
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        return scores / scores.sum(axis=1, keepdims=True)

    def choose(
        self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        """An action for each observation, drawn with its chances."""
        upto = self.chances(observations, masks).cumsum(axis=1)
        tickets = rng.random((len(upto), 1), np.float32) * upto[:, -1:]
        return np.minimum((upto <= tickets).sum(axis=1), upto.shape[1] - 1)

    def learn(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        actions: np.ndarray,
        worth: np.ndarray,
        rate: float,
    ) -> None:
        """Makes actions of positive worth likelier, the others less likely."""
        hidden = self.hidden(observations)
        push = -self.chances(observations, masks)
        push[np.arange(len(actions)), actions] += 1
        push *= worth[:, None] / len(actions)
        back = (push @ self.weights[1].T) * (hidden > 0)
        self.updates += 1
        for weight, (mean, spread), slope in zip(
            self.weights, self.moments, (observations.T @ back, hidden.T @ push), strict=True
        ):
            mean += 0.1 * (slope - mean)
            spread += 0.01 * (slope**2 - spread)
            fresh = math.sqrt(1 - 0.99**self.updates) / (1 - 0.9**self.updates)
            weight += rate * fresh * mean / (np.sqrt(spread) + 1e-8)


def scaled(observations: np.ndarray) -> np.ndarray:
    """Counts of cards as numbers around one, and a constant."""
    return np.concatenate([observations / 4, np.ones((len(observations), 1))], 1, dtype=np.float32)


def train(games: int, steps: int, updates: int, rate: float, seed: int) -> Network:
    """Plays and learns; game after game the agent sits in another seat."""
    rng = np.random.default_rng(seed)
    env = VectorEnv("kariba", games, players=2, learners=np.arange(games) % 2 + 1)
    network = Network(env.observation_size + 1, env.actions, 128, rng)
    observations, infos = env.reset(seed=seed)
    rows = np.arange(games)
    for _ in range(updates):
        seen, masks, chosen, won, ended = [], [], [], [], []
        for _ in range(steps):
            seen.append(scaled(observations))
            masks.append(infos["action_mask"] != 0)
            chosen.append(network.choose(seen[-1], masks[-1], rng))
            observations, rewards, terminations, _, infos = env.step(chosen[-1])
            won.append(rewards[rows, infos["seat"]].copy())
            ended.append(terminations.copy())
        worth = np.zeros((steps, games), np.float32)
        counts = np.zeros((steps, games), bool)
        later, known = np.zeros(games, np.float32), np.zeros(games, bool)
        for t in reversed(range(steps)):
            later = np.where(ended[t], won[t], later)
            known = known | ended[t]
            worth[t], counts[t] = later, known
        used = counts.ravel()
        worth_used = worth.ravel()[used]
        network.learn(
            np.concatenate(seen)[used],
            np.concatenate(masks)[used],
            np.concatenate(chosen)[used],
            (worth_used - worth_used.mean()) / (worth_used.std() + 1e-6),
            rate,
        )
    return network


def measure(network: Network, games: int, seed: int) -> tuple[float, float, float]:
    """The share of games won against random play, a draw as half, with a 95 % interval."""
    env = VectorEnv("kariba", games, players=2, learners=np.arange(games) % 2 + 1)
    rng = np.random.default_rng(seed)
    observations, infos = env.reset(seed=seed)
    rows = np.arange(games)
    result = np.full(games, np.nan)
    while np.isnan(result).any():
        actions = network.choose(scaled(observations), infos["action_mask"] != 0, rng)
        observations, rewards, terminations, _, infos = env.step(actions)
        first = terminations & np.isnan(result)
        result[first] = (rewards[rows, infos["seat"]][first] + 1) / 2
    share = float(result.mean())
    error = 1.96 * float(result.std()) / math.sqrt(games)
    return share, share - error, share + error


def main() -> int:
    """Trains, measures, and says how it went."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--updates", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    network = train(games=512, steps=60, updates=options.updates, rate=0.01, seed=options.seed)
    share, low, high = measure(network, games=4000, seed=options.seed + 1)
    print(f"won {share:.1%} of 4000 games against random play (95 %: {low:.1%} to {high:.1%})")
    return 0 if low > 0.5 else 1


if __name__ == "__main__":
    sys.exit(main())
