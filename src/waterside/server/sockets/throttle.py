"""Reading a socket little by little: a client that floods it delays itself, and no other."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from waterside.protocol import CloseCode
from waterside.server.sockets.compression import COMPRESSION

AT_ONCE = 2048
"""Bytes of one socket that are handled before it is another's turn: a hundred of the
shortest messages. The event loop hands over up to 256 kB, which would take a quarter of a second."""
AFTER_THE_END = 0.02
"""Seconds between two looks at what still comes from a socket that is being closed."""
SEND_SECONDS = 30.0
"""Without the client reading anything of what waits for it."""
LINGER_SECONDS = 2.0
"""For the last bytes to a client that does not answer any more."""


class ThrottledProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's protocol, but a large read is taken in bit by bit, as the application asks for it."""

    _rest = b""
    """What has been read from the socket and not looked at yet."""

    _send_deadline: asyncio.TimerHandle | None = None

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        if self.config.ws_per_message_deflate:
            self.conn.available_extensions = [COMPRESSION]

    def connection_lost(self, exc: Exception | None) -> None:
        """Forgets the connection."""
        self._stop_send_deadline()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Gives the client some time to read what waits for it."""
        super().pause_writing()
        self._stop_send_deadline()
        self._send_deadline = self.loop.call_later(SEND_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Notes that the client has read enough to be sent more."""
        self._stop_send_deadline()
        super().resume_writing()

    def keepalive_timeout(self) -> None:
        """Closes a socket whose client is gone, without waiting for it to read the rest."""
        super().keepalive_timeout()
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    def _stop_send_deadline(self) -> None:
        if self._send_deadline is not None:
            self._send_deadline.cancel()
            self._send_deadline = None

    def data_received(self, data: bytes) -> None:
        """Looks at the first bytes, and at the others later."""
        if self._rest:
            self._rest += data
            self._pause()
        else:
            self._take(data)

    def send_receive_event_to_app(self) -> None:
        """Passes a message on; one that is not UTF-8 closes the socket, without a word in the log."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                self.frames = [str(b"".join(self.frames), "utf-8").encode()]
            except UnicodeDecodeError:
                self.frames = []
                self.conn.fail(CloseCode.NOT_UTF8)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    async def send(self, message: Any) -> None:
        """Sends a message; after the last one what has come is looked at, as the client's answer to
        it is there or behind it.
        """
        await super().send(message)
        if self.close_sent and self._rest:
            self.loop.call_later(AFTER_THE_END, self._take_more)

    async def receive(self) -> Any:
        """The next message for the application; looks for others when there is none left."""
        message = await self.queue.get()
        if self.queue.empty():
            if self._rest:
                self.loop.call_soon(self._take_more)
            elif self.read_paused:
                self.read_paused = False
                self.transport.resume_reading()
        return message

    def _take(self, data: bytes) -> None:
        super().data_received(data[:AT_ONCE])
        self._rest = data[AT_ONCE:]
        if not self._rest:
            return
        self._pause()
        if self.close_sent:
            self.loop.call_later(AFTER_THE_END, self._take_more)
        elif self.queue.empty():
            self.loop.call_soon(self._take_more)

    def _take_more(self) -> None:
        if self.transport.is_closing():
            self._rest = b""
        if not self._rest:
            return
        self._take(self._rest)
        if not self._rest and not self.read_paused:
            self.transport.resume_reading()

    def _pause(self) -> None:
        if self.transport.is_reading():
            self.transport.pause_reading()
