"""Signs push messages with the server's own key, so that push services know who sends them."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from waterside.core.errors import WatersideError
from waterside.server.push.encoding import decoded, encoded
from waterside.server.push.encryption import public_bytes

LASTS = 12 * 3600
"""Seconds that a signature is good for; push services allow a day."""
KEY = 32
"""Bytes of a private key."""


class Vapid:
    """The server's key and how it signs. ``key`` is base64url of the private key's 32 bytes."""

    def __init__(self, key: str, contact: str) -> None:
        try:
            number = decoded(key.strip())
            if len(number) != KEY:
                raise ValueError(f"it has {len(number)} bytes, not {KEY}")
            self._key = ec.derive_private_key(int.from_bytes(number, "big"), ec.SECP256R1())
        except ValueError as problem:
            raise WatersideError(f"the key for push messages cannot be used: {problem}") from None
        if not contact.startswith(("mailto:", "https://")):
            raise WatersideError("push messages need a contact: mailto:… or https://…")
        self.contact = contact
        self.public_key = encoded(public_bytes(self._key))

    def authorization(self, endpoint: str, now: float | None = None) -> str:
        """The header that says who sends a message to this endpoint."""
        place = urlsplit(endpoint)
        claims = {
            "aud": f"{place.scheme}://{place.netloc}",
            "exp": int((time.time() if now is None else now) + LASTS),
            "sub": self.contact,
        }
        head = {"typ": "JWT", "alg": "ES256"}
        signed = ".".join(
            encoded(json.dumps(part, separators=(",", ":")).encode()) for part in (head, claims)
        )
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(SHA256())))
        signature = encoded(r.to_bytes(KEY, "big") + s.to_bytes(KEY, "big"))
        return f"vapid t={signed}.{signature}, k={self.public_key}"


def new_key() -> str:
    """A new private key, as ``Vapid`` takes it."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return encoded(number.to_bytes(KEY, "big"))


def key_in(file: Path) -> str:
    """The private key in a file, which is made, for its owner alone to read, if it does not exist."""
    try:
        if not file.exists():
            with os.fdopen(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as made:
                made.write(f"{new_key()}\n")
        return file.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as problem:
        raise WatersideError(f"{file}: {getattr(problem, 'strerror', problem)}") from None
