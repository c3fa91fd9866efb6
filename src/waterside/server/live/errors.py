"""What can be wrong with tables in use."""

from __future__ import annotations

from waterside.protocol import Refusal, RefusalError


class UnreadableTableError(RefusalError):
    """A table whose log cannot be read; it is set aside, and all others go on."""

    def __init__(self) -> None:
        super().__init__(
            Refusal.UNREADABLE,
            "This table cannot be read, and is set aside. Whoever runs this server can see why.",
        )
