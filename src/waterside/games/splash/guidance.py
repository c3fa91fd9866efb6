"""What Splash Party says about touches: what comes next, and why something cannot be touched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from waterside.core.position import Position
from waterside.games.splash.board import NAME, NONE, TAKE, WAY, is_in
from waterside.games.splash.notation import NAMES
from waterside.games.splash.text import marked
from waterside.text.language import Say
from waterside.text.narration import state


def prompt_after(seen: Position, touched: Sequence[str], say: Say, names: Sequence[str]) -> str:
    """Which colour the chosen player has; or which way the meeple goes."""
    if touched[0].startswith("seat-"):
        who = names[int(touched[0].removeprefix("seat-")) - 1]
        return say("Which colour is {who}? If it is wrong, you are out.", who=who)
    s = state(seen)
    return say.n(
        "It goes {count} place. Which way?",
        "It goes {count} places. Which way?",
        int(s.number[s.place]),
    )


def why_not(seen: Position, touched: Sequence[str], say: Say, names: Sequence[str]) -> str:
    """Why a meeple, a player or a colour cannot be chosen."""
    s = state(seen)
    part = touched[-1]
    if s.phase == NAME:
        return why_not_named(s, touched, say, names)
    if part.startswith("seat-"):
        return say("A colour is named when a meeple has passed the diving board.")
    if not part.startswith("place-"):
        return (
            say("Meeples in the pool stay there.")
            if part.startswith(("swimmer-", "meeple-"))
            else ""
        )
    place = int(part.removeprefix("place-")) - 1
    if s.phase == WAY:
        return say.n(
            "It goes exactly {count} place, one way or the other.",
            "It goes exactly {count} places, one way or the other.",
            int(s.number[s.place]),
        )
    if s.phase != TAKE:
        return ""
    if s.colour[place] == NONE:
        return say("Nobody stands there.")
    return say("This meeple was moved last: take another one.")


def why_not_named(s: Any, touched: Sequence[str], say: Say, names: Sequence[str]) -> str:
    """Why this player or this colour cannot be named."""
    part = touched[-1]
    kind, _, what = part.partition("-")
    if kind == "seat":
        seat = int(what) - 1
        if seat == s.player:
            return say("That is you: name the colour of another player.")
        if not is_in(s, seat):
            return say("{who} is out already.", who=names[seat])
    if kind == "colour":
        colour = NAMES.index(what)
        if colour == s.token[s.player]:
            return say("{colour} is your own colour.", colour=marked(colour, say))
        if not any(standing == colour for standing in s.colour):
            return say("No meeple of {colour} stands any more.", colour=marked(colour, say))
        return say("First choose the player whose colour you name.")
    return say("Name the colour of a player, or stay silent.")
