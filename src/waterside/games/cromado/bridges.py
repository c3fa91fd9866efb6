"""Cromado's bridges: where they fit, and laying and lifting them.

A bridge may lie anywhere on open water, apart from all others or beside them (CROM-12), and any
player may move any bridge that carries no stone, whoever laid it (CROM-02 CROM-40).
"""

from __future__ import annotations

from waterside.engine.build import large_rule, rule
from waterside.engine.rng import below
from waterside.games.cromado.actions import TAKE, bridge_action
from waterside.games.cromado.board import (
    ACROSS,
    BIT_OF,
    LENGTH,
    NONE,
    PITCH,
    ROWS_PER_WORD,
    SIZE,
    UPRIGHT,
    WATER,
    WORD_OF,
    WORDS,
    bridge_step,
    common,
    is_empty,
    member,
    minus,
    single,
    size,
    south,
    west,
)
from waterside.games.cromado.walking import covered


@large_rule
def places(s, first, out):
    """CROM-11 CROM-12: wherever a bridge fits, across or upright, to LAY or to PUT it."""
    n = write_places(fits_across(s), bridge_action(first, 0, ACROSS), out, 0)
    return write_places(fits_upright(s), bridge_action(first, 0, UPRIGHT), out, n)


@large_rule
def pick_place(s, first, rng):
    """One of the places where a bridge fits, in the order of ``places``, and how many there are."""
    across = fits_across(s)
    upright = fits_upright(s)
    lying = size(across)
    n = lying + size(upright)
    ticket = below(rng, n)
    if ticket < lying:
        return bridge_action(first, member(across, ticket), ACROSS), n
    return bridge_action(first, member(upright, ticket - lying), UPRIGHT), n


@rule
def free(s):
    """Fields of water with no bridge on them."""
    return minus((WATER[0], WATER[1], WATER[2], WATER[3]), covered(s))


@rule
def fits_across(s):
    """CROM-11: fields that are free, and the two to their right too; CROM-40: not back again."""
    once = free(s)
    thrice = common(common(once, west(once)), west(west(once)))
    if s.lifted != NONE and not s.upright[s.lifted]:
        return minus(thrice, single(s.bridge[s.lifted]))
    return thrice


@rule
def fits_upright(s):
    """CROM-11: fields that are free, and the two above them too; CROM-40: not back again."""
    once = free(s)
    thrice = common(common(once, south(once)), south(south(once)))
    if s.lifted != NONE and s.upright[s.lifted]:
        return minus(thrice, single(s.bridge[s.lifted]))
    return thrice


@large_rule
def write_places(fields, plane, out, n):
    """Writes all fields of a set as actions of a plane."""
    n = write_word(fields[0], plane, out, n)
    n = write_word(fields[1], plane + SIZE, out, n)
    n = write_word(fields[2], plane + 2 * SIZE, out, n)
    return write_word(fields[3], plane + 3 * SIZE, out, n)


@rule
def write_word(mask, first, out, n):
    """Writes the fields of every fourth row."""
    for row in range(ROWS_PER_WORD):
        in_row = mask >> (PITCH * row)
        for column in range(SIZE):
            out[n] = first + WORDS * SIZE * row + column
            n += (in_row >> column) & 1
    return n


@large_rule
def takeable(s, out, n):
    """CROM-40: bridges with no stone on them that can be laid elsewhere."""
    room = is_room(s)
    for i in range(s.bridges):
        if s.stones_on[i] == 0 and (room or fits_elsewhere(s, i)):
            out[n] = bridge_action(TAKE, s.bridge[i], s.upright[i])
            n += 1
    return n


@rule
def is_room(s):
    """Whether a bridge fits anywhere."""
    return not (is_empty(fits_across(s)) and is_empty(fits_upright(s)))


@rule
def fits_elsewhere(s, i):
    """Whether this bridge, on a board with no room, would make some when lifted."""
    lift(s, i)
    room = is_room(s)
    lay(s, i, s.bridge[i], s.upright[i])
    return room


@large_rule
def lay(s, i, field, upright):
    """CROM-11: bridge i covers three fields from this one on."""
    s.lifted = NONE
    s.bridge[i] = field
    s.upright[i] = upright
    step = bridge_step(upright)
    for part in range(LENGTH):
        spot = field + part * step
        s.bridge_at[spot] = i
        s.covered[WORD_OF[spot]] |= 1 << BIT_OF[spot]


@rule
def lift(s, i):
    """CROM-40: bridge i is taken off the board; it remembers where it lay."""
    s.lifted = i
    step = bridge_step(s.upright[i])
    for part in range(LENGTH):
        spot = s.bridge[i] + part * step
        s.bridge_at[spot] = NONE
        s.covered[WORD_OF[spot]] ^= 1 << BIT_OF[spot]
