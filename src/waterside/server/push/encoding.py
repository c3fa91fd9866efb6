"""Base64 for addresses, without padding, as browsers and push services write it."""

from __future__ import annotations

import base64
import binascii


def encoded(content: bytes) -> str:
    """The text for some bytes."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes of a text; ValueError if it is none."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error as problem:
        raise ValueError(str(problem)) from None
