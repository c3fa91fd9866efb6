"""Refusing a message: why, and in words for people."""

from __future__ import annotations

from waterside.core.errors import TranslatableError
from waterside.protocol import Refusal


class RefusalError(TranslatableError):
    """A message that is refused and changes nothing."""

    def __init__(self, code: Refusal, text: str, **parts: object) -> None:
        super().__init__(text, **parts)
        self.code = code
