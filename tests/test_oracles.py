"""The rules against a second, naive reading of the statements, move by move."""

import importlib
import random

import pytest

import waterside

OPTIONS = {
    "crocodile": [
        {},
        {"bar": "near"},
        {"rows": "2112", "starter": 2},
        {"setup": "picture", "patience": 7},
        {"rows": "1212", "patience": 1},
        {"bar": "near", "setup": "picture", "starter": 2},
    ],
    "cromado": [
        {"turn_limit": 80},
        {"starter": 2, "rolls": 1, "turn_limit": 60},
        {"rolls": 5, "reroll_any": True, "turn_limit": 60},
        {"turn_limit": 1},
    ],
    "splash": [{}, {"starter": 2}, {"shows": 0}, {"shows": 100}, {"shows": 33, "turn_limit": 5}],
    "kariba": [{}, {"starter": 2}, {"market": True}, {"market": True, "starter": 2}],
}
CORNERS = {2: "SW,NE", 3: "SE,SW,NE", 4: "NE,SE,SW,NW"}
GAMES = {"crocodile": 4, "cromado": 2, "splash": 12, "kariba": 6}

CASES = [
    (name, players, options)
    for name, several in OPTIONS.items()
    for players in range(waterside.game(name).seats[0], waterside.game(name).seats[1] + 1)
    for options in (
        [*several, {"corners": CORNERS[players], "turn_limit": 60}]
        if name == "cromado"
        else several
    )
]


def oracle_for(name, players, options):
    return importlib.import_module(f"tests.oracles.{name}").Oracle(players, options)


def agree(position, oracle):
    assert position.actor == oracle.actor(), position.history()
    assert position.legal() == oracle.legal(), position.history()
    assert position.chances() == oracle.chances(), position.history()
    assert position.scores() == oracle.scores(), position.history()
    assert position.winners() == oracle.winners(), position.history()


def play_together(position, oracle, choose):
    """Plays one game on both, comparing every position; returns the end."""
    agree(position, oracle)
    while not position.is_over:
        action = choose(position)
        position = position.play(action)
        oracle.play(action)
        agree(position, oracle)
    return position


def anything(rng):
    """Any action, and any outcome whatever its weight."""
    return lambda position: rng.choice(sorted(position.chances()) or position.legal())


@pytest.mark.parametrize(
    ("name", "players", "options"),
    CASES,
    ids=[f"{n}-{p}-{'-'.join(f'{k}={v}' for k, v in o.items()) or 'default'}" for n, p, o in CASES],
)
def test_random_games_agree_with_the_oracle(name, players, options):
    rng = random.Random(f"{name} {players} {options}")
    for _ in range(GAMES[name]):
        start = waterside.game(name).new(players, **options)
        play_together(start, oracle_for(name, players, options), anything(rng))


ROAD = ["c2h", "f2h", "i2h", "k3v", "k6v", "k9v", "k12h", "h12h", "e12h", "b12h"]


@pytest.mark.parametrize("reroll_any", [False, True])
def test_cromado_agrees_with_the_oracle_where_stones_reach_their_goal(reroll_any):
    """Random play hardly ever crosses; on a ready road that people mostly leave alone it does."""
    rng = random.Random(7)
    options = {"corners": "SW,NE", "reroll_any": reroll_any, "turn_limit": 400}

    def cross(position):
        if position.number < len(ROAD):
            return f"lay {ROAD[position.number]}"
        entering = [text for text in position.legal() if text.endswith("-goal")]
        if entering and rng.random() < 0.9:
            return entering[0]
        if "keep" in position.legal() and rng.random() < 0.97:
            return "keep"
        return anything(rng)(position)

    ends = [
        play_together(
            waterside.game("cromado").new(2, **options), oracle_for("cromado", 2, options), cross
        )
        for _ in range(4)
    ]
    assert any(4 in end.scores() for end in ends), "no game was won by crossing"
