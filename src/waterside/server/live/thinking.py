"""Bots that think in a player's browser: at a table that goes on from a position and has no other player.

The page's own thread is sent a ticket and nothing else. Its worker fetches the question with that, which is
the position as the bot's seat knows it, and sends what it has found: the same as the server's bot finds
with the same seed and number of iterations. The server checks that, and plays. Where no page can, or none
answers in time, the server's bots think.
"""

from __future__ import annotations

import asyncio
import hmac
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from waterside import protocol
from waterside.bots import page_search
from waterside.bots.bot import Answer, Question
from waterside.bots.endings import may_be_solved
from waterside.bots.levels import LEVELS, level_and_time, solves_endings
from waterside.core.errors import InvalidValueError
from waterside.protocol import SearchQuestion
from waterside.server.domain.seat import Seat
from waterside.server.domain.table import Table
from waterside.server.domain.tokens import new_token
from waterside.server.live.connection import Connection

if TYPE_CHECKING:
    from waterside.server.live.table import LiveTable

TICKET_BYTES = 16


@dataclass(frozen=True)
class Ticket:
    """A bot's question that a page was asked to think about: good for one turn of one table."""

    token: str
    connection: Connection
    level: str
    question: Question
    wanted: SearchQuestion
    answer: asyncio.Future[Answer | None]
    """None where the server's bots have to think after all."""

    def give_back(self) -> None:
        """The page cannot think; it is not asked again until it says hello."""
        self.connection.thinks = False
        if not self.answer.done():
            self.answer.set_result(None)


class PageThinking:
    """What the bots of one table have asked of its player's page: at most one question at a time."""

    def __init__(self, live: LiveTable) -> None:
        self.live: LiveTable = weakref.proxy(live)
        self._ticket: Ticket | None = None

    async def answer(self, seat: Seat, level: str, question: Question) -> Answer | None:
        """What a page has found for the bot of a seat; None where the server's bots have to think."""
        connection = self._page() if seat.is_bot else None
        if connection is None or (wanted := await self._wanted(level, question)) is None:
            return None
        coming: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
        token = new_token(TICKET_BYTES, self.live.hub.randbytes)
        self._ticket = ticket = Ticket(token, connection, level, question, wanted, coming)
        connection.send(protocol.Think(number=self.live.table.number, ticket=token).dumps())
        limit = level_and_time(level)[1] / 1000 + self.live.hub.settings.page_time
        try:
            async with asyncio.timeout(limit):
                return await coming
        except TimeoutError:
            ticket.give_back()
            return None
        finally:
            self._ticket = None

    def _page(self) -> Connection | None:
        """The page that may think for the bots here: that of the only player, if it can."""
        if not is_one_players_alone(self.live.table) or self.live.hub.store.is_shared:
            return None  # of several processes another one may be asked for the question
        able = [one for one in self.live.connections if one.thinks and self._is_player(one)]
        return max(able, key=lambda one: one.heard, default=None)

    def _is_player(self, connection: Connection) -> bool:
        return bool(self.live.table.seats_of(connection.identity))

    async def _wanted(self, level: str, question: Question) -> SearchQuestion | None:
        """What a page has to search; None where there is nothing to search, or no module."""
        seen, modules = question.position(), self.live.hub.modules
        name, _ = level_and_time(level)
        if modules is None or name not in LEVELS or len(seen.legal_actions()) == 1:
            return None
        if solves_endings(name, seen.game) and may_be_solved(seen):
            return None
        places = await modules.places(question.game)
        if places is None:
            return None
        actions = {number: text for text, number in seen.action_numbers.items()}
        wanted = page_search.order(question, level)
        return SearchQuestion(**wanted, places=places, actions=actions)

    def ticket(self, token: str, identity: str) -> Ticket | None:
        """The ticket of this turn, if this is its token and it was sent to this user."""
        ticket = self._ticket
        if ticket is None or ticket.connection.identity != identity or ticket.answer.done():
            return None
        return ticket if hmac.compare_digest(ticket.token, token) else None

    def take(self, ticket: Ticket, found: Sequence[Sequence[Any]]) -> None:
        """Takes what a page has found; InvalidValueError where that cannot be, and the server's bots
        think then.
        """
        try:
            answer = page_search.level_answer(ticket.question, ticket.level, found)
        except InvalidValueError:
            ticket.give_back()
            raise
        ticket.answer.set_result(answer)

    def left(self, connection: Connection) -> None:
        """A connection is gone, and with it what was asked of its page."""
        if self._ticket is not None and self._ticket.connection is connection:
            self._ticket.give_back()


def is_one_players_alone(table: Table) -> bool:
    """Whether a game goes on from a position in private and nobody but one player and bots has a seat."""
    if table.round is None or not table.round.given or table.public:
        return False
    people = [seat for seat in table.seats if not seat.is_bot]
    return len({seat.identity for seat in people}) == 1 and all(
        seat.identity and seat.level is None for seat in people
    )
