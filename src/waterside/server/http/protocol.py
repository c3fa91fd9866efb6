"""HTTP connections with limits: of time and size for what arrives, and of time for what is sent.

A client that sends its request byte by byte, or never reads the answer, costs a descriptor for some
seconds and nothing else.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from typing import Any

from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from waterside.server.ops.connections import Connections

LARGEST_HEAD = 32_768
"""Bytes of a request's first line and headers."""
MOST_HEADERS = 100
MOST_AHEAD = 16
"""Requests of one connection that are not answered yet; browsers send the next one after an answer."""
HEAD_SECONDS = 10.0
"""For the head of a request, from its first byte or from the beginning of the connection."""
BODY_SECONDS = 30.0
"""For the body of a request, from the end of its head."""
SEND_SECONDS = 30.0
"""Without the client reading anything of what waits for it."""
IGNORED_SECONDS = 5.0
"""For a connection that is not listened to."""
LINGER_SECONDS = 2.0
"""For the last bytes of a connection that is being closed."""
ERRORS = logging.getLogger("uvicorn.error.requests")
"""Only errors of the server: what strangers send wrongly is counted, but fills no log."""
ERRORS.setLevel(logging.ERROR)


class HeadTooLargeError(Exception):
    """The head of a request is larger than any client needs."""


class TooFarAheadError(Exception):
    """A client sends more requests than it waits for answers to."""


class LimitedProtocol(HttpToolsProtocol):
    """Uvicorn's HTTP protocol with limits for slow, silent and talkative clients."""

    def __init__(self, connections: Connections, **given: Any) -> None:
        super().__init__(**given)
        self.logger = ERRORS
        self.counted = connections
        self._head_bytes = 0
        self._is_in_head = True
        self._is_in_body = False
        self._is_ignored = False
        self._unanswered: deque[RequestResponseCycle] = deque()
        self._deadline: asyncio.TimerHandle | None = None
        self._send_deadline: asyncio.TimerHandle | None = None

    # Connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Admits a connection, which has to send something soon."""
        super().connection_made(transport)
        if not self.counted.admit(self, self.client[0] if self.client else ""):
            transport.abort()
        elif self.counted.is_ignored(self):
            self.counted.metrics.http_refused.labels("ignored").inc()
            self._is_ignored = True  # who is refused at once comes back at once
            self._deadline = self.loop.call_later(IGNORED_SECONDS, self.drop)
        else:
            self._wait(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forgets the connection; nothing more is sent in answer to any of its requests."""
        self._stop_waiting()
        self._stop_send_deadline()
        self.counted.remove(self)
        # Uvicorn does so for the last request alone, which need not be the one it is answering.
        self.pipeline.clear()
        while self._unanswered:
            self._unanswered.popleft().disconnected = True
        super().connection_lost(exc)

    def drop(self) -> None:
        """Ends the connection at once: others need its place."""
        self.transport.abort()

    def handle_websocket_upgrade(self) -> None:
        """Hands the connection over to a socket, which has limits of its own."""
        self._stop_waiting()
        self.counted.remove(self)
        super().handle_websocket_upgrade()

    # What arrives

    def data_received(self, data: bytes) -> None:
        """Reads more of a request; the first byte of the next one sets its deadline."""
        if self._is_ignored:
            self.transport.pause_reading()  # uvloop does not do so before something has come
            return
        if self._is_in_head:
            if self._deadline is None:
                self._wait(HEAD_SECONDS)
            self._head_bytes += len(data)
        super().data_received(data)
        if self._is_in_head and self._head_bytes > LARGEST_HEAD and not self.transport.is_closing():
            self._refuse(431, "The head of the request is too large.")

    def on_url(self, url: bytes) -> None:
        """Takes a part of the address."""
        super().on_url(url)
        if len(self.url) > LARGEST_HEAD:
            raise HeadTooLargeError

    def on_header(self, name: bytes, value: bytes) -> None:
        """Takes a header, unless there are too many."""
        super().on_header(name, value)
        size = sum(len(key) + len(text) for key, text in self.headers) if self._is_large else 0
        if len(self.headers) > MOST_HEADERS or size > LARGEST_HEAD:
            raise HeadTooLargeError

    @property
    def _is_large(self) -> bool:
        """Whether so much has arrived that the headers have to be counted."""
        return self._head_bytes > LARGEST_HEAD

    def send_400_response(self, msg: str) -> None:
        """Refuses a request that cannot be read, or whose head is too large."""
        if self.transport.is_closing():
            return
        if (self.headers and len(self.headers) > MOST_HEADERS) or self._is_large:
            self._refuse(431, "The head of the request is too large.")
        else:
            self._is_bad("malformed")
            super().send_400_response(msg)

    def on_headers_complete(self) -> None:
        """Begins to answer; the body has to arrive in time."""
        if len(self._unanswered) >= MOST_AHEAD:
            self._is_bad("ahead")
            self.drop()
            raise TooFarAheadError
        self._is_in_head = False
        self._is_in_body = True
        self._head_bytes = 0
        self._wait(BODY_SECONDS)
        self.counted.is_busy(self)
        before = self.cycle
        super().on_headers_complete()
        if self.cycle is not before:  # not where a socket is asked for
            self._unanswered.append(self.cycle)

    def on_message_complete(self) -> None:
        """Notes that all of the request is here; what comes next is another head."""
        self._is_in_head = True
        self._is_in_body = False
        self._stop_waiting()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Waits for the next request. What still comes of this one is read, but not for long: who
        is cut off while sending does not see the answer.
        """
        if self._unanswered:
            self._unanswered.popleft()
        super().on_response_complete()
        self.counted.is_idle(self)
        if self._is_in_body:
            self._wait(LINGER_SECONDS)

    # What is sent

    def pause_writing(self) -> None:
        """Gives the client some time to read what waits for it."""
        super().pause_writing()
        self._stop_send_deadline()
        self._send_deadline = self.loop.call_later(SEND_SECONDS, self.drop)

    def resume_writing(self) -> None:
        """Notes that the client has read enough to be sent more."""
        self._stop_send_deadline()
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        """Closes an idle connection, even if its client has not read the last answer."""
        self._close_soon()

    # Deadlines

    def _wait(self, seconds: float) -> None:
        self._stop_waiting()
        self._deadline = self.loop.call_later(seconds, self._is_late)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _stop_send_deadline(self) -> None:
        if self._send_deadline is not None:
            self._send_deadline.cancel()
            self._send_deadline = None

    def _is_late(self) -> None:
        """Ends a connection whose request did not arrive in time."""
        is_answered = self._is_in_body and self.cycle.response_started
        if self._is_in_head and not self._head_bytes:  # browsers open connections in advance
            self.counted.metrics.http_refused.labels("slow").inc()
            self._close_soon()
            return
        self._is_bad("slow")
        if is_answered:
            self._close_soon()
        else:
            self._refuse(408, "The request did not arrive in time.")

    def _refuse(self, status: int, text: str) -> None:
        if status == 431:
            self._is_bad("head")
        lines = (
            STATUS_LINE[status],
            b"content-type: text/plain; charset=utf-8\r\n",
            f"content-length: {len(text)}\r\nconnection: close\r\n\r\n{text}".encode(),
        )
        self.transport.write(b"".join(lines))
        self._close_soon()

    def _is_bad(self, reason: str) -> None:
        """Counts a connection that is ended because of what it sends, or does not."""
        self.counted.metrics.http_refused.labels(reason).inc()
        self.counted.is_bad(self)

    def _close_soon(self) -> None:
        """Closes the connection; what the client does not read in time is lost."""
        self._stop_waiting()
        if not self.transport.is_closing():
            self.transport.close()
        self._stop_send_deadline()
        self._send_deadline = self.loop.call_later(LINGER_SECONDS, self.drop)
