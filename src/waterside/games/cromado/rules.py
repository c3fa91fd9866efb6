"""Cromado: bridges are laid and moved, a die is rolled, stones cross to the island opposite.

Two to four players. Fields, sets of fields and the numbers of actions are explained in ``board.py``.
"""

from __future__ import annotations

import numpy as np

from waterside.core.chance import below
from waterside.core.compile import large_rule, rule
from waterside.core.contract import CHANCE, OVER
from waterside.core.state import state_dtype
from waterside.games.cromado.board import (
    ACTIONS as ACTIONS,
)
from waterside.games.cromado.board import (
    BIT_OF,
    DISTANCE,
    FARTHEST,
    FIELD_AT,
    FROM_HOME,
    FURTHER_ON,
    KEEP,
    LAY,
    PITCH,
    PLANE,
    PUT,
    ROWS_PER_WORD,
    SIZE,
    SPOT,
    TAKE,
    TO_GOAL,
    WALK,
    WATER,
    WORD_OF,
    WORDS,
    common,
    east,
    is_empty,
    lowest,
    member,
    minus,
    north,
    single,
    size,
    south,
    union,
    west,
)
from waterside.games.cromado.walking import covered, enters_goal, occupied, walk_on

SEATS = 4
STONES = 4
BRIDGES_EACH = 5
BRIDGES = SEATS * BRIDGES_EACH
LENGTH = 3
SIDES = 6
OUTCOMES = SIDES + 1
LONGEST = 512
HOME, GOAL = -1, -2  # where a stone is that stands on no field
NO_FIELD = (0, 0, 0, 0)
NONE = -1

LAYING, ROLL, BRIDGE, PUTTING, MOVE, END = range(6)

STATE = state_dtype(
    [
        ("covered", np.int64, WORDS),  # fields under bridges
        ("occupied", np.int64, WORDS),  # fields under stones
        ("turns", np.int32),
        ("turn_limit", np.int32),
        ("rolls", np.int32),
        ("rolled", np.int32),  # rolls so far in this turn
        ("stone", np.int16, (SEATS, STONES)),
        ("bridge", np.int16, BRIDGES),  # its lowest or leftmost field
        ("upright", np.int8, BRIDGES),
        ("stones_on", np.int8, BRIDGES),
        ("players", np.int8),
        ("reroll_any", np.int8),
        ("phase", np.int8),
        ("player", np.int8),
        ("roll", np.int8),
        ("bridges", np.int8),
        ("lifted", np.int8),
        ("corner", np.int8, SEATS),
        ("in_goal", np.int8, SEATS),
        ("bridge_at", np.int8, PLANE),
    ]
)


@rule
def new(s, players, options):
    """CROM-01 to 03: no bridge lies, four stones stand on each start island."""
    corners, starter, rolls, reroll_any, turn_limit = 0, 1, 2, 3, 4
    s.players = players
    s.player = options[starter]
    s.rolls = options[rolls]
    s.reroll_any = options[reroll_any]
    s.turn_limit = options[turn_limit]
    digits = int(options[corners])
    for seat in range(players - 1, -1, -1):
        s.corner[seat] = digits % 10 - 1
        digits //= 10
    for seat in range(players, SEATS):
        s.corner[seat] = NONE
    s.phase = LAYING
    s.turns = 0
    s.rolled = 0
    s.roll = 0
    s.bridges = 0
    s.lifted = NONE
    for seat in range(SEATS):
        s.in_goal[seat] = 0
        for i in range(STONES):
            s.stone[seat, i] = HOME
    for i in range(BRIDGES):
        s.bridge[i] = 0
        s.upright[i] = 0
        s.stones_on[i] = 0
    for field in range(PLANE):
        s.bridge_at[field] = NONE
    for word in range(WORDS):
        s.covered[word] = 0
        s.occupied[word] = 0


@rule
def actor(s):
    """Who acts: the player lays, keeps or takes, puts and walks; the die is chance."""
    if s.phase == ROLL:
        return CHANCE
    if s.phase == END:
        return OVER
    return s.player


@rule
def legal(s, out):
    """CROM-10 to 12: places for a bridge; CROM-40: keep or take; CROM-20 to 27: walks."""
    if s.phase == LAYING:
        return places(s, LAY, out)
    if s.phase == PUTTING:
        return places(s, PUT, out)
    if s.phase == BRIDGE:
        out[0] = KEEP
        return takeable(s, out, 1)
    n = 0
    from_home = False
    for i in range(STONES):
        start = int(s.stone[s.player, i])
        if start != GOAL and not (start == HOME and from_home):
            from_home |= start == HOME
            n = walks(s, start, out, n)
    return n


@rule
def pick(s, rng, out):
    """A random action of ``legal``, and how many there are: counted, not listed."""
    if s.phase == MOVE:
        return pick_walk(s, rng, out)
    if s.phase == BRIDGE:
        out[0] = KEEP
        n = takeable(s, out, 1)
        return int(out[below(rng, n)]), n
    return pick_place(s, LAY if s.phase == LAYING else PUT, rng)


@large_rule
def pick_walk(s, rng, out):
    """One of the walks, in the order of ``legal``; ``out`` holds how many each stone has."""
    n = 0
    from_home = False
    for i in range(STONES):
        start = int(s.stone[s.player, i])
        out[i] = 0
        if start != GOAL and not (start == HOME and from_home):
            from_home |= start == HOME
            to_goal, ends = walks_from(s, start)
            out[i] = int(to_goal) + size(ends)
            n += out[i]
    ticket = below(rng, n)
    i = 0
    while ticket >= out[i]:
        ticket -= out[i]
        i += 1
    start = int(s.stone[s.player, i])
    to_goal, ends = walks_from(s, start)
    if to_goal and ticket == 0:
        return TO_GOAL + start, n
    return walk_to(start, member(ends, ticket - int(to_goal))), n


@large_rule
def pick_place(s, plane, rng):
    """One of the places where a bridge fits, in the order of ``places``, and how many there are."""
    across = fits_across(s)
    upright = fits_upright(s)
    lying = size(across)
    n = lying + size(upright)
    ticket = below(rng, n)
    if ticket < lying:
        return plane + member(across, ticket), n
    return plane + PLANE + member(upright, ticket - lying), n


@large_rule
def places(s, plane, out):
    """CROM-11, 12: wherever a bridge fits, across or upright."""
    n = write_places(fits_across(s), plane, out, 0)
    return write_places(fits_upright(s), plane + PLANE, out, n)


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
            out[n] = TAKE + place_of(s, i)
            n += 1
    return n


@rule
def place_of(s, i):
    """The number, within its two planes, of the place where bridge i lies or lay."""
    return s.upright[i] * PLANE + s.bridge[i]


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
def walks(s, start, out, n):
    """CROM-24, 26, 27: every final field of a walk from here where no other stone stands."""
    to_goal, ends = walks_from(s, start)
    if to_goal:
        out[n] = TO_GOAL + start
        n += 1
    n = write_walks(ends[0], 0, start, out, n)
    n = write_walks(ends[1], 1, start, out, n)
    n = write_walks(ends[2], 2, start, out, n)
    return write_walks(ends[3], 3, start, out, n)


@large_rule
def walks_from(s, start):
    """CROM-24, 26, 27: whether a walk from here can enter the goal, and where others can end."""
    here = NO_FIELD if start == HOME else single(start)
    before, ends = walk_on(s, here, start == HOME)
    return enters_goal(s, before), minus(ends, minus(occupied(s), here))


@rule
def write_walks(ends, word, start, out, n):
    """Writes the walks from here to the fields of every fourth row."""
    while ends:
        out[n] = walk_to(start, FIELD_AT[word, lowest(ends)])
        n += 1
        ends &= ends - 1
    return n


@rule
def walk_to(start, end):
    """The number of the walk from here, or from home, to a field."""
    if start == HOME:
        return FROM_HOME + end
    further_on = SPOT[end] - SPOT[start] + PITCH * FARTHEST
    return WALK + DISTANCE[further_on] * PLANE + start


@large_rule
def can_move(s):
    """CROM-25: whether the player can complete a move with the number rolled."""
    fields, from_home = own_stones(s)
    before, ends = walk_on(s, fields, from_home)
    if enters_goal(s, before) or not is_empty(minus(ends, occupied(s))):
        return True
    if is_empty(common(ends, fields)):
        return False
    for i in range(STONES):
        if s.stone[s.player, i] >= 0:
            here = single(s.stone[s.player, i])
            before, ends = walk_on(s, here, False)
            if not is_empty(common(ends, here)):
                return True
    return False


@rule
def own_stones(s):
    """The fields under the player's stones, and whether some are still at home."""
    fields = NO_FIELD
    from_home = False
    for i in range(STONES):
        if s.stone[s.player, i] >= 0:
            fields = union(fields, single(s.stone[s.player, i]))
        elif s.stone[s.player, i] == HOME:
            from_home = True
    return fields, from_home


@large_rule
def stands_before_goal(s):
    """CROM-32: whether some stone could enter the goal with fewer pips than were rolled."""
    bridges = covered(s)
    near, _ = own_stones(s)
    for _ in range(s.roll - 2):
        along = union(east(near), west(near))
        upright = union(north(near), south(near))
        near = union(near, common(union(along, upright), bridges))
    return enters_goal(s, near)


@rule
def chances(s, out, weights):
    """CROM-20: a die."""
    for side in range(SIDES):
        out[side] = side + 1
        weights[side] = 1
    return SIDES


@rule
def sample(s, rng, out, weights):
    """A roll of the die."""
    return 1 + below(rng, SIDES)


@rule
def apply(s, action):
    """Plays an action of the player, or the roll."""
    if s.phase == ROLL:
        roll(s, action)
    elif s.phase == MOVE:
        walk(s, action)
    elif s.phase == BRIDGE:
        if action == KEEP:
            move_or_end(s)
        else:
            place = action - TAKE
            lift(s, s.bridge_at[place % PLANE])
            s.phase = PUTTING
    elif s.phase == PUTTING:
        place = action - PUT
        lay(s, s.lifted, place % PLANE, place // PLANE)
        move_or_end(s)
    else:
        place = action - LAY
        lay(s, s.bridges, place % PLANE, place // PLANE)
        s.bridges += 1
        next_player(s)
        s.phase = ROLL if s.bridges == BRIDGES_EACH * s.players else LAYING


@large_rule
def lay(s, i, field, upright):
    """CROM-11: bridge i covers three fields from this one on."""
    s.lifted = NONE
    s.bridge[i] = field
    s.upright[i] = upright
    step = SIZE if upright else 1
    for part in range(LENGTH):
        spot = field + part * step
        s.bridge_at[spot] = i
        s.covered[WORD_OF[spot]] |= 1 << BIT_OF[spot]


@rule
def lift(s, i):
    """CROM-40: bridge i is taken off the board; it remembers where it lay."""
    s.lifted = i
    step = SIZE if s.upright[i] else 1
    for part in range(LENGTH):
        spot = s.bridge[i] + part * step
        s.bridge_at[spot] = NONE
        s.covered[WORD_OF[spot]] ^= 1 << BIT_OF[spot]


@rule
def roll(s, number):
    """CROM-20, 30 to 33, 40: a one or six is for bridges first; else move, roll again, or pass."""
    s.roll = number
    s.rolled += 1
    if number == 1 or number == SIDES:
        s.phase = BRIDGE
    elif (s.rolled == 1 or s.reroll_any) and can_move(s):
        s.phase = MOVE
    elif s.rolled == s.rolls or stands_before_goal(s):
        end_turn(s)


@rule
def move_or_end(s):
    """CROM-41: the one or six is moved if it can be."""
    if can_move(s):
        s.phase = MOVE
    else:
        end_turn(s)


@rule
def walk(s, action):
    """CROM-20, 26, 50: a stone goes its way; the fourth on the goal wins."""
    if action < TO_GOAL:
        move_stone(s, HOME, action - FROM_HOME)
    elif action < WALK:
        move_stone(s, action - TO_GOAL, GOAL)
        s.in_goal[s.player] += 1
    else:
        start = (action - WALK) % PLANE
        move_stone(s, start, start + FURTHER_ON[(action - WALK) // PLANE])
    if s.in_goal[s.player] == STONES:
        s.phase = END
    else:
        end_turn(s)


@rule
def move_stone(s, start, end):
    """Takes one stone of the player from here to there."""
    i = 0
    while s.stone[s.player, i] != start:
        i += 1
    s.stone[s.player, i] = end
    if start != HOME:
        s.occupied[WORD_OF[start]] ^= 1 << BIT_OF[start]
        s.stones_on[s.bridge_at[start]] -= 1
    if end != GOAL:
        s.occupied[WORD_OF[end]] ^= 1 << BIT_OF[end]
        s.stones_on[s.bridge_at[end]] += 1


@rule
def end_turn(s):
    """CROM-51: the turn limit; else the next player rolls."""
    s.turns += 1
    s.roll = 0
    s.rolled = 0
    if s.turns == s.turn_limit:
        s.phase = END
    else:
        s.phase = ROLL
        next_player(s)


@rule
def next_player(s):
    """CROM-03: seats in order."""
    s.player += 1
    if s.player == s.players:
        s.player = 0


@rule
def scores(s, out):
    """Stones on the goal."""
    for seat in range(s.players):
        out[seat] = s.in_goal[seat]


@rule
def winners(s, out):
    """CROM-50, 51: most stones on the goal, which four always are; a tie is a draw."""
    best = 0
    for seat in range(s.players):
        best = max(best, s.in_goal[seat])
    for seat in range(s.players):
        out[seat] = 1 if s.in_goal[seat] == best else 0


@rule
def redact(s, seat):
    """Everything lies open."""


@rule
def imagine(s, rng):
    """Nothing is hidden."""
