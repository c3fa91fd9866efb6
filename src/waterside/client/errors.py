"""The errors that a client raises."""

from __future__ import annotations

from waterside.core.errors import WatersideError
from waterside.protocol.errors import RefusalError


class ClientError(WatersideError):
    """The base of all that the client raises."""


class RefusedError(ClientError, RefusalError):
    """The server refused something; ``code`` says why in a word. Nothing has changed."""


class ConnectionLostError(ClientError):
    """The connection went away before the answer came: look whether it was done."""


class NotServedError(ClientError):
    """There is no server there, or it does not admit this client, or the link leads nowhere."""
