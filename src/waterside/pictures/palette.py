"""The colours, by light and by dark, and the stylesheet that pictures need.

``stylesheet()`` is what a page serves: colours are custom properties that follow the reader's
system, or the class ``light`` or ``dark`` on the root element. ``stylesheet("dark")`` has them
filled in, for programs that know no custom properties.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

THEMES = ("light", "dark")
VARIABLE = re.compile(r"var\(--([a-z-]+)(?:, ([a-z]+))?\)")

COLOURS: dict[str, tuple[str, str]] = {
    "sand": ("#F8EFDC", "#14212B"),
    "dune": ("#EAD9B5", "#22333F"),
    "dune-deep": ("#D9BF8C", "#30444F"),
    "panel": ("#FFFDF7", "#1E2F3B"),
    "ink": ("#1D2B3A", "#F3EBDD"),
    "faint": ("#5E6B73", "#A9B4B8"),
    "shade": ("#1D2B3A", "#03090D"),
    "foam": ("#E4F6F1", "#4FB3BF"),
    "water": ("#7FD1D6", "#1B7F8E"),
    "water-mid": ("#4DB8C2", "#136575"),
    "water-deep": ("#1E9AAA", "#0B4A59"),
    "sun": ("#F6B93B", "#FFC857"),
    "sun-ink": ("#A86400", "#FFC857"),
    "coral": ("#E4572E", "#FF7A59"),
    "coral-deep": ("#B23A17", "#C44A2A"),
    "chosen": ("#E4572E", "#FFA58E"),
    "lemon": ("#F2C230", "#FFD95A"),
    "lemon-deep": ("#B98A0C", "#C79A1E"),
    "leaf": ("#3E8E5A", "#5CBF7F"),
    "leaf-deep": ("#2A6B41", "#37875A"),
    "sky": ("#2F7EBB", "#6DB4EA"),
    "sky-deep": ("#1F5C8C", "#3F82B5"),
    "plum": ("#7B4B94", "#B98AD0"),
    "plum-deep": ("#5A3470", "#86599F"),
    "coal": ("#39424C", "#2A323A"),
    "coal-deep": ("#1F262D", "#1A2026"),
    # what is dark on dark ground has a light outline
    "coal-rim": ("#1D2B3A", "#C3CCD1"),
    "wood": ("#C98B4E", "#A06A38"),
    "wood-deep": ("#8F5A2B", "#6E4522"),
    # what is printed on paper keeps its colours by night, a little dimmed
    "paper": ("#FFFBF0", "#F1E8D6"),
    "paper-edge": ("#D8C7A3", "#0C161D"),
    "print": ("#1D2B3A", "#15212C"),
    "cream": ("#FFF6E0", "#F6E9CC"),
    "back": ("#1B7383", "#1B7383"),
    "back-light": ("#7FD1D6", "#6CC3C9"),
}  # fmt: skip
"""The common colours by name, light and dark; a game may add its own with ``add_colours``."""


def add_colours(**colours: tuple[str, str]) -> None:
    """Further colours of a game, light and dark; ``_`` in a name stands for ``-``."""
    COLOURS.update({name.replace("_", "-"): pair for name, pair in colours.items()})
    stylesheet.cache_clear()


@cache
def stylesheet(theme: str | None = None) -> str:
    """The stylesheet; for one theme with its colours filled in, else with both."""
    painting = "".join(
        f".f-{name}{{fill:var(--{name})}}.s-{name}{{stroke:var(--{name})}}\n" for name in COLOURS
    )
    here = Path(__file__).parent
    rules = painting + (here / "style.css").read_text("utf-8")
    if theme is not None:
        chosen = {name: pair[THEMES.index(theme)] for name, pair in COLOURS.items()}
        return VARIABLE.sub(lambda found: chosen.get(found[1], found[2]), rules)
    rules += (here / "touch.css").read_text("utf-8")
    light, dark = (
        "".join(f"--{name}:{pair[index]};" for name, pair in COLOURS.items()) for index in (0, 1)
    )
    return (
        f":root{{{light}}}\n"
        f"@media (prefers-color-scheme:dark){{:root:not(.light){{{dark}}}}}\n"
        f":root.dark{{{dark}}}\n{rules}"
    )
