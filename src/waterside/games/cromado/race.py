"""Cromado's races: last stones on bridges that stay.

Real players may move bridges on a 1 or a 6, so ``expected_turns`` and ``race`` are *not* values of the
game: they say how it would go if nobody did, a rough bound that may err to either side, as one may
build a shorter way for oneself or break the other's.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from waterside.core.errors import InvalidValueError
from waterside.core.position import Position
from waterside.games.cromado import board, walking
from waterside.games.cromado.actions import walk_end
from waterside.games.cromado.board import GOAL, NONE, SIDES, STONES
from waterside.games.cromado.ending import last_stone, writable
from waterside.games.cromado.rules import LONGEST, is_for_bridges, may_be_walked

Floats = npt.NDArray[np.float64]
Rule = Callable[..., Any]

walks: Rule = walking.walks
stands_before_goal: Rule = walking.stands_before_goal
single: Rule = board.single

NEGLIGIBLE = 1e-15
PAD = -3  # instead of a place, where there is none


class Road:
    """What the last stone of a player (from 0) can do on the bridges as they lie.

    ``places`` are those it can reach, where it is now first; ``ends[place][roll - 1]`` where it can
    go from there. Stones of seats in ``aside`` are no obstacles.
    """

    def __init__(self, position: Position, player: int, aside: tuple[int, ...] = ()) -> None:
        s = writable(position)
        if s.lifted != NONE:
            raise InvalidValueError("a bridge is being moved")
        s.player = player
        i = last_stone(s, player)
        for seat in {player, *aside}:
            for stone in range(STONES):
                if s.stone[seat, stone] >= 0:
                    for word, mask in enumerate(single(s.stone[seat, stone])):
                        s.occupied[word] &= ~mask
        self.places = [int(s.stone[player, i])]
        self.ends: dict[int, list[list[int]]] = {}
        self.near: dict[int, list[bool]] = {}
        self.rolls, self.reroll_any = int(s.rolls), bool(s.reroll_any)
        for place in self.places:
            s.stone[player, i] = place
            self.ends[place], self.near[place] = [], []
            for roll in range(1, SIDES + 1):
                s.roll = roll
                ends = ends_from(s, place)
                self.ends[place].append(ends)
                self.near[place].append(bool(stands_before_goal(s)))
                self.places += [e for e in ends if e != GOAL and e not in self.places]

    def odds(self, place: int, can: list[bool]) -> list[float]:
        """How likely the turn ends in a move of 1, of 2 .. if these can be moved.

        The rolls of a turn are those of CROM-30 CROM-31 CROM-32 CROM-33.
        """
        moved = [0.0] * SIDES
        going_on = 1.0
        for rolled in range(1, self.rolls + 1):
            again = 0
            for i in range(SIDES):
                walked = can[i] and may_be_walked(rolled, self.reroll_any)
                if is_for_bridges(i + 1) or walked:
                    moved[i] += going_on / SIDES if can[i] else 0.0
                elif not self.near[place][i]:
                    again += 1
            going_on *= again / SIDES
            if going_on < NEGLIGIBLE**2:
                break
        return moved


def ends_from(s: Any, start: int) -> list[int]:
    """Where the stone can go from here with the number rolled; sorted."""
    out = [0] * LONGEST
    count = walks(s, start, out, 0)
    return sorted({walk_end(number) for number in out[:count]})


def expected_turns(position: Position, seat: int) -> float:
    """How many own turns a seat's last stone takes on average to reach the goal, in fewest turns.

    Bridges and other stones stay; infinite if it may never get there, whatever one does.
    """
    road = Road(position, seat - 1)
    safe = set(road.places)
    while True:
        steps = steps_home(road, safe)
        if set(steps) == safe:
            break
        safe = set(steps)
    if road.places[0] not in safe:
        return math.inf
    index = {place: i for i, place in enumerate(sorted(safe))}
    turns = {**{place: float(n) for place, n in steps.items()}, GOAL: 0.0}
    total = math.inf
    while True:
        equations = np.eye(len(index))
        for place, i in index.items():
            odds = road.odds(place, [bool(ends) for ends in road.ends[place]])
            equations[i, i] -= 1 - sum(odds)
            for ends, chance in zip(road.ends[place], odds, strict=True):
                end = min((e for e in ends if e in turns), key=turns.__getitem__, default=GOAL)
                if end != GOAL:
                    equations[i, index[end]] -= chance
        solution = np.linalg.solve(equations, np.ones(len(index)))
        if solution.sum() >= total * (1 - 1e-13):
            return float(solution[index[road.places[0]]])
        total = solution.sum()
        turns.update({place: float(solution[i]) for place, i in index.items()})


def steps_home(road: Road, safe: set[int]) -> dict[int, int]:
    """The fewest turns home from places where no roll forces the stone out of the safe ones."""
    steps: dict[int, int] = {}
    found = {GOAL}
    turn = 0
    while found:
        turn += 1
        known = {*steps, GOAL}
        found = set()
        for place in safe - known:
            odds = road.odds(place, [bool(ends) for ends in road.ends[place]])
            rolls = [set(e) for e, odd in zip(road.ends[place], odds, strict=True) if odd > 0]
            if all(e & (safe | {GOAL}) for e in rolls) and any(e & known for e in rolls):
                found.add(place)
        steps.update(dict.fromkeys(found, turn))
    return steps


class Racer:
    """One side of a race, as arrays: ``[place, roll, choice]`` and ``[place, roll, other's place]``."""

    def __init__(self, road: Road, other: Road) -> None:
        index = {place: i for i, place in enumerate([*road.places, GOAL])}
        choices = max(len(ends) for place in road.places for ends in road.ends[place]) or 1
        size = len(road.places), SIDES, choices
        self.choice = np.zeros(size, np.int64)
        ends = np.full(size, PAD, np.int64)
        for i, place in enumerate(road.places):
            for roll, found in enumerate(road.ends[place]):
                self.choice[i, roll, : len(found)] = [index[end] for end in found]
                ends[i, roll, : len(found)] = found
        stands = np.array(other.places)
        self.barred = (ends[..., None] == stands) | (ends[..., None] == PAD)
        can = ~self.barred.all(axis=2)
        self.odds = np.zeros(can.shape)
        for i, place in enumerate(road.places):
            for j in range(len(stands)):
                self.odds[i, :, j] = road.odds(place, can[i, :, j].tolist())
        self.stays = 1 - self.odds.sum(axis=1)

    def worth(self, other: Floats) -> Floats:
        """The share of the win in a turn, from the other's share after it; ``[place, other's]``."""
        after = np.vstack([1 - other.T, np.ones(len(other))])
        best = np.where(self.barred, -np.inf, after[self.choice]).max(axis=2)
        best = np.where(np.isneginf(best), 0.0, best)
        worth: Floats = (self.odds * best).sum(axis=1) + self.stays * after[:-1]
        return worth


def race(position: Position, seat: int) -> float:
    """The share of the win of a seat that is about to roll, two players with one stone left each.

    Both play best, within the turn limit, and in each other's way, but nobody moves a bridge.
    """
    if position.players != 2:
        raise InvalidValueError("a race is between two players")
    roads = [Road(position, player, aside=(0, 1)) for player in (seat - 1, 2 - seat)]
    racers = Racer(*roads), Racer(roads[1], roads[0])
    worth = [np.full([len(road.places) for road in order], 0.5) for order in (roads, roads[::-1])]
    s = position.fields
    for _ in range(s.turn_limit - s.turns):
        after = [racers[i].worth(worth[1 - i]) for i in range(2)]
        change = max(float(np.abs(after[i] - worth[i]).max()) for i in range(2))
        worth = after
        if change < NEGLIGIBLE:
            break
    return float(worth[0][0, 0])
