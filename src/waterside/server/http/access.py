"""Who sends a request, and what they may see and do."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from fastapi import Request

from waterside.bots.pool import BotTimeoutError
from waterside.server.domain.commands import Sender
from waterside.server.domain.table import Table
from waterside.server.http.errors import HttpError
from waterside.server.http.request import address_of, language_of
from waterside.server.live.hub import Hub
from waterside.server.live.identities import Identities
from waterside.server.live.table import LiveTable
from waterside.server.ops.background import Found, Given
from waterside.server.store import Identity
from waterside.server.views.viewpoint import Viewpoint

STILL_THERE = 0.5
"""Seconds between two looks whether a client that waits for work is still there."""


class Access:
    """The checks that endpoints make before they answer; each refuses by raising ``HttpError``."""

    def __init__(self, hub: Hub, identities: Identities) -> None:
        self.hub = hub
        self.identities = identities

    async def identity(self, request: Request) -> Identity | None:
        """The identity that a request carries; None without one."""
        return await self.identities.of(request.scope["headers"])

    async def required_identity(self, request: Request) -> Identity:
        """The identity that a request carries; refuses a request without one."""
        identity = await self.identity(request)
        if identity is None:
            raise HttpError(
                401, "unknown_identity", "Ask for an identity first: POST /api/identity."
            )
        return identity

    def sender(self, identity: Identity, name: str | None = None) -> Sender:
        """The sender of a command, under the identity's name or another one."""
        return Sender(
            identity.hash,
            name or identity.name,
            time.time(),
            known_levels=self.hub.known_levels,
            randbytes=self.hub.randbytes,
        )

    async def visible_table(
        self, request: Request, table: str
    ) -> tuple[LiveTable, Identity | None]:
        """The table with this id, if the sender may see it."""
        identity = await self.identity(request)
        live = await self.hub.table(table)
        if live is None:
            raise HttpError(404, "no_such_table", "There is no such table.")
        if not live.table.public:
            if identity is None:
                raise HttpError(401, "unknown_identity", "This table is only for those invited.")
            if not await live.admits(identity.hash):
                raise HttpError(403, "not_invited", "This table is only for those invited.")
        return live, identity

    def limit_new_identities(self, request: Request) -> None:
        """Refuses an address that asks for too many identities."""
        if not self.hub.new_identities.take(address_of(request)):
            raise HttpError(
                429, "too_often", "Too many identities from your address; wait a minute."
            )

    def limit_new_tables(self, identity: Identity) -> None:
        """Refuses an identity that creates too many tables."""
        if not self.hub.new_tables.take(identity.hash):
            raise HttpError(429, "too_often", "Too many tables; wait a minute.")

    def limit_joining(self, identity: Identity) -> None:
        """Refuses an identity that tries too many invitations."""
        if not self.hub.by_identity.take(identity.hash):
            raise HttpError(429, "too_often", "Too many tries; wait a moment.")


def limit_whole_games(hub: Hub, request: Request) -> None:
    """Refuses an address that asks for too many whole games, or for too much work on them."""
    if not hub.background.allows(address_of(request)):
        raise too_often()


async def on_whole_games(
    hub: Hub,
    request: Request,
    work: Callable[Given, Found],
    *given: Given.args,
    **named: Given.kwargs,
) -> Found:
    """The result of background work on whole games; refuses an address that asks for too much."""
    limit_whole_games(hub, request)
    return await in_background(hub, request, work, *given, **named)


async def in_background(
    hub: Hub,
    request: Request,
    work: Callable[Given, Found],
    *given: Given.args,
    **named: Given.kwargs,
) -> Found:
    """The result of background work that is counted already; nothing that has not begun is worked
    on for a client that has gone.
    """
    job = asyncio.ensure_future(hub.background.run(address_of(request), work, *given, **named))
    try:
        while not (await asyncio.wait({job}, timeout=STILL_THERE))[0]:
            if await request.is_disconnected():
                raise too_often()  # nobody reads it any more
        return job.result()
    except BotTimeoutError:  # whatever was asked for, it is more work than anybody may ask for
        raise too_often() from None
    finally:
        job.cancel()


def too_often() -> HttpError:
    """The refusal of a request that is one too many."""
    return HttpError(429, "too_often", "Too often; wait a moment.")


def viewpoint_of(
    request: Request, table: Table, identity: Identity | None, seat: int | None = None
) -> Viewpoint:
    """The sender's viewpoint at a table: that of their own seat, or of the one asked for where
    they have several.
    """
    own = [own.number for own in table.seats_of(identity.hash)] if identity else []
    if seat not in own:
        seat = own[0] if own else None
    return Viewpoint(seat, language_of(request), reminded=table.reminders)
