"""What can go wrong for a client, by name."""

from __future__ import annotations

from waterside.core.errors import WatersideError


class ClientError(WatersideError):
    """The base of all that the client raises."""


class RefusedError(ClientError):
    """The server refused something; ``code`` says why in a word. Nothing has changed."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class ConnectionLostError(ClientError):
    """The connection went away before the answer came: look whether it was done."""


class NotServedError(ClientError):
    """There is no server there, or it does not let us in, or the link leads nowhere."""
