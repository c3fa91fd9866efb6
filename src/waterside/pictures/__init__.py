"""Pictures: boards drawn as SVG in Python, the same for browser, notebook, docs and export."""

from waterside.pictures.drawing import Drawing, drawing_of, picture_of
from waterside.pictures.palette import add_colours, stylesheet
from waterside.pictures.picture import (
    Part,
    Picture,
    PictureModule,
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
    "PictureModule",
    "Step",
    "add_colours",
    "drawing_of",
    "last_steps",
    "part",
    "picture_of",
    "ring",
    "stylesheet",
    "thing",
    "turned",
]
