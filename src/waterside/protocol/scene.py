"""The board as a browser gets it: a scene once, and then what each step has changed.

``waterside.pictures.scene`` says what parts and motions are.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

Number = int | float


class SceneModel(BaseModel):
    """What all of these have in common."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class ScenePart(SceneModel):
    """A part of the board: all that is not as usual of a new one, what has changed of one that was
    there before.
    """

    id: str
    was: str | None = None
    """The id that the same thing had before."""
    symbol: str | None = None
    x: Number | None = None
    y: Number | None = None
    turn: Number | None = None
    scale: Number | None = None
    layer: int | None = None
    classes: str | None = None
    text: str | None = None
    label: str | None = None
    path: str | None = None


class SceneMove(SceneModel):
    """How a part moves, where it does more than slide, appear or vanish."""

    id: str
    start: str | None = Field(None, alias="from")
    """The part from whose place it appears."""
    end: str | None = Field(None, alias="to")
    """The part in whose place it vanishes."""
    way: list[Number] = []
    """The points that it comes by: x, y, x, y and so on."""
    how: str = ""
    back: str = ""
    late: bool = False


class SceneStep(SceneModel):
    """What one step has changed, in order: a roll, a draw, a walk, a fall."""

    parts: list[ScenePart] = []
    gone: list[str] = []
    moves: list[SceneMove] = []
    text: str = ""
    """What happened, in the viewer's language; empty if there is nothing to tell."""
    actor: int | None = None
    """Whose step it was; None for chance."""


class SceneView(SceneModel):
    """The whole board."""

    scenery: str
    """Where the fixed drawing is, which never changes under this address."""
    title: str
    parts: list[ScenePart]
