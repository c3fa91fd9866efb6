"""Cromado: bridges are laid and moved, a die is rolled, stones cross to the island opposite.

Two to four players. Fields and sets of fields are explained in ``board.py``, the numbers of actions
in ``actions.py``; where bridges fit is in ``bridges.py``, where stones can go in ``walking.py``.

What nothing forbids is legal: stones are jumped over, though none may be landed on (CROM-24); a
stone may walk in a circle back to its own field (CROM-24); stones of several players may share an
island (CROM-03); and a one or six that moves a bridge need not help the player who rolled it
(CROM-40 CROM-41).
"""

from __future__ import annotations

from typing import Any

from waterside.core.state import INT8, INT16, INT32, INT64, StateLayout
from waterside.engine.build import rule
from waterside.engine.contract import CHANCE, OVER
from waterside.engine.rng import below
from waterside.games.cromado.actions import ACTIONS as ACTIONS
from waterside.games.cromado.actions import (
    KEEP,
    LAY,
    PUT,
    bridge_field,
    bridge_upright,
    is_from_home,
    is_to_goal,
    walk_end,
    walk_start,
)
from waterside.games.cromado.board import (
    BIT_OF,
    BRIDGE,
    BRIDGES,
    BRIDGES_EACH,
    END,
    GOAL,
    HOME,
    LAYING,
    MOVE,
    NONE,
    PLANE,
    PUTTING,
    ROLL,
    SEATS,
    SIDES,
    STONES,
    WORD_OF,
    WORDS,
)
from waterside.games.cromado.bridges import lay, lift, pick_place, places, takeable
from waterside.games.cromado.walking import can_move, pick_walk, stands_before_goal, walks

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
    """CROM-01 CROM-02 CROM-03: no bridge lies, four stones stand on each start island."""
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
    """Places for a bridge (CROM-10 CROM-11 CROM-12), keeping or taking one (CROM-40), or walks.

    Walks: CROM-20 CROM-21 CROM-22 CROM-23 CROM-24 CROM-25 CROM-26 CROM-27.
    """
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
def kind(s):
    """What is to be decided: the phase says it."""
    return s.phase


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
            lift(s, s.bridge_at[bridge_field(action)])
            s.phase = PUTTING
    elif s.phase == PUTTING:
        lay(s, s.lifted, bridge_field(action), bridge_upright(action))
        move_or_end(s)
    else:
        lay(s, s.bridges, bridge_field(action), bridge_upright(action))
        s.bridges += 1
        next_player(s)
        s.phase = ROLL if s.bridges == BRIDGES_EACH * s.players else LAYING


@rule
def roll(s, number):
    """CROM-20 CROM-30 CROM-33: the roll is for bridges or for a walk, or it is rolled again or passed."""
    s.roll = number
    s.rolled += 1
    if is_for_bridges(number):
        s.phase = BRIDGE
    elif may_be_walked(s.rolled, s.reroll_any) and can_move(s):
        s.phase = MOVE
    elif s.rolled == s.rolls or stands_before_goal(s):
        end_turn(s)


@rule
def is_for_bridges(number: int) -> bool:
    """CROM-30 CROM-40: whether a roll lets the player move a bridge first: a one or a six."""
    return number == 1 or number == SIDES


@rule
def may_be_walked(rolled: int, reroll_any: int) -> bool:
    """CROM-31: whether any number may be walked: on the first roll of a turn, or by the option."""
    return rolled == 1 or reroll_any != 0


@rule
def move_or_end(s):
    """CROM-41: the one or six is moved if it can be."""
    if can_move(s):
        s.phase = MOVE
    else:
        end_turn(s)


@rule
def walk(s, action):
    """CROM-20 CROM-26 CROM-50: a stone goes its way; the fourth on the goal wins."""
    if is_from_home(action):
        move_stone(s, HOME, walk_end(action))
    elif is_to_goal(action):
        move_stone(s, walk_start(action), GOAL)
        s.in_goal[s.player] += 1
    else:
        move_stone(s, walk_start(action), walk_end(action))
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
def at_home(s: Any, seat: int) -> int:
    """How many stones of a seat have not left home."""
    stones = 0
    for i in range(STONES):
        if s.stone[seat, i] == HOME:
            stones += 1
    return stones


@rule
def scores(s, out):
    """Stones on the goal."""
    for seat in range(s.players):
        out[seat] = s.in_goal[seat]


@rule
def winners(s, out):
    """CROM-50 CROM-51: most stones on the goal, which four always are; a tie is a draw."""
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
