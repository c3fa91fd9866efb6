"""Every game keeps the laws; a game that breaks one is found out; back ends agree."""

import random
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import waterside
from waterside.core.errors import GameError, MalformedActionError
from waterside.core.facts import Fact, Facts
from waterside.core.position import Position
from waterside.core.state import INT8, INT32, StateLayout
from waterside.engine import contract
from waterside.engine.build import rule
from waterside.engine.playout import SHARES, random_games
from waterside.engine.rng import below, generator, seed_into
from waterside.engine.warmup import Buffers, encoded
from waterside.pictures import Drawing, plain
from waterside.testing import BrokenLawError, check_game
from waterside.testing.parts import check_narration
from waterside.text.narration import PlainNarrator

VARIANTS = {
    "crocodile": [{}, {"setup": "picture", "bar": "near", "patience": 12}],
    "cromado": [{"turn_limit": 25}],
    "splash": [{}, {"shows": 0}],
    "kariba": [{}, {"market": True}],
}
SEATED = [
    pytest.param(name, players, options, id=f"{name}-{players}-{number}")
    for name, game in waterside.all_games().items()
    for number, options in enumerate(VARIANTS.get(name, [{}]))
    for players in range(game.seats[0], game.seats[1] + 1)
]


@pytest.mark.parametrize(("name", "players", "options"), SEATED)
def test_laws_hold(name, players, options):
    check_game(waterside.game(name), games=2, players=players, options=options)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "options"), SEATED)
def test_interpreted_and_compiled_rules_agree_action_by_action(name, players, options):
    """Every function of the contract gives the same numbers and the same bytes."""
    game = waterside.game(name)
    plain, fast = game.interpreted, game.compiled
    assert fast.compiled
    resolved = encoded(game, players, **options)
    slow_states, fast_states = np.zeros(1, game.state_type), np.zeros(1, game.state_type)
    view, state = game.view(slow_states, 0), fast_states[0]
    out, weights = np.zeros(game.longest, np.int32), np.zeros(game.longest, np.int64)
    slow_out, slow_weights = [0] * game.longest, [0] * game.longest
    observed = np.zeros(game.observation_size, np.int32)
    slow_rng, fast_rng = generator(5, 1), generator(5, 1)
    plain.new(view, players, resolved.tolist())
    fast.new(state, players, resolved)
    steps = 0
    while plain.actor(view) != contract.OVER and steps < 700:
        steps += 1
        actor = plain.actor(view)
        assert fast.actor(state) == actor
        if actor == contract.CHANCE:
            n = plain.chances(view, slow_out, slow_weights)
            assert fast.chances(state, out, weights) == n
            assert weights[:n].tolist() == slow_weights[:n]
            assert out[:n].tolist() == slow_out[:n]
            action = int(plain.sample(view, slow_rng, slow_out, slow_weights))
            assert fast.sample(state, fast_rng, out, weights) == action
        else:
            n = plain.legal(view, slow_out)
            assert fast.legal(state, out) == n
            assert out[:n].tolist() == slow_out[:n]
            action = slow_out[below(slow_rng, n)]
            below(fast_rng, n)
            seat = steps % players
            before = slow_states.copy(), fast_states.copy()
            plain.redact(view, seat)
            fast.redact(state, seat)
            assert slow_states.tobytes() == fast_states.tobytes()
            slow_observed = [0] * len(observed)
            observed[:] = 0
            plain.observe(view, seat, slow_observed)
            fast.observe(state, seat, observed)
            assert observed.tolist() == slow_observed
            plain.imagine(view, slow_rng)
            fast.imagine(state, fast_rng)
            assert slow_states.tobytes() == fast_states.tobytes()
            slow_states[:], fast_states[:] = before
        assert slow_rng.tolist() == fast_rng.tolist()
        plain.apply(view, action)
        fast.apply(state, action)
        assert slow_states.tobytes() == fast_states.tobytes()
    plain.scores(view, slow_out)
    fast.scores(state, out)
    assert out[:players].tolist() == slow_out[:players]
    plain.winners(view, slow_out)
    fast.winners(state, out)
    assert out[:players].tolist() == slow_out[:players]


@pytest.mark.slow
@pytest.mark.parametrize("name", waterside.all_games())
def test_random_games_are_the_same_on_both_back_ends(name):
    game = waterside.game(name)
    players = game.seats[1]
    options = encoded(game, players)
    counted = []
    for rules in (game.interpreted, game.compiled):
        buffers = Buffers.of(game)
        state = buffers.states[0] if rules.compiled else game.view(buffers.states, 0)
        play = rules.build(random_games)
        decisions = play(
            state, buffers.rng, buffers.out, buffers.weights, buffers.won, players, options, 9, 3, 4
        )
        counted.append((decisions, buffers.won.tolist(), buffers.states.tobytes()))
    assert counted[0] == counted[1]
    assert sum(counted[0][1]) == 4 * SHARES


@pytest.mark.slow
@pytest.mark.parametrize("name", waterside.all_games())
def test_sample_draws_with_exactly_the_listed_weights(name):
    """The fast draw of each game against its own list of outcomes."""
    game = waterside.game(name)
    rng = random.Random(4)
    position = game.new(game.seats[1], **({"market": True} if name == "kariba" else {}))
    looked = 0
    while not position.is_over and looked < 60:
        if position.actor == "chance":
            looked += 1
            seen: dict[int, int] = {}
            draws = 6000
            source = generator(looked)
            for _ in range(draws):
                number = int(game.interpreted.sample(position.fields, source, None, None))
                seen[number] = seen.get(number, 0) + 1
            shares = list(position.chances().values())
            assert sorted(seen) == sorted(position.legal_actions())
            excess = sum(
                (seen[n] - draws * share) ** 2 / (draws * share)
                for n, share in zip(position.legal_actions(), shares, strict=True)
            )
            # the mean of this sum is one less than the outcomes; six deviations allowed
            freedom = len(shares) - 1
            assert excess <= freedom + 6 * (2 * freedom) ** 0.5 + 6
        position = position.play(rng.choice(position.legal_actions()))


def broken(name, **changes):
    """A copy of a game with some functions of its rules replaced."""
    game = waterside.game(name)
    marked = {name: rule(function) for name, function in changes.items()}
    rules = replace(game.parts.rules, **marked)
    return replace(game, parts=replace(game.parts, rules=rules))


def test_a_game_that_lists_an_action_twice_breaks_a_law():
    kariba = waterside.game("kariba").parts.rules

    def legal(s, out):
        n = kariba.legal(s, out)
        out[n] = out[0]
        return n + 1

    with pytest.raises(BrokenLawError, match="listed twice"):
        check_game(broken("kariba", legal=legal))


def test_a_game_that_shows_hidden_cards_breaks_a_law():
    def imagine(s, rng):
        for animal in range(8):
            s.waterhole[animal] = 0

    with pytest.raises(BrokenLawError, match="imagined world looks different"):
        check_game(broken("kariba", imagine=imagine), games=9)


def test_a_game_that_draws_what_cannot_come_breaks_a_law():
    def sample(s, rng, out, weights):
        return 7

    with pytest.raises(BrokenLawError, match="not listed"):
        check_game(broken("splash", sample=sample))


def test_a_game_that_shows_a_secret_draw_breaks_a_law():
    def redact(s, seat):
        pass

    with pytest.raises(BrokenLawError, match="alone may see"):
        check_game(broken("kariba", redact=redact))


def with_parts(name, **parts):
    """A copy of a game with some of its parts replaced."""
    game = waterside.game(name)
    return replace(game, parts=replace(game.parts, **parts))


class Monotonous(PlainNarrator):
    """Says the same of every choice."""

    def label(self, seen, action, say, names=None):
        return "go on"


class Unfinished(PlainNarrator):
    """Leaves a part of its sentences open."""

    def narrate(self, before, after, action, actor, viewer, names, say):
        return f"{{who}} plays {action}."


@rule
def hopeful(s, out):
    """Thinks that all will win."""
    for seat in range(4):
        out[seat] = 1.0


@rule
def dreamer(s, rng, out, n):
    """Tries what is not legal."""
    return -1


@rule
def forgetful(before, who, action, after, decisions, counts):
    """Counts down."""
    counts[0] -= 1


class WideBoard:
    def draw(self, ink, seen, viewer, say):
        ink.append("~" * 45)

    def legend(self, say):
        return []


class Untouchable:
    variant = staticmethod(plain.variant)
    scenery = staticmethod(plain.scenery)
    title = staticmethod(plain.title)
    fixtures = staticmethod(plain.fixtures)
    parts = staticmethod(plain.parts)
    changes = staticmethod(plain.changes)

    @staticmethod
    def touches(seen, action):
        return ("nothing",)


KARIBA = waterside.game("kariba").parts
PLAYED = {f"{animal}x{count}" for animal in range(1, 9) for count in range(1, 9)}
"""Actions whose labels say what they win, which differs from position to position."""


def everywhere(seen, effort):
    """Solves every position, by saying that all actions are worth the same."""
    return dict.fromkeys(seen.legal_actions(), Fraction(1, 2)), 1


@pytest.mark.parametrize(
    ("parts", "problem"),
    [
        ({"heuristics": replace(KARIBA.heuristics, evaluate=hopeful)}, "no shares of a win"),
        ({"heuristics": replace(KARIBA.heuristics, promising=dreamer)}, "is not legal"),
        (
            {"heuristics": replace(KARIBA.heuristics, solver=lambda seen, effort: ({-1: 1}, 1))},
            "values illegal actions",
        ),
        (
            {"heuristics": replace(KARIBA.heuristics, solver=everywhere)},
            "said to be no ending",
        ),
        ({"text": Monotonous()}, "two choices have one label"),
        ({"text": Unfinished()}, "not filled in"),
        ({"terminal": WideBoard()}, "does not fit 44 columns"),
        ({"drawing": Drawing(Untouchable())}, "cannot be touched|by the same touches"),
        ({"drawing": Drawing(KARIBA.drawing.scene, alike=PLAYED)}, "is not alike"),
        ({"facts": Facts((Fact("cards", "counted down"),), forgetful)}, "falls from 0 to -1"),
        ({"lessons": replace(KARIBA.lessons, start="draw 9")}, "draw 9"),
    ],
)
def test_a_part_that_breaks_a_law_is_found_out(parts, problem):
    with pytest.raises((BrokenLawError, MalformedActionError), match=problem):
        check_game(with_parts("kariba", **parts), players=2)


def test_a_game_that_narrates_what_one_seat_alone_may_see_breaks_a_law(monkeypatch):
    monkeypatch.setattr(Position, "seen_by", lambda position, seat: position)

    class Leaking(PlainNarrator):
        def narrate(self, before, after, action, actor, viewer, names, say):
            return f"{after.action}."

    before = waterside.game("kariba").new(2)
    before = replace_game(before, with_parts("kariba", text=Leaking()))
    with pytest.raises(BrokenLawError, match="cannot see"):
        for seed in range(20):  # some draw the same card twice
            check_narration(before, before.play("draw 1"), random.Random(seed))


def replace_game(position, game):
    return Position(game, position.players, position.options, position.held)


def test_functions_that_are_not_marked_are_named():
    with pytest.raises(GameError, match="mark the rule function legal with @rule"):
        replace(KARIBA.rules, legal=lambda s, out: 0)
    with pytest.raises(GameError, match="mark the function evaluate with @rule"):
        replace(KARIBA.heuristics, evaluate=lambda s, out: None)


def test_a_layout_refuses_fields_that_would_leave_gaps():
    with pytest.raises(GameError, match="the widest first"):
        StateLayout([("small", INT8), ("wide", INT32)])
    with pytest.raises(GameError, match="INT8, INT16, INT32 and INT64"):
        StateLayout([("real", "d")])


@pytest.mark.parametrize("name", waterside.all_games())
def test_a_layout_is_the_same_for_numpy_and_without_it(name):
    layout = waterside.game(name).layout
    assert layout.dtype.itemsize == layout.size
    for field in layout.fields:
        kind, start = layout.dtype.fields[field.name][:2]
        assert (start, start + kind.itemsize, kind.shape) == (field.start, field.end, field.shape)


def test_the_generator_is_the_published_sfc32():
    """Against the definition written out: three words and a counter."""
    rng = np.array([1, 2, 3, 1], np.int64)
    from waterside.engine.rng import next32

    state = [1, 2, 3, 1]
    mask = 0xFFFFFFFF
    for _ in range(1000):
        a, b, c, counter = state
        expected = (a + b + counter) & mask
        state = [
            b ^ (b >> 9),
            (c + (c << 3)) & mask,
            ((((c << 21) & mask) | (c >> 11)) + expected) & mask,
            (counter + 1) & mask,
        ]
        assert next32(rng) == expected


def test_streams_of_one_seed_differ_and_repeat():
    firsts = set()
    for stream in range(300):
        rng = np.zeros(4, np.int64)
        seed_into(rng, 1, stream)
        firsts.add((below(rng, 1 << 31), below(rng, 1 << 31)))
    assert len(firsts) == 300
    assert generator(3, 4).tolist() == generator(3, 4).tolist()


def test_below_is_even():
    rng = generator(11)
    counts = [0] * 7
    for _ in range(70_000):
        counts[below(rng, 7)] += 1
    assert max(counts) - min(counts) < 700
