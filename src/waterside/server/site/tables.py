"""The page of a table, the way to it by invitation, and its picture as a file."""

from __future__ import annotations

from functools import lru_cache

import segno
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from waterside.core.options import Seat
from waterside.server.domain.commands.visits import admit
from waterside.server.domain.table import Table
from waterside.server.http.etags import tagged
from waterside.server.http.request import address_of, language_of
from waterside.server.live.hub import Hub
from waterside.server.live.identities import COOKIE, LASTS, Identities, hashed
from waterside.server.live.table import LiveTable
from waterside.server.site.home import game_card
from waterside.server.site.templating import Pages, say_for
from waterside.server.store import Identity
from waterside.server.views.scenes import has_secrets, picture
from waterside.server.views.viewpoint import Viewpoint
from waterside.text.language import Say

INVITATION_COOKIE = "waterside_invitation"
INVITATION_LASTS = 90 * 24 * 3600


class TablePages:
    """Everything under /t and /i."""

    def __init__(self, hub: Hub, identities: Identities, pages: Pages) -> None:
        self.hub = hub
        self.identities = identities
        self.pages = pages

    def routes(self) -> list[Route]:
        """The routes of tables and invitations."""
        return [
            Route("/t/{table}", self.table),
            Route("/t/{table}/picture.svg", self.picture),
            Route("/i/{secret}", self.invitation),
        ]

    async def table(self, request: Request) -> Response:
        """The page of a table; a new visitor gets an identity."""
        say = say_for(request)
        live = await self.hub.table(request.path_params["table"])
        if live is None:
            return self.no_table(request)
        identity, token = await self.known_or_new(request)
        if identity is None:
            return self.too_many(request)
        if not await live.admits(identity.hash):
            return self.pages.message(
                request, 403, say("By invitation only"),
                say("This table is for those who have its link. Ask whoever set it up."),
            )  # fmt: skip
        link = self.link(request, live)
        response: Response = self.pages.page(
            request, "table.html", table=live.table.id, game=live.table.game.name,
            title=live.table.title, options=options_of(live.table, say), invitation=link,
            qr=qr_code(link) if link else "", push_key=self.hub.notices.public_key,
            card=game_card(live.table.game, say),
        )  # fmt: skip
        if token:
            self.remember(response, token)
        return response

    def link(self, request: Request, live: LiveTable) -> str | None:
        """The link that invites others, if this browser knows it."""
        if live.table.public:
            return absolute(request, f"/t/{live.table.id}")
        secret = request.cookies.get(INVITATION_COOKIE)
        return absolute(request, f"/i/{secret}") if secret else None

    async def invitation(self, request: Request) -> Response:
        """Admits whoever has the link, and leads to the table."""
        secret = request.path_params["secret"]
        row = await self.hub.store.table_by_invitation(hashed(secret))
        live = await self.hub.table(row.id) if row else None
        if live is None:
            return self.no_table(request)
        identity, token = await self.known_or_new(request)
        if identity is None:
            return self.too_many(request)
        async with live.lock:
            await live.decide(lambda: admit(live.table, identity.hash, identity.name))
        address = f"/t/{live.table.id}"
        response = RedirectResponse(address, 303)
        response.set_cookie(
            INVITATION_COOKIE, secret, max_age=INVITATION_LASTS, path=address, httponly=True,
            samesite="lax", secure=self.hub.settings.secure_cookie,
        )  # fmt: skip
        if token:
            self.remember(response, token)
        return response

    async def picture(self, request: Request) -> Response:
        """The board as the viewer sees it now, as a file."""
        live = await self.hub.table(request.path_params["table"])
        identity = await self.identities.of(request.scope["headers"])
        key = identity.hash if identity else ""
        if live is None or not await live.admits(key):
            return self.no_table(request)
        own = live.table.seats_of(key) if key else []
        numbers = [one.number for one in own]
        shared = len(own) > 1 and has_secrets(live.table, numbers)
        seat = numbers[0] if own and not shared else None
        viewpoint = Viewpoint(seat, language_of(request), reminded=live.table.reminders)
        if live.table.round is None:
            return self.no_table(request)

        def make() -> str:
            drawn = picture(live.table, viewpoint)
            assert drawn is not None, "a table where a game has begun"
            return drawn.standalone()

        made = live.snapshots.get(live.version, ("picture", seat, viewpoint.language), make)
        name = f"{live.table.game.name}.svg"
        disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
        answer = Response(made.content, headers=disposition, media_type="image/svg+xml")
        return tagged(request, answer, made.tag)

    async def known_or_new(self, request: Request) -> tuple[Identity | None, str | None]:
        """The visitor's identity, and its token if it is new; neither if too many new visitors
        come from one address.
        """
        identity = await self.identities.of(request.scope["headers"])
        if identity is not None:
            return identity, None
        if not self.hub.new_identities.take(address_of(request)):
            return None, None
        token, identity = await self.identities.new(say_for(request)("Guest"))
        return identity, token

    def remember(self, response: Response, token: str) -> None:
        """Keeps the identity in a cookie that scripts cannot read."""
        response.set_cookie(
            COOKIE, token, max_age=LASTS, httponly=True, samesite="lax",
            secure=self.hub.settings.secure_cookie,
        )  # fmt: skip

    def no_table(self, request: Request) -> Response:
        """Says that there is no such table."""
        say = say_for(request)
        text = say("It was closed, or the link is not complete. Your other tables are still there.")
        return self.pages.message(request, 404, say("No such table"), text)

    def too_many(self, request: Request) -> Response:
        """Says that too many new visitors came from one address."""
        say = say_for(request)
        text = say("Many people came from your address just now. Wait a minute and try again.")
        return self.pages.message(request, 429, say("One moment"), text)


def options_of(table: Table, say: Say) -> list[tuple[str, str]]:
    """The options that a table plays with, in words."""
    given = table.series.options
    return [
        (
            say(option.about),
            table.game.text.seat_name(int(given[option.name]), say)
            if isinstance(option, Seat)
            else option.label(given[option.name], say),
        )
        for option in table.game.options
    ]


def absolute(request: Request, path: str) -> str:
    """An address that others can open."""
    return f"{request.url.scheme}://{request.url.netloc}{path}"


@lru_cache(256)
def qr_code(link: str) -> Markup:
    """The link as a QR code, as SVG."""
    code = segno.make(link, error="m", micro=False)
    return Markup(code.svg_inline(omitsize=True, border=2, dark="#000", light="#fff"))
