"""Self-play on a Ray cluster of this machine's own processes."""

import importlib.util
import os
import subprocess
import sys

import pytest

from waterside.cli import main

COMPARE = """
import numpy as np
import ray
from pathlib import Path
import sys
import waterside
from waterside.bots.weights import required_weights
from waterside.simulate.cluster import Cluster
from waterside.training.cluster import positions_on
from waterside.training.generating import Generator, Playing
from waterside.training.learning import Learning
from waterside.training.rounds import Plan, Training

kariba = waterside.game("kariba")
ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
cluster = Cluster("ray")
heard = []
for iterations in (0, 5):
    playing = Playing(iterations=iterations, every=2, trust=0.5)
    maker = Generator(kariba, 2, playing, required_weights(kariba), {"market": True})
    here = maker.positions(seed=3, games=30)
    there = positions_on(cluster, maker, 3, 30, heard=heard.append)
    assert there.played == here.played == heard[-1] == 30
    assert there.states.tobytes() == here.states.tobytes()
    for name in ("seats", "thought", "shares", "games"):
        assert np.array_equal(getattr(there, name), getattr(here, name)), name
    none_in_time = positions_on(cluster, maker, 3, 30, seconds=0.0)
    assert none_in_time.played == 1

learned = []
for device in ("cpu", "ray"):
    small = Learning(width=8, narrow=4, epochs=1, batch=64)
    plan = Plan(rounds=2, seconds=None, games=20, players=(2,), device=device, learning=small,
                playing={"iterations": 4})
    training = Training(kariba, plan, Path(sys.argv[1]) / device)
    training.run()
    learned.append(training.weights)
for one, other in zip(learned[0].arrays, learned[1].arrays, strict=True):
    assert np.array_equal(one, other)
ray.shutdown()
print("same")
"""


@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed")
def test_a_cluster_plays_the_same_games_and_learns_the_same(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", COMPARE, str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=1200,
        env={**os.environ, "RAY_USAGE_STATS_ENABLED": "0"},
    )
    assert done.stdout.endswith("same\n"), done.stderr


def test_a_device_that_cannot_train_is_refused(tmp_path, capsys):
    assert main(["train", "kariba", "--device=gpu", f"--folder={tmp_path / 'new'}"]) == 2
    assert "device gpu: training runs on cpu, ray or ray://HOST:PORT" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
