"""Crocodile Pool Party's endings: all tiles in the pool are open, so nothing is left to chance.

A *pool* is what does not change in quiet turns: which tops swim, how high they are, what is on the
bars. Within it a position is where the tops are and who is to act, a whole number. Patience (CROC-53)
makes the game finite: a position's worth with so many quiet turns left follows from that of the next
positions with one fewer. Every other turn leads to a pool with one top fewer and full patience. All
positions of a pool are worked on at once, as arrays; worth is counted in half wins of the player to
act.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from waterside.core.position import Position
from waterside.games.crocodile.board import (
    A1,
    COLUMNS,
    FIELDS,
    HIGH_BAR_FIELDS,
    LOW_BAR,
    LOW_BAR_FIELDS,
    NONE,
    RED,
    ROWS,
    TILES,
    YELLOW,
    owner,
)
from waterside.games.crocodile.moves import may_leave
from waterside.games.crocodile.paths import STRAIGHT, paths_of
from waterside.games.crocodile.rules import deciding_lead, is_pool_left

BAR = FIELDS  # as a final field
NO_END = -1
BITS = 7  # of a field in the number of a position
HALF = 42  # fields in each of the two masks of a set of fields
CHUNK = 2048  # positions whose turns are found together, to save memory
BARS = {  # by whether it is the low one: its fields, counted from a1
    True: tuple(field - A1 for field in LOW_BAR_FIELDS),
    False: tuple(field - A1 for field in HIGH_BAR_FIELDS),
}

Numbers = npt.NDArray[np.int64]

LOW = np.array([1 << f if f < HALF else 0 for f in range(FIELDS)], np.int64)
HIGH = np.array([1 << (f - HALF) if f >= HALF else 0 for f in range(FIELDS)], np.int64)


class TooManyPositionsError(Exception):
    """An ending has more positions than may be looked at."""


def field_from(start: int, x: int, y: int) -> int:
    """The field so many columns and rows from here, counted from a1; NO_END off the board."""
    column, row = start % COLUMNS + x, start // COLUMNS + y
    on_board = 0 <= column < COLUMNS and 0 <= row < ROWS
    return COLUMNS * row + column if on_board else NO_END


class Paths(NamedTuple):
    """All paths of one crocodile, by the field it starts from: where they end, what they pass."""

    end: Numbers
    low: Numbers
    high: Numbers


@cache
def paths(number: int, bar_is_low: bool) -> Paths:
    """The paths of the crocodile with this number whose owner has this bar."""
    found: list[set[tuple[int, int, int]]] = [set() for _ in range(FIELDS)]
    walls = {NO_END, *BARS[True], *BARS[False]}
    for path in paths_of(number):
        last = (path[-1][0] - path[-2][0], path[-1][1] - path[-2][1])
        for start in range(FIELDS):
            *passed, end = (field_from(start, x, y) for x, y in path[1:])
            if end in BARS[bar_is_low] and last in STRAIGHT:  # CROC-40 CROC-43
                end = BAR
            if end not in walls and walls.isdisjoint(passed):
                mask = sum(1 << field for field in passed)
                found[start].add((end, mask & (1 << HALF) - 1, mask >> HALF))
    longest = max(len(ends) for ends in found)
    table = np.full((3, FIELDS, longest), NO_END, np.int64)
    for start, ends in enumerate(found):
        for i, path_found in enumerate(sorted(ends)):
            table[:, start, i] = path_found
    return Paths(*table)


class Top(NamedTuple):
    """A crocodile on top of a stack, or alone."""

    player: int
    number: int
    height: int
    sum: int


@dataclass(frozen=True)
class Pool:
    """What quiet turns do not change; leads are Red's."""

    tops: tuple[Top, ...]
    arrived: bool
    lead: int
    lead_in_sum: int

    def is_over(self) -> bool:
        """CROC-50: whether only one player, or none, is left in the pool."""
        red = sum(top.player == RED for top in self.tops)
        return is_pool_left(red, len(self.tops) - red)

    def standing(self, player: int) -> int:
        """CROC-51 CROC-52: the half wins of a player if the game ends now."""
        lead = deciding_lead(self.lead, self.lead_in_sum)
        return 1 + int(np.sign(lead)) * (1 if player == RED else -1)

    def without(self, gone: int) -> Pool:
        """CROC-40: one top has gone to its bar."""
        top = self.tops[gone]
        sign = 1 if top.player == RED else -1
        return Pool(
            self.tops[:gone] + self.tops[gone + 1 :],
            True,
            self.lead + sign * top.height,
            self.lead_in_sum + sign * top.sum,
        )

    def eaten(self, by: int, eaten: int) -> Pool:
        """CROC-34: one top has eaten another."""
        top, other = self.tops[by], self.tops[eaten]
        higher = top._replace(height=top.height + other.height, sum=top.sum + other.sum)
        tops = (*self.tops[:by], higher, *self.tops[by + 1 :])
        return replace(self, tops=tops[:eaten] + tops[eaten + 1 :])


def packed(fields: Numbers, player: Numbers | int) -> Numbers:
    """The numbers of positions, from a row of fields for each and who acts."""
    key = np.zeros(len(fields), np.int64) + player
    for i in range(fields.shape[1]):
        key = key << BITS | fields[:, i]
    return key


def unpacked(keys: Numbers, tops: int) -> tuple[Numbers, Numbers]:
    """The rows of fields, and who acts."""
    shifts = BITS * np.arange(tops - 1, -1, -1)
    return keys[:, None] >> shifts & (1 << BITS) - 1, keys >> BITS * tops


class Turns:
    """The turns of some positions of a pool: from which, to which."""

    def __init__(self) -> None:
        self.quiet: list[tuple[Numbers, Numbers]] = []
        self.others: dict[Pool, list[tuple[Numbers, Numbers]]] = defaultdict(list)


class Ending:
    """Solves pools, the smaller ones first."""

    def __init__(self, patience: int, low_bar: tuple[bool, bool], effort: int) -> None:
        self.patience, self.low_bar, self.effort = patience, low_bar, effort
        self.positions = 0

    def worth(self, pool: Pool, wanted: Numbers, left: int) -> Numbers:
        """The half wins of the player to act in these positions, with so many quiet turns left."""
        turns = Turns()
        keys = new = np.unique(wanted)
        expanded = np.zeros(0, np.int64)
        for _ in range(left):
            self.count(new)
            expanded = np.union1d(expanded, new)
            quiet = len(turns.quiet)
            for first in range(0, len(new), CHUNK):
                self.find(pool, new[first : first + CHUNK], turns)
            reached = [to for _, to in turns.quiet[quiet:]]
            new = np.setdiff1d(np.concatenate(reached), keys) if reached else new[:0]
            if not len(new):
                break
            keys = np.union1d(keys, new)
        self.count(new)
        eventful = np.full(len(keys), -1)
        for other, moves in turns.others.items():
            sources, targets = (np.concatenate(ends) for ends in zip(*moves, strict=True))
            if not len(sources):
                continue
            np.maximum.at(eventful, np.searchsorted(keys, sources), self.coming(other, targets))
        player = unpacked(keys, len(pool.tops))[1]
        worth = np.where(player == RED, pool.standing(RED), pool.standing(YELLOW))
        final = ~np.isin(keys, expanded, assume_unique=True)
        eventful[final] = worth[final]
        sources, targets = (np.concatenate(e) for e in zip(*turns.quiet, strict=True))
        order = np.argsort(sources, kind="stable")
        targets = np.searchsorted(keys, targets[order])
        sources, starts = np.unique(sources[order], return_index=True)
        at = np.searchsorted(keys, sources)
        for _ in range(left):
            after = eventful.copy()
            if len(at):
                after[at] = np.maximum(after[at], np.maximum.reduceat(2 - worth[targets], starts))
            if np.array_equal(after, worth):
                break
            worth = after
        return worth[np.searchsorted(keys, wanted)]

    def count(self, keys: Numbers) -> None:
        """Counts positions, up to the effort."""
        self.positions += len(keys)
        if self.positions > self.effort:
            raise TooManyPositionsError

    def coming(self, pool: Pool, keys: Numbers) -> Numbers:
        """The half wins of the player whose turn has just led to these positions of another pool."""
        if not pool.is_over():
            return 2 - self.worth(pool, keys, self.patience)
        player = unpacked(keys, len(pool.tops))[1]
        return np.where(player == RED, pool.standing(YELLOW), pool.standing(RED))

    def find(self, pool: Pool, keys: Numbers, turns: Turns) -> None:
        """Adds all turns of these positions."""
        fields, player = unpacked(keys, len(pool.tops))
        low = np.bitwise_or.reduce(LOW[fields], axis=1)
        high = np.bitwise_or.reduce(HIGH[fields], axis=1)
        stuck = np.ones(len(keys), bool)
        for t, top in enumerate(pool.tops):
            rows = np.flatnonzero(player == top.player)
            table = paths(top.number, self.low_bar[top.player])
            start = fields[rows, t]
            ends = table.end[start]
            free = table.low[start] & low[rows, None] | table.high[start] & high[rows, None]
            which, path = np.nonzero((ends != NO_END) & (free == 0))
            at, end = rows[which], ends[which, path]
            to_bar = end == BAR
            if may_leave(pool.arrived, top.height):
                source = at[to_bar]
                stuck[source] = False
                after = packed(np.delete(fields[source], t, 1), 1 - top.player)
                turns.others[pool.without(t)].append((keys[source], after))
            at, end = at[~to_bar], end[~to_bar]
            empty = np.ones(len(at), bool)
            for u, other in enumerate(pool.tops):
                hit = fields[at, u] == end
                empty &= ~hit
                if other.player != top.player:
                    source = at[hit]
                    stuck[source] = False
                    there = fields[source]
                    there[:, t] = end[hit]
                    after = packed(np.delete(there, u, 1), 1 - top.player)
                    turns.others[pool.eaten(t, u)].append((keys[source], after))
            source = at[empty]
            stuck[source] = False
            there = fields[source]
            there[:, t] = end[empty]
            turns.quiet.append((keys[source], packed(there, 1 - top.player)))
        passing = np.flatnonzero(stuck)
        turns.quiet.append((keys[passing], packed(fields[passing], 1 - player[passing])))


def pool_of(s: Any) -> tuple[Pool, list[int]]:
    """The pool and the fields of its tops, all of them open."""
    tops, fields = [], []
    for tile in range(TILES):
        if s.at[tile] >= A1:
            total, below = 0, tile
            while below != NONE:
                total += s.number[below]
                below = s.below[below]
            tops.append(Top(owner(tile), int(s.number[tile]), int(s.height[tile]), total))
            fields.append(int(s.at[tile]) - A1)
    lead, lead_in_sum = s.on_bar[RED] - s.on_bar[YELLOW], s.sum_on_bar[RED] - s.sum_on_bar[YELLOW]
    return Pool(tuple(tops), bool(s.arrived), lead, lead_in_sum), fields


def values(seen: Position, effort: int) -> tuple[dict[int, Fraction], int] | None:
    """The worth of every action, by its number, in an ending, and how many positions were looked at; None
    if there are too many.
    """
    s = seen.fields
    low_bar = (s.bar[RED] == LOW_BAR, s.bar[YELLOW] == LOW_BAR)
    ending = Ending(s.patience, low_bar, effort)
    worth: dict[int, Fraction] = {}
    waiting: dict[tuple[Pool, int], list[tuple[int, int]]] = defaultdict(list)
    for number in seen.legal_actions():
        after = seen.play(number)
        pool, fields = pool_of(after.fields)
        if after.is_over:
            worth[number] = Fraction(pool.standing(s.player), 2)
        else:
            key = int(packed(np.array([fields]), 1 - s.player)[0])
            waiting[pool, s.patience - after.fields.quiet].append((number, key))
    try:
        for (pool, left), children in waiting.items():
            halves = ending.worth(pool, np.array([key for _, key in children]), left)
            for (number, _), half in zip(children, halves.tolist(), strict=True):
                worth[number] = Fraction(2 - half, 2)
    except TooManyPositionsError:
        return None
    return worth, ending.positions
