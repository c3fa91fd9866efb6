"""What Cromado says about touches: what comes next, and why something cannot be touched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from waterside.core.position import Position
from waterside.games.cromado.board import BRIDGE, GOAL, LAYING, MOVE, PUTTING
from waterside.text.language import Say
from waterside.text.narration import state


def prompt_after(seen: Position, touched: Sequence[str], say: Say, names: Sequence[str]) -> str:
    """Where the bridge lies, or where the stone walks."""
    s = state(seen)
    if s.phase in (LAYING, PUTTING):
        return say("Choose the field under the middle of the bridge")
    return say.n(
        "Choose where to move it: exactly {count} space",
        "Choose where to move it: exactly {count} spaces",
        int(s.roll),
    )


def why_not(seen: Position, touched: Sequence[str], say: Say, names: Sequence[str]) -> str:
    """Why there is no room for a bridge, why it cannot be lifted, or why a stone cannot walk."""
    s = state(seen)
    kind, _, what = touched[-1].partition("-")
    if s.phase in (LAYING, PUTTING):
        if s.phase == PUTTING and kind == "gap":
            return say("It must not go exactly back.")
        if kind in ("cell", "bridge", "island", "stone"):
            return say("A bridge needs three fields of open water in a row.")
        return ""
    if kind == "stone":
        return why_no_walk(s, what, say, names)
    if s.phase == BRIDGE:
        if kind == "bridge":
            return say("A stone stands on this bridge.")
        return say("Lift a bridge, or leave all bridges where they are.") if kind == "cell" else ""
    if kind == "bridge":
        return (
            say("Bridges are moved only after a 1 or a 6.")
            if len(touched) == 1
            else too_far(s, say)
        )
    if kind in ("cell", "end", "goal", "island"):
        return too_far(s, say) if len(touched) > 1 else say("First choose the stone to move.")
    return ""


def why_no_walk(s: Any, stone: str, say: Say, names: Sequence[str]) -> str:
    """Why a stone, written like ``2-1``, is not chosen now."""
    player, i = (int(number) - 1 for number in stone.split("-"))
    if s.phase == BRIDGE:
        return say("First lift a bridge, or leave all bridges where they are.")
    if player != s.player:
        return say("This stone belongs to {who}.", who=names[player])
    if s.stone[player, i] == GOAL:
        return say("This stone has arrived.")
    if s.phase != MOVE:
        return ""
    return say.n(
        "No way of exactly {count} space leads from here over bridges to a free field.",
        "No way of exactly {count} spaces leads from here over bridges to a free field.",
        int(s.roll),
    )


def too_far(s: Any, say: Say) -> str:
    """Why a walk does not end there."""
    return say.n(
        "The stone moves exactly {count} space over bridges, to a free field.",
        "The stone moves exactly {count} spaces over bridges, to a free field.",
        int(s.roll),
    )
