"""Endpoints for identities: a token for a program, a cookie for a browser."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from waterside.core.record import one_line
from waterside.protocol.fields import is_visible
from waterside.server.domain.seat import person_of
from waterside.server.http.access import Access
from waterside.server.http.description import problems
from waterside.server.http.errors import HttpError
from waterside.server.http.models import NameRequest, NewUser, User
from waterside.server.live.identities import COOKIE, LASTS


class SessionEndpoints:
    """Everything under /api/identity and /api/session."""

    def __init__(self, access: Access) -> None:
        self.access = access

    def add_to(self, router: APIRouter) -> None:
        """Adds the endpoints to a router."""
        add = router.add_api_route
        add("/api/identity", self.whoami, methods=["GET"], responses=problems(401))
        add(
            "/api/identity", self.new_identity, methods=["POST"], status_code=201,
            responses=problems(409, 429),
        )  # fmt: skip
        add("/api/session", self.session, methods=["POST"], responses=problems(409, 429))

    async def whoami(self, request: Request) -> User:
        """Who you are."""
        identity = await self.access.required_identity(request)
        return User(person=person_of(identity.hash), name=identity.name)

    async def new_identity(self, request: Request, wanted: NameRequest) -> NewUser:
        """A new identity for a program, with its bearer token."""
        self.access.limit_new_identities(request)
        token, identity = await self.access.identities.new(clean_name(wanted.name))
        return NewUser(person=person_of(identity.hash), name=identity.name, token=token)

    async def session(self, request: Request, response: Response, wanted: NameRequest) -> User:
        """An identity for a browser, kept in a cookie that scripts cannot read. A browser that has
        one already gets the new name.
        """
        identities = self.access.identities
        name = clean_name(wanted.name)
        identity = await self.access.identity(request)
        if identity is None:
            self.access.limit_new_identities(request)
            token, identity = await identities.new(name)
            response.set_cookie(
                COOKIE,
                token,
                max_age=LASTS,
                httponly=True,
                samesite="lax",
                secure=self.access.hub.settings.secure_cookie,
            )
        else:
            identity = await identities.rename(identity, name)
        return User(person=person_of(identity.hash), name=identity.name)


def clean_name(name: str) -> str:
    """A user's name on one line; refuses one that nobody can see."""
    if not is_visible(name):
        raise HttpError(409, "invisible_name", "A name needs at least one visible letter.")
    return one_line(name)
