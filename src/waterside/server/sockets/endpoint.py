"""The WebSocket of a table: one loop that reads messages, one that sends what waits."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from pydantic import ValidationError
from pydantic_core import from_json

from waterside import protocol
from waterside.protocol import (
    LARGEST_MESSAGE,
    VERSION,
    CloseCode,
    Refusal,
    RefusalError,
    read_request,
)
from waterside.protocol.fields import LARGEST_NUMBER
from waterside.server.live.connection import Connection
from waterside.server.live.errors import UnreadableTableError
from waterside.server.live.hub import Hub
from waterside.server.live.identities import Identities, header, is_foreign
from waterside.server.live.table import LiveTable
from waterside.server.ops.limits import Allowance, limit_key
from waterside.server.ops.shares import LoopShare, LoopShares
from waterside.server.store import Identity, StoreError
from waterside.text.language import best_language

log = logging.getLogger(__name__)

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

MOST_REFUSALS = 100
"""Messages that come too often, before the socket is closed."""
BACKOFF = 0.05
"""Seconds that a socket is not read after a message that came too often."""


class TurnedAwayError(RefusalError):
    """A socket that is refused; ``close_code`` says why to the client."""

    def __init__(self, close_code: CloseCode) -> None:
        super().__init__(close_code.name.lower(), "The socket is not served.")
        self.close_code = close_code


class TableSocket:
    """The ASGI application behind ``/api/tables/{table}/socket``."""

    def __init__(self, hub: Hub, identities: Identities) -> None:
        self.hub = hub
        self.identities = identities
        self.shares = LoopShares(hub.settings.socket_share, hub.clock, each=0)
        """What the sockets of each address may take of the event loop."""

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Serves one socket from its first byte to its last."""
        await receive()  # websocket.connect
        if is_foreign(scope["headers"], self.hub.settings.trusted_origins):
            self.hub.metrics.closed.labels("origin").inc()
            await send({"type": "websocket.close", "code": 1008})  # before accept: status 403
            return
        await send({"type": "websocket.accept"})
        try:
            identity, live = await self.admit(scope)
        except TurnedAwayError as away:
            self.hub.metrics.closed.labels(str(away.close_code.value)).inc()
            await send({"type": "websocket.close", "code": away.close_code.value})
            return
        sockets, keys = self.hub.sockets_of, (identity.hash, client_address(scope))
        for key in keys:
            sockets[key] = sockets.get(key, 0) + 1
        self.hub.connections += 1
        self.hub.metrics.connections.set(self.hub.connections)
        try:
            await self.serve(scope, receive, send, identity, live)
        finally:
            self.hub.connections -= 1
            self.hub.metrics.connections.set(self.hub.connections)
            for key in keys:
                sockets[key] -= 1
                if not sockets[key]:
                    del sockets[key]

    async def admit(self, scope: dict[str, Any]) -> tuple[Identity, LiveTable]:
        """The user who connects, and the table."""
        settings = self.hub.settings
        try:
            identity = await self.identities.of(scope["headers"])
            if identity is None:
                raise TurnedAwayError(CloseCode.UNKNOWN_IDENTITY)
            if (
                self.hub.connections >= settings.connections
                or self.hub.sockets_of.get(identity.hash, 0) >= settings.connections_each
                or self.hub.sockets_of.get(client_address(scope), 0)
                >= settings.connections_per_address
                or not self.hub.by_identity.take(identity.hash)
            ):
                raise TurnedAwayError(CloseCode.TOO_OFTEN)
            live = await self.hub.table(scope["path_params"]["table"])
            if live is None:
                raise TurnedAwayError(CloseCode.NO_SUCH_TABLE)
            if not await live.admits(identity.hash):
                raise TurnedAwayError(CloseCode.NOT_INVITED)
            if self.is_crowded(live, identity, address_in(scope)):
                raise TurnedAwayError(CloseCode.TOO_OFTEN)
            return identity, live
        except UnreadableTableError:
            raise TurnedAwayError(CloseCode.UNREADABLE) from None
        except StoreError as problem:
            log.error("a socket cannot be served: %s", problem)
            raise TurnedAwayError(CloseCode.RESTART) from problem

    def is_crowded(self, live: LiveTable, identity: Identity, address: str) -> bool:
        """Whether an address has so many sockets at a table that another spectator is too much:
        each move is sent to all of them before anything else is done.
        """
        if live.table.seats_of(identity.hash):
            return False
        there = sum(one.address == address for one in live.connections)
        return there >= self.hub.settings.connections_per_table

    async def serve(
        self,
        scope: dict[str, Any],
        receive: Receive,
        send: Send,
        identity: Identity,
        live: LiveTable,
    ) -> None:
        """Reads and sends until either side closes."""
        settings = self.hub.settings
        rate = settings.messages_per_second
        language = best_language(header(scope["headers"], b"accept-language"))
        connection = Connection(
            identity.hash,
            identity.name,
            language,
            send,
            room=settings.queue,
            allowance=Allowance(rate, 4 * rate, self.hub.clock),
            address=address_in(scope),
            share=self.share_of(address_in(scope)),
        )
        sender = connection.start()
        reader = asyncio.create_task(self.read_on(receive, connection, live))
        try:
            await live.enter(connection)
            await asyncio.wait({sender, reader}, return_when=asyncio.FIRST_COMPLETED)
        except UnreadableTableError:
            connection.close(CloseCode.UNREADABLE)
        except StoreError as problem:
            log.error("a user who connects is not stored: %s", problem)
        finally:
            live.leave(connection)
            if connection.close_code is not None:
                self.hub.metrics.closed.labels(str(connection.close_code)).inc()
                with suppress(Exception):
                    await asyncio.wait_for(asyncio.shield(sender), 1)
            for task in (sender, reader):
                task.cancel()
            for failed in await asyncio.gather(sender, reader, return_exceptions=True):
                if isinstance(failed, Exception) and not is_disconnect(failed):
                    self.hub.metrics.errors.inc()
                    log.error("a socket failed", exc_info=failed)
            connection.end()

    async def read_on(self, receive: Receive, connection: Connection, live: LiveTable) -> None:
        """Reads messages, one after the other, until the socket closes."""
        while True:
            event = await receive()
            if event["type"] == "websocket.disconnect":
                return
            connection.heard = time.monotonic()
            text = event.get("text")
            if text is None or len(text) > LARGEST_MESSAGE:
                connection.close(CloseCode.MALFORMED if text is None else CloseCode.TOO_LARGE)
                return
            refusals = connection.refusals
            await self.hear_in_turn(text, connection, live)
            if connection.close_code is not None:
                return
            if connection.refusals > refusals:
                await asyncio.sleep(BACKOFF)
            elif connection.is_behind:
                await asyncio.sleep(0)  # answers go out before the next message is read

    def share_of(self, address: str) -> LoopShare | None:
        """What an address may take of the event loop; None for as much as it likes."""
        return self.shares.of(address) if self.shares.is_limited else None

    async def hear_in_turn(self, text: str, connection: Connection, live: LiveTable) -> None:
        """Hears one message; waits while the sockets of its address have been too much work."""
        if (share := self.share_of(connection.address)) is None:
            await self.hear(text, connection, live)
        else:
            await share.prepay()
            await share.charge(self.hear(text, connection, live))

    async def hear(self, text: str, connection: Connection, live: LiveTable) -> None:
        """Understands one message and has it done; whatever it is, no other client is affected."""
        request: protocol.AnyRequest | None = None
        try:
            self.check_rate(connection)
            request = self.understand(text)
            self.check_order(connection, request)
            await live.handle(connection, request)
        except RefusalError as refused:
            live.refuse(connection, request.id if request else id_of(text), refused)
            if connection.refusals >= MOST_REFUSALS:
                connection.close(CloseCode.TOO_OFTEN)
        except StoreError as problem:
            log.error("a message is not stored: %s", problem)
            not_stored = RefusalError(Refusal.STORE, "It could not be stored; try again.")
            live.refuse(connection, request.id if request else None, not_stored)

    def understand(self, text: str) -> protocol.AnyRequest:
        """The message that a text is; refuses any other text."""
        try:
            request = read_request.validate_json(text)
        except ValidationError as problem:
            self.hub.metrics.requests.labels("malformed").inc()
            raise malformed(problem) from None
        self.hub.metrics.requests.labels(request.type).inc()
        return request

    def check_rate(self, connection: Connection) -> None:
        """Refuses what comes too often."""
        if connection.allowance.take() and self.hub.by_identity.take(connection.identity):
            return
        connection.refusals += 1
        raise RefusalError(Refusal.TOO_OFTEN, "Too many messages; wait a moment.")

    def check_order(self, connection: Connection, request: protocol.AnyRequest) -> None:
        """Hello comes first, ids go up, and chats are not too frequent."""
        if request.id is not None:
            if request.id <= connection.last_id:
                raise RefusalError(Refusal.DUPLICATE, "This message came before.")
            connection.last_id = request.id
        if isinstance(request, protocol.Hello):
            if request.version != VERSION:
                raise RefusalError(
                    Refusal.VERSION,
                    "This server speaks version {version}; load the page again.",
                    version=VERSION,
                )
        elif connection.viewpoint is None:
            raise RefusalError(Refusal.HELLO_FIRST, "Say hello first.")
        if isinstance(request, protocol.Chat) and not self.hub.chats.take(connection.identity):
            raise RefusalError(Refusal.TOO_OFTEN, "You talk too fast; wait a moment.")


def address_in(scope: dict[str, Any]) -> str:
    """The address that a socket comes from, as limits count it."""
    client = scope.get("client")
    return limit_key(client[0]) if client else ""


def client_address(scope: dict[str, Any]) -> str:
    """The key under which sockets of an address are counted; no hash of an identity is the same."""
    return f"address {address_in(scope)}"


def malformed(problem: ValidationError) -> RefusalError:
    """Says what the first mistake in a message is, without repeating the message."""
    first = problem.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    text = f"{where}: {first['msg']}" if where else str(first["msg"])
    return RefusalError(Refusal.MALFORMED, "Not understood: {problem}", problem=text)


def id_of(text: str) -> int | None:
    """The id of a message that is not understood, or not looked at; None if it has none."""
    try:
        message = from_json(text, allow_partial=True)
    except ValueError:
        return None
    found = message.get("id") if isinstance(message, dict) else None
    return found if type(found) is int and 0 <= found <= LARGEST_NUMBER else None


def is_disconnect(problem: BaseException) -> bool:
    """Whether the other side has just gone, or the frame was so large that Uvicorn has closed."""
    if isinstance(problem, RuntimeError):
        return "after sending 'websocket.close'" in str(problem)
    name = type(problem).__name__
    return isinstance(problem, OSError) or "Disconnect" in name or "ConnectionClosed" in name
