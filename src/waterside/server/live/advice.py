"""What to do in a position: thought out by the asker's own page where it can, else by the server's bots;
what an action leads to, by the bots.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from waterside.bots import consequences, page_search
from waterside.bots.bot import Answer, Question
from waterside.bots.consequences import Consequences
from waterside.bots.endings import may_be_solved
from waterside.bots.levels import LEVELS, level_and_time, solves_endings
from waterside.bots.queue import Share
from waterside.protocol import SearchQuestion

if TYPE_CHECKING:
    from waterside.server.live.hub import Hub

LIMIT = 30.0
"""Seconds to find out whether an ending can be solved; the first time may have to compile."""
EXPLAINING_LIMIT = 300.0
"""Seconds to find out what an action leads to, for which nobody waits; the first time may have to compile."""


async def advice(hub: Hub, question: Question, share: Share, own: bool) -> Answer | SearchQuestion:
    """An answer to a question about a player's own move, or with ``own`` what the player's page has to
    search for it. Endings that a bot would solve are solved here: a page cannot.
    """
    spec, seen = hub.hint_level, question.position()
    level, _ = level_and_time(spec)
    if len(seen.legal_actions()) == 1:
        return Answer(seen.legal()[0])
    places = None
    if own and hub.modules is not None and level in LEVELS:
        places = await hub.modules.places(question.game)
    if places is None:
        return await hub.pool_for(question.game).ask_async(spec, question, share=share)
    if hub.settings.bots and solves_endings(level, seen.game) and may_be_solved(seen):
        order = page_search.solve_order(question, spec)
        found = await hub.pool_for(question.game).work_async(page_search.SOLVE, order, LIMIT, share)
        if found:
            return Answer.from_bytes(found)
    actions = {number: text for text, number in seen.action_numbers.items()}
    wanted = page_search.order(question, spec)
    return SearchQuestion(**wanted, places=places, actions=actions)


async def explanation(
    hub: Hub, question: Question, action: str, other: str | None, share: Share
) -> Consequences:
    """What an action of a player leads to, and what another one would have led to instead."""
    order = consequences.order(question, action, other)
    found = await hub.pool().work_async(consequences.TASK, order, EXPLAINING_LIMIT, share)
    return Consequences.from_bytes(found)
