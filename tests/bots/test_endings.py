"""Solved endings against plain brute force, hand-made cases and simulation."""

import random
from fractions import Fraction
from functools import cache

import pytest

import waterside
from waterside.bots.bot import Question
from waterside.bots.endings import solve
from waterside.bots.search import SearchBot
from waterside.core.errors import WatersideError
from waterside.core.position import Position
from waterside.games.crocodile import rules as croc
from waterside.games.crocodile.board import owner
from waterside.games.cromado import rules as crom
from waterside.games.cromado.board import number as field_number
from waterside.games.cromado.race import expected_turns, race
from waterside.games.kariba.rules import ANIMALS

KARIBA, CROCODILE, CROMADO = map(waterside.game, ("kariba", "crocodile", "cromado"))


class TooBigError(Exception):
    pass


def share(position, seat):
    winners = position.winners()
    return Fraction(seat in winners, len(winners))


def brute_force(position, budget):
    """The share of the first of two seats, both playing best, by trying everything."""
    budget[0] -= 1
    if budget[0] < 0:
        raise TooBigError
    if position.is_over:
        return share(position, 1)
    assert position.actor != "chance"
    results = []
    for action in position.legal():
        results.append(brute_force(position.play(action), budget))
        if results[-1] == (position.actor == 1):
            break
    return max(results) if position.actor == 1 else min(results)


def tried(position, most):
    """The worth of every action for the seat to act; None if that takes too long."""
    budget = [most]
    try:
        worth = {a: brute_force(position.play(a), budget) for a in position.legal()}
    except TooBigError:
        return None
    return worth if position.actor == 1 else {a: 1 - value for a, value in worth.items()}


def as_asked(position):
    """What the seat to act knows, the way a bot gets it."""
    return Question.from_bytes(Question.of(position).to_bytes()).position()


def agrees(position, worth):
    solved = solve(as_asked(position))
    assert solved is not None
    assert solved.values == worth
    assert solved.best == min(a for a in worth if worth[a] == max(worth.values()))
    return len(set(worth.values())) > 1


def randomly(position, rng, stop=lambda position: position.is_over):
    while not stop(position):
        chances = position.chances()
        if chances:
            (action,) = rng.choices(list(chances), list(map(float, chances.values())))
        else:
            action = rng.choice(position.legal())
        position = position.play(action)
    return position


def has_no_pile(position):
    return position.is_over or (position.actor != "chance" and position.fields.pile_size == 0)


def kariba_ending(seed):
    return randomly(KARIBA.new(players=2), random.Random(seed), has_no_pile)


def closely(position, rng):
    """The same position, but with cards won by one seat given to the other until both are near."""
    state = position.state.copy()
    s = KARIBA.view(state, 0)
    wanted = rng.choice((-3, -2, -1, 0, 0, 1, 2, 3))
    for _ in range(64):
        scores = Position(KARIBA, 2, position.options, state.copy()).scores()
        apart = scores[0] - scores[1] - wanted
        giver = 0 if apart > 0 else 1
        animals = [a for a in range(ANIMALS) if s.won[giver, a]]
        if abs(apart) < 2 or not animals:
            break
        animal = rng.choice(animals)
        s.won[giver, animal] -= 1
        s.won[1 - giver, animal] += 1
    return Position(KARIBA, 2, position.options, state)


def test_kariba_agrees_with_brute_force():
    rng = random.Random(1)
    compared = matters = 0
    drawn = False
    for seed in range(60):
        ending = kariba_ending(seed)
        for _ in range(12):
            position = randomly(ending, rng).undo()
            for _ in range(6):
                if not has_no_pile(position):
                    break
                if sum(position.fields.hand_size) <= 7:
                    close = closely(position, rng)
                    worth = tried(close, 600)
                    if worth is not None:
                        compared += 1
                        matters += agrees(close, worth)
                        drawn |= Fraction(1, 2) in worth.values()
                position = position.undo()
    assert compared > 2000
    assert matters > 100
    assert drawn


def test_kariba_full_hands_are_solved_within_the_usual_effort():
    for seed in range(20):
        position = kariba_ending(seed)
        solved = solve(as_asked(position))
        assert solved is not None
        assert solve(as_asked(position), effort=solved.positions) == solved
        assert solve(as_asked(position), effort=solved.positions - 1) is None


def test_kariba_worth_follows_from_the_worth_one_move_later():
    for seed in range(30):
        position = kariba_ending(seed)
        for action, value in solve(as_asked(position)).values.items():
            after = position.play(action)
            if after.is_over:
                assert value == share(after, position.actor)
            else:
                assert value == 1 - max(solve(as_asked(after)).values.values())


def test_kariba_is_not_solved_while_something_is_hidden():
    rng = random.Random(2)
    early = randomly(KARIBA.new(players=2), rng, lambda p: p.number >= 20 and p.actor == 1)
    assert early.fields.pile_size > 0
    assert solve(as_asked(early)) is None
    three = randomly(KARIBA.new(players=3), rng, has_no_pile)
    assert solve(as_asked(three)) is None


def open_pool(rng, tops, patience, fields, swimmer=False):
    """A position with so many tops of each player in the pool, all of them open or one not."""
    position = CROCODILE.new(setup="picture", patience=patience, bar=rng.choice(("near", "far")))
    state = position.state.copy()
    s = CROCODILE.view(state, 0)
    for tile in range(croc.TILES):
        s.shows[s.at[tile]] = croc.EMPTY
        croc.toggle(s, owner(tile), s.at[tile])
    s.player = rng.randrange(2)
    s.arrived = rng.randrange(2)
    s.quiet = rng.randrange(patience)
    free = rng.sample(fields, sum(tops))
    standing = []
    for player in range(2):
        numbers = rng.sample(range(1, croc.EACH + 1), croc.EACH)
        s.in_pool[player] = tops[player]
        s.hidden[player] = 0
        for i in range(croc.EACH):
            tile = croc.EACH * player + i
            s.number[tile] = numbers[i]
            if i < tops[player]:
                standing.append(tile)
                s.at[tile] = croc.A1 + free.pop()
                s.shows[s.at[tile]] = tile
                croc.toggle(s, player, s.at[tile])
            elif rng.random() < 0.3:
                s.number[tile] = croc.HIDDEN
                s.hidden[player] |= 1 << (numbers[i] - 1)
    high = rng.choice((standing, standing[:1], standing[-1:]))
    to_bar = rng.choice((0.4, 0.9))
    for tile in range(croc.TILES):
        if tile not in standing:
            if s.arrived and rng.random() < to_bar:
                behind = int(s.on_bar[0] > s.on_bar[1])
                player = behind if rng.random() < 0.8 else 1 - behind
                s.at[tile] = croc.ON_BAR - player
                s.on_bar[player] += 1
                s.sum_on_bar[player] += s.number[tile]
            else:
                top = rng.choice(high)
                s.below[s.bottom[top]] = tile
                s.bottom[top] = tile
                s.height[top] += 1
                s.at[tile] = croc.EATEN
    if swimmer:
        tile = croc.EACH * s.player
        s.hidden[s.player] |= 1 << (s.number[tile] - 1)
        s.number[tile] = croc.HIDDEN
    return Position(CROCODILE, 2, position.options, state)


BARS = {field - croc.A1 for field in (*croc.LOW_BAR_FIELDS, *croc.HIGH_BAR_FIELDS)}
WATER = [field for field in range(croc.FIELDS) if field not in BARS]
LOW_END, HIGH_END = WATER[:16], WATER[-16:]


def test_crocodile_agrees_with_brute_force():
    rng = random.Random(3)
    compared = {(1, 1): 0, (1, 2): 0, (2, 1): 0, (2, 2): 0}
    matters = just_turned = 0
    while sum(compared.values()) < 380:
        tops = rng.choice(sorted(compared))
        fields = rng.choice((LOW_END, LOW_END, HIGH_END, HIGH_END, WATER))
        turned = rng.random() < 0.2
        position = open_pool(rng, tops, rng.choice((2, 2, 3, 4)), fields, turned)
        if turned:
            flips = [action for action in position.legal() if "flip" in action]
            position = position.play(rng.choice(flips))
            position = position.play(rng.choice(list(position.chances())))
            if position.is_over or position.fields.phase != croc.MOVE_ON:
                continue
        eventful = any("x" in action or "bar" in action for action in position.legal())
        if not eventful and rng.random() < 0.8:
            continue
        worth = tried(position, 700)
        if worth is not None:
            compared[tops] += 1
            just_turned += turned
            matters += agrees(position, worth)
    assert min(compared.values()) >= 50, compared
    assert matters > 75
    assert just_turned > 15


def pool_with(tops, below, arrived, on_bar, sum_on_bar):
    """Yellow to act, patience 2; tops by tile: field from a1 and number; ``below``: what is under
    a tile. All other tiles are gone.
    """
    position = CROCODILE.new(setup="picture", patience=2)
    state = position.state.copy()
    s = CROCODILE.view(state, 0)
    for tile in range(croc.TILES):
        croc.toggle(s, owner(tile), s.at[tile])
        s.shows[s.at[tile]] = croc.EMPTY
        s.at[tile] = croc.EATEN
        s.number[tile] = 1
    s.in_pool[0] = s.in_pool[1] = 0
    for tile, (place, number) in tops.items():
        s.at[tile], s.number[tile] = croc.A1 + place, number
        croc.toggle(s, owner(tile), s.at[tile])
        s.shows[s.at[tile]] = tile
        s.in_pool[owner(tile)] += 1
    for tile, under in below.items():
        s.below[tile] = s.bottom[tile] = under
        s.height[tile] = 2
    s.player, s.arrived = 1, arrived
    for player in range(2):
        s.on_bar[player], s.sum_on_bar[player] = on_bar[player], sum_on_bar[player]
    return Position(CROCODILE, 2, position.options, state)


@pytest.mark.parametrize(("sum_of_yellow", "result"), [(16, 0), (17, Fraction(1, 2)), (18, 1)])
def test_crocodile_sum_of_what_was_eaten_breaks_the_tie(sum_of_yellow, result):
    # Red's 1 on e13 will eat the 6 on f13 and take it to the bar beside it: two tiles, sum 7.
    tops = {0: (76, 1), 6: (77, 6), 7: (30, 1)}
    position = pool_with(tops, {}, True, (3, 5), (10, sum_of_yellow))
    worth = tried(position, 40_000)
    assert worth["a6-a7"] == result
    agrees(position, worth)


def test_crocodile_single_arrives_after_a_stack():
    # Red's 1 on e13 takes a tile along; its 2 on e12 then follows and wins the game.
    position = pool_with({0: (76, 1), 1: (70, 2), 6: (30, 1)}, {0: 7}, False, (0, 2), (0, 10))
    worth = tried(position, 40_000)
    assert set(worth.values()) == {0}
    agrees(position, worth)


def test_crocodile_worth_follows_from_the_worth_one_move_later():
    rng = random.Random(4)
    for _ in range(3):
        position = open_pool(rng, (1, 1), 60, WATER)
        for action, value in solve(as_asked(position)).values.items():
            after = position.play(action)
            if after.is_over:
                assert value == share(after, position.actor)
            else:
                assert value == 1 - max(solve(as_asked(after)).values.values())


def test_crocodile_agrees_where_a_move_leaves_the_other_nothing_but_to_pass():
    rng = random.Random(8)
    corner = [4, 5, 10, 11, 16, 17]
    compared = 0
    for _ in range(1500):
        position = open_pool(rng, rng.choice(((1, 2), (2, 1), (1, 3))), 2, corner)
        if any(position.play(action).legal() == ["pass"] for action in position.legal()):
            worth = tried(position, 1500)
            if worth is not None:
                compared += 1
                agrees(position, worth)
    assert compared > 10


def test_crocodile_with_swimmers_or_too_many_positions_is_not_solved():
    rng = random.Random(5)
    assert solve(CROCODILE.new(setup="picture")) is None
    assert solve(CROCODILE.new()) is None
    assert solve(as_asked(open_pool(rng, (1, 1), 60, WATER, swimmer=True))) is None
    assert solve(as_asked(open_pool(rng, (2, 2), 60, WATER)), effort=20_000) is None
    position = open_pool(rng, (1, 1), 60, WATER)
    positions = solve(as_asked(position)).positions
    assert 0 < positions <= 2 * 80 * 79
    assert solve(as_asked(position), effort=positions - 1) is None


def field(name):
    return field_number("abcdefghijklmn".index(name[0]) + 1, int(name[1:]))


def bridged(bridges, stones, corners="SW,NW", **options):
    """Cromado after the laying: these bridges, the rest out of the way; ``stones`` names the
    places of each seat's stones, all others are on the goal. Seat 1 is about to roll.
    """
    position = CROMADO.new(players=2, corners=corners, **options)
    state = position.state.copy()
    s = CROMADO.view(state, 0)
    spare = ["e6h", "h6h", "e4h", "h4h", "e8h", "h8h", "e10h", "h10h"]
    for i, bridge in enumerate([*bridges, *spare][:10]):
        crom.lay(s, i, field(bridge[:-1]), int(bridge[-1] == "v"))
    s.bridges, s.phase = 10, crom.ROLL
    for seat, names in enumerate(stones):
        s.in_goal[seat] = 4 - len(names)
        for i in range(4):
            s.stone[seat, i] = crom.GOAL
            if i < len(names):
                s.stone[seat, i] = crom.HOME
                if names[i] != "home":
                    s.player = seat
                    crom.move_stone(s, crom.HOME, field(names[i]))
    s.player = 0
    return Position(CROMADO, 2, position.options, state)


AT_HOME = ["home"] * 4


@pytest.mark.parametrize("place", ["j13", "k13", "l13"])
def test_cromado_on_three_fields_before_the_goal_one_roll_in_six_wins(place):
    assert expected_turns(bridged(["j13h"], [[place], AT_HOME]), 1) == pytest.approx(6, abs=1e-11)


def straight_road(length, taken=-1):
    """Turns to the goal from each distance on a straight road, by hand: a number that can be
    walked on is, forwards or backwards; one too high is lost, as the goal is within reach.
    """
    turns = [0.0] + [6.0] * length
    for _ in range(4000):
        for place in range(1, length + 1):
            total = 0.0
            for roll in range(1, 7):
                ends = [end for end in (place - roll, place + roll) if 0 <= end <= length]
                ends = [end for end in ends if end != taken]
                total += min((turns[end] for end in ends), default=turns[place])
            turns[place] = 1 + total / 6
    return turns


@pytest.mark.parametrize("bridges", [["j13h", "g13h"], ["j13h", "g13h", "d13h"]])
def test_cromado_on_a_straight_road_agrees_with_the_hand_made_chain(bridges):
    by_hand = straight_road(3 * len(bridges))
    for distance in range(1, 3 * len(bridges) + 1):
        place = f"{'abcdefghijklmn'[12 - distance]}13"
        turns = expected_turns(bridged(bridges, [[place], AT_HOME]), 1)
        assert turns == pytest.approx(by_hand[distance], abs=1e-10)


@pytest.mark.parametrize("distance", [7, 8, 9])
def test_cromado_on_a_straight_road_ends_where_no_other_stone_is(distance):
    place = f"{'abcdefghijklmn'[12 - distance]}13"
    blocked = bridged(["j13h", "g13h", "d13h"], [[place], ["h13", "home"]], rolls=1)
    by_hand = straight_road(9, taken=5)
    assert expected_turns(blocked, 1) == pytest.approx(by_hand[distance], abs=1e-10)
    assert by_hand[distance] != pytest.approx(straight_road(9)[distance], abs=1e-6)


def test_cromado_without_a_road_never_gets_there():
    assert expected_turns(bridged(["j12h"], [["e6"], AT_HOME]), 1) == float("inf")
    with pytest.raises(WatersideError, match="4 stones left"):
        expected_turns(bridged(["j12h"], [["e6"], AT_HOME]), 2)


def test_cromado_chain_agrees_with_simulation():
    # From home one has to roll a four or less; another's stone stands in the way.
    road = ["c2h", "f2h", "i2v", "i5v", "i8v", "i11v", "j13h"]
    first = bridged(road, [["home"], ["i4", "home", "home", "home"]], corners="SW,NW", rolls=2)

    @cache
    def turns_from(place):
        blocked = ["i4", "home", "home", "home"]
        return expected_turns(bridged(road, [[place], blocked], rolls=2), 1)

    rng = random.Random(6)
    taken = []
    for _ in range(400):
        position, turns, now = first, 0, 0
        while not position.is_over:
            s = position.fields
            if s.player == 1:  # The other seat lets its turn pass, so that its stone stays.
                state = position.state.copy()
                CROMADO.view(state, 0).player = 0
                position = Position(CROMADO, 2, position.options, state)
                continue
            if s.turns != now or turns == 0:
                turns, now = turns + 1, s.turns
            actions = position.legal()
            if position.actor == "chance":
                position = position.play(rng.choice(list(position.chances())))
            elif "keep" in actions:
                position = position.play("keep")
            else:
                ends = {action: action.split("-")[1] for action in actions}
                cost = {a: 0 if end == "goal" else turns_from(end) for a, end in ends.items()}
                position = position.play(min(actions, key=cost.__getitem__))
        taken.append(turns)
    mean = sum(taken) / len(taken)
    error = (sum((t - mean) ** 2 for t in taken) / len(taken) / len(taken)) ** 0.5
    assert error < 2
    assert abs(mean - expected_turns(first, 1)) < 4 * error


def tried_race(position):
    """Seat 1's share with nobody moving bridges, by trying everything."""
    if position.is_over:
        return float(share(position, 1))
    if position.actor == "chance":
        return sum(float(p) * tried_race(position.play(a)) for a, p in position.chances().items())
    actions = ["keep"] if "keep" in position.legal() else position.legal()
    results = [tried_race(position.play(action)) for action in actions]
    return max(results) if position.actor == 1 else min(results)


MEETING = ["c13h", "f13h", "i13h", "l11v"]


@pytest.mark.parametrize(
    ("mine", "other", "turns", "options"),
    [
        ("g13", "h13", 2, {}),
        ("i13", "g13", 2, {"reroll_any": "on"}),
        ("j13", "e13", 2, {"rolls": 1}),
        ("l11", "l13", 2, {"rolls": 2}),
        ("k13", "d13", 3, {"rolls": 2}),
        ("i13", "e13", 3, {"rolls": 1}),
    ],
)
def test_cromado_race_agrees_with_brute_force(mine, other, turns, options):
    race_on = bridged(MEETING, [[mine], [other]], "SW,SE", turn_limit=turns, **options)
    assert race(race_on, 1) == pytest.approx(tried_race(race_on), abs=1e-12)


def test_cromado_race_with_time_is_the_geometric_series():
    # Either wins with one roll in six wherever its stone is: first of many tries.
    position = bridged(["j13h", "c2h"], [["k13"], ["d2"]], "SW,NE")
    assert race(position, 1) == pytest.approx(1 / (1 + 5 / 6), abs=1e-12)
    assert race(position, 2) == pytest.approx(1 / (1 + 5 / 6), abs=1e-12)


def test_cromado_wins_at_once_where_it_can():
    position = bridged(["j13h"], [["k13"], AT_HOME])
    solved = solve(as_asked(position.play("roll 2")))
    assert (solved.best, solved.values) == ("k13-goal", {"k13-goal": 1})
    assert solve(as_asked(position.play("roll 1"))) is None
    one_away = bridged(["j13h"], [["l13"], AT_HOME])
    solved = solve(as_asked(one_away.play("roll 1")))
    assert (solved.best, solved.values) == ("keep", {"keep": 1})
    solved = solve(as_asked(one_away.play("roll 1").play("keep")))
    assert (solved.best, solved.values) == ("l13-goal", {"l13-goal": 1})
    assert solve(as_asked(bridged(["j13h"], [["k13", "home"], AT_HOME]).play("roll 2"))) is None


def wins_now(position, mover):
    """Whether the mover can win before chance decides again, by trying everything."""
    if position.actor != mover:
        return position.winners() == [mover]
    return any(wins_now(position.play(action), mover) for action in position.legal())


def test_cromado_moves_a_bridge_to_win_with_a_six():
    position = bridged(["h13h"], [["h13"], AT_HOME]).play("roll 6")
    solved = solve(as_asked(position))
    takes = [a for a in position.legal() if a != "keep"]
    assert list(solved.values) == [a for a in takes if wins_now(position.play(a), 1)]
    assert solved.best.startswith("take")
    laying = position.play(solved.best)
    worth = solve(as_asked(laying)).values
    assert list(worth) == [a for a in laying.legal() if wins_now(laying.play(a), 1)]
    assert solve(as_asked(bridged(["d13h"], [["d13"], AT_HOME]).play("roll 6"))) is None


def test_other_games_and_other_moments_are_not_solved():
    assert solve(waterside.game("splash").new(players=2)) is None
    assert solve(KARIBA.new(players=2)) is None
    assert solve(CROMADO.new(players=2)) is None


def test_the_search_answers_solved_endings_exactly():
    bot = SearchBot(iterations=10)
    endings = {
        "kariba": (kariba_ending(n) for n in range(3, 99)),
        "crocodile": (open_pool(random.Random(n), (1, 1), 60, WATER) for n in range(7, 99)),
    }
    for several in endings.values():
        solved = None
        while solved is None or len(set(solved.values.values())) == 1:
            position = next(several)
            solved = solve(as_asked(position))
        answer = bot.answer(Question.of(position))
        assert answer.action == solved.best
        assert answer.facts == {"exact": True, "positions": solved.positions}
        assert [one.action for one in answer.considered] == sorted(
            solved.values, key=lambda a: (-solved.values[a], a)
        )
        assert {one.action: one.value for one in answer.considered} == solved.values
        assert {(one.visits, one.error) for one in answer.considered} == {(0, 0.0)}
    only_one_way = bridged(["j13h"], [["k13"], AT_HOME]).play("roll 1").play("keep")
    assert "exact" not in bot.answer(Question.of(only_one_way)).facts


def test_where_all_moves_are_worth_the_same_the_search_looks_for_the_most_difficult_one():
    endings = (kariba_ending(n) for n in range(3, 99))
    solved = None
    while solved is None or len(solved.values) == 1 or len(set(solved.values.values())) > 1:
        position = next(endings)
        solved = solve(as_asked(position))
    answer = SearchBot(iterations=50).answer(Question.of(position))
    assert "exact" not in answer.facts
    assert answer.iterations == 50
