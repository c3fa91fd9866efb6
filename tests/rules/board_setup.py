"""Positions of Crocodile Pool Party and Cromado, set up as the rule statements describe them."""

import waterside
from waterside.games.crocodile import notation as tiles_text
from waterside.games.crocodile import rules as crocodile
from waterside.games.cromado import notation as stones_text
from waterside.games.cromado import rules as cromado
from waterside.games.cromado.board import LENGTH, bridge_step

COLOURS = "RY"


def play(position, *actions):
    """The position after these actions."""
    for action in actions:
        position = position.play(action)
    return position


def ends(position, start):
    """Where the tile or stone on a field, or at home, may go."""
    rest = [text.removeprefix(start) for text in position.legal() if text.startswith(start)]
    return {text[1:] for text in rest if text[0] in "-x"}


def pool(tiles, player="R", quiet=0, **options):
    """A pool with only these tiles, and a player to move: ``R4 c4, Ys e6, Y2/Rs/Y5 d8, R1 bar``.

    s is a swimmer; stacks are written from the top, ``bar`` is that of the top's owner. A player
    who is not named in the pool gets a swimmer out of the way, for the game to go on.
    """
    game = waterside.game("crocodile")
    state = game.new(**{**options, "setup": "placed"}).state.copy()
    s = game.view(state, 0)
    stacks = [(top.split("/"), place) for top, place in map(str.split, tiles.split(","))]
    taken = {place for _, place in stacks}
    corners = {"R": "f1", "Y": "a14"}
    for colour, corner in corners.items():
        if not any(stack[0][0] == colour and place != "bar" for stack, place in stacks):
            assert corner not in taken
            stacks.append(([f"{colour}s"], corner))
            taken.add(corner)
    water = [f for f in range(crocodile.FIELDS) if s.shows[crocodile.A1 + f] == crocodile.EMPTY]
    waiting = [crocodile.A1 + f for f in water if tiles_text.name(f) not in taken]
    queue = {0: [], 1: []}
    for stack, _ in stacks:
        for piece in stack:
            owner = COLOURS.index(piece[0])
            queue[owner].append(crocodile.EACH * owner + s.in_pool[owner])
            crocodile.put_down(s, owner, waiting.pop())
    for stack, place in stacks:
        where = waiting.pop() if place == "bar" else crocodile.A1 + tiles_text.field(place)
        for piece in reversed(stack):
            s.player = COLOURS.index(piece[0])
            tile = queue[s.player].pop(0)
            if piece[1] != "s":
                s.number[tile] = int(piece[1])
                assert s.hidden[s.player] >> (int(piece[1]) - 1) & 1, f"{piece} lies twice"
                s.hidden[s.player] ^= 1 << (int(piece[1]) - 1)
            crocodile.move(s, tile, where)
        if place == "bar":
            crocodile.leave(s, tile)
    s.eventful, s.to_place, s.quiet = 0, 0, quiet
    s.phase, s.player = crocodile.MOVE, COLOURS.index(player)
    return waterside.Position(game, 2, game.resolve(2, options), state)


def water(bridges, stones=None, player=1, players=2, dice=(), **options):
    """All bridges lie, a seat is to roll: ``water("c3h c4h", {1: "c3 d4 goal"})``.

    Stones that are not named stand at home. The dice given are then rolled.
    """
    game = waterside.game("cromado")
    start = game.new(players, **options)
    state = start.state.copy()
    s = game.view(state, 0)
    for bridge in bridges.split():
        assert all(s.bridge_at[f] == cromado.NONE for f in covered(bridge)), f"{bridge} overlaps"
        cromado.lay(
            s, s.bridges, stones_text.field(bridge[:-1]), stones_text.LIES.index(bridge[-1])
        )
        s.bridges += 1
    for seat, places in (stones or {}).items():
        s.player = seat - 1
        for place in places.split():
            if place == "goal":
                first_home = list(s.stone.tolist()[s.player]).index(cromado.HOME)
                s.stone[s.player, first_home] = cromado.GOAL
                s.in_goal[s.player] += 1
            else:
                assert s.bridge_at[stones_text.field(place)] != cromado.NONE, f"{place} is water"
                cromado.move_stone(s, cromado.HOME, stones_text.field(place))
    s.phase, s.player = cromado.ROLL, player - 1
    position = waterside.Position(game, players, start.options, state)
    return play(position, *(f"roll {number}" for number in dice))


def covered(bridge):
    """The three fields under a bridge, by their numbers."""
    step = bridge_step(stones_text.LIES.index(bridge[-1]))
    return [stones_text.field(bridge[:-1]) + step * i for i in range(LENGTH)]
