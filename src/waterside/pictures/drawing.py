"""How the positions of a game are drawn: by its ``scene.py``, or by the sketch of a game that has
none.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import chain
from typing import Protocol

from waterside.core.game import Game
from waterside.core.position import Position
from waterside.pictures import plain
from waterside.pictures.picture import Picture
from waterside.pictures.scene import Scene, Scenery, Step, last_steps
from waterside.text.language import Say, speaker


class Guidance(Protocol):
    """What a game's ``guidance.py`` says to who chooses by touch, in words for the player to act.

    ``touched`` are the parts that were touched one after the other.
    """

    def prompt_after(
        self, seen: Position, touched: Sequence[str], say: Say, names: Sequence[str]
    ) -> str:
        """What is to be touched next, after parts with which some choice begins."""

    def why_not(
        self, seen: Position, touched: Sequence[str], say: Say, names: Sequence[str]
    ) -> str:
        """Why the last of these parts cannot be touched now; empty if there is nothing to say."""


class Drawing:
    """Draws the positions of one game: by its scene, or by one for more width than height if it has
    such; ``guidance`` are words about touches.

    ``alike`` are actions that have the same label and the same touches wherever they are legal. Where
    there are hundreds to choose from, naming them makes updates several times as quick.
    """

    def __init__(
        self,
        scene: Scene,
        wide: Scene | None = None,
        guidance: Guidance | None = None,
        alike: Container[str] = (),
    ) -> None:
        self.scene = scene
        self.wide = wide
        self.guidance = guidance
        self.alike = alike

    def scene_for(self, wide: bool) -> Scene:
        """The scene for more width than height, or the usual one."""
        return self.wide if wide and self.wide is not None else self.scene

    def scenery(self, variant: str) -> Scenery:
        """The scenery of this name in either scene; KeyError if there is none."""
        try:
            return self.scene.scenery(variant)
        except KeyError:
            if self.wide is None:
                raise
            return self.wide.scenery(variant)

    def draw(
        self,
        seen: Position,
        seat: int | None,
        say: Say,
        last: Sequence[Step] = (),
        names: Sequence[str] = (),
    ) -> Picture:
        """What a viewer sees, from their own side; ``seen`` is ``position.seen_by(seat)``."""
        scene = self.scene
        variant = scene.variant(seen, seat)
        groups = (scene.fixtures(variant, say), *scene.parts(seen, seat, say, last, names))
        parts = tuple(chain.from_iterable(groups))
        return Picture(scene.scenery(variant), parts, scene.title(seen, say))

    def touches(self, seen: Position, action: str) -> tuple[str, ...]:
        """The ids of the parts that the player to act touches, in order, to choose an action."""
        return self.scene.touches(seen, action)

    def svg(self, position: Position) -> str:
        """All that a position knows, as SVG that stands alone."""
        return self.draw(position, None, speaker(), last_steps(position, None)).standalone()


PLAIN = Drawing(plain)


def drawing_of(game: Game) -> Drawing:
    """What draws a game; its sketch with buttons where it has no scene of its own."""
    drawing = game.parts.drawing
    return drawing if isinstance(drawing, Drawing) else PLAIN


def picture_of(
    position: Position, seat: int | None = None, language: str = "en", names: Sequence[str] = ()
) -> Picture:
    """What a seat sees (None: a spectator), as a picture with ``svg`` and ``standalone()``."""
    return drawing_of(position.game).draw(
        position.seen_by(seat), seat, speaker(language), last_steps(position, seat), names
    )
