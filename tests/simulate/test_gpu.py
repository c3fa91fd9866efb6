import os
import subprocess
import sys

import numpy as np
import pytest

from waterside.bots.weights import read_weights
from waterside.core.registry import all_games, game
from waterside.engine.cuda import NoGpuError, gpu_missing
from waterside.simulate import simulate
from waterside.simulate.gpu import check_steps

missing = gpu_missing()
on_a_gpu = pytest.mark.skipif(missing is not None, reason=f"no GPU: {missing}")

SIMULATED = """
import numpy as np
from waterside.engine.cuda import gpu_missing
from waterside.core.registry import game
from waterside.simulate import gpu, simulate
from waterside.simulate.gpu import check_steps

gpu.MOST_THREADS = 8
assert gpu_missing() is None
SHORT = {"kariba": {}, "splash": {}, "crocodile": {"patience": 4}, "cromado": {"turn_limit": 20}}
for name, options in SHORT.items():
    assert check_steps(game(name), game(name).seats[1], games=2, most=25) == 50
    here, there = (  # two warps of four threads; three of them play two games
        simulate(name, games=11, device=device, keep=True, options=options)
        for device in ("cpu", "gpu")
    )
    assert np.array_equal(here.rows.table, there.rows.table), name
print("same")
"""

SIMULATED_NETWORK = """
import numpy as np
from waterside.simulate import gpu, simulate

gpu.MOST_THREADS = 4
for name, games in (("kariba", 5), ("splash", 1)):  # one warp of four threads; one plays two games
    here, there = (
        simulate(name, "net", games=games, device=device, keep=True) for device in ("cpu", "gpu")
    )
    assert np.array_equal(here.rows.table, there.rows.table), name
print("same")
"""


@pytest.mark.parametrize("program", [SIMULATED, SIMULATED_NETWORK], ids=["random", "network"])
def test_kernels_play_the_same_in_the_simulator(program):
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "WATERSIDE_INTERPRETED": "1"},
    )
    assert done.stdout == "same\n", done.stderr


@pytest.mark.skipif(missing is None, reason="there is a GPU")
def test_without_a_gpu_it_says_what_is_missing():
    with pytest.raises(NoGpuError, match=r"device gpu: .* device cpu gives the same results"):
        simulate("kariba", games=2, device="gpu")


@on_a_gpu
@pytest.mark.parametrize("name", all_games())
def test_gpu_plays_the_same_action_by_action(name):
    kind = game(name)
    assert check_steps(kind, kind.seats[1], games=64) > 64 * 20


@on_a_gpu
@pytest.mark.parametrize("name", all_games())
def test_gpu_leaves_the_same_rows_with_facts(name):
    here, there = (
        simulate(name, games=3000, device=device, keep=True, seed=11) for device in ("cpu", "gpu")
    )
    assert np.array_equal(here.rows.table, there.rows.table)
    assert here.figures() == there.figures()


@on_a_gpu
@pytest.mark.parametrize("name", all_games())
def test_gpu_plays_the_games_of_the_network(name):
    """The same but where two actions are so close that the last bit of an exponential decides."""
    if read_weights(game(name)) is None:
        pytest.skip("it has no network")
    here, there = (
        simulate(name, "net", games=200, device=device, keep=True, seed=11)
        for device in ("cpu", "gpu")
    )
    same = (here.rows.table == there.rows.table).all(axis=1)
    assert same.sum() >= 198
