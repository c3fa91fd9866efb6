"""A bot at a table, played by this process."""

from __future__ import annotations

import asyncio
import secrets

from waterside.bots.bot import Bot
from waterside.client.asynchronous import AsyncClient, AsyncTable
from waterside.client.errors import ConnectionLostError, RefusedError
from waterside.client.state import Seen
from waterside.fairness import RandBytes
from waterside.protocol import Phase

TOO_LATE = ("stale", "not_your_turn", "not_now")


def play(
    link: str,
    bot: Bot,
    *,
    name: str | None = None,
    seat: int | None = None,
    token: str | None = None,
) -> Seen:
    """Sits down at a table, plays until it is over, and gives the table as it is then.

    ``link`` is an invitation or the address of a public table. In a series the bot agrees to the
    next game until the series is over. The bot gets what its seat may know and nothing else::

        from waterside.bots import make_bot
        from waterside.client import play

        play("http://localhost:8000/i/…", make_bot("search:ms=200"))
    """
    return asyncio.run(play_async(link, bot, name=name, seat=seat, token=token))


async def play_async(
    link: str,
    bot: Bot,
    *,
    name: str | None = None,
    seat: int | None = None,
    token: str | None = None,
    randbytes: RandBytes = secrets.token_bytes,
) -> Seen:
    """Sits down at a table, plays until it is over, and gives the table as it is then, in asyncio."""
    async with AsyncClient(link, name or bot.name, token, randbytes=randbytes) as client:
        found = await client.join(link)
        async with client.table(found) as table:
            if not table.seen.seats:
                await table.sit(seat)
            return await play_on(table, bot)


async def play_on(table: AsyncTable, bot: Bot) -> Seen:
    """Plays for the client's seat until the series is over, or the table is closed."""
    while True:
        seen = await table.until(needs_us)
        if seen.phase is Phase.CLOSED or (seen.phase is Phase.BETWEEN and seen.view.series.over):
            return seen
        try:
            if seen.phase is Phase.BETWEEN:
                await go_on(table, seen)
            elif seen.view.offer and set(seen.seats) - set(seen.view.offer.agreed):
                await table.answer(False)
            else:
                seed = int.from_bytes(table.client.randbytes(4), "big") >> 1
                question = seen.question(seed)
                answer = await asyncio.to_thread(bot.answer, question)
                await table.play(answer.action)
        except ConnectionLostError:
            await asyncio.sleep(0.1)
        except RefusedError as refused:
            if refused.code not in TOO_LATE:
                raise


async def go_on(table: AsyncTable, seen: Seen) -> None:
    """Offers the next game, or agrees to it."""
    if seen.view.offer is not None:
        await table.answer(True)
    else:
        await table.rematch()


def needs_us(seen: Seen) -> bool:
    """Whether the bot has something to do."""
    if seen.phase is Phase.CLOSED or seen.is_my_turn:
        return True
    asked = seen.view.offer is not None and not set(seen.seats) <= set(seen.view.offer.agreed)
    if seen.phase is Phase.BETWEEN:
        return seen.view.series.over or asked or seen.view.offer is None
    return seen.phase is Phase.PLAYING and asked
