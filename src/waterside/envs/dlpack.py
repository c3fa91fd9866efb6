"""Arrays for other libraries without copying: DLPack capsules, and the GPU's arrays that give them.

A capsule carries a C structure that says where an array lies and what shape it has. Whoever takes it
owns the memory too, until it calls the function in the structure that gives it back.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import numpy.typing as npt

from waterside.engine.cuda import is_simulated

ON_CPU, ON_GPU, ON_GPU_MANAGED = 1, 2, 13
"""DLPack's numbers of kinds of memory."""
KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}
"""DLPack's numbers of kinds of numbers, by NumPy's letters."""
FRESH = b"dltensor"
"""The name of a capsule that nobody has taken yet."""


class Tensor(ctypes.Structure):
    """``DLTensor``, and behind it what makes it a ``DLManagedTensor``."""

    _fields_ = (
        ("start", ctypes.c_void_p),
        ("device_kind", ctypes.c_int32),
        ("device_number", ctypes.c_int32),
        ("dimensions", ctypes.c_int32),
        ("number_kind", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
        ("manager", ctypes.c_void_p),
        ("give_back", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
    )


lent: dict[int, tuple[Tensor, Any]] = {}
"""What others hold: each structure by its address, and whose memory it describes."""

new_capsule = ctypes.PYFUNCTYPE(
    ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p
)(("PyCapsule_New", ctypes.pythonapi))
is_capsule = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_IsValid", ctypes.pythonapi)
)
address_in = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)


def forget(capsule: int) -> None:
    """Called as a capsule goes: gives back what nobody has taken out of it."""
    if is_capsule(capsule, FRESH):
        lent.pop(address_in(capsule, FRESH))


give_back = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lent.pop)
c_forget = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(forget)
for function in (give_back, c_forget):  # others may call them until the very end
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(function))


def capsule(
    start: int, shape: tuple[int, ...], dtype: np.dtype[Any], device: tuple[int, int], owner: Any
) -> Any:
    """A capsule of an array in row-major order; ``owner`` lives as long as the capsule is held."""
    sizes = ctypes.c_int64 * len(shape)
    steps = [int(np.prod(shape[axis + 1 :], dtype=np.int64)) for axis in range(len(shape))]
    tensor = Tensor(
        start=start,
        device_kind=device[0],
        device_number=device[1],
        dimensions=len(shape),
        number_kind=KINDS[dtype.kind],
        bits=dtype.itemsize * 8,
        lanes=1,
        shape=sizes(*shape),
        strides=sizes(*steps),
        offset=0,
        manager=None,
        give_back=give_back,
    )
    address = ctypes.addressof(tensor)
    lent[address] = (tensor, owner)
    return new_capsule(address, FRESH, ctypes.cast(c_forget, ctypes.c_void_p))


class DeviceArray:
    """An array in the GPU's memory. PyTorch, JAX and CuPy take it without copying:
    ``torch.from_dlpack(array)``, ``jax.dlpack.from_dlpack(array)``, ``cupy.asarray(array)``.
    """

    def __init__(self, array: Any, number: int) -> None:
        self.array = array
        """Numba's device array; in its simulator a NumPy array."""
        self._device = (ON_CPU, 0) if is_simulated() else (ON_GPU, number)

    @property
    def shape(self) -> tuple[int, ...]:
        """How many rows, and columns if it has any."""
        return tuple(self.array.shape)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of its numbers."""
        kind: np.dtype[Any] = self.array.dtype
        return kind

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"DeviceArray(shape={self.shape}, dtype={self.dtype})"

    def copy_to_host(self) -> npt.NDArray[Any]:
        """A copy as a NumPy array."""
        return np.array(self.array) if is_simulated() else self.array.copy_to_host()

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        interface: dict[str, Any] = self.array.__cuda_array_interface__
        return interface

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._device

    def __dlpack__(
        self,
        *,
        stream: Any = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        # Steps are over when they return: the numbers are there for every stream.
        if copy or (dl_device is not None and tuple(dl_device) != self._device):
            raise BufferError("this array is handed over as it lies; copy_to_host gives a copy")
        start = (
            self.array.ctypes.data if is_simulated() else self.__cuda_array_interface__["data"][0]
        )
        return capsule(start, self.shape, self.dtype, self._device, self.array)
