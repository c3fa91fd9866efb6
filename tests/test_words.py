"""What the games say: every choice and every event has words, in every language, and no words tell
what their reader may not know.
"""

import random
import re

import pytest

import waterside
from waterside.engine.rng import generator
from waterside.text.language import LANGUAGES, best_language, later, own_language, speaker
from waterside.text.narration import PlainNarrator, narrate, seat_names

CASES = {
    "crocodile": [(2, {}), (2, {"setup": "picture", "bar": "near", "patience": 9})],
    "cromado": [(2, {"turn_limit": 12}), (4, {"reroll_any": True, "turn_limit": 9})],
    "splash": [(2, {}), (4, {"shows": 0, "turn_limit": 20}), (6, {"shows": 100})],
    "kariba": [(2, {}), (4, {"market": True}), (3, {"market": True, "starter": 2})],
}
EACH = [
    pytest.param(name, players, options, id=f"{name}-{players}-{number}")
    for name, cases in CASES.items()
    for number, (players, options) in enumerate(cases)
]
SPEAKERS = [speaker(language) for language in LANGUAGES]
MOST = 400


def steps(name, players, options, seed):
    """A random game, action by action; it walks through rare choices too."""
    rng = random.Random(seed)
    position = waterside.game(name).new(players, **options)
    while not position.is_over and position.number < MOST:
        choices = sorted(position.action_numbers)
        kinds = {choice.rstrip("0123456789") for choice in choices}
        kind = rng.choice(sorted(kinds)) if rng.random() < 0.3 else ""
        fitting = [one for one in choices if one.rstrip("0123456789") == kind] or choices
        after = position.play(rng.choice(fitting))
        yield position, after
        position = after


def viewers(players):
    return [None, *range(1, players + 1)]


@pytest.mark.parametrize(("name", "players", "options"), EACH)
def test_every_choice_has_a_label_of_its_own_and_every_turn_a_prompt(name, players, options):
    words = waterside.game(name).text
    for before, _ in steps(name, players, options, 1):
        for say in SPEAKERS:
            for viewer in viewers(players):
                seen = before.seen_by(viewer)
                if before.actor != "chance" and viewer == before.actor:
                    assert words.prompt(seen, say)
            if isinstance(before.actor, int):
                seen = before.seen_by(before.actor)
                labels = [words.label(seen, action, say) for action in before.legal()]
                assert all(label.strip() and "{" not in label for label in labels)
                assert len(set(labels)) == len(labels), labels


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "options"), EACH)
def test_every_event_and_every_end_is_narrated_to_every_viewer(name, players, options):
    names = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Fay"][:players]
    for seed in range(2):
        for before, after in steps(name, players, options, seed):
            for say in SPEAKERS:
                for viewer in viewers(players):
                    text = narrate(before, after, viewer, names, say)
                    assert text == "" or text.endswith((".", "!")), text
                    assert "{" not in text
                    own = viewer is not None and names[viewer - 1] in text
                    assert not own, f"{viewer} is called by name: {text}"
                if isinstance(before.actor, int) and after.action != "pile":
                    assert names[before.actor - 1] in narrate(before, after, None, names, say)
        assert after.is_over
        for say in SPEAKERS:
            for viewer in viewers(players):
                lines = after.game.text.ending(after.seen_by(viewer), names, viewer, say)
                assert len(lines) >= 3
                assert all(line.endswith((".", "!")) and "{" not in line for line in lines)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "options"), EACH)
def test_worlds_that_look_alike_are_narrated_alike(name, players, options):
    names = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Fay"][:players]
    say = speaker()
    compared = 0
    for before, after in steps(name, players, options, 3):
        for viewer in viewers(players):
            text = narrate(before, after, viewer, names, say)
            secret = not before.is_seen_by(viewer)
            others = before.chances() if secret else [after.action]
            world = before.seen_by(viewer).imagine(generator(before.number, 7))
            assert world.seen_by(viewer) == before.seen_by(viewer)
            for other in others:
                for start in (before, world):
                    if other in start.action_numbers:
                        there = start.play(other)
                        if secret or there.seen_by(viewer) == after.seen_by(viewer):
                            assert narrate(start, there, viewer, names, say) == text
                            compared += 1
    assert compared > 50


KARIBA = ["draw 3"] * 5 + ["draw 1"] * 3 + ["draw 8"] * 2
TOLD = {
    "en": [
        "You play 3 zebras.",
        "You draw: zebra (3).",
        "Ben plays 3 mice.",
        "Ben draws a card.",
        "You play one elephant.",
        "Ben plays one mouse and wins one elephant.",
    ],
    "fr": [
        "Tu joues 3 zèbres.",
        "Tu pioches\u00a0: zèbre (3).",
        "Ben joue 3 souris.",
        "Ben pioche une carte.",
        "Tu joues un éléphant.",
        "Ben joue une souris et gagne un éléphant.",
    ],
    "de": [
        "Du spielst 3 Zebras.",
        "Du ziehst: Zebra (3).",
        "Ben spielt 3 Mäuse.",
        "Ben zieht eine Karte.",
        "Du spielst einen Elefanten.",
        "Ben spielt eine Maus und gewinnt einen Elefanten.",
    ],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_reads_well(language):
    position = waterside.game("kariba").new(2)
    for action in KARIBA:
        position = position.play(action)
    heard = []
    for action in ["3x3", "draw 3", "draw 3", "draw 8", "1x3", "draw 1", "draw 2", "draw 2"]:
        after = position.play(action)
        heard.append(narrate(position, after, 1, ["Ada", "Ben"], speaker(language)))
        position = after
    for action in ["8x1", "draw 5", "1x1"]:
        after = position.play(action)
        heard.append(narrate(position, after, 1, ["Ada", "Ben"], speaker(language)))
        position = after
    assert [heard[0], heard[1], heard[4], heard[5], heard[8], heard[10]] == TOLD[language]


def test_what_one_player_draws_is_not_told_to_others():
    position = waterside.game("kariba").new(2)
    for action in [*KARIBA, "3x1"]:
        position = position.play(action)
    after = position.play("draw 7")
    names = seat_names(position, speaker())
    assert narrate(position, after, 1, names, speaker()) == "You draw: rhino (7)."
    for viewer in (2, None):
        assert narrate(position, after, viewer, names, speaker()) == "Seat 1 draws a card."


def test_seats_have_names_and_marks():
    crocodile, splash = waterside.game("crocodile"), waterside.game("splash")
    assert seat_names(crocodile.new(), speaker("fr")) == ["Rouge", "Jaune"]
    assert [crocodile.text.seat_mark(seat) for seat in (1, 2)] == ["▲", "●"]
    assert seat_names(splash.new(3), speaker("de")) == ["Sitz 1", "Sitz 2", "Sitz 3"]
    assert splash.text.seat_mark(1) == ""


def test_a_name_is_never_read_as_a_text_to_fill_in():
    game = waterside.game("crocodile")
    position = game.new(setup="picture")
    after = position.play("c5-c6")
    text = narrate(position, after, None, ["{who}", "%s"], speaker())
    assert text == "{who} moves the swimmer from c5 to c6."


def test_a_named_player_is_named_in_the_choice():
    position = waterside.game("splash").new(3)
    for colour in waterside.games.splash.notation.NAMES * 3:
        position = position.play(f"stand {colour}")
    for token in ("red", "blue", "green"):
        position = position.play(f"token {token}")
    for action in ("take 18", "shows 1", "cw", "sinks 1"):
        position = position.play(action)
    label = position.game.text.label
    assert label(position.seen_by(1), "accuse 2 blue", speaker("de")) == "Sitz 2 ist Blau ◆"
    names = ["Ada", "Ben", "Cleo"]
    assert label(position.seen_by(1), "accuse 2 blue", speaker(), names) == "Ben is blue ◆"


def test_a_game_without_words_speaks_in_its_notation():
    say, words = speaker("de"), PlainNarrator()
    position = waterside.game("crocodile").new(setup="picture", patience=1)
    after = position.play("c5-c6")
    assert words.label(position, "c5-c6", say) == "c5-c6"
    assert words.prompt(position, say) == "Du bist dran"
    assert words.narrate(position, after, "c5-c6", 1, 1, ["Ada", "Ben"], say) == "Du: c5-c6."
    assert words.narrate(position, after, "c5-c6", 1, 2, ["Ada", "Ben"], say) == "Ada: c5-c6."
    assert words.narrate(position, after, None, "chance", 2, ["Ada", "Ben"], say) == ""
    assert words.ending(after, ["Ada", "Ben"], 2, say) == [
        "Unentschieden zwischen Ada und dir.",
        "Gleichstand an der Spitze: je 0 Punkte.",
        "Punkte: Ada 0, Ben 0.",
    ]


@pytest.mark.parametrize(
    ("header", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("fr", "fr"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("en;q=0.5, fr;q=0.6", "fr"),
        ("nl, *;q=0.1", "en"),
        ("fr;q=0, de;q=0.1", "de"),
        ("de;q=many, fr;q=0.2", "fr"),
        (";;,=,q=1", "en"),
        ("zh-Hant, ja", "en"),
    ],
)
def test_the_best_language_of_a_reader(header, language):
    assert best_language(header) == language


def test_the_language_of_a_computer():
    assert own_language({"LANG": "fr_FR.UTF-8"}) == "fr"
    assert own_language({"LC_ALL": "de_CH", "LANG": "fr_FR.UTF-8"}) == "de"
    assert own_language({"LC_ALL": "C", "LANG": "fr_FR.UTF-8"}) == "en"
    assert own_language({}) == "en"
    assert speaker("nl") == speaker("xx") or speaker("nl").language == "en"
    assert later("a text") == "a text"


@pytest.mark.parametrize("name", CASES)
def test_the_home_page_and_the_rules_name_the_same_length(name):
    kind = waterside.game(name)
    lessons = kind.parts.lessons
    for language in LANGUAGES:
        opening = kind.guide(language).split("## ")[0]
        found = re.findall(r"(\d+) [Mm]inut", opening)
        assert found == [str(lessons.minutes)], (language, found)
