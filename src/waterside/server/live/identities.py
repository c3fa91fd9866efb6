"""Identity without accounts: a token proves it, of which only the hash is stored."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from hashlib import sha256
from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

from cachetools import LRUCache

from waterside.fairness import RandBytes
from waterside.server.domain.tokens import new_token
from waterside.server.store import Identity, Store

COOKIE = "waterside_identity"
TOKEN_BYTES = 32
"""Of a token: 256 random bits."""
LONGEST_TOKEN = 128
LASTS = 400 * 24 * 3600
REMEMBERED = 5_000

Headers = Iterable[tuple[bytes, bytes]]


def hashed(token: str) -> str:
    """What is stored of a token."""
    return sha256(token.encode()).hexdigest()


def header(headers: Headers, name: bytes) -> str | None:
    """The value of a header."""
    for key, value in headers:
        if key == name:
            return value.decode("latin-1")
    return None


def token_of(headers: Headers) -> str | None:
    """The token that a request has: as a bearer, or in our cookie."""
    headers = list(headers)
    scheme, _, token = (header(headers, b"authorization") or "").partition(" ")
    if scheme.lower() != "bearer":
        token = ""
        try:
            cookies = SimpleCookie(header(headers, b"cookie") or "")
        except CookieError:
            cookies = SimpleCookie()
        if COOKIE in cookies:
            token = cookies[COOKIE].value
    token = token.strip()
    return token if 0 < len(token) <= LONGEST_TOKEN else None


def is_foreign(headers: Headers, trusted: Iterable[str]) -> bool:
    """Whether a page of another site sends this: browsers always say where it comes from."""
    headers = list(headers)
    origin = header(headers, b"origin")
    if origin is None or origin in trusted:
        return False
    try:
        from_host = urlsplit(origin).netloc.lower()
    except ValueError:
        return True
    return not from_host or from_host != (header(headers, b"host") or "").lower()


class Identities:
    """Who has which token; those seen lately are remembered."""

    def __init__(self, store: Store, randbytes: RandBytes = secrets.token_bytes) -> None:
        self._store = store
        self._randbytes = randbytes
        self._seen: LRUCache[str, Identity] = LRUCache(REMEMBERED)

    async def of(self, headers: Headers) -> Identity | None:
        """Who sends a request; None if the token is not known."""
        token = token_of(headers)
        if token is None:
            return None
        key = hashed(token)
        if found := self._seen.get(key):
            return found
        found = await self._store.identity(key)
        if found is not None:
            self._keep(found)
        return found

    async def new(self, name: str) -> tuple[str, Identity]:
        """A new identity, and its token, which is sent once and never stored."""
        token = new_token(TOKEN_BYTES, self._randbytes)
        key = hashed(token)
        await self._store.add_identity(key, name)
        identity = Identity(key, name, 0.0)
        self._keep(identity)
        return token, identity

    async def rename(self, identity: Identity, name: str) -> Identity:
        """Gives a user another name."""
        if identity.name != name:
            await self._store.rename(identity.hash, name)
        renamed = Identity(identity.hash, name, identity.created)
        self._keep(renamed)
        return renamed

    def _keep(self, identity: Identity) -> None:
        """Remembers an identity, unless another process may rename it."""
        if not self._store.is_shared:
            self._seen[identity.hash] = identity
