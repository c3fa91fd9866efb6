"""The catalogues have every text of the code and the pages, in every language, and as it should be."""

import re
import shutil

import pytest
from tools import catalogues

from waterside.text.language import LANGUAGES

# Texts that are the same in another language, or have no words at all.
SAME = {
    "{label}?",
    "{verdict}: {text}",
    "{problem}",
    "{who}: {action}.",
    "{who}: {colour}",
    "{count} s",
    "{count} min",
    ("{count} minute", "{count} minutes"),
    ("{count} point", "{count} points"),
    "{game}: {names}",
    "{place}.",
    "bot",
    "Bot: {level}",
    "Chat",
    "Club",
    "Expert",
    "Name",
    "Normal",
    "Pause",
    "Position",
    "System",
    "Volume",
}


@pytest.fixture(scope="module")
def template():
    return catalogues.in_code()


@pytest.fixture
def copied(tmp_path):
    return shutil.copytree(catalogues.LOCALE, tmp_path / "locale")


def test_every_text_is_translated_as_it_should_be(template):
    assert set(catalogues.LANGUAGES) == set(LANGUAGES) - {"en"}
    assert catalogues.problems(template) == []


def test_every_text_can_be_found(template):
    assert catalogues.unreadable() == []
    assert len(list(template)) > 200


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_no_english_is_left(language):
    left = [
        message.id
        for message in catalogues.translated(language)
        if message.id and set(catalogues.forms(message.id)) & set(catalogues.forms(message.string))
    ]
    assert set(left) <= SAME


def changed(locale, old, new):
    path = catalogues.path("de", "po", locale)
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('msgstr "Der Pool ist leer."', 'msgstr ""', "not translated"),
        ('msgid "The pool is empty."', '#, fuzzy\nmsgid "The pool is empty."', "fuzzy"),
        ('msgid "The pool is empty."', 'msgid "The pool was empty."', "no longer in the code"),
        ('msgid "The pool is empty."', 'msgid "The pool was empty."', "not in the catalogue"),
        ('msgstr "Der Pool ist leer."', 'msgstr "Der Pool ist {leer}."', "not the same"),
        ('msgstr "{who} zieht eine Karte."', 'msgstr "Wer zieht eine Karte."', "not the same"),
        ('msgstr[1] "{count} Zebras"', 'msgstr[1] "viele Zebras"', "not the same"),
        ('msgstr "Der Pool ist leer."', 'msgstr "Kein Mensch im Pool."', "not made from"),
    ],
)
def test_what_is_wrong_is_found(template, copied, old, new, problem):
    before = catalogues.problems(template, copied)
    changed(copied, old, new)
    found = set(catalogues.problems(template, copied)) - set(before)
    assert any(problem in line and line.startswith("de: ") for line in found), found


def test_an_update_keeps_what_is_known_and_nothing_else(template, copied):
    changed(copied, 'msgid "The pool is empty."', 'msgid "The pool was empty."')
    updated = catalogues.updated("de", template, copied)
    assert not updated.get("The pool is empty.").string
    assert updated.get("The pool was empty.") is None
    assert updated.get("Right!").string == "Richtig!"
    assert catalogues.as_po(updated) == catalogues.as_po(catalogues.updated("de", template, copied))


def test_texts_are_found_wherever_they_stand(tmp_path):
    (tmp_path / "one.py").write_text(
        "def one(say, eyes, n):\n    a = f'{say('inside')} {n}'\n".replace("'inside'", '"inside"')
        + "    b = say('this' if n else 'that', n=f(n))\n"
        "    c = say.n('{count} day', '{count} days', f(n), who=g(n))\n"
        "    d = eyes.say('looking') + later('later')\n"
        "    raise RefusalError(Code.BAD, 'no {n}', n=n)\n"
    )
    (tmp_path / "two.py").write_text("say(f'{n} cards')\nsay('cards: ' + n)\nsay(text)\n")
    (tmp_path / "page.html").write_text(
        "<p>{% trans who=name %}Hello {{ who }}{% endtrans %}</p>{{ _('Bye') }}"
        "{% trans count=n %}{{ count }} seat{% pluralize %}{{ count }} seats{% endtrans %}"
    )
    found = {message.id for message in catalogues.in_code(tmp_path) if message.id}
    assert found == {
        "inside",
        "this",
        "that",
        ("{count} day", "{count} days"),
        "looking",
        "later",
        "no {n}",
        "Hello %(who)s",
        "Bye",
        ("%(count)s seat", "%(count)s seats"),
    }
    assert [line[:8] for line in catalogues.unreadable(tmp_path)] == ["two.py:1", "two.py:2"]


def test_a_page_must_keep_its_parts_too():
    assert catalogues.parts("Hello %(who)s and {what:g}") == ["what:g", "who"]


def test_no_french_line_ends_between_a_verb_and_its_pronoun():
    ending = re.compile(r"\w-(tu|toi|le|la|les|moi|nous|vous|il|elle|on|ce|là)\b")
    found = [
        text
        for message in catalogues.translated("fr")
        for text in catalogues.forms(message.string)
        if ending.search(text)
    ]
    assert found == [], "a hyphen that does not break is U+2011"
