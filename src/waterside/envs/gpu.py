"""The vector environment's games on a GPU: they begin, are played and are shown there.

Kernels run on the default stream, and ``begin`` and ``play`` return when they are over: what they have
written can be read on every stream. Actions given by DLPack are waited for on the GPU, on the stream
that their library works on at the time; before any others are taken, all that runs is waited for.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from waterside.core.errors import InvalidValueError
from waterside.core.game import Game
from waterside.engine.cuda import (
    REGISTERS,
    THREADS,
    DeviceBuilder,
    device_number,
    is_simulated,
    named_in_kernels,
    require_gpu,
)
from waterside.envs.dlpack import ON_GPU, ON_GPU_MANAGED, DeviceArray
from waterside.envs.kernels import clear_kernel, pick_kernel, play_kernel, take_kernel
from waterside.envs.stepping import Boards, check_chosen, illegal

DEFAULT_STREAM = 1
"""What DLPack calls it."""


class GpuBoards:
    """Games side by side in the GPU's memory, a thread for each."""

    def __init__(
        self, game: Game, players: int, options: npt.NDArray[np.int64], boards: Boards
    ) -> None:
        self.game = game
        self.cuda = require_gpu()
        self._number = device_number()
        self._many = len(boards.seats)
        self._players = players
        self._options = self._sent(options)
        words = in_words(boards.states).T
        others = {
            name: self._sent(array)
            for name, array in boards._asdict().items()
            if name not in ("states", "games", "rngs")
        }
        states = self._sent(words)
        self.boards = Boards(states=states, games=states, rngs=self._sent(boards.rngs.T), **others)
        self._observed = self.boards.observations.reshape(-1)
        self.truncations = self._sent(np.zeros(self._many, np.bool_))
        self._chosen = self._sent(np.zeros(self._many, np.int64))
        self._wrong = self._sent(np.array([self._many], np.int64))
        self._shown: dict[int, DeviceArray] = {}
        self._builder = builder_of(game, self._number)

    def _sent(self, array: npt.NDArray[Any]) -> Any:
        """A copy on the device; the simulator works on arrays as they are."""
        array = np.ascontiguousarray(array)
        return array if is_simulated() else self.cuda.to_device(array)

    def _launch(self, kernel: Callable[..., Any], *arguments: Any) -> None:
        threads = min(self._many, THREADS) if is_simulated() else THREADS
        self._builder.launch(kernel, -(-self._many // threads), threads, *arguments)

    def _play(self, begins: int, seed: int) -> None:
        self._launch(clear_kernel, self._observed, self._chosen, self._wrong)
        self._launch(
            play_kernel, self.boards, self._chosen, self._wrong, begins, self._players,
            self._options, seed,
        )  # fmt: skip

    def begin(self, seed: int) -> None:
        """Begins all games."""
        self.cuda.synchronize()
        self._play(1, seed)
        self.cuda.synchronize()

    def play(self, actions: Any) -> None:
        """Plays an action in every game."""
        given = self._taken(actions)
        check_chosen(given.shape, given.dtype, self._many)
        self._launch(take_kernel, self.boards, given, self._chosen, self._wrong)
        self._play(0, 0)
        wrong = int(fetched(self._wrong)[0])
        if wrong < self._many:
            action = fetched(self._chosen)[wrong]
            self._wrong = self._sent(np.array([self._many], np.int64))
            raise illegal(wrong, action)

    def _taken(self, actions: Any) -> Any:
        """Actions as Numba takes them: those on the device stay where they are."""
        if isinstance(actions, DeviceArray):
            return actions.array
        if not is_simulated():
            kind, number = getattr(actions, "__dlpack_device__", lambda: (0, 0))()
            if kind in (ON_GPU, ON_GPU_MANAGED):
                if number != self._number:
                    raise InvalidValueError(
                        f"actions lie on GPU {number}, the games on GPU {self._number}"
                    )
                return taken_over(self.cuda, actions)
            self.cuda.synchronize()
            if kind == 0 and hasattr(actions, "__cuda_array_interface__"):
                return self.cuda.as_cuda_array(actions)
        host = np.asarray(actions)
        check_chosen(host.shape, host.dtype, self._many)
        return self._sent(host)

    def sample(self, rng: np.random.Generator) -> DeviceArray:
        """A random legal action for each game."""
        picked = self._sent(np.zeros(self._many, np.int32))
        self._launch(pick_kernel, self.boards, self._sent(rng.random(self._many)), picked)
        self.cuda.synchronize()
        return DeviceArray(picked, self._number)

    def states(self) -> npt.NDArray[np.void]:
        """All states, copied."""
        words = np.ascontiguousarray(fetched(self.boards.states).T)
        return words.view(self.game.state_type).reshape(self._many)

    def shown(self, array: Any) -> DeviceArray:
        """One of the arrays, as it is handed out."""
        if id(array) not in self._shown:
            self._shown[id(array)] = DeviceArray(array, self._number)
        return self._shown[id(array)]

    def close(self) -> None:
        """There is nothing to end: memory is given back when nobody holds it."""


@cache
def builder_of(game: Game, number: int) -> DeviceBuilder:
    """A game's kernels on the GPU of this number: all environments with the game share them."""
    words = in_words(np.zeros(1, game.state_type))
    return DeviceBuilder(
        game.functions,
        game.name,
        {**named_in_kernels(game), "WORD": words.dtype.type, "WORDS": words.size},
        max_registers=REGISTERS,
    )


def in_words(states: npt.NDArray[np.void]) -> npt.NDArray[Any]:
    """States, a row for each, as the widest whole numbers that they are made up of without a rest."""
    word = next(
        kind
        for kind in (np.int64, np.int32, np.int16, np.int8)
        if states.itemsize % np.dtype(kind).itemsize == 0
    )
    return states.view(word).reshape(len(states), -1)


def fetched(array: Any) -> npt.NDArray[Any]:
    """A copy in the computer's memory, when all that runs before is over."""
    return np.array(array) if is_simulated() else array.copy_to_host()


def taken_over(cuda: Any, tensor: Any) -> Any:
    """A tensor of another library, which says by DLPack where it lies, as an array of Numba's."""
    from cuda.core.utils import StridedMemoryView  # type: ignore[import-untyped]

    view = StridedMemoryView.from_dlpack(tensor, stream_ptr=DEFAULT_STREAM)
    strides = view.strides
    interface = {
        "shape": tuple(view.shape),
        "strides": strides and tuple(step * view.dtype.itemsize for step in strides),
        "typestr": view.dtype.str,
        "data": (view.ptr, True),
        "version": 3,
    }
    return cuda.from_cuda_array_interface(interface, owner=view)
