"""Tells players who are not here that it is their turn: their browsers get a push message."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import TYPE_CHECKING

from waterside.server.ops.limits import Allowances
from waterside.server.push.delivery import (
    GONE,
    DeliveryError,
    EndpointError,
    checked_endpoint,
    deliver,
)
from waterside.server.push.encoding import decoded
from waterside.server.push.encryption import AUTH, POINT, encrypt
from waterside.server.push.vapid import Vapid
from waterside.server.store import StoreError, Subscription
from waterside.text.language import speaker

if TYPE_CHECKING:
    from waterside.server.live.hub import Hub
    from waterside.server.live.table import LiveTable

log = logging.getLogger(__name__)

MOST_EACH = 5
"""Browsers of one user that are notified."""
KEPT_FOR = 24 * 3600
"""Seconds that a push service keeps a message for a browser that is not running."""
AT_ONCE = 20
"""Messages on their way at the same time."""


class Notices:
    """Sends push messages, where the server has a key for them."""

    def __init__(self, hub: Hub) -> None:
        settings = hub.settings
        self.hub = hub
        self.vapid = Vapid(settings.push_key, settings.push_contact) if settings.push_key else None
        each = settings.pushes_per_minute
        self._tables = Allowances(each / 60, max(1, each / 4), hub.clock)
        self._addresses = Allowances(each / 60, max(1, each), hub.clock)
        each = settings.subscriptions_per_minute
        self.new_subscriptions = Allowances(each / 60, max(1, each), hub.clock)
        self._room = asyncio.Semaphore(AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def public_key(self) -> str:
        """What browsers subscribe with; empty where the server sends no push messages."""
        return self.vapid.public_key if self.vapid else ""

    def check(self, subscription: Subscription) -> None:
        """EndpointError or ValueError if a browser cannot be notified like this."""
        checked_endpoint(subscription.endpoint, anywhere=self.hub.settings.push_anywhere)
        receiver, auth = decoded(subscription.receiver), decoded(subscription.auth)
        if len(receiver) != POINT or len(auth) != AUTH:
            raise ValueError("the keys of a browser have other lengths")
        encrypt(b"", receiver, auth)

    def turn_passed(self, live: LiveTable, before: str | None) -> None:
        """Tells the player whose turn it is now, unless it was theirs or they are connected."""
        actor = live.table.actor()
        if self.vapid is None or actor is None or actor.identity is None or actor.level:
            return
        if actor.identity == before or live.visitors.is_here(actor.identity):
            return
        if not (self._tables.take(live.table.id) and self._addresses.take(live.address)):
            return
        task = asyncio.create_task(self._tell(actor.identity, live.table.id, live.table.title))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def stop(self) -> None:
        """Gives up what is on its way."""
        for task in self._tasks:
            task.cancel()

    async def _tell(self, identity: str, table_id: str, title: str) -> None:
        try:
            browsers = await self.hub.store.subscriptions(identity)
            for number, browser in enumerate(browsers):
                if number >= MOST_EACH:
                    await self.hub.store.unsubscribe(browser.endpoint)
                    continue
                async with self._room:
                    await self._send(browser, table_id, title)
        except StoreError as problem:
            log.warning("no browser is notified whose turn it is: %s", problem)

    async def _send(self, browser: Subscription, table_id: str, title: str) -> None:
        """Sends one message: it says which table waits, and nothing of the game."""
        assert self.vapid is not None
        say = speaker(browser.language)
        words = {
            "title": say("Your turn"),
            "body": title,
            "tag": table_id,
            "address": f"/t/{table_id}",
        }
        try:
            body = encrypt(
                json.dumps(words).encode(), decoded(browser.receiver), decoded(browser.auth)
            )
            headers = {
                "Authorization": self.vapid.authorization(browser.endpoint),
                "Content-Encoding": "aes128gcm",
                "Content-Type": "application/octet-stream",
                "TTL": str(KEPT_FOR),
                "Topic": table_id,
                "Urgency": "normal",
            }
            anywhere = self.hub.settings.push_anywhere
            status = await deliver(browser.endpoint, headers, body, anywhere=anywhere)
        except DeliveryError as problem:
            log.info("a push message did not arrive: %s", problem)
            return
        except (EndpointError, ValueError) as problem:
            log.info("a browser takes no push messages any more: %s", problem)
            status = 410
        if status in GONE:
            await self.hub.store.unsubscribe(browser.endpoint)
