"""The rules for people as a page: the guide's Markdown, with pictures from the game's lessons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from waterside.core.game import Game
from waterside.core.position import Position
from waterside.core.registry import game
from waterside.pictures import picture_of
from waterside.pictures.poster import COVER, poster
from waterside.text.language import speaker
from waterside.text.lessons import SEAT, Figure, tour_of

MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass(frozen=True)
class Guide:
    """A guide as HTML, section by section."""

    opening: Markup
    sections: tuple[tuple[str, Markup], ...]
    """The title and the text of each section."""


def has_guide(kind: Game) -> bool:
    """Whether the game has a guide to its rules."""
    return (kind.parts.folder / "guide" / "en.md").is_file()


@cache
def guide(name: str, language: str) -> Guide:
    """The guide of a game, in English if there is none in this language."""
    kind = game(name)
    spoken = language if (kind.parts.folder / "guide" / f"{language}.md").is_file() else "en"
    tokens = MARKDOWN.parse(kind.guide(spoken))
    starts = [i for i, one in enumerate(tokens) if one.type == "heading_open" and one.tag == "h2"]
    edges = [*starts, len(tokens)]
    pieces = []
    for number, (start, end) in enumerate(pairwise(edges), start=1):
        tokens[start].attrSet("id", f"section-{number}")
        written = render(tokens[start:end]) + figures(kind, number, language)
        pieces.append((tokens[start + 1].content, written))
    return Guide(render(tokens[: edges[0]]), tuple(pieces))


def render(tokens: Sequence[Token]) -> Markup:
    """Tokens of a guide as HTML, escaped by the Markdown library."""
    written = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
    table = '<div class="wide-table" tabindex="0">\n<table>'
    return Markup(written.replace("<table>", table).replace("</table>", "</table></div>"))


def figures(kind: Game, section: int, language: str) -> Markup:
    """The pictures that belong to a section."""
    tour, say = tour_of(kind), speaker(language)
    found = Markup()
    for number, one in enumerate(tour.lessons.figures if tour else (), start=1):
        if one.section == section:
            said = escape(say(one.caption))
            found += Markup(
                '<figure><img src="/rules/{}/{}.svg?language={}" alt="{}" loading="lazy">'
                "<figcaption>{}</figcaption></figure>\n"
            ).format(kind.name, number, language, said, said)
    return found


def has_figure(kind: Game, number: int) -> bool:
    """Whether the guide of a game has a picture of this number."""
    tour = tour_of(kind)
    return tour is not None and 1 <= number <= len(tour.lessons.figures)


@cache
def figure(name: str, number: int, language: str, theme: str) -> str:
    """A picture of the guide as an SVG file; only for numbers that there are, as all are kept."""
    tour = tour_of(game(name))
    assert tour is not None, "only games with a tour have pictures in their guides"
    one: Figure = tour.lessons.figures[number - 1]
    position = tour.scenes[one.step - 1][-1]
    return picture_of(position, SEAT, language).standalone(theme or None)


@cache
def sample(name: str, language: str, theme: str) -> str:
    """The picture that represents a game: its cover, or a position where it has none."""
    kind = game(name)
    if kind.parts.cover is not None:
        return poster(COVER, kind.parts.cover(), theme=theme or None)
    tour = tour_of(kind)
    position = tour.sample if tour else begun(kind)
    return picture_of(position, SEAT if tour else None, language).standalone(theme or None)


def begun(kind: Game) -> Position:
    """The first position in which a player has a choice."""
    position = kind.new()
    while position.actor == "chance":
        position = position.play(next(iter(position.chances())))
    return position
