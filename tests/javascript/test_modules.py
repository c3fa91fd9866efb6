"""Games as WebAssembly play, draw and search as they do as machine code, to the last bit."""

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tools import node

import waterside
from waterside.bots import Question, make_bot
from waterside.bots.modules import module
from waterside.cli.build import SOURCES, build_npm
from waterside.core.errors import WatersideError
from waterside.core.registry import all_games, game
from waterside.engine.playout import random_games
from waterside.engine.rng import generator
from waterside.engine.warmup import Buffers, encoded
from waterside.review.estimates import Estimator, seed_of

SHORT = {"cromado": {"turn_limit": 12}, "crocodile": {"patience": 10}}
"""Options with which a game of random moves does not take long."""
LONG = 300
REPLAY = Path(__file__).parent / "replay.mjs"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(node.find() is None, reason="Node is not installed; see ./test"),
]


def run_node(*command, given=""):
    """What a program for Node prints; whatever it complains about fails the test."""
    done = subprocess.run(
        [node.find(), *map(str, command)], input=given, text=True, capture_output=True, timeout=LONG
    )
    assert (done.stderr, done.returncode) == ("", 0)
    return done.stdout


def played(kind, players, seed, options):
    """A game of random actions, as machine code plays it: all that can be compared, step by step."""
    rules, buffers = kind.compiled, Buffers.of(kind)
    states, out, weights = buffers.states, buffers.out, buffers.weights
    rng, lot = generator(seed), random.Random(seed)
    rules.new(states[0], players, encoded(kind, players, **options))
    steps = []
    while (actor := rules.actor(states[0])) != -2:
        step = {"actor": "chance" if actor == -1 else actor + 1, "state": states.tobytes().hex()}
        if actor == -1:
            n = rules.chances(states[0], out, weights)
            step["outcomes"] = [[int(out[i]), int(weights[i])] for i in range(n)]
            step["action"] = int(rules.sample(states[0], rng, out, weights))
        else:
            n = rules.legal(states[0], out)
            step["legal"] = out[:n].tolist()
            step["action"] = int(lot.choice(out[:n]))
        step["views"] = []
        for seat in range(players + 1):
            view = states.copy()
            rules.redact(view[0], seat - 1)
            seen = view.tobytes().hex()
            if seat:
                rules.imagine(view[0], rng)
            step["views"].append([seen, view.tobytes().hex()])
        steps.append(step)
        rules.apply(states[0], step["action"])
    rules.scores(states[0], out)
    scored = out[:players].tolist()
    rules.winners(states[0], out)
    won = [seat + 1 for seat in range(players) if out[seat]]
    return {
        "players": players, "options": options, "seed": seed, "steps": steps, "scored": scored, "won": won,
    }  # fmt: skip


def played_at_random(kind, players, seed, games):
    """How many decisions random games take, and who wins."""
    buffers = Buffers.of(kind)
    won = np.zeros(players, np.int64)
    decisions = kind.compiled.build(random_games)(
        buffers.states[0], buffers.rng, buffers.out, buffers.weights, won, players,
        encoded(kind, players), seed, 0, games,
    )  # fmt: skip
    return {
        "players": players, "seed": seed, "games": games, "decisions": decisions, "won": won.tolist(),
    }  # fmt: skip


def searched(kind, told, place, iterations, learned):
    """What the search finds at one of a game's decisions."""
    decisions = [i for i, step in enumerate(told["steps"]) if len(step.get("legal", ())) > 1]
    number = decisions[int(place * (len(decisions) - 1))]
    actions = [step["action"] for step in told["steps"][:number]]
    position = kind.new(told["players"], **told["options"])
    for action in actions:
        position = position.play(action)
    evaluation = "learned" if learned else "classic"
    bot = make_bot(
        f"search:iterations={iterations},exact=0,evaluation={evaluation},nodes=200000,calibrated=0"
    )
    answer = bot.answer(Question.of(position, told["seed"]))
    numbers = position.action_numbers
    considered = sorted([numbers[one.action], one.visits, one.value] for one in answer.considered)
    return {
        "players": told["players"], "options": told["options"], "actions": actions, "seed": told["seed"],
        "iterations": iterations, "learned": learned, "considered": considered,
    }  # fmt: skip


def position_of(kind, told, place):
    """A position in which a player has something to decide, at some part of a game."""
    decisions = [i for i, step in enumerate(told["steps"]) if len(step.get("legal", ())) > 1]
    position = kind.new(told["players"], **told["options"])
    for step in told["steps"][: decisions[int(place * (len(decisions) - 1))]]:
        position = position.play(step["action"])
    return position


def estimated(kind, told, place):
    """What a review would estimate at one of a game's decisions."""
    position, players = position_of(kind, told, place), told["players"]
    estimator = Estimator(kind, players)
    seat = position.actor
    seen, action = position.seen_by(seat), position.legal_actions()[-1]
    seed = seed_of(position, seat, 1)
    found = []
    for one, how in (
        (position, {"samples": 9, "ahead": 3}),
        (seen, {"samples": 7, "ahead": 2, "action": action, "imagined": True}),
    ):
        samples = estimator.continuations(one, seed, **how)
        found.append((one, {"seed": str(seed), **how}, samples))
    outlook = estimator.outlook(seen, seat, seed, action, 24)
    how = {"seat": seat, "seed": str(seed), "action": action, "iterations": 24}
    found.append((seen, how, outlook.iterations))
    return [
        {
            "players": players,
            "state": one.held.hex(),
            "how": how,
            "numbers": [value for row in zip(*samples.columns, strict=True) for value in row],
        }
        for one, how, samples in found
    ]


def line_found(kind, told, place):
    """The line that a search for a review expects."""
    position = position_of(kind, told, place)
    answer = Estimator(kind, told["players"]).search(position, 5, 400)
    numbers, seen = [], position.seen_by(position.actor)
    for action in answer.line:
        numbers.append(seen.action_numbers[action])
        seen = seen.play(action)
    return {
        "players": told["players"], "state": position.held.hex(), "seed": 5, "iterations": 400,
        "line": numbers,
    }  # fmt: skip


@pytest.mark.parametrize("name", all_games())
def test_modules_play_and_search_as_machine_code_does(name, tmp_path):
    kind = game(name)
    fewest, most = kind.seats
    options = SHORT.get(name, {})
    games = [played(kind, fewest + seed % (most - fewest + 1), seed, options) for seed in range(6)]
    searches = [
        searched(kind, told, place, 150, learned)
        for told in games[:3]
        for place in (0, 0.5, 1)
        for learned in (False, True)
    ]
    told = {
        "games": games,
        "random": [played_at_random(kind, players, 5, 20) for players in range(fewest, most + 1)],
        "searches": searches,
        "estimates": [
            one for place, told in enumerate(games[:3]) for one in estimated(kind, told, place / 2)
        ],
        "lines": [line_found(kind, games[0], place) for place in (0.2, 0.6)],
    }
    path = tmp_path / f"{name}.wasm"
    path.write_bytes(module(kind))
    said = run_node(
        SOURCES / "../../../tests/javascript/replay.mjs",
        SOURCES / "index.js",
        path,
        given=json.dumps(told),
    )
    assert json.loads(said) == {"actions": sum(len(one["steps"]) for one in games), "searches": 18}


def test_the_package_plays_its_example(tmp_path):
    kind = game("kariba")
    written = list(build_npm([kind], tmp_path))
    assert {path.name for path in written} >= {
        "index.js",
        "index.d.ts",
        "package.json",
        "kariba.wasm",
    }
    about = json.loads((tmp_path / "package.json").read_text("utf-8"))
    assert about["version"] == waterside.__version__
    first, second = (run_node(tmp_path / "example.js") for _ in range(2))
    assert first == second
    assert re.fullmatch(r"\d+ decisions, scores \d+,\d+, won by seat [12](,2)?\n", first)


def test_modules_are_built_alike_each_time_and_kept(tmp_path, monkeypatch):
    code = (
        "import sys; from waterside.bots.wasm import module_bytes; from waterside import game;"
        "sys.stdout.buffer.write(module_bytes(game('kariba')))"
    )
    again = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout
    assert again == module(game("kariba"))
    monkeypatch.setattr("waterside.bots.modules.compiler_missing", lambda: "no compiler here")
    assert module(game("kariba")) == again
    monkeypatch.setenv("WATERSIDE_CACHE", str(tmp_path))
    with pytest.raises(
        WatersideError, match="there is no WebAssembly module, and no compiler here"
    ):
        module(game("kariba"))
