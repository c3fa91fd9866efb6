"""Endpoints for browsers that ask to be notified when it is their user's turn."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, StringConstraints

from waterside.server.http.access import Access
from waterside.server.http.description import problems
from waterside.server.http.errors import HttpError
from waterside.server.http.request import address_of, language_of
from waterside.server.push.delivery import LONGEST_ENDPOINT, EndpointError
from waterside.server.store import Subscription

Endpoint = Annotated[str, StringConstraints(min_length=8, max_length=LONGEST_ENDPOINT)]
Key = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{16,128}$")]


class Browser(BaseModel):
    """A browser's push subscription."""

    model_config = ConfigDict(extra="forbid")
    endpoint: Endpoint
    p256dh: Key
    auth: Key


class ForgottenBrowser(BaseModel):
    """A browser that wants no push messages any more."""

    model_config = ConfigDict(extra="forbid")
    endpoint: Endpoint


class PushState(BaseModel):
    """Whether a browser is notified."""

    subscribed: bool


class PushEndpoints:
    """Everything under /api/push."""

    def __init__(self, access: Access) -> None:
        self.access = access
        self.hub = access.hub

    def add_to(self, router: APIRouter) -> None:
        """Adds the endpoints to a router."""
        add = router.add_api_route
        add(
            "/api/push/subscribe", self.subscribe, methods=["POST"],
            responses=problems(401, 404, 409, 429),
        )  # fmt: skip
        add("/api/push/forget", self.forget, methods=["POST"], responses=problems(401))

    async def subscribe(self, request: Request, browser: Browser) -> PushState:
        """Notifies this browser when it is your turn and you are not at the table."""
        identity = await self.access.required_identity(request)
        notices = self.hub.notices
        if not notices.public_key:
            raise HttpError(404, "no_push", "This server sends no push messages.")
        if not notices.new_subscriptions.take(address_of(request)):
            raise HttpError(429, "too_often", "Too many tries; wait a moment.")
        wanted = Subscription(
            browser.endpoint, identity.hash, browser.p256dh, browser.auth, language_of(request)
        )
        try:
            notices.check(wanted)
        except (EndpointError, ValueError):
            raise HttpError(
                409, "bad_subscription", "No push message can be sent to this address."
            ) from None
        await self.hub.store.subscribe(wanted)
        return PushState(subscribed=True)

    async def forget(self, request: Request, browser: ForgottenBrowser) -> PushState:
        """Stops notifying a browser of yours."""
        identity = await self.access.required_identity(request)
        own = await self.hub.store.subscriptions(identity.hash)
        if any(one.endpoint == browser.endpoint for one in own):
            await self.hub.store.unsubscribe(browser.endpoint)
        return PushState(subscribed=False)
