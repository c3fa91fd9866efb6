"""Fair chance: exact probabilities, and nothing can be changed without being found out."""

import dataclasses
import hashlib
import hmac
import itertools
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

import waterside
from tests.properties import given, settings, st
from waterside import fairness
from waterside.core.errors import WatersideError
from waterside.core.record import Record
from waterside.core.registry import all_games
from waterside.fairness import choose, commitment, draw, headers, numbers, verify

SECRET = bytes(range(32))
ENTROPY = ("00ff", "", "c0ffee", "1", "22", "333")


def play(name, players=None, secret=SECRET, seed=1, actions=1000, skip=()):
    """A game whose chance is drawn fairly and whose players choose at random."""
    rng = np.random.default_rng(seed)
    position = waterside.game(name).new(players) if players else waterside.game(name).new()
    entropy = ENTROPY[: position.players]
    drawn, before = [], 0
    while not position.is_over and position.number < actions:
        if position.actor == "chance":
            while before + 1 in skip:
                before += 1
            position = position.play(draw(position, secret, entropy, before))
            drawn.append(before)
            before += 1
        else:
            legal = position.legal()
            position = position.play(legal[rng.integers(len(legal))])
    return Record.of(position, headers=headers(commitment(secret), entropy, drawn, secret))


@pytest.mark.parametrize("name", all_games())
def test_a_fair_game_of_every_kind_passes_before_and_after_it_was_written(name):
    record = play(name)
    checked = verify(record)
    assert checked.findings == ()
    game = waterside.game(name)
    position, chances = game.new(), 0
    for action in record.actions:
        chances += position.actor == "chance"
        position = position.play(action)
    assert checked.draws == chances > 5
    assert verify(Record.loads(record.dumps())) == checked


@pytest.mark.parametrize("span", [1, 2, 3, 7, 8, 16, 60, 64])
def test_the_choice_is_exact_for_every_weight_by_counting_all_words(span):
    for weights in itertools.product(range(4), repeat=3):
        total = sum(weights)
        if not 0 < total <= span:
            with pytest.raises(WatersideError):
                choose(iter([0]), span, weights)
            continue
        chosen, rejected = Counter(), 0
        for word in range(span):
            # A rejected word is followed by one that is not: what comes then does not count.
            rest = iter([word])
            try:
                chosen[choose(rest, span, weights)] += 1
            except (StopIteration, RuntimeError):
                rejected += 1
        assert rejected < total
        assert rejected == span % total
        accepted = span - rejected
        for index, weight in enumerate(weights):
            assert Fraction(chosen[index], accepted) == Fraction(weight, total)


def test_a_word_of_no_use_is_followed_by_the_next():
    assert choose(iter([7, 6, 5]), 8, [1, 2, 3]) == 2
    assert choose(iter([5]), 8, [1, 2, 3]) == 2
    assert choose(iter([0]), 8, [0, 2, 3]) == 1


def test_the_words_are_those_that_the_description_says():
    message = b"Waterside draw 1\n3\nab\n\ncd\n17\n0"
    expected = hmac.new(SECRET, message, hashlib.sha256).hexdigest()
    words = numbers(SECRET, ("ab", "", "cd"), 17)
    assert f"{next(words):064x}" == expected
    again = hmac.new(SECRET, message[:-1] + b"1", hashlib.sha256).hexdigest()
    assert f"{next(words):064x}" == again


def test_entropy_that_could_be_read_in_two_ways_is_refused():
    for entropy in ("a\nb", "-", "G", "A", "a" * 65, " "):
        with pytest.raises(WatersideError, match="entropy"):
            next(numbers(SECRET, (entropy,), 1))


def chi_square(counts, weights):
    drawn, total = sum(counts), sum(weights)
    return sum(
        (count - drawn * weight / total) ** 2 / (drawn * weight / total)
        for count, weight in zip(counts, weights, strict=True)
    )


@pytest.mark.parametrize(
    ("weights", "limit"),
    # The limits: what chi-square exceeds once in 10,000 times, for one degree less than weights.
    [([1] * 6, 25.74), ([1, 2, 3, 4], 21.11), ([8] * 8, 29.88), ([1, 99], 15.14)],
)
def test_outcomes_come_as_often_as_their_weights_over_draws_and_over_secrets(weights, limit):
    over_draws, over_secrets = [0] * len(weights), [0] * len(weights)
    for n in range(20_000):
        over_draws[choose(numbers(SECRET, ("ab",), n), fairness.SPAN, weights)] += 1
        other = n.to_bytes(32, "big")
        over_secrets[choose(numbers(other, ("ab",), 1), fairness.SPAN, weights)] += 1
    assert chi_square(over_draws, weights) < limit
    assert chi_square(over_secrets, weights) < limit


def test_neighbouring_draws_have_nothing_to_do_with_each_other():
    dice = [choose(numbers(SECRET, (), n), fairness.SPAN, [1] * 6) for n in range(20_001)]
    pairs = Counter(itertools.pairwise(dice))
    counts = [pairs[a, b] for a in range(6) for b in range(6)]
    assert chi_square(counts, [1] * 36) < 76.4  # once in 10,000, for 35 degrees


def test_a_draw_in_a_position_has_the_position_s_own_probabilities():
    position = waterside.game("kariba").new()
    assert position.actor == "chance"
    for action in ("draw 4", "draw 4", "draw 4", "draw 1"):
        position = position.play(action)
    chances = position.chances()
    counts = Counter(
        position.play(draw(position, SECRET, ("", ""), n)).action for n in range(8_000)
    )
    assert set(counts) == set(chances)
    shares = [chances[text] for text in chances]
    assert len(set(shares)) > 2
    assert chi_square([counts[text] for text in chances], [float(s) for s in shares]) < 29.88


def test_draws_only_where_chance_decides():
    record = play("cromado", actions=40)
    position = record.position()
    while position.actor == "chance":
        position = position.undo()
    with pytest.raises(WatersideError, match="not chance"):
        draw(position, SECRET, ("", ""), 0)


def with_header(record, name, value):
    changed = {**record.headers, name: value}
    if value is None:
        del changed[name]
    return dataclasses.replace(record, headers=changed)


KARIBA = play("kariba")


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 255))
def test_one_bit_of_the_secret_is_found_out(bit):
    secret = (int.from_bytes(SECRET, "big") ^ 1 << bit).to_bytes(32, "big")
    changed = with_header(KARIBA, "Secret", secret.hex())
    assert "commitment" in str(verify(changed).findings[0])
    # ... even by who could change the commitment as well: the outcomes are others.
    both = with_header(changed, "Commitment", commitment(secret))
    assert verify(both).findings[0].action is not None


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 15))
def test_one_bit_of_the_entropy_is_found_out(bit):
    changed = with_header(KARIBA, "Entropy 1", f"{0x00FF ^ 1 << bit:04x}")
    assert any(finding.action for finding in verify(changed).findings)
    assert not verify(with_header(KARIBA, "Entropy 2", "00")).is_fair


@settings(deadline=None, max_examples=40)
@given(st.data())
def test_one_outcome_that_was_changed_is_found_out(data):
    position = waterside.game("kariba").new()
    chances = []
    for index, action in enumerate(KARIBA.actions):
        others = [text for text in position.chances() if text != action]
        if others:
            chances.append((index, others))
        position = position.play(action)
    index, others = data.draw(st.sampled_from(chances))
    actions = [*KARIBA.actions[:index], data.draw(st.sampled_from(others))]
    changed = dataclasses.replace(KARIBA, actions=tuple(actions), result=None)
    (finding,) = verify(changed).findings
    assert finding.action == index + 1
    assert f"brings {KARIBA.actions[index]}, but the record has {actions[-1]}" in str(finding)


def test_a_number_that_was_changed_is_found_out():
    shifted = with_header(KARIBA, "Draws taken back", "1")
    assert not verify(shifted).is_fair
    late = with_header(KARIBA, "Draws taken back", "900-901")
    (finding,) = verify(late).findings
    assert "900-901" in str(finding)


def test_draws_that_were_taken_back_are_never_used_again():
    record = play("cromado", skip={1, 4, 5, 6, 9})
    assert record.headers["Draws taken back"] == "1, 4-6, 9"
    again = Record.loads(record.dumps())
    checked = verify(again)
    assert checked.is_fair
    assert checked.taken_back == "1, 4-6, 9"
    assert not verify(with_header(again, "Draws taken back", "1, 4-6")).is_fair
    assert not verify(with_header(again, "Draws taken back", None)).is_fair


@pytest.mark.parametrize("text", ["0", "3-2", "5, 4", "4, 4", "1-", "-", "x", "1;2", "9" * 30, "٣"])
def test_draws_taken_back_that_cannot_be_read(text):
    (finding,) = verify(with_header(KARIBA, "Draws taken back", text)).findings
    assert "Draws taken back" in str(finding)


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("Secret", None, "published when the game is over"),
        ("Secret", "12", "64 hexadecimal digits"),
        ("Secret", "x" * 64, "64 hexadecimal digits"),
        ("Commitment", None, "no Commitment"),
        ("Commitment", "00" * 32, "not the one"),
        ("Entropy 2", None, "no Entropy 2"),
        ("Entropy 2", "hello", "entropy is up to 64"),
    ],
)
def test_headers_that_are_missing_or_wrong(name, value, says):
    (finding,) = verify(with_header(KARIBA, name, value)).findings
    assert says in str(finding)


def test_a_game_that_goes_on_does_not_tell_its_secret():
    assert "Secret" not in headers(commitment(SECRET), ("", ""), [0, 1], None)
    assert SECRET.hex() not in str(headers(commitment(SECRET), ("", ""), [0, 1], None))


def test_secrets_are_long_and_new_each_time():
    some = {fairness.new_secret() for _ in range(100)}
    assert len(some) == 100
    assert {len(secret) for secret in some} == {32}
