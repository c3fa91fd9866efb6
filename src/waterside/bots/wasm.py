"""A game as one WebAssembly module: rules, random games, search and learned evaluation.

What is exported is listed in ``docs/webassembly.md``. A module also carries, in sections of its own,
what a program needs to know to use it (``waterside.game``, JSON) and the weights of the learned
evaluation (``waterside.weights``, the file of ``waterside.bots.weights``).
"""

from __future__ import annotations

import json
from typing import Any

import numba
import numpy as np
from numba.core import types

from waterside.bots.continuation import (
    continue_by_network,
    continue_by_playouts,
    search_after_by_network,
    search_after_by_playouts,
)
from waterside.bots.modules import SOURCES_SECTION, WEIGHTS_SECTION, sources, weights_file
from waterside.bots.network_tree import search_by_network
from waterside.bots.search import Workspace, classic_settings, network_settings
from waterside.bots.tree import plant, search, sow
from waterside.bots.weights import read_weights
from waterside.core.game import Game
from waterside.core.options import Option, Whole
from waterside.engine.build import Builder, rule
from waterside.engine.contract import guesses
from waterside.engine.playout import random_games
from waterside.engine.rng import seed_into
from waterside.engine.wasm import Export, array_of, build_module

FORMAT = 1
GAME_SECTION = "waterside.game"
WHOLE, INTS, LONGS = types.int64, array_of(types.int32), array_of(types.int64)
SAMPLES = array_of(types.float64, 2)


@rule
def whole_seed(low, high):
    """A seed that comes in two halves of 32 bits."""
    return (low & 0xFFFFFFFF) | ((high & 0x7FFFFFFF) << 32)


@rule
def seed(rng, low, high, stream):
    """Starts the generator for a stream of a seed, which comes in two halves of 32 bits."""
    seed_into(rng, whole_seed(low, high), stream)


@rule
def is_guess(s):
    """``guesses`` as a number."""
    return 1 if guesses(s) else 0


@rule
def search_classic(states, tree, rng, scratch, settings, seat, iterations):
    """So many iterations from ``states[0]``; see ``waterside.bots.tree``."""
    search(states, states[1], states[2], states[3], tree, rng, scratch, settings, seat, iterations)


@rule
def search_learned(states, tree, rng, scratch, settings, seat, iterations):
    """So many iterations from ``states[0]``; see ``waterside.bots.network_tree``."""
    search_by_network(
        states, states[1], states[2], states[3], tree, rng, scratch, settings, seat, iterations
    )


@rule
def sow_actions(states, tree, rng, scratch, seat, sown):
    """Gives the root of ``states[0]`` all its actions as children."""
    sow(states, states[1], tree, rng, scratch, seat, sown)


@rule
def continuations(states, rng, scratch, settings, ahead, low, high, action, imagined, samples, out):
    """Continuations of ``states[0]`` by playouts; see ``waterside.bots.continuation``."""
    continue_by_playouts(
        states, states[1], states[2], states[3], rng, scratch, settings, ahead, whole_seed(low, high), action,
        imagined != 0, samples, out,
    )  # fmt: skip


@rule
def continuations_learned(
    states, rng, scratch, settings, ahead, low, high, action, imagined, samples, out
):
    """Continuations of ``states[0]`` by the network; see ``waterside.bots.continuation``."""
    continue_by_network(
        states, states[1], states[2], states[3], rng, scratch, settings, ahead, whole_seed(low, high), action,
        imagined != 0, samples, out,
    )  # fmt: skip


@rule
def search_after(states, tree, rng, scratch, settings, seat, low, high, action, iterations, out):
    """Searches on after an action of ``seat``; see ``waterside.bots.continuation``."""
    search_after_by_playouts(
        states, states[1], states[2], states[3], tree, rng, scratch, settings, seat, whole_seed(low, high), action,
        iterations, out,
    )  # fmt: skip


@rule
def search_after_learned(
    states, tree, rng, scratch, settings, seat, low, high, action, iterations, out
):
    """Searches on after an action of ``seat``; see ``waterside.bots.continuation``."""
    search_after_by_network(
        states, states[1], states[2], states[3], tree, rng, scratch, settings, seat, whole_seed(low, high), action,
        iterations, out,
    )  # fmt: skip


def module_bytes(game: Game) -> bytes:
    """The game's module; the same bytes each time."""
    described = json.dumps(description(game), separators=(",", ":"))
    sections = {SOURCES_SECTION: sources(game).encode(), GAME_SECTION: described.encode()}
    if read_weights(game) is not None:
        sections[WEIGHTS_SECTION] = weights_file(game).read_bytes()
    return build_module(exports(game), sections)


def workspace(game: Game, players: int) -> Workspace:
    """Memory for a search, for the kinds and sizes of its arrays: two nodes stand for any number."""
    weights = read_weights(game)
    return Workspace.of(game, players, 2, weights.network(game, players) if weights else None)


def exports(game: Game) -> list[Export]:
    """What a game's module exports."""
    builder = Builder(game.functions, compiled=True, label=game.name)
    state = numba.from_dtype(game.state_type)
    states = array_of(state)
    memory = workspace(game, game.seats[0])
    tree, scratch = numba.typeof(memory.tree), numba.typeof(memory.scratch)
    rules = {
        "new": (state, WHOLE, LONGS),
        "actor": (state,),
        "legal": (state, INTS),
        "chances": (state, INTS, LONGS),
        "sample": (state, LONGS, INTS, LONGS),
        "witness": (state,),
        "apply": (state, WHOLE),
        "scores": (state, INTS),
        "winners": (state, INTS),
        "redact": (state, WHOLE),
        "imagine": (state, LONGS),
        "observe": (state, WHOLE, INTS),
    }
    found = [Export(name, builder.twin(game.functions[name]), rules[name]) for name in rules]
    searching = (states, tree, LONGS, scratch)
    classic = numba.typeof(classic_settings(game, {}))
    random = (state, LONGS, INTS, LONGS, LONGS, WHOLE, LONGS, WHOLE, WHOLE, WHOLE)
    found += [
        Export("guesses", builder.twin(is_guess), (state,)),
        Export("seed", builder.twin(seed), (LONGS, WHOLE, WHOLE, WHOLE)),
        Export("random_games", builder.twin(random_games), random),
        Export("plant", builder.twin(plant), (tree,)),
        Export("sow", builder.twin(sow_actions), (*searching, WHOLE, WHOLE)),
        Export("search", builder.twin(search_classic), (*searching, classic, WHOLE, WHOLE)),
    ]
    continued = (WHOLE, WHOLE, WHOLE, WHOLE, WHOLE, WHOLE, SAMPLES)
    after = (WHOLE, WHOLE, WHOLE, WHOLE, WHOLE, SAMPLES)
    estimating = (states, LONGS, scratch)
    if not memory.has_network:
        return [
            *found,
            Export(
                "continuations", builder.twin(continuations), (*estimating, classic, *continued)
            ),
            Export("search_after", builder.twin(search_after), (*searching, classic, *after)),
        ]
    learned = numba.typeof(network_settings(game, {}))
    return [
        *found,
        Export("search_learned", builder.twin(search_learned), (*searching, learned, WHOLE, WHOLE)),
        Export(
            "continuations", builder.twin(continuations_learned), (*estimating, learned, *continued)
        ),
        Export("search_after", builder.twin(search_after_learned), (*searching, learned, *after)),
    ]


def description(game: Game) -> dict[str, Any]:
    """What a program needs to know to use a game's module."""
    fewest, most = game.seats
    counts = range(fewest, most + 1)
    learned = read_weights(game) is not None
    return {
        "format": FORMAT,
        "name": game.name,
        "title": game.title,
        "players": [fewest, most],
        "options": [option_description(option, counts) for option in game.options],
        "state": {
            "size": game.layout.size,
            "fields": [
                [field.name, field.width, field.start, *field.shape] for field in game.layout.fields
            ],
        },
        "actions": game.actions,
        "outcomes": game.outcomes,
        "longest": game.longest,
        "observation": game.observation_size,
        "tree": [[kind, *shape] for kind, *shape in arrays(workspace(game, fewest).tree)],
        "scratch": {players: arrays(workspace(game, players).scratch) for players in counts},
        "settings": classic_settings(game, {})._asdict(),
        "learned_settings": network_settings(game, {})._asdict() if learned else None,
        "steps": game.evaluation.steps if game.evaluation else (),
        "club": {
            "iterations": game.heuristics.club,
            "settings": dict(game.heuristics.club_parameters),
        },
    }


def arrays(memory: Any) -> list[list[Any]]:
    """The kind and the lengths of every array of a tuple, tuples within it included."""
    found: list[list[Any]] = []
    for member in memory:
        if isinstance(member, np.ndarray):
            found.append([member.dtype.str.lstrip("<|"), *member.shape])
        else:
            found += arrays(member)
    return found


def option_description(option: Option, counts: range) -> dict[str, Any]:
    """An option of a game: its name, and each value with its number, or the bounds of a number."""
    if isinstance(option, Whole):
        bounds = {"lowest": option.lowest, "highest": option.highest}
        return {"name": option.name, "usual": option.usual, **bounds}
    values = {}
    for players in counts:
        ordered = dict.fromkeys((option.default(players), *option.choices(players)))
        values[players] = [[value, option.encode(value, players)] for value in ordered]
    return {"name": option.name, "values": values}
