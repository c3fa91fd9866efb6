"""Encrypts a push message so that only the browser can read it (RFC 8291, aes128gcm)."""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

POINT = 65
"""Bytes of a public key."""
AUTH = 16
"""Bytes of the browser's authentication secret."""
RECORD = 4096
LAST_RECORD = b"\x02"
LONGEST = RECORD - 17
"""Bytes of a message: one record has room for them, the padding's mark and the tag."""


def encrypt(
    plain: bytes,
    receiver: bytes,
    auth: bytes,
    *,
    sender: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The body of a push message. ``sender`` and ``salt`` are new for every message; tests pass
    those of the RFC. ValueError if the browser's key or secret is none.
    """
    if len(plain) > LONGEST:
        raise ValueError(f"a push message has at most {LONGEST} bytes")
    if len(auth) != AUTH:
        raise ValueError(f"the authentication secret has {AUTH} bytes")
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), receiver)
    own = sender or ec.generate_private_key(ec.SECP256R1())
    salt = salt or secrets.token_bytes(16)
    public = public_bytes(own)
    shared = own.exchange(ec.ECDH(), theirs)
    secret = expanded(hashed(auth, shared), b"WebPush: info\0" + receiver + public)
    key = hashed(salt, secret)
    content_key = expanded(key, b"Content-Encoding: aes128gcm\0")[:16]
    nonce = expanded(key, b"Content-Encoding: nonce\0")[:12]
    sealed = AESGCM(content_key).encrypt(nonce, plain + LAST_RECORD, None)
    return salt + RECORD.to_bytes(4, "big") + bytes([len(public)]) + public + sealed


def public_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public key that belongs to a private one, as an uncompressed point."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def hashed(key: bytes, content: bytes) -> bytes:
    """HMAC-SHA-256: the first half of HKDF."""
    return hmac.digest(key, content, sha256)


def expanded(key: bytes, about: bytes) -> bytes:
    """The first 32 bytes that HKDF expands a key to."""
    return hashed(key, about + b"\x01")
