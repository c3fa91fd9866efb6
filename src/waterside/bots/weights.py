"""Files with the weights of a game's learned evaluation, and networks made from them.

A file begins with a line that says what it is, then a line of JSON (the game, the sizes, how the
weights were made, a checksum), then the weights as little-endian 16-bit floats, layer by layer: the
first layer serves all numbers of players, the others are there once for each.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from waterside.bots.modules import weights_file
from waterside.core.errors import InvalidValueError
from waterside.core.game import Game
from waterside.engine.network import Layers, Network

MAGIC = b"waterside network 1\n"
STORED = "<f2"
Floats = npt.NDArray[np.float32]


class WeightsError(InvalidValueError):
    """A file of weights that cannot be used."""


@dataclass
class Weights:
    """All weights of a game's network."""

    first: Floats
    """[feature, unit]"""
    first_bias: Floats
    second: Floats
    """[number of players, unit of the first layer, unit]"""
    second_bias: Floats
    last: Floats
    """[number of players, unit of the second layer, seat]"""
    last_bias: Floats
    made: dict[str, Any] = field(default_factory=dict)
    """How they were made, for the file's header."""

    @property
    def arrays(self) -> tuple[Floats, ...]:
        """All of them, in the order of the file."""
        return (
            self.first, self.first_bias, self.second, self.second_bias, self.last, self.last_bias
        )  # fmt: skip

    @classmethod
    def zeros(cls, game: Game, width: int, narrow: int) -> Weights:
        """Weights of the right shapes, all zero."""
        assert game.evaluation is not None
        fewest, most = game.seats
        counts = most - fewest + 1
        shapes = shapes_of(game.evaluation.size, width, narrow, counts, most)
        first, first_bias, second, second_bias, last, last_bias = (
            np.zeros(shape, np.float32) for shape in shapes
        )
        return cls(first, first_bias, second, second_bias, last, last_bias)

    def copy(self) -> Weights:
        """The same weights in arrays of their own."""
        return Weights(
            self.first.copy(),
            self.first_bias.copy(),
            self.second.copy(),
            self.second_bias.copy(),
            self.last.copy(),
            self.last_bias.copy(),
            dict(self.made),
        )

    def network(self, game: Game, players: int) -> Network:
        """The network for one number of players."""
        place = players - game.seats[0]
        assert game.evaluation is not None
        return Network(
            sums_of_steps(self.first, game.evaluation.steps),
            self.first_bias,
            np.ascontiguousarray(self.second[place]),
            np.ascontiguousarray(self.second_bias[place]),
            np.ascontiguousarray(self.last[place]),
            np.ascontiguousarray(self.last_bias[place]),
        )

    def to_bytes(self, game: Game) -> bytes:
        """The file."""
        body = b"".join(array.astype(STORED).tobytes() for array in self.arrays)
        head = {
            "game": game.name,
            "features": len(self.first),
            "width": self.second.shape[1],
            "narrow": self.second.shape[2],
            "players": list(game.seats),
            "checksum": hashlib.sha256(body).hexdigest(),
            "made": self.made,
        }
        return MAGIC + json.dumps(head).encode() + b"\n" + body

    @classmethod
    def from_bytes(cls, data: bytes, game: Game) -> Weights:
        """Reads a file; WeightsError if it is damaged or made for other features."""
        if not data.startswith(MAGIC):
            raise WeightsError(f"{game.name}: this is no file of weights")
        written, _, body = data[len(MAGIC) :].partition(b"\n")
        head = json.loads(written)
        if hashlib.sha256(body).hexdigest() != head["checksum"]:
            raise WeightsError(f"{game.name}: the file of weights is damaged")
        size = game.evaluation.size if game.evaluation else 0
        if (head["features"], head["players"]) != (size, list(game.seats)):
            raise WeightsError(
                f"{game.name}: the weights are for {head['features']} features and "
                f"{head['players']} players, the game has {size} and {list(game.seats)}"
            )
        fewest, most = game.seats
        shapes = shapes_of(size, head["width"], head["narrow"], most - fewest + 1, most)
        numbers = np.frombuffer(body, STORED).astype(np.float32)
        ends = np.cumsum([np.prod(shape) for shape in shapes])
        first, first_bias, second, second_bias, last, last_bias = (
            part.reshape(shape).copy()
            for part, shape in zip(np.split(numbers, ends[:-1]), shapes, strict=True)
        )
        return cls(first, first_bias, second, second_bias, last, last_bias, head["made"])


def shapes_of(
    features: int, width: int, narrow: int, counts: int, seats: int
) -> tuple[tuple[int, ...], ...]:
    """The shapes of all arrays, in the order of the file."""
    return (
        (features, width),
        (width,),
        (counts, width, narrow),
        (counts, narrow),
        (counts, narrow, seats),
        (counts, seats),
    )


def sums_of_steps(first: Floats, steps: tuple[tuple[int, int], ...]) -> Floats:
    """The first layer with each step's weights added to those of the step after it, so that the last
    one that a position reaches stands for all.
    """
    summed = first.copy()
    for start, length in steps:
        np.cumsum(first[start : start + length], axis=0, out=summed[start : start + length])
    return summed


@cache
def read_weights(game: Game, path: Path | None = None) -> Weights | None:
    """The weights of a game, or those in a file; None if it has none."""
    path = path or weights_file(game)
    if game.evaluation is None or not path.exists():
        return None
    return Weights.from_bytes(path.read_bytes(), game)


def required_weights(game: Game) -> Weights:
    """The weights of a game; WeightsError if it has none."""
    weights = read_weights(game)
    if weights is None:
        raise WeightsError(f"{game.name}: this game has no learned evaluation")
    return weights


def no_network() -> Network:
    """What stands for a network where there is none: arrays of the same types, all empty."""
    one, two = np.zeros(0, np.float32), np.zeros((0, 0), np.float32)
    return Network(two, one, two, one, two, one)


def new_layers(game: Game, net: Network) -> Layers:
    """Memory for a forward pass."""
    return Layers(
        on=np.zeros(max(game.evaluation.most if game.evaluation else 0, 8), np.int32),
        first=np.zeros(len(net.first_bias), np.float32),
        second=np.zeros(len(net.second_bias), np.float32),
        shares=np.zeros(max(len(net.last_bias), game.seats[1]), np.float32),
    )


def interpreted(arrays: Any) -> Any:
    """A network or its layers as interpreted rules like them: plain numbers, much faster to read."""
    return type(arrays)(*(array.data for array in arrays))
