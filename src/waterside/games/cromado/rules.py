"""Cromado: bridges are laid and moved, a die is rolled, stones cross to the island opposite.

Two to four players. Fields, sets of fields and the numbers of actions are explained in ``board.py``;
where bridges fit is in ``bridges.py``, where stones can go in ``walking.py``.
"""

from __future__ import annotations

from waterside.core.state import INT8, INT16, INT32, INT64, StateLayout
from waterside.engine.build import rule
from waterside.engine.contract import CHANCE, OVER
from waterside.engine.rng import below
from waterside.games.cromado.board import (
    ACTIONS as ACTIONS,
)
from waterside.games.cromado.board import (
    BIT_OF,
    BRIDGE,
    BRIDGES,
    BRIDGES_EACH,
    END,
    FROM_HOME,
    FURTHER_ON,
    GOAL,
    HOME,
    KEEP,
    LAY,
    LAYING,
    MOVE,
    NONE,
    PLANE,
    PUT,
    PUTTING,
    ROLL,
    SEATS,
    STONES,
    TAKE,
    TO_GOAL,
    WALK,
    WORD_OF,
    WORDS,
)
from waterside.games.cromado.bridges import lay, lift, pick_place, places, takeable
from waterside.games.cromado.walking import can_move, pick_walk, stands_before_goal, walks

SIDES = 6
OUTCOMES = SIDES + 1
LONGEST = 512

STATE = StateLayout(
    [
        ("covered", INT64, WORDS),  # fields under bridges
        ("occupied", INT64, WORDS),  # fields under stones
        ("turns", INT32),
        ("turn_limit", INT32),
        ("rolls", INT32),
        ("rolled", INT32),  # rolls so far in this turn
        ("stone", INT16, (SEATS, STONES)),
        ("bridge", INT16, BRIDGES),  # its lowest or leftmost field
        ("upright", INT8, BRIDGES),
        ("stones_on", INT8, BRIDGES),
        ("players", INT8),
        ("reroll_any", INT8),
        ("phase", INT8),
        ("player", INT8),
        ("roll", INT8),
        ("bridges", INT8),
        ("lifted", INT8),
        ("corner", INT8, SEATS),
        ("in_goal", INT8, SEATS),
        ("bridge_at", INT8, PLANE),
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
def kind(s):
    """What is to be decided: the phase says it."""
    return s.phase


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
        return pick_walk(s, rng)
    if s.phase == BRIDGE:
        out[0] = KEEP
        n = takeable(s, out, 1)
        return int(out[below(rng, n)]), n
    return pick_place(s, LAY if s.phase == LAYING else PUT, rng)


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
