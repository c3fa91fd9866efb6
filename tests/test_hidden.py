"""What a seat cannot know is not told to it, and is imagined in the right proportions."""

import random
from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

import waterside
from waterside.engine.rng import generator

KARIBA = waterside.game("kariba")
SPLASH = waterside.game("splash")
COLOURS = ("red", "yellow", "green", "blue", "purple", "black")
SINKING, TURNING_UP, ENDED = 5, 7, 8  # phases of Splash Party

CASES = [
    *[("kariba", players, {"market": market}) for players in (2, 3, 4) for market in (False, True)],
    *[("splash", players, {}) for players in (2, 3, 4, 5, 6)],
]

# Chi-square with so many degrees of freedom is above this once in 10,000 times.
RARE = {1: 15.14, 2: 18.42, 3: 21.11, 4: 23.51, 5: 25.74, 6: 27.86, 7: 29.88, 15: 44.26}


def changed(position, change):
    """The position with something changed by hand, without its history."""
    state = position.state.copy()
    change(position.game.view(state, 0))
    return waterside.Position(position.game, position.players, position.options, state)


def midgame(name, players, options, games=4):
    """Positions all over some random games; in Splash Party people name a colour now and then."""
    rng = random.Random(f"{name} {players} {options}")
    for _ in range(games):
        position = waterside.game(name).new(players, **options)
        while not position.is_over:
            if rng.random() < 0.15:
                yield position, rng
            chances = position.chances()
            actions = position.legal()
            if "silent" in actions and rng.random() < 0.6:
                actions = ["silent"]
            if chances:
                position = position.play(rng.choices(list(chances), list(chances.values()))[0])
            else:
                position = position.play(rng.choice(actions))


def seats_of(position):
    return (None, *range(1, position.players + 1))


# Kariba: worlds that a seat cannot tell apart differ in what pile and other hands hold


def hidden_from(position, seat):
    """The cards nobody has shown to the seat: by the place (a seat from 0, or the pile)."""
    s = KARIBA.view(position.state, 0)
    places = {"pile": [s.pile[animal] for animal in range(8)]}
    for other in range(position.players):
        if other + 1 != seat:
            places[other] = [s.hands[other, a] - s.known[other, a] for a in range(8)]
    return places


def exchange_cards(position, seat, rng):
    """Another world: two hidden cards in different places have changed places; None if alike."""
    cards = [
        (place, animal)
        for place, counts in hidden_from(position, seat).items()
        for animal in range(8)
        if counts[animal]
    ]
    pairs = [(a, b) for a in cards for b in cards if a[0] != b[0] and a[1] != b[1]]
    if not pairs:
        return None
    (one, first), (two, second) = rng.choice(pairs)

    def change(s):
        for place, out, into in ((one, first, second), (two, second, first)):
            if place == "pile":
                s.pile[out] -= 1
                s.pile[into] += 1
            else:
                s.hands[place, out] -= 1
                s.hands[place, into] += 1

    return changed(position, change)


@pytest.mark.parametrize(("name", "players", "options"), CASES[:6])
def test_KARI_02_KARI_14_KARI_31_worlds_a_seat_cannot_tell_apart_look_the_same_to_it(
    name, players, options
):
    compared = 0
    for position, rng in midgame(name, players, options):
        for seat in seats_of(position):
            other = exchange_cards(position, seat, rng)
            if other is not None:
                assert other.state.tobytes() != position.state.tobytes()
                assert other.seen_by(seat).state.tobytes() == position.seen_by(seat).state.tobytes()
                compared += 1
    assert compared > 50


def test_KARI_02_the_owner_of_a_changed_hand_sees_the_change():
    noticed = 0
    for position, rng in midgame("kariba", 3, {}):
        other = exchange_cards(position, None, rng)
        if other is not None:
            hands = position.state["hands"][0], other.state["hands"][0]
            for seat in (1, 2, 3):
                same = (hands[0][seat - 1] == hands[1][seat - 1]).all()
                assert (position.seen_by(seat) == other.seen_by(seat)) == same
                noticed += not same
    assert noticed > 20


# Splash Party: worlds that a seat cannot tell apart differ in the tokens of others still in


def fitting_tokens(position, seat):
    """All tokens, seat by seat, that fit what a seat knows, listed from the statements."""
    s = SPLASH.view(position.state, 0)
    given = s.player if s.phase == 1 else 0 if s.phase == 0 else position.players
    secret = [other for other in range(given) if (s.still_in >> other) & 1 and other + 1 != seat]
    if s.phase in (TURNING_UP, ENDED):
        secret = []
    tokens = [s.token[other] for other in range(position.players)]
    known = {tokens[other] for other in range(given) if other not in secret}
    could_be = [
        colour
        for colour in range(6)
        if colour not in known
        and (colour in list(s.colour) or (s.phase == SINKING and s.sunk == colour))
    ]
    worlds = set()
    for colours in permutations(could_be, len(secret)):
        world = list(tokens)
        for other, colour in zip(secret, colours, strict=True):
            world[other] = colour
        if s.phase == 0 or all(not (s.not_colour[o] >> world[o]) & 1 for o in secret):
            worlds.add(tuple(world))
    return worlds


def with_tokens(position, tokens):
    def change(s):
        for seat, colour in enumerate(tokens):
            s.token[seat] = colour

    return changed(position, change)


@pytest.mark.parametrize(("name", "players", "options"), CASES[6:])
def test_SPLA_03_worlds_a_seat_cannot_tell_apart_look_the_same_to_it(name, players, options):
    compared = ruled_out = 0
    for position, rng in midgame(name, players, options):
        own = tuple(int(t) for t in position.state["token"][0][:players])
        ruled_out += bool(position.state["not_colour"].any())
        for seat in seats_of(position):
            worlds = fitting_tokens(position, seat)
            assert own in worlds
            seen = position.seen_by(seat).state.tobytes()
            for tokens in rng.sample(sorted(worlds), min(5, len(worlds))):
                assert with_tokens(position, tokens).seen_by(seat).state.tobytes() == seen
                compared += tokens != own
    assert compared > 50
    assert ruled_out or players == 2  # with two players the game is over then


def test_SPLA_03_SPLA_20_a_seats_token_and_those_of_players_out_are_seen():
    checked = 0
    for position, rng in midgame("splash", 4, {}):
        s = SPLASH.view(position.state, 0)
        if s.phase > 1:
            for other in range(4):
                changed_token = list(position.state["token"][0][:4])
                changed_token[other] = rng.choice([c for c in range(6) if c != s.token[other]])
                world = with_tokens(position, changed_token)
                assert world.seen_by(other + 1) != position.seen_by(other + 1)
                out = not (s.still_in >> other) & 1
                if s.phase not in (TURNING_UP, ENDED):
                    assert (world.seen_by(None) != position.seen_by(None)) == out
                    checked += out
    assert checked > 5


# Imagined worlds


def complete(world):
    """No card and no token is missing, doubled or unknown."""
    s = world.game.view(world.state, 0)
    if world.game is SPLASH:
        given = s.player if s.phase == 1 else 0 if s.phase == 0 else world.players
        tokens = [s.token[seat] for seat in range(given)]
        return len(set(tokens)) == given and all(0 <= token < 6 for token in tokens)
    hands = [[s.hands[seat, animal] for animal in range(8)] for seat in range(world.players)]
    for seat, hand in enumerate(hands):
        known = [s.known[seat, animal] for animal in range(8)]
        if sum(hand) != s.hand_size[seat] or any(k > h for k, h in zip(known, hand, strict=True)):
            return False
    for animal in range(8):
        seats = sum(hands[seat][animal] + s.won[seat, animal] for seat in range(world.players))
        if s.pile[animal] < 0 or seats + s.pile[animal] + s.open[animal] + s.waterhole[animal] != 8:
            return False
    return sum(s.pile) == s.pile_size


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "options"), CASES)
def test_imagined_worlds_fit_what_the_seat_knows_and_are_complete(name, players, options):
    several = 0
    for number, (position, rng) in enumerate(midgame(name, players, options, games=2)):
        dice = generator(number)
        for seat in seats_of(position):
            view = position.seen_by(seat)
            worlds = [view.imagine(dice) for _ in range(12)]
            for world in worlds:
                assert complete(world)
                assert world.seen_by(seat).state.tobytes() == view.state.tobytes()
                assert (world.actor, world.number) == (position.actor, position.number)
            if name == "splash":
                fits = fitting_tokens(position, seat)
                found = {tuple(int(t) for t in w.state["token"][0][:players]) for w in worlds}
                assert found <= fits
                assert len(found) > 1 or len(fits) == 1
                several += len(fits) > 1
            elif exchange_cards(position, seat, rng) is not None:
                assert len(set(worlds)) > 1
                several += 1
    assert several > 20


@pytest.mark.parametrize(("name", "players", "options"), CASES)
def test_a_view_is_played_on_as_the_position_is_unless_the_player_guesses(name, players, options):
    guessed = 0
    for position, rng in midgame(name, players, options, games=8):
        if not isinstance(position.actor, int):
            continue
        seen = position.seen_by(position.actor)
        assert seen.guesses == position.guesses
        if seen.guesses:
            guessed += 1
            continue
        action = rng.choice(position.legal_actions())
        after = position.after(action).seen_by(position.actor)
        assert seen.after(action).seen_by(position.actor) == after
    assert (guessed > 0) == (name == "splash")


def test_a_world_where_nothing_is_hidden_is_imagined_as_it_is():
    for name, players, options in CASES[:2] + CASES[6:8]:
        for position, _ in midgame(name, players, options, games=1):
            assert position.imagine(generator(1)) == position


def check_shares(counts, shares):
    """Chi-square: counted worlds against exact shares."""
    assert set(counts) <= set(shares), set(counts) - set(shares)
    total = sum(counts.values())
    assert sum(shares.values()) == 1
    expected = {world: float(total * share) for world, share in shares.items()}
    assert min(expected.values()) >= 20
    square = sum((counts[world] - hope) ** 2 / hope for world, hope in expected.items())
    assert square < RARE[len(shares) - 1], (square, counts)


def imagined(position, seat, what, seed, times=4000):
    """How often each world, told by ``what``, is imagined by the seat."""
    view, dice = position.seen_by(seat), generator(seed)
    return Counter(what(view.imagine(dice).state) for _ in range(times))


def hand(state, seat):
    counts = state["hands"][0][seat - 1]
    return tuple(animal + 1 for animal in range(8) for _ in range(counts[animal]))


def kariba(hands, pile, opens=None, known=()):
    """Seat 1's turn in a game that is nearly over: the other cards have been won by seat 1, and
    seat 2 has taken the known cards openly."""

    def change(s):
        s.phase, s.pile_size, s.open_size = 2, len(pile), len(opens or ())
        for animal in range(8):
            s.pile[animal] = pile.count(animal + 1)
            s.open[animal] = (opens or ()).count(animal + 1)
            s.known[1, animal] = known.count(animal + 1)
            rest = 8 - s.pile[animal] - s.open[animal]
            for seat, cards in enumerate(hands):
                s.hand_size[seat] = len(cards)
                s.hands[seat, animal] = cards.count(animal + 1)
                rest -= s.hands[seat, animal]
            s.won[0, animal] = rest

    return changed(KARIBA.new(len(hands), market=opens is not None), change)


def dealt(unseen, *sizes):
    """The exact shares of all ways to deal the unseen cards to hands of these sizes."""
    shares = Counter()
    orders = list(permutations(unseen, sum(sizes)))
    for cards in orders:
        hands, start = [], 0
        for size in sizes:
            hands.append(tuple(sorted(cards[start : start + size])))
            start += size
        shares[tuple(hands)] += Fraction(1, len(orders))
    return shares


def test_KARI_02_imagined_hands_come_as_often_as_dealt_ones():
    position = kariba([(5, 5), (1, 2)], pile=(1, 1, 3))
    counts = imagined(position, 1, lambda state: (hand(state, 2),), seed=1)
    shares = dealt((1, 1, 1, 2, 3), 2)
    assert shares[((1, 1),)] == Fraction(3, 10)
    check_shares(counts, shares)


def test_KARI_02_hands_of_two_opponents_and_the_pile_are_imagined_together():
    position = kariba([(5, 5), (1, 2), (3,)], pile=(1,))
    counts = imagined(position, 1, lambda state: (hand(state, 2), hand(state, 3)), seed=2)
    check_shares(counts, dealt((1, 1, 2, 3), 2, 1))


def test_KARI_31_a_card_taken_openly_is_in_every_imagined_hand_the_rest_as_dealt():
    position = kariba([(5, 5), (1, 2, 3)], pile=(1, 2), opens=(3, 4), known=(3,))
    counts = imagined(position, 1, lambda state: (hand(state, 2),), seed=3)
    shares = {
        (tuple(sorted((3, *cards))),): share for (cards,), share in dealt((1, 1, 2, 2), 2).items()
    }
    check_shares(counts, shares)


def test_KARI_31_cards_are_known_through_play_not_only_by_construction():
    position = KARIBA.new(2, market=True)
    for animal in (1, 1, 1, 2, 8, 3, 3, 4, 5, 6):
        position = position.play(f"draw {animal}")
    for action in ("opens 6", "opens 6", "opens 7", "1x2", "open 6", "pile", "draw 6", "opens 2"):
        position = position.play(action)
    sixes = imagined(position, 2, lambda state: int(state["hands"][0][0][5]), seed=4, times=300)
    assert min(sixes) == 1  # the open one for certain, the other one only perhaps
    assert len(sixes) > 1


def wrongly_accused():
    """Three players; seat 1 (red) has wrongly named seat 2 (yellow; seat 3 is green) blue."""
    position = SPLASH.new(3)
    for place in range(18):
        position = position.play(f"stand {COLOURS[place % 6]}")
    start = ["token red", "token yellow", "token green", "take 18", "shows 1", "cw", "sinks"]
    for action in [*start, "accuse 2 blue", "sinks", "sinks"]:
        position = position.play(action)
    return position


def test_SPLA_22_while_the_last_of_a_colour_is_sinking_it_may_still_be_anybodys():
    def change(s):  # reds, the yellow on 2, greens and blues stand
        for place in range(18):
            if place % 6 > 3 or place in (7, 13):
                s.meeples[s.colour[place]] &= ~(1 << place)
                s.standing &= ~(1 << place)
                s.colour[place] = -1

    position = SPLASH.new(2)
    for place in range(18):
        position = position.play(f"stand {COLOURS[place % 6]}")
    position = changed(position.play("token red").play("token green"), change)
    for action in ("take 3", "shows 1", "ccw"):
        position = position.play(action)
    counts = imagined(position, 1, lambda state: COLOURS[state["token"][0][1]], seed=6)
    check_shares(counts, dict.fromkeys(("yellow", "green", "blue"), Fraction(1, 3)))


def tokens(state):
    return tuple(COLOURS[token] for token in state["token"][0][1:3])


@pytest.mark.parametrize(
    ("seat", "second", "third"),
    [
        (None, "yellow green purple black", "yellow green blue purple black"),
        (1, "yellow green purple black", "yellow green blue purple black"),
        (2, "yellow", "green blue purple black"),
        (3, "yellow purple black", "green"),
    ],
)
def test_SPLA_32_a_ruled_out_colour_is_never_imagined_all_others_equally_often(seat, second, third):
    counts = imagined(wrongly_accused(), seat, tokens, seed=5)
    worlds = [(a, b) for a in second.split() for b in third.split() if a != b]
    check_shares(counts, dict.fromkeys(worlds, Fraction(1, len(worlds))))
