"""Names that nobody can guess: of tables, of people, and in invitations."""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode

from waterside.fairness import RandBytes


def new_token(size: int, randbytes: RandBytes = secrets.token_bytes) -> str:
    """So many random bytes, as text that may stand in an address."""
    return urlsafe_b64encode(randbytes(size)).rstrip(b"=").decode()
