"""What a network learns from: positions as lists of features, each with the shares to be expected."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from waterside.core.game import Game
from waterside.training.kernels import write_all

Array = npt.NDArray[np.generic]


@dataclass
class Positions:
    """Positions of self-play games with one number of players."""

    players: int
    states: npt.NDArray[np.void]
    seats: npt.NDArray[np.int8]
    """Who thought about it, or -1."""
    thought: npt.NDArray[np.float32]
    """[position, seat]: what the one who thought expected."""
    shares: npt.NDArray[np.float32]
    """[position, seat]: what came of it, by what the seat itself knew: see ``selfplay.look_back``."""
    games: npt.NDArray[np.int32]
    """The number of the game."""
    played: int = 0
    """How many games there were, those of which nothing was kept included."""

    def __len__(self) -> int:
        return len(self.states)

    def __getitem__(self, part: slice) -> Positions:
        return Positions(
            self.players,
            self.states[part],
            self.seats[part],
            self.thought[part],
            self.shares[part],
            self.games[part],
            self.played,
        )

    def save(self) -> dict[str, Array]:
        """As arrays for one file; states as bytes."""
        return {
            "players": np.array(self.players),
            "states": self.states.view(np.uint8).reshape(len(self.states), -1),
            "seats": self.seats,
            "thought": self.thought,
            "shares": self.shares,
            "games": self.games,
            "played": np.array(self.played),
        }

    @classmethod
    def load(cls, game: Game, saved: dict[str, Array]) -> Positions:
        """Reads what ``save`` gave."""
        states = np.ascontiguousarray(saved["states"]).reshape(-1).view(game.state_type)
        fields = {name: saved[name] for name in ("seats", "thought", "shares", "games")}
        return cls(int(saved["players"]), states, **fields, played=int(saved["played"]))  # type: ignore[arg-type]


@dataclass
class Examples:
    """What can be learned from at once."""

    on: npt.NDArray[np.int16]
    """All lists of features, one after the other."""
    starts: npt.NDArray[np.int64]
    """Where each example's list begins; one more for the end of the last."""
    players: npt.NDArray[np.int8]
    targets: npt.NDArray[np.float32]
    """[example, seat counted from the viewpoint]"""
    games: npt.NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.players)


SMALLEST_SHARE = 1e-6
CHUNK = 20_000
"""Positions whose features are written at once."""


def examples_of(
    game: Game,
    positions: Positions,
    belief: float,
    seed: int = 0,
    viewpoints: int = 1,
    threads: int = 1,
) -> Examples:
    """The examples in some positions.

    What is to be expected is what came of it, mixed with what the search thought: ``belief`` is the
    share of the latter where the viewpoint's seat has thought. Where each seat sees something else,
    so many viewpoints are taken of each position, that of the seat which thought first.
    """
    game.compiled.build(write_all)  # once, not by each thread

    def part(begin: int) -> Examples:
        some = positions[begin : begin + CHUNK]
        return examples_of_part(game, some, belief, seed + begin, viewpoints)

    with ThreadPoolExecutor(threads) as pool:
        return joined(list(pool.map(part, range(0, len(positions), CHUNK))))


def examples_of_part(
    game: Game, positions: Positions, belief: float, seed: int, viewpoints: int
) -> Examples:
    """The examples in a few positions."""
    assert game.evaluation is not None
    players, count = positions.players, len(positions)
    rng = np.random.default_rng(seed)
    wanted = np.zeros((count, players), np.int8)
    order = rng.random((count, players))
    thought = positions.seats >= 0
    order[np.nonzero(thought)[0], positions.seats[thought]] = -1
    chosen = np.argsort(order, axis=1)[:, :viewpoints]
    np.put_along_axis(wanted, chosen, 1, axis=1)
    most = game.evaluation.most
    room = players * most
    per_example = count * min(viewpoints, players) + players + 1
    on = np.zeros(per_example * most + 2 * room, np.int32)
    starts = np.zeros(per_example, np.int64)
    sources, viewers = np.zeros(per_example, np.int64), np.zeros(per_example, np.int8)
    write = game.compiled.build(write_all)
    one = np.zeros(1, game.state_type)
    s = one[0] if game.compiled.compiled else game.view(one, 0)
    n, _ = write(positions.states, one, s, wanted, on, starts, sources, viewers, room)
    sources, viewers = sources[:n], viewers[:n]
    seats = (viewers[:, None] + np.arange(players)) % players
    came = of_viewer(np.take_along_axis(positions.shares[sources], seats, axis=1))
    believed = np.take_along_axis(positions.thought[sources], seats, axis=1)
    share = np.where(positions.seats[sources] == viewers, belief, 0.0)[:, None]
    targets = np.zeros((n, game.seats[1]), np.float32)
    targets[:, :players] = share * believed + (1 - share) * came
    return Examples(
        on[: starts[n]].astype(np.int16),
        starts[: n + 1].copy(),
        np.full(n, players, np.int8),
        targets,
        positions.games[sources],
    )


def of_viewer(shares: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Shares that add up to one, the first as it is: each was said by what its own seat knows."""
    rest, others = 1 - shares[:, :1], shares[:, 1:].sum(axis=1, keepdims=True)
    even = np.broadcast_to(rest / max(1, shares.shape[1] - 1), shares[:, 1:].shape)
    scaled = shares[:, 1:] * rest / np.maximum(others, SMALLEST_SHARE)
    return np.hstack([shares[:, :1], np.where(others > SMALLEST_SHARE, scaled, even)])


def joined(parts: list[Examples]) -> Examples:
    """All examples of several lists."""
    ends = np.cumsum([0] + [len(part.on) for part in parts])
    starts = [part.starts[:-1] + end for part, end in zip(parts, ends, strict=False)]
    return Examples(
        np.concatenate([part.on for part in parts]),
        np.concatenate([*starts, ends[-1:]]),
        np.concatenate([part.players for part in parts]),
        np.concatenate([part.targets for part in parts]),
        np.concatenate([part.games for part in parts]),
    )
