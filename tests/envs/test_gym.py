"""One seat's games through Gymnasium."""

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from waterside.core.errors import WatersideError
from waterside.envs.gym import OneSeatVectorEnv


def test_it_is_a_vector_environment_that_wrappers_understand():
    env = OneSeatVectorEnv("kariba", 8, players=2)
    assert env.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    wrapped = RecordEpisodeStatistics(env)
    observations, infos = wrapped.reset(seed=1)
    rng = np.random.default_rng(0)
    ended = 0
    while ended < 20:
        assert env.observation_space.contains(observations)
        assert infos["seat"].tolist() == [0, 1] * 4
        actions = env.games.sample(rng)
        assert env.action_space.contains(actions.astype(np.int64))
        observations, rewards, terminations, truncations, infos = wrapped.step(actions)
        assert rewards.shape == terminations.shape == truncations.shape == (8,)
        assert np.all(np.isin(rewards, (-1, 0, 1)))
        if terminations.any():
            ended += terminations.sum()
            assert infos["episode"]["r"][terminations].tolist() == rewards[terminations].tolist()
    wrapped.close()


def test_seeds_and_seats():
    env = OneSeatVectorEnv("kariba", 3, players=4, seat=3, render_mode="ansi")
    first = env.reset(seed=4)[0].copy()
    assert env.games._boards.seats.tolist() == [2, 2, 2]
    assert not np.array_equal(env.reset()[0], first)
    assert np.array_equal(env.reset(seed=4)[0], first)
    assert all("seat 4" in sketch for sketch in env.render())
    with pytest.raises(WatersideError, match="rendered as ansi"):
        OneSeatVectorEnv("kariba", 3, render_mode="human")
