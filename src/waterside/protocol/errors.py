"""What is refused: one family for messages, HTTP requests and sockets, on both sides."""

from __future__ import annotations

from waterside.core.errors import TranslatableError


class RefusalError(TranslatableError):
    """Something that is refused and changes nothing; ``code`` says why in a word, for programs."""

    def __init__(self, code: str, text: str, **parts: object) -> None:
        super().__init__(text, **parts)
        self.code = code
