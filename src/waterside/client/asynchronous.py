"""The client for asyncio."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import secrets
import ssl
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from functools import cache
from typing import Any
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from waterside import protocol
from waterside.client.errors import ConnectionLostError, NotServedError, RefusedError
from waterside.client.state import Seen
from waterside.core.record import Record
from waterside.fairness import Promises, RandBytes, Verification, verify
from waterside.protocol import VERSION, Phase, Update, View, read_reply

PING_EVERY = 30.0
FIRST_WAIT, LONGEST_WAIT = 0.2, 5.0
FOR_GOOD = (1000, 4400, 4401, 4403, 4404, 4410, 4503)
"""Close codes after which coming back is of no use."""
TIMEOUT = 30.0


def base_of(address: str) -> str:
    """The server's part of any address on it."""
    parts = urlsplit(address if "://" in address else f"http://{address}")
    if not parts.netloc:
        raise NotServedError(f"{address!r} is no address of a server; write http://HOST:PORT")
    return f"{parts.scheme}://{parts.netloc}"


@cache
def certificates() -> ssl.SSLContext:
    """Whom to trust, read once for all clients: it takes longer than to sign in."""
    return httpx.create_ssl_context()


class AsyncClient:
    """A user of a server. ``async with AsyncClient(address, name="Ada") as client: …``

    ``token`` is the identity of an earlier visit; without one a new identity is asked for.
    ``promises`` are what was kept from before games, to check them afterwards; give a ``Promises``
    with a file to keep them longer than this program runs.
    """

    def __init__(
        self,
        address: str,
        name: str = "program",
        token: str | None = None,
        language: str = "en",
        *,
        randbytes: RandBytes = secrets.token_bytes,
        promises: Promises | None = None,
    ) -> None:
        self.base = base_of(address)
        self.name = name
        self.token = token
        """Proves who we are: keep it secret, and use it again to come back."""
        self.language = language
        self.randbytes = randbytes
        """Where this client's part of the entropy of games comes from."""
        self.promises = promises or Promises(randbytes=randbytes)
        self._http = httpx.AsyncClient(
            base_url=self.base,
            timeout=TIMEOUT,
            headers={"Accept-Language": language},
            verify=certificates(),
        )

    async def __aenter__(self) -> AsyncClient:
        await self.sign_in()
        return self

    async def __aexit__(self, *problem: object) -> None:
        await self.close()

    async def sign_in(self) -> None:
        """Asks for an identity if there is none yet."""
        if self.token is None:
            answer = await self.ask("POST", "/api/identity", json={"name": self.name})
            self.token = answer["token"]

    async def close(self) -> None:
        """Closes the connection; sockets of tables are closed by themselves."""
        await self._http.aclose()

    async def ask(self, method: str, path: str, **content: Any) -> Any:
        """One HTTP request: the answer's JSON or text."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        try:
            answer = await self._http.request(method, path, headers=headers, **content)
        except httpx.HTTPError as problem:
            raise NotServedError(f"{self.base} does not answer: {problem}") from None
        is_json = answer.headers.get("content-type", "").startswith("application/json")
        if answer.is_error:
            reason = answer.json() if is_json else {}
            raise RefusedError(
                reason.get("code", str(answer.status_code)), reason.get("text", answer.text)
            )
        return answer.json() if is_json else answer.text

    async def games(self) -> list[dict[str, Any]]:
        """The games of the server."""
        found: list[dict[str, Any]] = await self.ask("GET", "/api/games")
        return found

    async def tables(self, *, mine: bool = False) -> list[dict[str, Any]]:
        """Public tables, the newest first; or one's own."""
        answer = await self.ask("GET", "/api/tables/mine" if mine else "/api/tables")
        found: list[dict[str, Any]] = answer["tables"]
        return found

    async def create(
        self,
        game: str,
        seats: Sequence[str] = (),
        options: Mapping[str, str | int | bool] | None = None,
        sit: int | None = 1,
        **wishes: Any,
    ) -> tuple[str, str]:
        """Creates a table and sits down there (``sit=None``: does not); gives its id and the link
        for others.

        ``seats`` are ``"person"``, ``"open"`` or the level of a bot, one for each player.
        """
        wish: dict[str, Any] = {"game": game, "options": dict(options or {}), **wishes}
        if seats:
            wish["seats"] = [
                {"kind": seat} if seat in ("person", "open") else {"kind": "bot", "level": seat}
                for seat in seats
            ]
        wish.setdefault("name", self.name)
        answer = await self.ask("POST", "/api/tables", json=wish)
        if sit is not None:
            async with self.table(answer["id"]) as table:
                await table.sit(sit)
        return answer["id"], self.base + answer["link"]

    async def join(self, link: str) -> str:
        """Follows an invitation; gives the table's id. The address of a table leads there, too."""
        path = urlsplit(link).path.rstrip("/")
        before, _, last = path.rpartition("/")
        if before.endswith("/i"):
            body = {"invitation": last, "name": self.name}
            answer = await self.ask("POST", "/api/join", json=body)
            return str(answer["id"])
        if before.endswith(("/tables", "/t")):
            return last
        raise NotServedError(f"{link} leads to no table; it should look like {self.base}/i/…")

    async def record(self, table: str, game: int | None = None) -> str:
        """The record of a game that is over."""
        where = f"/api/tables/{table}/record" + (f"?game={game}" if game else "")
        return str(await self.ask("GET", where))

    async def verify(self, table: str, game: int) -> Verification:
        """Checks a game that is over, here and not on the server: computes every roll and draw again,
        and compares the record with what this client has kept from before the game.
        """
        record = Record.loads(await self.record(table, game))
        return verify(record, self.promises.of(table, game))

    def table(self, table: str) -> AsyncTable:
        """A table by its id: ``async with client.table(id) as table: …``."""
        return AsyncTable(self, table)


class AsyncTable:
    """A table that is watched or played at. It reconnects by itself."""

    def __init__(self, client: AsyncClient, table: str) -> None:
        self.client = client
        self.id = table
        self._ids = itertools.count(1)
        self._socket: ClientConnection | None = None
        self._seen: Seen | None = None
        self._answers: dict[int, asyncio.Future[protocol.Reply]] = {}
        self._changed = asyncio.Condition()
        self._ended: Exception | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._revealing: dict[str, asyncio.Task[None]] = {}
        self._counted = 0

    @property
    def seen(self) -> Seen:
        """The table as it is now."""
        if self._seen is None:
            raise ConnectionLostError("the table has not been seen yet")
        return self._seen

    async def __aenter__(self) -> AsyncTable:
        self._tasks = [asyncio.create_task(self._run()), asyncio.create_task(self._keep_alive())]
        try:
            async with self._changed:
                await self._changed.wait_for(lambda: self._seen or self._ended)
            if self._ended:
                raise self._ended
        except BaseException:
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *problem: object) -> None:
        tasks = [*self._tasks, *self._revealing.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()

    async def _run(self) -> None:
        """Reads messages; connects again when the socket breaks."""
        wait = FIRST_WAIT
        while True:
            try:
                async with connect(
                    f"ws{self.client.base[4:]}/api/tables/{self.id}/socket",
                    additional_headers={
                        "Authorization": f"Bearer {self.client.token}",
                        "Accept-Language": self.client.language,
                    },
                    max_size=2**22,
                    compression=None,
                ) as socket:
                    self._socket = socket
                    hello = protocol.Hello(
                        version=VERSION, last=self._seen.number if self._seen else None
                    )
                    await socket.send(hello.model_dump_json(exclude_none=True))
                    async for text in socket:
                        wait = FIRST_WAIT
                        await self._hear(text)
            except ConnectionClosed:
                pass
            except (OSError, InvalidHandshake, TimeoutError) as problem:
                refused = isinstance(problem, InvalidStatus)
                if self._seen is None or refused:
                    await self._end(
                        NotServedError(f"{self.client.base} does not answer: {problem}")
                    )
                    return
            code = self._socket.close_code if self._socket else None
            self._fail("the connection was lost")
            if code in FOR_GOOD:
                reason = CLOSED.get(code or 0, "the table is closed")
                await self._end(
                    NotServedError(reason) if code != 1000 else ConnectionLostError(reason)
                )
                return
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    async def _hear(self, text: str | bytes) -> None:
        reply = read_reply.validate_json(text)
        if isinstance(reply, View):
            await self._show(Seen(reply))
        elif isinstance(reply, Update):
            after = self._seen.after(reply) if self._seen else None
            if after is None:
                await self._send(protocol.Hello(version=VERSION))
                return
            await self._show(after)
        if reply.id is not None and (waiting := self._answers.pop(reply.id, None)):
            if waiting.done():
                return
            if isinstance(reply, protocol.Refused):
                waiting.set_exception(RefusedError(reply.code, reply.text))
            else:
                waiting.set_result(reply)

    async def _show(self, seen: Seen) -> None:
        async with self._changed:
            self._seen = seen
            self._counted += 1
            self._changed.notify_all()
        self._keep_promise(seen)

    def _keep_promise(self, seen: Seen) -> None:
        """Keeps what is fixed before a game, and only then reveals what this client committed to."""
        fixed = seen.fixed_before_the_game()
        if fixed is None:
            return
        promises = self.client.promises
        kept = promises.keep(self.id, *fixed)
        if seen.phase is not Phase.STARTING or (kept.commitment, kept.commitments) != fixed[1:]:
            return
        for seat in seen.seats:
            promised = kept.commitments[seat - 1]
            if promised in promises.entropy and promised not in self._revealing:
                self._revealing[promised] = asyncio.create_task(self._reveal(promised, fixed[0]))

    async def _reveal(self, promised: str, game: int) -> None:
        promises = self.client.promises
        try:
            await self.request(protocol.Reveal, entropy=promises.entropy[promised])
        except (RefusedError, ConnectionLostError, NotServedError, TimeoutError):
            return  # too late, or the table is seen again soon and it is tried again
        finally:
            self._revealing.pop(promised, None)
        kept = promises.of(self.id, game)
        assert kept is not None
        for seat, one in enumerate(kept.commitments, start=1):
            if one == promised:
                promises.acknowledge(kept, seat, promises.entropy[promised])

    async def _until_started(self) -> None:
        """Waits until the game has begun, if all seats are taken and players reveal their entropy."""
        if self.seen.phase is Phase.STARTING:
            await self.until(lambda seen: seen.phase is not Phase.STARTING)

    def _agree_to_takeback(self) -> None:
        game = self.seen.view.game
        kept = self.client.promises.of(self.id, game.number) if game else None
        if kept is not None:
            self.client.promises.count_takeback(kept)

    async def verify(self, game: int | None = None) -> Verification:
        """Checks a game that is over, the last one if none is named; see ``AsyncClient.verify``."""
        latest = self.seen.view.game
        if game is None and latest is None:
            raise RefusedError("not_now", "No game has begun at this table yet.")
        return await self.client.verify(self.id, game or (latest.number if latest else 0))

    async def _end(self, reason: Exception) -> None:
        async with self._changed:
            self._ended = reason
            self._changed.notify_all()

    def _fail(self, reason: str) -> None:
        for waiting in self._answers.values():
            if not waiting.done():
                waiting.set_exception(ConnectionLostError(reason))
                waiting.exception()  # nobody may be waiting for it any more
        self._answers.clear()

    async def _keep_alive(self) -> None:
        while True:
            await asyncio.sleep(PING_EVERY)
            with contextlib.suppress(ConnectionClosed, ConnectionLostError):
                await self._send(protocol.Ping())

    async def _send(self, request: protocol.Request) -> None:
        if self._socket is None:
            raise ConnectionLostError("there is no connection")
        try:
            await self._socket.send(request.model_dump_json(exclude_none=True))
        except ConnectionClosed:
            raise ConnectionLostError("the connection was lost") from None

    async def request(self, kind: type[protocol.Request], **fields: Any) -> protocol.Reply:
        """Sends a message and waits for its answer; RefusedError if it was refused."""
        if self._ended:
            raise self._ended
        number = next(self._ids)
        answer: asyncio.Future[protocol.Reply] = asyncio.get_running_loop().create_future()
        self._answers[number] = answer
        try:
            await self._send(kind(id=number, **fields))
            return await asyncio.wait_for(answer, TIMEOUT)
        finally:
            self._answers.pop(number, None)

    async def until(self, holds: Callable[[Seen], object]) -> Seen:
        """Waits until something holds of the table as we see it."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._ended or (self._seen and holds(self._seen)))
        if self._ended:
            raise self._ended
        return self.seen

    async def changes(self) -> AsyncIterator[Seen]:
        """The table each time it has changed; of several changes at once, the last."""
        counted = 0
        while True:
            async with self._changed:
                await self._changed.wait_for(lambda: self._ended or self._counted > counted)  # noqa: B023
                if self._ended:
                    return
                counted = self._counted
                seen = self.seen
            yield seen

    async def sit(self, seat: int | None = None) -> int:
        """Takes a seat, the first free one if none is named; gives its number."""
        promised = self.client.promises.commit()
        await self.request(protocol.Sit, seat=seat, name=self.client.name, commitment=promised)
        await self._until_started()
        return seat or self.seen.seats[-1]

    async def leave_seat(self) -> None:
        """Frees all seats of this client."""
        await self.request(protocol.LeaveSeat)

    async def start(self) -> None:
        """Starts the game with bots in open seats."""
        await self.request(protocol.Start)

    async def play(self, action: str) -> Seen:
        """Plays an action; gives the table after it."""
        await self.request(protocol.Play, action=action, at=self.seen.number)
        return self.seen

    async def takeback(self) -> None:
        """Takes this client's last decision back, or asks the others."""
        self._agree_to_takeback()
        await self.request(protocol.Takeback, at=self.seen.number)

    async def rematch(self) -> None:
        """Offers the next game."""
        await self.request(protocol.Rematch, commitment=self.client.promises.commit())
        await self._until_started()

    async def answer(self, agree: bool) -> None:
        """Agrees to what is asked, or refuses."""
        offer = self.seen.view.offer
        if offer is None:
            raise RefusedError("not_now", "Nothing is asked.")
        promised = ""
        if agree and offer.what == "rematch":
            promised = self.client.promises.commit()
        elif agree:
            self._agree_to_takeback()
        await self.request(protocol.Answer, offer=offer.number, agree=agree, commitment=promised)
        await self._until_started()

    async def resign(self) -> None:
        """Gives the game up."""
        await self.request(protocol.Resign, at=self.seen.number)

    async def chat(self, text: str) -> None:
        """Says something to all at the table."""
        await self.request(protocol.Chat, text=text)

    async def hint(self) -> list[protocol.Advice]:
        """What a bot would do, the best first."""
        reply = await self.request(protocol.Hint, at=self.seen.number)
        return reply.considered if isinstance(reply, protocol.Hinted) else []

    async def explain(self, action: str, other: str | None = None) -> list[str]:
        """What an action threatens, what it allows, and what it gives up beside another one."""
        reply = await self.request(
            protocol.Explain, at=self.seen.number, action=action, other=other
        )
        return reply.texts if isinstance(reply, protocol.Explanation) else []

    async def leave(self) -> None:
        """Goes away for good."""
        with contextlib.suppress(ConnectionLostError):
            await self.request(protocol.Leave)


CLOSED = {
    1000: "the table is closed",
    4400: "the server does not understand this client",
    4401: "the server does not know this identity",
    4403: "this table is only for those invited",
    4404: "there is no such table",
    4503: "this table cannot be read; whoever runs the server can see why",
    4410: "the table was left",
}
