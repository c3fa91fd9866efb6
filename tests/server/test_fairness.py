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
from waterside.fairness import (
    Chance,
    Promise,
    Promises,
    annotated,
    choose,
    commitment,
    headers,
    numbers,
    verify,
)

SECRET = bytes(range(32))
ENTROPY = tuple(f"{seat}" * 64 if seat != 2 else "" for seat in range(1, 7))
"""Of six seats; the second has none."""
OLD_ENTROPY = ("00ff", "", "c0ffee", "1", "22", "333")


def promised(entropy):
    """The commitments to the entropy of some seats."""
    return [commitment(bytes.fromhex(one)) if one else "" for one in entropy]


def chance_for(players, scheme=2, missing=()):
    """Where the chance of a game comes from; ``missing`` seats did not reveal their entropy."""
    if scheme == 1:
        return Chance(SECRET, OLD_ENTROPY[:players], scheme=1)
    entropy = ENTROPY[:players]
    revealed = ["" if seat in missing else one for seat, one in enumerate(entropy, start=1)]
    return Chance.of(SECRET, promised(entropy), revealed)


def play(name, players=None, seed=1, actions=1000, takebacks=(), skip=(), options=None, **how):
    """A game whose chance is drawn fairly and whose players choose at random. At each of the
    ``takebacks``, counted in decisions, the next decision is taken back with what chance made of it.
    """
    rng = np.random.default_rng(seed)
    game = waterside.game(name)
    position = game.new(players or game.seats[0], **(options or {}))
    chance = chance_for(position.players, **how)
    drawn, before, decisions, back = [], 0, 0, None
    while not position.is_over and position.number < actions:
        if position.actor == "chance":
            while before + 1 in skip:
                before += 1
            position = position.play(chance.draw(position, before))
            drawn.append(before)
            before += 1
            continue
        if back is not None and len(drawn) > back[1]:
            position, back = back[0], None
            del drawn[sum(one.actor == "chance" for one in list(history(position))) :]
        decisions += 1
        if decisions in takebacks:
            back = (position, len(drawn))
        legal = position.legal()
        position = position.play(legal[rng.integers(len(legal))])
    return Record.of(position, headers=headers(chance, drawn, is_over=True))


def history(position):
    """The positions before this one."""
    while position.previous is not None:
        position = position.previous
        yield position


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
    one, three = "a" * 64, "c" * 64
    message = f"Waterside draw 2\n3\n{one}\n\n{three}\n17\n0".encode()
    expected = hmac.new(SECRET, message, hashlib.sha256).hexdigest()
    words = numbers(SECRET, (one, "", three), 17)
    assert f"{next(words):064x}" == expected
    again = hmac.new(SECRET, message[:-1] + b"1", hashlib.sha256).hexdigest()
    assert f"{next(words):064x}" == again


def test_entropy_that_could_be_read_in_two_ways_is_refused():
    for scheme in (1, 2):
        for entropy in ("a\nb", "-", "G", "A", "a" * 65, " "):
            with pytest.raises(WatersideError, match="entropy"):
                next(numbers(SECRET, (entropy,), 1, scheme))
    with pytest.raises(WatersideError, match="entropy is 64 of"):
        next(numbers(SECRET, ("ab",), 1))
    assert next(numbers(SECRET, ("ab",), 1, 1)) != next(numbers(SECRET, ("",), 1, 1))


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
        over_draws[choose(numbers(SECRET, ("ab",), n, 1), fairness.SPAN, weights)] += 1
        other = n.to_bytes(32, "big")
        over_secrets[choose(numbers(other, ("ab",), 1, 1), fairness.SPAN, weights)] += 1
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
        position.play(Chance(SECRET, ("", "")).draw(position, n)).action for n in range(8_000)
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
        Chance(SECRET, ("", "")).draw(position, 0)


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
@given(st.integers(0, 255))
def test_one_bit_of_the_entropy_is_found_out(bit):
    entropy = f"{int(ENTROPY[0], 16) ^ 1 << bit:064x}"
    changed = with_header(KARIBA, "Entropy 1", entropy)
    assert "entropy of seat 1" in str(verify(changed).findings[0])
    # ... even by who could change the commitment as well: the outcomes are others.
    (promise,) = promised([entropy])
    both = with_header(changed, "Entropy commitment 1", promise)
    assert verify(both).findings[0].action is not None
    assert not verify(with_header(KARIBA, "Entropy 2", "0" * 64)).is_fair


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


@pytest.mark.parametrize("name", all_games())
def test_draws_that_were_taken_back_are_never_used_again(name):
    record = play(name, takebacks={1, 5, 6}, actions=60)
    taken_back = record.headers["Draws taken back"]
    again = Record.loads(record.dumps())
    checked = verify(again)
    assert checked.findings == ()
    assert checked.taken_back == taken_back
    assert not verify(with_header(again, "Draws taken back", None)).is_fair


@pytest.mark.parametrize("scheme", [1, 2])
def test_draws_that_no_decision_preceded_cannot_be_taken_back(scheme):
    # The operator draws until the deal suits, and says that all others were taken back.
    dealt = play("kariba", skip=range(1, 8), actions=12, scheme=scheme)
    (finding,) = verify(dealt).findings
    assert (finding.action, "no player decided there" in str(finding)) == (1, True)
    # The same in the middle of the deal.
    dealt = play("kariba", skip={4}, actions=12, scheme=scheme)
    (finding,) = verify(dealt).findings
    assert (finding.action, "draws 4 to 4" in str(finding)) == (4, True)


def test_a_game_of_version_0_1_0_passes_and_nothing_newer_passes_as_one():
    record = play("kariba", scheme=1)
    assert "Chance" not in record.headers
    checked = verify(Record.loads(record.dumps()))
    assert (checked.findings, checked.is_committed) == ((), False)
    assert verify(KARIBA).is_committed
    older = with_header(KARIBA, "Chance", None)
    assert not verify(older).is_fair
    assert "not known" in str(verify(with_header(KARIBA, "Chance", "3")).findings[0])


def test_entropy_that_is_not_revealed_is_replaced_by_its_commitment_and_told():
    record = play("splash", 4, missing={1, 3}, actions=30)
    assert record.headers["Not revealed"] == "1, 3"
    assert record.headers["Entropy 3"] == record.headers["Entropy commitment 3"]
    checked = verify(record)
    assert (checked.findings, checked.missing) == ((), (1, 3))
    # It must be told, and nothing else may take its place.
    assert not verify(with_header(record, "Not revealed", None)).is_fair
    assert not verify(with_header(record, "Not revealed", "1")).is_fair
    assert "its commitment" in str(verify(with_header(KARIBA, "Not revealed", "1")).findings[0])
    assert "its commitment" in str(verify(with_header(KARIBA, "Not revealed", "2")).findings[0])
    assert "seats go from" in str(verify(with_header(KARIBA, "Not revealed", "3")).findings[0])


def test_comments_name_the_outcomes_and_weights_of_every_draw_and_are_checked():
    record = annotated(KARIBA)
    text = record.dumps()
    assert "\n# draw 1: 8 draw 1, 8 draw 2, 8 draw 3" in text
    again = Record.loads(text)
    assert again == record
    assert verify(again) == verify(KARIBA)
    assert text.count("# draw ") == verify(again).draws
    changed = Record.loads(text.replace("# draw 1: 8 draw 1", "# draw 1: 9 draw 1"))
    (finding,) = verify(changed).findings
    assert (finding.action, "8 draw 1" in str(finding)) == (1, True)
    fewer = with_header(again, "Draws", "1")
    assert "there are" in str(verify(fewer).findings[0])
    talking = Record.loads(text.replace("# draw 1: 8 draw 1", "# a draw"))
    assert verify(talking).is_fair


def exchanged(seat=None):
    """A record in which the operator has exchanged secret and entropy, all consistent in itself."""
    secret = SECRET if seat else bytes(reversed(SECRET))
    entropy = ["f" * 64 if one == seat else given for one, given in enumerate(ENTROPY[:2], 1)]
    chance = Chance.of(secret, promised(entropy), entropy)
    position = waterside.game("kariba").new()
    drawn = []
    while position.actor == "chance":
        drawn.append(position.number)
        position = position.play(chance.draw(position, position.number))
    return Record.of(position, headers=headers(chance, drawn, is_over=True))


def test_what_is_consistent_in_itself_is_found_out_by_what_was_kept_before_the_game():
    kept = Promise(commitment(SECRET), promised(ENTROPY[:2]), {1: ENTROPY[0]})
    assert verify(KARIBA, kept).findings == ()
    assert verify(KARIBA, kept).is_kept
    for record, says in (
        (exchanged(), "another secret"),
        (exchanged(seat=1), "other commitments were shown: seats 1"),
    ):
        assert verify(record).is_fair
        assert says in str(verify(record, kept).findings[0])
    unused = play("kariba", missing={1}, actions=12)
    assert verify(unused).is_fair
    (finding,) = verify(unused, kept).findings
    assert "revealed for seat 1 was not used" in str(finding)


def test_takebacks_that_the_player_never_agreed_to_are_found_out():
    record = play("kariba", takebacks={1, 9}, actions=80)
    kept = Promise(commitment(SECRET), promised(ENTROPY[:2]), {1: ENTROPY[0]})
    (finding,) = verify(record, kept).findings
    assert "taken back 2 times, but you agreed to 0" in str(finding)
    kept.takebacks = 2
    assert verify(record, kept).is_fair


def test_promises_stay_as_they_were_first_kept_and_survive_in_their_file(tmp_path):
    promises = Promises(tmp_path / "promises", randbytes=lambda size: SECRET[:size])
    promise = promises.commit()
    assert promises.entropy == {promise: SECRET.hex()}
    first = promises.keep("table", 1, "c" * 64, [promise, ""])
    promises.acknowledge(first, 1, SECRET.hex())
    promises.count_takeback(first)
    assert promises.keep("table", 1, "d" * 64, ["", ""]) is first
    again = Promises(tmp_path / "promises")
    assert again.of("table", 1) == Promise("c" * 64, [promise, ""], {1: SECRET.hex()}, 1)
    assert again.entropy == promises.entropy
    assert again.of("table", 2) is None
    assert (tmp_path / "promises").stat().st_mode & 0o077 == 0
    for text in ("", "[]", '{"entropy": {}}', '{"entropy": {}, "games": {"a/1": {}}}'):
        (tmp_path / "promises").write_text(text)
        with pytest.raises(WatersideError, match="no promises that can be read"):
            Promises(tmp_path / "promises")


def test_old_promises_make_room_for_new_ones():
    promises = Promises()
    for number in range(fairness.promises.MOST_KEPT + 5):
        promises.keep("table", number, "", [])
    assert len(promises.games) == fairness.promises.MOST_KEPT
    assert promises.of("table", 4) is None
    assert promises.of("table", 5) is not None


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
        ("Commitment", "00", "64 hexadecimal digits"),
        ("Entropy 2", None, "no Entropy 2"),
        ("Entropy 2", "hello", "entropy is 64"),
        ("Entropy commitment 1", None, "no Entropy commitment 1"),
        ("Not revealed", "x", "does not read like"),
    ],
)
def test_headers_that_are_missing_or_wrong(name, value, says):
    (finding,) = verify(with_header(KARIBA, name, value)).findings
    assert says in str(finding)


def test_a_game_that_goes_on_does_not_tell_its_secret():
    written = headers(chance_for(2), [0, 1], is_over=False)
    assert "Secret" not in written
    assert SECRET.hex() not in str(written)


def test_secrets_are_long_and_new_each_time():
    some = {fairness.new_secret() for _ in range(100)}
    assert len(some) == 100
    assert {len(secret) for secret in some} == {32}
