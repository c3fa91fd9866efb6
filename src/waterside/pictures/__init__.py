"""Pictures: boards as scenes made in Python, the same for browser, notebook, docs and export."""

from waterside.pictures.drawing import Drawing, Guidance, drawing_of, picture_of
from waterside.pictures.palette import add_colours, stylesheet
from waterside.pictures.picture import Picture
from waterside.pictures.scene import (
    Group,
    Motion,
    Part,
    Scene,
    Scenery,
    Step,
    last_steps,
    symbol,
    turned,
)

__all__ = [
    "Drawing",
    "Group",
    "Guidance",
    "Motion",
    "Part",
    "Picture",
    "Scene",
    "Scenery",
    "Step",
    "add_colours",
    "drawing_of",
    "last_steps",
    "picture_of",
    "stylesheet",
    "symbol",
    "turned",
]
