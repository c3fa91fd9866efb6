"""The languages that Waterside speaks to people, through gettext.

Texts in the code are English and are marked by calling a ``Say`` with them; the catalogues in
``waterside/locale`` have them in the other languages. ``tools/catalogues`` keeps those up to date.
"""

from __future__ import annotations

import copyreg
import gettext
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from waterside.core.language import Say as Say

LANGUAGES = ("en", "fr", "de")
DOMAIN = "waterside"
CATALOGUES = Path(__file__).parents[1] / "locale"


@cache
def speaker(language: str = "en") -> Say:
    """What says texts in this language; English where there is no catalogue for it.

    >>> say = speaker("de")
    >>> say("{who} draws a card.", who="Ada")
    'Ada zieht eine Karte.'
    >>> say.n("{count} move", "{count} moves", 3)
    '3 Züge'
    """
    if language == LANGUAGES[0] or language not in LANGUAGES:
        return Say(LANGUAGES[0], gettext.NullTranslations())
    return Say(language, gettext.translation(DOMAIN, CATALOGUES, [language]))


def _by_language(say: Say) -> tuple[Callable[[str], Say], tuple[str]]:
    """What says texts travels to another process as the name of its language."""
    return speaker, (say.language,)


copyreg.pickle(Say, _by_language)


def later(text: str) -> str:
    """Marks a text that is said later, when the reader is known."""
    return text


def best_language(accepted: str | None) -> str:
    """The language for a reader, from an Accept-Language header; English if none fits.

    >>> best_language("fr-CA, en;q=0.8")
    'fr'
    >>> best_language("nl, de;q=0.5, en;q=0.4")
    'de'
    """
    wishes: list[tuple[float, int, str]] = []
    for place, wish in enumerate((accepted or "").split(",")):
        name, *settings = (part.strip() for part in wish.split(";"))
        language = name.lower().partition("-")[0]
        weight = quality(settings)
        if weight > 0 and (language in LANGUAGES or language == "*"):
            wishes.append((-weight, place, LANGUAGES[0] if language == "*" else language))
    return min(wishes)[2] if wishes else LANGUAGES[0]


def quality(settings: list[str]) -> float:
    """How much a language is wished for, from 0 to 1; 0 for what cannot be read."""
    for setting in settings:
        name, _, value = setting.partition("=")
        if name.strip().lower() == "q":
            try:
                weight = float(value)
            except ValueError:
                return 0
            return weight if 0 <= weight <= 1 else 0
    return 1


def own_language(environment: Mapping[str, str]) -> str:
    """The language of a computer, from its environment; English if we do not speak it."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if spoken := environment.get(variable):
            return spoken[:2] if spoken[:2] in LANGUAGES else LANGUAGES[0]
    return LANGUAGES[0]
