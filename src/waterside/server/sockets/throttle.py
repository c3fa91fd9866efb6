"""Reading a socket little by little: a client that floods it delays itself, and no other."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

AT_ONCE = 2048
"""Bytes of one socket that are handled before it is another's turn: a hundred of the
shortest messages. The event loop hands over up to 256 kB, which would take a quarter of a second."""
AFTER_THE_END = 0.02
"""Seconds between two looks at what still comes from a socket that is being closed."""


class ThrottledProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's protocol, but a large read is taken in bit by bit, as the application asks for it."""

    _rest = b""
    """What has been read from the socket and not looked at yet."""

    def data_received(self, data: bytes) -> None:
        """Looks at the first bytes, and at the others later."""
        if self._rest:
            self._rest += data
            self._pause()
        else:
            self._take(data)

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
