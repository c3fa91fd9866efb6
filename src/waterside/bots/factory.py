"""Bots by their names: ``random``, ``greedy``, ``net``, ``search:ms=200``, a level, a third party's."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from waterside.bots.bot import Bot
from waterside.bots.levels import LEVELS, LevelBot
from waterside.bots.simple import RandomBot
from waterside.core.errors import InvalidValueError

ENTRY_POINTS = "waterside.bots"


class BotSpecError(InvalidValueError):
    """A bot that there is not, or settings that it does not take."""


def kinds() -> dict[str, Callable[..., Bot]]:
    """What bots there are, by name: each takes its settings as keywords."""
    found: dict[str, Callable[..., Bot]] = {
        "random": RandomBot,
        "greedy": partial(thinking, "search", "GreedyBot"),
        "search": partial(thinking, "search", "SearchBot"),
        "net": partial(thinking, "net", "NetBot"),
    }
    for level in LEVELS:
        found[level] = partial(LevelBot, level)
    for point in entry_points(group=ENTRY_POINTS):
        found.setdefault(point.name, third_party(point))
    return found


def thinking(module: str, kind: str, **settings: Any) -> Bot:
    """Makes a bot that needs NumPy, which is imported only then."""
    bot: Bot = getattr(import_module(f"waterside.bots.{module}"), kind)(**settings)
    return bot


def third_party(point: EntryPoint) -> Callable[..., Bot]:
    """Makes a bot of another package, which is loaded only when it is asked for."""

    def make(**settings: Any) -> Bot:
        bot: Bot = point.load()(**settings)
        return bot

    return make


def make_bot(spec: str) -> Bot:
    """The bot of this name, with settings after a colon: ``search:ms=200``."""
    name, _, written = spec.partition(":")
    name = name.lower()
    found = kinds()
    if name not in found:
        raise BotSpecError(f"{spec}: no such bot; there are {', '.join(found)}")
    settings: dict[str, Any] = {}
    for part in filter(None, written.split(",")):
        key, equals, value = part.partition("=")
        if not equals:
            raise BotSpecError(f"{spec}: write settings as NAME=VALUE, for example search:ms=200")
        settings[key] = number_or_text(value)
    try:
        bot = found[name](**settings)
    except TypeError as problem:
        raise BotSpecError(f"{spec}: {problem}") from None
    bot.name = spec
    return bot


def number_or_text(value: str) -> int | float | str:
    """The value as a number if it is one."""
    for kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            continue
    return value
