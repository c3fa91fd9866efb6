"""Positions by link or by hand: opened, shared, analysed, and played on from."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from waterside.bots.bot import Question
from waterside.bots.queue import Share
from waterside.core.errors import WatersideError
from waterside.core.position import Position
from waterside.core.registry import all_games, game
from waterside.protocol import SearchQuestion
from waterside.review import outcomes
from waterside.review.outcomes import Weighed
from waterside.review.words import percent
from waterside.server.http.access import on_whole_games
from waterside.server.http.errors import HttpError
from waterside.server.http.request import address_of, is_wide
from waterside.server.live.advice import advice
from waterside.server.live.hub import Hub
from waterside.server.site.compression import compressed
from waterside.server.site.templating import Pages, say_for
from waterside.server.site.whole_games import private, whole_game_response
from waterside.server.views.alone import Alone, names_for
from waterside.server.views.review import LEVELS
from waterside.server.views.viewpoint import level_name
from waterside.text.language import Say

MOST_ACTIONS = 1_500
LONGEST_ACTIONS = 20_000
BETWEEN = ";"
"""What stands between the actions in a link."""
OUTCOMES_LIMIT = 300.0
"""Seconds to weigh the outcomes of chance; the first time may have to compile."""
MOST_OUTCOMES = 60
"""Outcomes of chance that can be chosen by hand; of more, some are left out."""


class PositionPages:
    """The page of a position, what it loads, and its analysis."""

    def __init__(self, hub: Hub, pages: Pages) -> None:
        self.hub = hub
        self.pages = pages

    def routes(self) -> list[Route]:
        """The routes of positions."""
        return [
            Route("/position", self.show),
            Route("/position/at", self.at),
            Route("/position/analysis", self.analysis),
        ]

    async def show(self, request: Request) -> Response:
        """The page; without a game in its address, the start of the first one."""
        say, games = say_for(request), all_games()
        asked = request.query_params.get("game", "")
        kind = games.get(asked) or next(iter(games.values()))
        page = self.pages.page(
            request,
            "position.html",
            game=kind.name,
            title=kind.title,
            games=[(name, one.title) for name, one in games.items()],
            fewest=kind.seats[0],
            most=kind.seats[1],
            levels=[(level, level_name(level, say)) for level in LEVELS],
        )
        return compressed(request, page)

    async def at(self, request: Request) -> Response:
        """The position as a scene, and what can come next."""
        asked, say, wide = dict(request.query_params), say_for(request), is_wide(request)
        with refused_if_impossible():
            return await whole_game_response(
                self.hub, request, partial(position_shown, asked, say, wide)
            )

    async def analysis(self, request: Request) -> Response:
        """What the alternatives are worth, by what the player to act knows; where chance decides, what
        each outcome is worth, and all of them by their weights.
        """
        say = say_for(request)
        with refused_if_impossible():
            question = await on_whole_games(
                self.hub, request, question_at, dict(request.query_params), say
            )
        if question is None:
            raise HttpError(409, "not_now", "Nobody has anything to decide here.")
        share = Share(address_of(request), "position", is_background=True)
        own = request.query_params.get("own") == "true"
        try:
            if isinstance(question, ChanceQuestion):
                return private(await self.weighed(question, share, say))
            answer = await advice(self.hub, question, share, own)
        except WatersideError as problem:
            raise HttpError(
                503, "too_busy", "No analysis now: {problem}", problem=problem
            ) from None
        seen = question.position()
        label = seen.game.text.label
        if isinstance(answer, SearchQuestion):
            actions = answer.actions.values()
            labels = {action: label(seen, action, say) for action in actions}
            return private(
                {
                    "question": answer.model_dump(mode="json", exclude_defaults=True),
                    "labels": labels,
                }
            )
        values = [(one.action, one.value) for one in answer.considered] or [(answer.action, 0.5)]
        return private(
            {
                "alternatives": [
                    {
                        "action": action,
                        "label": label(seen, action, say),
                        "share": percent(value, say),
                    }
                    for action, value in values
                ]
            }
        )

    async def weighed(self, question: ChanceQuestion, share: Share, say: Say) -> dict[str, Any]:
        """What the outcomes of chance are worth for each player, for one who sees all cards."""
        found = Weighed.from_bytes(
            await self.hub.pool().work_async(outcomes.TASK, question.order, OUTCOMES_LIMIT, share)
        )
        expected = [
            f"{name} {percent(one, say)}"
            for name, one in zip(question.names, found.shares, strict=True)
        ]
        note = say(
            "Chance decides. Expected over all outcomes by their weights, for one who sees all "
            "cards: {shares}.",
            shares=", ".join(expected),
        )
        said = {one["action"]: one for one in question.chances}
        return {
            "note": note,
            "alternatives": [
                {
                    "action": one.outcome,
                    "label": f"{said[one.outcome]['label']} ({said[one.outcome]['chance']})",
                    "share": " · ".join(percent(of, say) for of in one.shares),
                }
                for one in found.outcomes
                if one.outcome in said
            ],
        }


def chances_of(position: Position, say: Say) -> list[dict[str, Any]]:
    """What chance may bring: in words, how likely, and with which weight."""
    names = names_for(position.game, position.players, None, say)
    total = sum(position.outcomes().values())
    found = []
    for number, weight in list(position.outcomes().items())[:MOST_OUTCOMES]:
        after = position.after(number)
        action = after.action or ""
        words = position.game.text.narrate(position, after, action, "chance", None, names, say)
        chance = percent(weight / total, say)
        found.append(
            {"action": action, "label": words or action, "chance": chance, "weight": weight}
        )
    return found


@contextmanager
def refused_if_impossible() -> Iterator[None]:
    """Refuses, with the reason, a position that does not exist."""
    try:
        yield
    except HttpError:
        raise
    except WatersideError as problem:
        raise HttpError(
            400, "no_position", "There is no such position: {problem}", problem=problem
        ) from None


def position_shown(asked: dict[str, str], say: Say, wide: bool) -> dict[str, Any]:
    """The position that the parts of a link describe, for who edits it."""
    return shown(read(asked), say, wide)


@dataclass(frozen=True)
class ChanceQuestion:
    """What is to be weighed where chance decides."""

    order: bytes
    names: Sequence[str]
    chances: list[dict[str, Any]]
    """As ``chances_of`` says them."""


def question_at(asked: dict[str, str], say: Say) -> Question | ChanceQuestion | None:
    """What the player to act, or chance, is asked in the position of a link; None where it is over."""
    position = read(asked)
    if isinstance(position.actor, int):
        return Question.of(position, seed=0)
    if position.is_over:
        return None
    names = names_for(position.game, position.players, None, say)
    return ChanceQuestion(outcomes.order(position), names, chances_of(position, say))


def read(asked: dict[str, str]) -> Position:
    """The position that the parts of a link describe; WatersideError says what is wrong with it."""
    kind = game(asked.get("game", ""))
    players = asked.get("players", str(kind.seats[0]))
    if not (players.isascii() and players.isdigit() and len(players) < 3):
        raise WatersideError(f"{players!r} is not a number of players")
    try:
        options = json.loads(asked.get("options", "{}"))
    except ValueError:
        options = None
    if not isinstance(options, dict):
        raise WatersideError("the options cannot be read")
    written = asked.get("actions", "")
    actions = [one for one in written.split(BETWEEN) if one.strip()]
    if len(written) > LONGEST_ACTIONS or len(actions) > MOST_ACTIONS:
        raise WatersideError(f"more than {MOST_ACTIONS} actions")
    position = kind.new(kind.check_players(int(players)), **options)
    for number, action in enumerate(actions, start=1):
        try:
            position = position.play(action)
        except WatersideError as problem:
            raise WatersideError(f"action {number}: {problem}") from None
    return position


def shown(position: Position, say: Say, wide: bool = False) -> dict[str, Any]:
    """A position for who edits it: as the player to act sees it, or open where chance decides."""
    actor = position.actor
    viewer = actor if isinstance(actor, int) else None
    alone = Alone(position.game, position.players, viewer, say, wide)
    names = names_for(position.game, position.players, None, say)
    if isinstance(actor, int):
        prompt = say("{who} to act.", who=names[actor - 1])
    elif position.is_over:
        prompt = " ".join(position.game.text.ending(position, names, None, say))
    else:
        prompt = say("Chance decides: choose what comes.")
    return {
        "scene": alone.scene(position),
        "choices": alone.choices(position),
        "outcomes": chances_of(position, say),
        "actor": actor if isinstance(actor, int) else None,
        "over": position.is_over,
        "prompt": prompt,
        "players": position.players,
        "options": {name: one for name, one in position.options.items() if one is not None},
        "actions": position.history(),
    }
