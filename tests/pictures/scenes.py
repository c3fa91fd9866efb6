"""Random games, what viewers see of them, and a client that puts updates together."""

import random
from functools import cache

import waterside
from waterside.core.registry import all_games
from waterside.pictures import Part, Step, drawing_of, last_steps
from waterside.pictures.updates import by_id
from waterside.text.language import speaker

ENGLISH = speaker()
OPTIONS = {"kariba": [{"market": True}], "crocodile": [{"setup": "picture", "bar": "near"}]}
CASES = [
    (name, players, options)
    for name, game in all_games().items()
    for players in range(game.seats[0], game.seats[1] + 1)
    for options in ({}, *OPTIONS.get(name, ()))
]


@cache
def random_game(name, players, options, seed):
    """All positions of a random game."""
    rng = random.Random(f"{name} {players} {options} {seed}")
    positions = [waterside.game(name).new(players, **dict(options))]
    while not positions[-1].is_over:
        chances = positions[-1].chances()
        if chances:
            action = rng.choices(list(chances), list(chances.values()))[0]
        else:
            action = rng.choice(positions[-1].legal())
        positions.append(positions[-1].play(action))
    return positions


def some_game(name, players, options, seed=0, most=None):
    """The positions of a random game, or some of them with the last, from the start on."""
    positions = random_game(name, players, tuple(options.items()), seed)
    if most is None or most >= len(positions):
        return positions
    picked = random.Random(seed).sample(range(len(positions) - 1), most)
    return [positions[index] for index in sorted(picked)] + positions[-1:]


def seats_of(position):
    return (None, *range(1, position.players + 1))


def drawn(position, seat, names=()):
    """The picture of a position as a seat sees it."""
    draw = drawing_of(position.game).draw
    return draw(position.seen_by(seat), seat, ENGLISH, last_steps(position, seat), names)


def parts_of(position, seat):
    """The parts of a position as a seat sees it, by id."""
    return by_id(groups_of(position, seat))


def groups_of(position, seat):
    """The parts of a position as a seat sees it, group by group."""
    scene = drawing_of(position.game).scene
    return scene.parts(position.seen_by(seat), seat, ENGLISH, last_steps(position, seat))


def motions_to(position, seat):
    """How the last step looks to a seat, by id."""
    before = position.previous
    scene = drawing_of(position.game).scene
    seen = before.seen_by(seat)
    step = Step(before.actor, position.action if before.is_seen_by(seat) else None, seen)
    found = scene.changes(seen, position.seen_by(seat), step, seat)
    assert len({motion.id for motion in found}) == len(found)
    return {motion.id: motion for motion in found}


def put_together(parts, update):
    """The parts after an update, as a client finds them that knows nothing but what it was sent."""
    changed = update.get("parts", [])
    staying = dict(parts)
    for id in update.get("gone", []):
        del staying[id]
    known = {part["was"]: staying.pop(part["was"]) for part in changed if "was" in part}
    for part in changed:
        fields = {name: value for name, value in part.items() if name != "was"}
        before = known[part["was"]] if "was" in part else staying.get(part["id"], Part(""))
        staying[part["id"]] = before._replace(**fields)
    return staying


def as_sent(part):
    """A part with its numbers as they are sent, to a hundredth."""
    return part._replace(
        x=round(part.x, 2), y=round(part.y, 2), turn=round(part.turn, 2), scale=round(part.scale, 2)
    )
