"""A Ray cluster of this machine's own processes, one of which is killed."""

import importlib.util
import os
import subprocess
import sys

import pytest

from waterside.simulate.cluster import ClusterError, import_ray

KILL = """
import os, signal
import numpy as np
from waterside.simulate.arena import Match
from waterside.simulate.cluster import Cluster
from waterside.simulate.simulation import Setup, on_threads, simulate
from waterside.core.registry import game
import ray

def kill(processes):
    living = set()  # Ray itself ends workers that it does not need
    for process in processes:
        try:
            os.kill(process, signal.SIGKILL)
            living.add(process)
        except ProcessLookupError:
            pass
    assert living
    return living


ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
setup = Setup("kariba", 2, game("kariba").resolve(2, {}), seed=6)
games, size = 40_000, 2_000
here = np.concatenate([table for _, table in sorted(on_threads(setup, games, 1), key=lambda c: c[0])])
cluster = Cluster("ray")
found, killed = {}, None
for first, table in cluster.rows(setup, games, size):
    assert first not in found
    found[first] = table
    if killed is None:  # most tasks have not been handed out yet
        killed = kill(cluster.workers)
assert len(found) == games // size
assert cluster.workers - killed, "another worker took over"
there = np.concatenate([found[first] for first in sorted(found)])
assert np.array_equal(here, there)

match = Match("kariba", 2, game("kariba").resolve(2, {}), ("greedy", "random"), 3)
results = {}
for result in cluster.results(match, range(12)):
    results[result.number] = (result.scores, result.winners, result.decisions)
    if len(results) == 1:
        kill(cluster.workers)
from waterside.simulate.workers import play_games
alone = {r.number: (r.scores, r.winners, r.decisions) for r in play_games(match, range(12), 1)}
assert results == alone

one = simulate("kariba", games=300, seed=2)
assert one.figures() == simulate("kariba", games=300, seed=2, device="ray").figures()
ray.shutdown()
print("same")
"""


@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed")
def test_a_killed_worker_changes_no_figure():
    done = subprocess.run(
        [sys.executable, "-c", KILL],
        capture_output=True,
        text=True,
        timeout=1200,
        env={**os.environ, "RAY_USAGE_STATS_ENABLED": "0"},
    )
    assert done.stdout.endswith("same\n"), done.stderr


def test_without_ray_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ClusterError, match=r"waterside\[ray\]"):
        import_ray()
