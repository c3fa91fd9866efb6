"""Pictures: boards drawn as SVG in Python, the same for browser, notebook, docs and export."""

from waterside.pictures.palette import add_colours, stylesheet
from waterside.pictures.picture import (
    Drawing,
    Part,
    Picture,
    Step,
    last_steps,
    part,
    ring,
    thing,
    turned,
)

__all__ = [
    "Drawing",
    "Part",
    "Picture",
    "Step",
    "add_colours",
    "last_steps",
    "part",
    "ring",
    "stylesheet",
    "thing",
    "turned",
]
