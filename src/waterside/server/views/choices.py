"""The legal actions as a viewer chooses among them: as objects, and as the JSON of an update."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from json.encoder import encode_basestring as quoted

from waterside.core.game import Game
from waterside.core.position import Position
from waterside.pictures import drawing_of
from waterside.protocol.views import Choice
from waterside.server.domain.table import Table
from waterside.server.views.viewpoint import Viewpoint
from waterside.text.language import Say

Written = tuple[str, str]
"""A choice as JSON, and the part that is touched first where it takes several touches."""


def choices(table: Table, seen: Position, viewpoint: Viewpoint) -> list[Choice]:
    """The legal actions with their labels and, for viewers of a scene, what to touch in it."""
    label, say, names = table.game.text.label, viewpoint.say, viewpoint.names(table)
    if not viewpoint.scene:
        return [Choice(action, label(seen, action, say, names)) for action in seen.legal()]
    touches = drawing_of(table.game).scene.touches
    return [
        Choice(action, label(seen, action, say, names), touches(seen, action))
        for action in seen.legal()
    ]


def first_touches(legal: Sequence[Choice]) -> list[str]:
    """The parts with which choices begin that take several touches."""
    return [choice.touch[0] for choice in legal if len(choice.touch) > 1]


def written_choices(table: Table, seen: Position, viewpoint: Viewpoint) -> list[Written]:
    """The choices of viewers of a scene; there may be hundreds, and most of them are known."""
    game, say, names = table.game, viewpoint.say, viewpoint.names(table)
    label, drawing = game.text.label, drawing_of(game)
    touches, alike, known = drawing.scene.touches, drawing.alike, known_choices(game, say)

    def write(action: str) -> Written:
        choice = written(action, label(seen, action, say, names), touches(seen, action))
        if action in alike:
            known[action] = choice
        return choice

    return [known.get(action) or write(action) for action in seen.legal()]


@cache
def known_choices(game: Game, say: Say) -> dict[str, Written]:
    """What was written of actions of a game that are alike in all positions."""
    return {}


def written(action: str, label: str, touch: tuple[str, ...]) -> Written:
    """One choice."""
    text = f'{{"action":{quoted(action)},"label":{quoted(label)}{written_touch(touch)}}}'
    return text, touch[0] if len(touch) > 1 else ""


@lru_cache(1 << 12)
def written_touch(touch: tuple[str, ...]) -> str:
    """What to touch for it; nothing where the viewer has no scene to touch."""
    return f',"touch":[{",".join(map(quoted, touch))}]' if touch else ""
