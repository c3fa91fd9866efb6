"""Refusing a message: why, and in words for people."""

from __future__ import annotations

from waterside.core.errors import WatersideError
from waterside.core.language import Say
from waterside.server.protocol import Refusal


class NotAccepted(WatersideError):
    """A message that is refused and changes nothing."""

    def __init__(self, code: Refusal, text: str, **parts: object) -> None:
        self.code = code
        self.text = text
        self.parts = parts
        super().__init__(text.format(**parts) if parts else text)

    def told(self, say: Say) -> str:
        """The reason in a reader's language."""
        return say(self.text, **self.parts)
