"""What bots make of a position of Cromado: how far each stone has to go, and what to try."""

from __future__ import annotations

from waterside.core.heuristics import Heuristics, SearchParameters
from waterside.engine.build import large_rule, rule
from waterside.engine.reals import exponential
from waterside.engine.rng import below
from waterside.games.cromado.actions import (
    KEEP,
    bridge_field,
    bridge_upright,
    is_from_home,
    is_take,
    is_to_goal,
    walk_end,
    walk_start,
)
from waterside.games.cromado.board import (
    BRIDGE,
    HOME,
    MOVE,
    NE,
    NO_FIELD,
    NONE,
    NW,
    SE,
    SIZE,
    STONES,
    WATER,
    common,
    east,
    is_empty,
    minus,
    north,
    opposite,
    shore,
    single,
    south,
    union,
    west,
)
from waterside.games.cromado.bridges import lay, lift
from waterside.games.cromado.ending import is_ending, values
from waterside.games.cromado.walking import covered

GAP = 5  # steps that a field of open water on the way counts for
FARTHEST = 90  # steps that count for a stone with no way at all
WAY_BITS = 8  # bits that hold the steps of one stone
WAY_MASK = (1 << WAY_BITS) - 1
STRETCH = 14.0  # steps of lead that make a win e times as likely
TRIES = 8  # bridges that are looked at to find a promising one
ACROSS_THE_BOARD = 2 * (SIZE - 1)  # steps from one island's corner to the opposite one's
ARRIVING = 100  # as many steps forward counts a stone that reaches its goal


@rule
def spread(fields):
    """All neighbours of a set of fields."""
    return union(union(east(fields), west(fields)), union(north(fields), south(fields)))


@large_rule
def ways_to_go(s, player, longest):
    """The steps that each stone of a player has to go, WAY_BITS bits for each, 0 on the goal.

    A flood from the goal: a bridge field is one step further than its neighbour, water is GAP. What
    the flood does not reach within ``longest`` steps counts as that.
    """
    bridges = covered(s)
    water = WATER[0], WATER[1], WATER[2], WATER[3]
    start = shore(opposite(s.corner[player]))
    exits = shore(s.corner[player])
    stones = NO_FIELD
    home = 0
    missing = 0
    for i in range(STONES):
        if s.stone[player, i] >= 0:
            stones = union(stones, single(s.stone[player, i]))
            missing += 1
        elif s.stone[player, i] == HOME:
            home += 1
    ways = 0
    found = 0
    reached = NO_FIELD
    # sets of fields that the flood reaches in one step, in two, .. in GAP
    first = common(start, bridges)
    second = NO_FIELD
    third = NO_FIELD
    fourth = NO_FIELD
    fifth = common(minus(start, bridges), water)
    distance = 0
    while distance < longest and (missing > 0 or home > 0):
        distance += 1
        now = minus(first, reached)
        first = second
        second = third
        third = fourth
        fourth = fifth
        fifth = NO_FIELD
        if is_empty(now):
            continue
        reached = union(reached, now)
        if missing > 0 and not is_empty(common(now, stones)):
            for i in range(STONES):
                field = s.stone[player, i]
                if field >= 0 and not is_empty(common(now, single(field))):
                    ways |= distance << (WAY_BITS * found)
                    found += 1
                    missing -= 1
        if home > 0 and not is_empty(common(now, exits)):
            while home > 0:
                ways |= (distance + 1) << (WAY_BITS * found)
                found += 1
                home -= 1
        around = minus(spread(now), reached)
        first = union(first, common(around, bridges))
        fifth = union(fifth, common(minus(around, bridges), water))
    while missing + home > 0:
        ways |= longest << (WAY_BITS * found)
        found += 1
        missing -= 1
    return ways


@rule
def way_to_go(s, player):
    """The steps that the player's stones have to go in all, gaps in the bridges counted as more."""
    ways = ways_to_go(s, player, FARTHEST)
    total = 0
    for i in range(STONES):
        total += (ways >> (WAY_BITS * i)) & WAY_MASK
    return total


@rule
def evaluate(s, out):
    """Each seat's expected share of the win, from the way that its stones have to go."""
    total = 0.0
    for seat in range(s.players):
        lead = 0.0 - way_to_go(s, seat)
        out[seat] = exponential(max(-40.0, (lead + 60.0) / STRETCH))
        total += out[seat]
    for seat in range(s.players):
        out[seat] /= total


@rule
def from_goal(s, field):
    """How far a field is from the player's goal as the crow walks."""
    goal = opposite(s.corner[s.player])
    x = field % SIZE
    y = field // SIZE
    if goal in (NE, SE):
        x = SIZE - 1 - x
    if goal in (NW, NE):
        y = SIZE - 1 - y
    return x + y


@rule
def promising(s, rng, out, n):
    """Walks that bring a stone forward; bridges near the way; mostly keeps what lies."""
    if s.phase == MOVE:
        best = -1000
        chosen = out[0]
        for i in range(n):
            action = out[i]
            if is_from_home(action):
                forward = ACROSS_THE_BOARD - from_goal(s, walk_end(action))
            elif is_to_goal(action):
                forward = ARRIVING
            else:
                forward = from_goal(s, walk_start(action)) - from_goal(s, walk_end(action))
            forward = 4 * forward + below(rng, 8)
            if forward > best:
                best = forward
                chosen = action
        return chosen
    if s.phase == BRIDGE and below(rng, 3) > 0:
        return out[0]
    return best_of_some(s, rng, out, n)


@large_rule
def best_of_some(s, rng, out, n):
    """Of a few bridges picked at random, the one to lay, take or put that helps the player most."""
    best = -10000
    chosen = out[0]
    for _ in range(TRIES):
        action = out[below(rng, n)]
        worth = worth_of(s, action)
        if worth > best:
            best = worth
            chosen = action
    return chosen


@rule
def worth_of(s, action):
    """How much shorter the player's way is than the others', with a bridge laid or taken."""
    if action == KEEP:
        return lead(s)
    if is_take(action):
        bridge = s.bridge_at[bridge_field(action)]
        lift(s, bridge)
        worth = lead(s)
        lay(s, bridge, s.bridge[bridge], s.upright[bridge])
        return worth
    bridge = s.bridges if s.lifted == NONE else s.lifted
    field = s.bridge[bridge]
    upright = s.upright[bridge]
    was_lifted = s.lifted
    lay(s, bridge, bridge_field(action), bridge_upright(action))
    worth = lead(s)
    lift(s, bridge)
    s.bridge[bridge] = field
    s.upright[bridge] = upright
    s.lifted = was_lifted
    return worth


@rule
def lead(s):
    """How much shorter the player's way is than that of the best of the others."""
    others = FARTHEST * STONES
    for seat in range(s.players):
        if seat != s.player:
            others = min(others, way_to_go(s, seat))
    return others - way_to_go(s, s.player)


HEURISTICS = Heuristics(
    evaluate,
    promising,
    search_parameters=SearchParameters(
        exploration=0.15, decisions=0, guided=9, widening=1.0, sown=2
    ),  # found by playing
    club=20,
    club_parameters=SearchParameters(sown=1),  # each move is looked at but once before
    solver=values,
    is_ending=is_ending,
)
