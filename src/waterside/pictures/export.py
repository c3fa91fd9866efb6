"""Pictures as files: SVG alone needs nothing; PNG and GIF need the extra ``pictures``."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

from waterside.core.errors import InvalidValueError
from waterside.core.extras import require
from waterside.pictures.picture import Picture

COLOURS = 255
PAUSE, LAST_PAUSE = 700, 3000  # milliseconds that a GIF shows a picture


def png(picture: Picture, width: int = 1200, theme: str = "light") -> bytes:
    """The picture as PNG, so many pixels wide."""
    svg = picture.standalone(theme)
    written = require("resvg_py", "pictures").svg_to_bytes(svg_string=svg, width=width)
    return bytes(written)


def gif(pictures: Iterable[Picture], width: int = 600, theme: str = "light") -> bytes:
    """The pictures one after the other as a GIF that begins again after the last."""
    image = require("PIL.Image", "pictures")
    frames: list[Any] = []
    for picture in pictures:
        frame = image.open(io.BytesIO(png(picture, width, theme))).convert("RGB")
        # one palette for all, without dithering: what does not change costs nothing
        frames.append(frame.quantize(COLOURS, palette=frames[0] if frames else None, dither=0))
    if not frames:
        raise InvalidValueError("a GIF needs at least one picture")
    pauses = [PAUSE] * (len(frames) - 1) + [LAST_PAUSE]
    out = io.BytesIO()
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=pauses, loop=0)
    return out.getvalue()
