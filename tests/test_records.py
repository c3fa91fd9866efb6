"""Records read back exactly, and say where they are wrong; series go on as each game says."""

import contextlib
import random

import pytest

import waterside
from tests.properties import given, settings, st
from waterside import IllegalActionError, Record, RecordError, Series, WatersideError
from waterside.text.language import speaker


def random_end(position, rng):
    while not position.is_over:
        position = position.play(rng.choice(position.legal_actions()))
    return position


GOOD = """Waterside record 1
Game: crocodile
Players: 2
Option setup: picture
Seat 2: Ben
# a comment
Place: the garden

flip d2
reveal 4
# another
d2-d6
"""


def test_a_record_reads_as_written():
    record = Record.loads(GOOD)
    assert record.actions == ("flip d2", "reveal 4", "d2-d6")
    assert record.seats == {2: "Ben"}
    assert record.headers == {"Place": "the garden"}
    assert record.options["patience"] == 60
    assert record.position().number == 3
    assert Record.loads(record.dumps()) == record


@pytest.mark.parametrize(
    ("wrong", "line", "words"),
    [
        ("", 1, "begins with the line"),
        (GOOD.replace("record 1", "record 2"), 1, "begins with the line"),
        (GOOD.replace("Game: crocodile", "Game: alligator"), 2, "no such game"),
        (GOOD.replace("Players: 2", "Players: 3"), 3, "is for 2 players"),
        (GOOD.replace("Players: 2", "Players: two"), 3, "two is not a number"),
        (GOOD.replace("setup: picture", "setup: sculpture"), 4, "takes placed or picture"),
        (GOOD.replace("Option setup", "Option set-up"), 4, "no such option"),
        (GOOD.replace("Seat 2", "Seat 3"), 5, "seats go from 1 to 2"),
        (GOOD.replace("Place: the garden", "the garden"), 7, "is no header"),
        (GOOD.replace("Place: the garden", "Game: kariba"), 7, "a second Game"),
        (GOOD.replace("flip d2", "flip d9"), 9, "no tile lies on d9"),
        (GOOD.replace("reveal 4", "reveal 7"), 10, "'reveal 7' is no action"),
        (GOOD.replace("d2-d6", "d2-d7"), 12, "must move exactly 4"),
        (GOOD.replace("Place", "Result"), 7, "but the game is not over"),
    ],
)
def test_a_mistake_is_named_with_its_line(wrong, line, words):
    with pytest.raises(RecordError, match=words) as problem:
        Record.loads(wrong)
    assert problem.value.line == line
    assert str(problem.value).startswith(f"line {line}: ")


def test_a_mistake_is_told_in_a_readers_language():
    german = speaker("de")
    for wrong, told in (
        (
            GOOD.replace("d2-d6", "d2-d7"),
            "Zeile 12: 'd2-d7' kann hier nicht gespielt werden ({because})",
        ),
        (GOOD.replace("Players: 2\n", ""), "die Kopfzeile Players fehlt"),
        (
            GOOD.replace("setup: picture", "setup: art"),
            "Zeile 4: Option setup: das ist nicht möglich (setup=art: setup takes placed or picture)",
        ),
    ):
        with pytest.raises(RecordError) as problem:
            Record.loads(wrong)
        told = told.format(because=problem.value.because)
        assert problem.value.translated(german) == told
        assert problem.value.translated(speaker("en")) == str(problem.value)


def test_a_missing_header_is_named():
    with pytest.raises(RecordError, match="the header Players is missing"):
        Record.loads(GOOD.replace("Players: 2\n", ""))


@pytest.mark.parametrize("name", waterside.all_games())
def test_whole_games_read_back_exactly(name):
    rng = random.Random(name)
    game = waterside.game(name)
    for players in range(game.seats[0], game.seats[1] + 1):
        end = random_end(game.new(players), rng)
        record = Record.of(end, seats={1: "Ada"})
        assert Record.loads(record.dumps()) == record
        assert record.position() == end
        assert record.result is not None


@given(name=st.text(max_size=40), other=st.text(max_size=200))
@settings(max_examples=60, deadline=None)
def test_names_and_headers_cannot_break_a_record(name, other):
    start = waterside.game("kariba").new(2).play("draw 1")
    record = Record.of(start, seats={1: name}, headers={"Note": other})
    again = Record.loads(record.dumps())
    assert again.actions == record.actions
    assert again.position() == start


@given(text=st.text(max_size=300))
@settings(max_examples=100, deadline=None)
def test_nonsense_is_never_more_than_a_bad_record(text):
    for wrong in (text, "Waterside record 1\n" + text, GOOD + text):
        with contextlib.suppress(RecordError):
            Record.loads(wrong)


def test_a_series_sums_scores_and_ends():
    series = Series(waterside.game("kariba"), players=3)
    rng = random.Random(1)
    starters = []
    while not series.is_over:
        assert series.winners() is None
        start = series.next()
        starters.append(start.options["starter"])
        series.add(random_end(start, rng))
    assert starters == [1, 2, 3]
    assert series.scores == [sum(end.scores()[seat] for end in series.played) for seat in range(3)]
    best = max(series.scores)
    assert series.winners() == [s + 1 for s in range(3) if series.scores[s] == best]
    with pytest.raises(IllegalActionError, match="series of 3 games is over"):
        series.next()


def test_a_series_takes_only_its_own_finished_games():
    series = Series(waterside.game("kariba"), players=2, games=2, starter=2)
    with pytest.raises(IllegalActionError, match="not ended"):
        series.add(series.next())
    foreign = random_end(waterside.game("kariba").new(2), random.Random(3))
    with pytest.raises(IllegalActionError, match="does not belong"):
        series.add(foreign)
    assert series.played == []
    with pytest.raises(WatersideError, match="at least 1"):
        Series(waterside.game("kariba"), games=0)
