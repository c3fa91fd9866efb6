"""How texts are said in a reader's language; ``waterside.text.language`` has the languages."""

from __future__ import annotations

from gettext import NullTranslations


class Say:
    """Says texts in one language, as its catalogue has them.

    >>> say = Say("en", NullTranslations())
    >>> say("{who} draws a card.", who="Ada")
    'Ada draws a card.'
    >>> say.n("{count} move", "{count} moves", 3)
    '3 moves'
    """

    def __init__(self, language: str, catalogue: NullTranslations) -> None:
        self.language = language
        self.catalogue = catalogue

    def __call__(self, text: str, /, **parts: object) -> str:
        """A text with its ``{parts}`` filled in; without parts it is left as it is."""
        said = self.gettext(text)
        return said.format(**parts) if parts else said

    def n(self, one: str, many: str, count: int, /, **parts: object) -> str:
        """A text about so many things: for one, or for several; ``{count}`` is the number."""
        return self.ngettext(one, many, count).format(count=count, **parts)

    def gettext(self, text: str) -> str:
        """The text as the catalogue has it, for template engines."""
        return self.catalogue.gettext(text)

    def ngettext(self, one: str, many: str, count: int) -> str:
        """The text for so many things as the catalogue has it, for template engines."""
        return self.catalogue.ngettext(one, many, count)

    def __repr__(self) -> str:
        return f"speaker({self.language!r})"
