"""The vector environment on the GPU: the same numbers as on the CPU, and others take them as they lie."""

import gc
import os
import re
import subprocess
import sys
import weakref
from pathlib import Path

import numpy as np
import pytest

from waterside.core.errors import IllegalActionError, WatersideError
from waterside.core.registry import all_games, game
from waterside.engine.cuda import NoGpuError, gpu_missing, import_cuda
from waterside.envs import dlpack
from waterside.envs.compare import check_steps
from waterside.envs.vector import VectorEnv

ROOT = Path(__file__).parents[2]
KINDS = (np.float32, np.int8, np.int16, np.int32, np.int64, np.uint8, np.bool_)
missing = gpu_missing()
on_a_gpu = pytest.mark.skipif(missing is not None, reason=f"no GPU: {missing}")

SIMULATED = {
    "shows the same": """
        for name, settings in {
            "kariba": {"dtype": np.int8},
            "splash": {"turn_limit": 4},
            "crocodile": {"setup": "picture", "patience": 2},
            "cromado": {"turn_limit": 1},
        }.items():
            kind = game(name)
            assert check_steps(kind, kind.seats[1], games=3, steps=20, **settings) == 60
        assert check_steps(game("kariba"), 4, games=4, steps=15, learners=[1, 2, 3, 4]) == 60
    """,
    "goes on to new games": """
        env = VectorEnv("kariba", 2, device="gpu")
        rng = np.random.default_rng(1)
        env.reset(seed=1)
        for _ in range(60):
            env.step(env.sample(rng))
        assert env.finished.copy_to_host().min() > 0
    """,
    "refuses what is illegal": """
        env = VectorEnv("kariba", 3, device="gpu")
        _, infos = env.reset(seed=1)
        before = env.states().tobytes()
        good = env.sample(np.random.default_rng(0)).copy_to_host()
        wrong = int(np.flatnonzero(infos["action_mask"].copy_to_host()[2] == 0)[0])
        for bad in (wrong, -1, env.actions):
            with pytest.raises(IllegalActionError, match=rf"game 2: {bad} is not the number"):
                env.step([good[0], good[1], bad])
            with pytest.raises(IllegalActionError, match=rf"game 1: {bad} is not the number"):
                env.step([good[0], bad, bad])
            assert env.states().tobytes() == before
        for bad in ([0], [0.5, 0.5, 0.5], 3):
            with pytest.raises(WatersideError, match="3 whole numbers"):
                env.step(bad)
        env.step(good.astype(np.uint8))
        assert env.states().tobytes() != before
    """,
    "hands arrays over": """
        env = VectorEnv("kariba", 5, device="gpu")
        observations, infos = env.reset(seed=1)
        taken = np.from_dlpack(observations)
        assert taken.ctypes.data == observations.array.ctypes.data
        mask = np.from_dlpack(infos["action_mask"])
        before = taken.copy()
        actions = [int(np.flatnonzero(row)[0]) for row in mask]
        again, *_, terminations, truncations, infos = env.step(actions)
        assert again is observations and not np.array_equal(taken, before)
        assert np.from_dlpack(terminations).dtype == bool
        assert not np.from_dlpack(truncations).any()
        assert (len(observations), observations.shape) == (5, (5, env.observation_size))
        assert repr(infos["seat"]) == "DeviceArray(shape=(5,), dtype=int8)"
        with pytest.raises(BufferError, match="as it lies"):
            observations.__dlpack__(copy=True)
        kept = taken.tobytes()
        del env, observations, again, infos, mask, terminations, truncations
        gc.collect()
        assert taken.tobytes() == kept
    """,
    "draws the same": """
        here, there = (VectorEnv("splash", 3, device=device) for device in ("cpu", "gpu"))
        for env in (here, there):
            env.reset(seed=4)
        assert [here.sketch(i) for i in range(3)] == [there.sketch(i) for i in range(3)]
    """,
}
BEGINNING = """
import gc
import numpy as np
import pytest
from waterside.core.errors import IllegalActionError, WatersideError
from waterside.core.registry import game
from waterside.envs.compare import check_steps
from waterside.envs.vector import VectorEnv
"""


@pytest.mark.parametrize("what", SIMULATED)
def test_in_the_simulator_it(what):
    lines = re.sub(r"^        ", "", SIMULATED[what], flags=re.M)
    done = subprocess.run(
        [sys.executable, "-c", f"{BEGINNING}{lines}\nprint('well')"],
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "WATERSIDE_INTERPRETED": "1"},
    )
    assert done.stdout == "well\n", done.stderr


@pytest.mark.skipif(missing is None, reason="there is a GPU")
def test_without_a_gpu_it_says_what_is_missing():
    with pytest.raises(NoGpuError, match=r"device gpu: .* device cpu gives the same results"):
        VectorEnv("kariba", 2, device="gpu")


def test_another_device_is_refused():
    with pytest.raises(WatersideError, match="device=tpu: it is cpu or gpu"):
        VectorEnv("kariba", 2, device="tpu")


class Lender:
    """Gives an array of the computer's memory as the GPU's arrays are given."""

    def __init__(self, array):
        self.array = array

    def __dlpack_device__(self):
        return (dlpack.ON_CPU, 0)

    def __dlpack__(self, **_):
        array = self.array
        return dlpack.capsule(
            array.ctypes.data, array.shape, array.dtype, self.__dlpack_device__(), array
        )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", [(6,), (2, 3)])
def test_a_capsule_tells_where_numbers_lie_and_what_they_are(kind, shape):
    array = np.arange(6).reshape(shape).astype(kind)
    taken = np.from_dlpack(Lender(array))
    assert (taken.dtype, taken.shape, taken.strides) == (array.dtype, shape, array.strides)
    assert taken.ctypes.data == array.ctypes.data
    assert np.array_equal(taken, array)


class Memory(np.ndarray):
    """An array that can be watched as it goes."""


def test_memory_lives_as_long_as_somebody_holds_it():
    array = np.zeros(8, np.float32).view(Memory)
    going = weakref.ref(array)
    taken = np.from_dlpack(Lender(array))
    part = taken[2:]
    del array, taken
    gc.collect()
    assert going() is not None
    del part
    gc.collect()
    assert going() is None
    assert not dlpack.lent


def test_a_capsule_that_nobody_takes_gives_its_memory_back():
    array = np.zeros(8, np.float32).view(Memory)
    going = weakref.ref(array)
    held = Lender(array).__dlpack__()
    del array
    gc.collect()
    assert going() is not None
    del held
    gc.collect()
    assert going() is None


def test_pytorch_takes_a_capsule():
    torch = pytest.importorskip("torch")
    for kind in KINDS:
        array = np.arange(6).reshape(2, 3).astype(kind)
        taken = torch.from_dlpack(Lender(array))
        assert taken.data_ptr() == array.ctypes.data
        assert np.array_equal(taken.numpy(), array)


def test_jax_takes_a_capsule():
    jax = pytest.importorskip("jax")
    for kind in (np.float32, np.int8, np.int32, np.bool_):
        array = np.arange(6).reshape(2, 3).astype(kind)
        taken = jax.dlpack.from_dlpack(Lender(array))
        assert taken.dtype == array.dtype
        assert np.array_equal(np.asarray(taken), array)


@on_a_gpu
@pytest.mark.parametrize("name", all_games())
def test_gpu_shows_the_same_step_by_step(name):
    kind = game(name)
    for players in sorted(set(kind.seats)):
        check_steps(kind, players, games=300, steps=150)


@on_a_gpu
def test_gpu_shows_the_same_with_learners_and_small_numbers():
    check_steps(game("kariba"), 4, games=200, steps=60, learners=[1, 2, 3, 4] * 50, dtype=np.int8)


@on_a_gpu
def test_gpu_refuses_an_illegal_action_and_plays_no_game():
    env = VectorEnv("kariba", 300, device="gpu")
    env.reset(seed=1)
    before = env.states().tobytes()
    chosen = env.sample(np.random.default_rng(0)).copy_to_host()
    chosen[[17, 250]] = -1
    with pytest.raises(IllegalActionError, match="game 17: -1 is not"):
        env.step(chosen)
    assert env.states().tobytes() == before
    env.step(env.sample(np.random.default_rng(0)))
    assert env.states().tobytes() != before


def stepped_twice(choose, fetch):
    """An environment on the GPU and one on the CPU after 20 steps, whose actions ``choose`` takes
    from the GPU's arrays and leaves there; ``fetch`` gives them as NumPy's for the CPU.
    """
    envs = [VectorEnv("splash", 256, players=3, device=device) for device in ("gpu", "cpu")]
    there, here = (env.reset(seed=2) for env in envs)
    for _ in range(20):
        actions = choose(there[-1])
        there = envs[0].step(actions)
        here = envs[1].step(fetch(actions))
        for one, other in zip(there[:-1], here[:-1], strict=True):
            assert np.array_equal(one.copy_to_host(), other)
    return envs[0]


@on_a_gpu
def test_pytorch_works_on_the_same_memory():
    torch = pytest.importorskip("torch")

    def choose(infos):
        mask = torch.from_dlpack(infos["action_mask"])
        assert mask.is_cuda
        assert mask.data_ptr() == infos["action_mask"].__cuda_array_interface__["data"][0]
        return torch.multinomial(mask.float(), 1)[:, 0]

    env = stepped_twice(choose, lambda actions: actions.cpu().numpy())
    observations, infos = env.reset(seed=3)
    for array in (observations, *infos.values(), env.finished):
        taken = torch.from_dlpack(array)
        assert taken.data_ptr() == array.__cuda_array_interface__["data"][0]
        assert np.array_equal(taken.cpu().numpy(), array.copy_to_host())
        by_interface = torch.as_tensor(array, device=taken.device)
        assert by_interface.data_ptr() == taken.data_ptr()
    kept = torch.from_dlpack(observations)
    before = kept.cpu()
    del env, array, observations, infos, taken, by_interface
    gc.collect()
    assert torch.equal(kept.cpu(), before)


@on_a_gpu
def test_pytorch_may_work_on_a_stream_of_its_own():
    torch = pytest.importorskip("torch")

    def choose(infos):
        mask = torch.from_dlpack(infos["action_mask"]).float()
        slow = torch.ones(2048, 2048, device=mask.device)
        for _ in range(20):
            slow = slow @ slow / 2048
        return torch.argmax(mask * slow[0, 0], dim=1)

    with torch.cuda.stream(torch.cuda.Stream()):
        stepped_twice(choose, lambda actions: actions.cpu().numpy())


@on_a_gpu
def test_jax_works_on_the_same_memory():
    jax = pytest.importorskip("jax")
    if jax.default_backend() != "gpu":
        pytest.skip("JAX is installed without its GPU part")

    def choose(infos):
        mask = jax.dlpack.from_dlpack(infos["action_mask"])
        start = infos["action_mask"].__cuda_array_interface__["data"][0]
        assert mask.unsafe_buffer_pointer() == start
        return mask.argmax(axis=1)

    stepped_twice(choose, np.asarray)


@on_a_gpu
def test_numbas_own_arrays_are_taken_as_actions():
    def choose(infos):
        actions = infos["action_mask"].copy_to_host().argmax(axis=1)
        return import_cuda().to_device(actions.astype(np.int32))

    stepped_twice(choose, lambda actions: actions.copy_to_host())


@on_a_gpu
def test_the_example_of_the_page_runs(tmp_path):
    pytest.importorskip("torch")
    page = (ROOT / "docs" / "vector.md").read_text("utf-8")
    example = next(
        block for block in re.findall(r"```python\n(.*?)```", page, re.S) if "torch" in block
    )
    file = tmp_path / "example.py"
    file.write_text(example, "utf-8")
    done = subprocess.run([sys.executable, file], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
