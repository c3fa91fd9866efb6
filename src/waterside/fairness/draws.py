"""How an outcome of chance follows from the server's secret and the players' entropy.

Draw number n of a game (1, 2, 3 …; each chance action takes one) is made like this:

1. The message is these lines, joined by line feeds: ``Waterside draw 2``, the number of seats, the
   entropy of each seat in order (an empty line for none), n, and a counter that begins at 0.
2. HMAC-SHA-256 of the message, with the secret as its key, is a whole number x below 2**256 (the
   first byte is the highest).
3. The outcomes of chance have whole weights, in the order of ``Position.outcomes``; W is their sum.
   If x is not below the largest multiple of W up to 2**256, the counter goes up by one and
   another x is made: so every remainder is exactly equally likely.
4. The remainder of x by W chooses: the first outcome has as many remainders as its weight, from 0
   on, then the next, and so on.

In games of version 0.1.0, whose players committed to nothing, the first line is ``Waterside draw 1``.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from waterside.core.errors import InvalidValueError
from waterside.core.position import Position

SCHEME = 2
"""The procedure of new games; 1 is that of version 0.1.0, whose players committed to nothing."""
SECRET_BYTES = 32
SPAN = 2**256
ENTROPY = {1: re.compile(r"[0-9a-f]{0,64}"), 2: re.compile(r"([0-9a-f]{64})?")}
"""What entropy looks like, by scheme; the empty text stands for none."""


RandBytes = Callable[[int], bytes]
"""Gives so many random bytes: the operating system's, unless a test needs the same ones again."""


def new_secret(randbytes: RandBytes = secrets.token_bytes) -> bytes:
    """A secret of the server for one game, or the entropy of a player."""
    return randbytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """What is published of a secret, or of entropy, before it is revealed."""
    return hashlib.sha256(secret).hexdigest()


def check_entropy(entropy: str, scheme: int = SCHEME) -> str:
    """The entropy of a seat, if a scheme can use it; the empty text stands for none."""
    if not ENTROPY[scheme].fullmatch(entropy):
        how_many = "64" if scheme == SCHEME else "up to 64"
        raise InvalidValueError(f"entropy is {how_many} of the digits 0-9 and a-f, not {entropy!r}")
    return entropy


@dataclass(frozen=True)
class Chance:
    """Where the chance of one game comes from."""

    secret: bytes
    entropy: tuple[str, ...]
    """What draws are made with, by seat; of a seat without a reveal, its commitment."""
    commitments: tuple[str, ...] = ()
    """What the players committed to, by seat; empty for none."""
    missing: tuple[int, ...] = ()
    """The seats, from 1 on, that did not reveal their entropy in time."""
    scheme: int = SCHEME

    @classmethod
    def of(cls, secret: bytes, commitments: Sequence[str], revealed: Sequence[str]) -> Chance:
        """The chance of a new game, from what each seat committed to and revealed.

        A commitment takes the place of entropy that was not revealed: all know it beforehand.
        """
        both = list(enumerate(zip(commitments, revealed, strict=True), start=1))
        missing = [seat for seat, (promised, given) in both if promised and not given]
        entropy = [(given or promised) if promised else "" for _, (promised, given) in both]
        return cls(secret, tuple(entropy), tuple(commitments), tuple(missing))

    @cached_property
    def commitment(self) -> str:
        """What the server published of its secret before the game."""
        return commitment(self.secret)

    def draw(self, position: Position, before: int) -> int:
        """What chance brings in a position, by its number; so many draws came ``before`` it."""
        if position.actor != "chance":
            raise InvalidValueError("it is not chance that decides here")
        weights = position.outcomes()
        words = numbers(self.secret, self.entropy, before + 1, self.scheme)
        return list(weights)[choose(words, SPAN, list(weights.values()))]


def numbers(
    secret: bytes, entropy: tuple[str, ...], number: int, scheme: int = SCHEME
) -> Iterator[int]:
    """The numbers below 2**256 that a draw is made from: the next where one is of no use."""
    seats = first_lines(scheme, entropy)
    counter = 0
    while True:
        message = f"{seats}\n{number}\n{counter}".encode()
        yield int.from_bytes(hmac.digest(secret, message, "sha256"), "big")
        counter += 1


@lru_cache(4096)
def first_lines(scheme: int, entropy: tuple[str, ...]) -> str:
    """The lines of a message that are the same for all draws of a game."""
    seats = [check_entropy(one, scheme) for one in entropy]
    return "\n".join([f"Waterside draw {scheme}", str(len(seats)), *seats])


def choose(words: Iterator[int], span: int, weights: Sequence[int]) -> int:
    """An index with a chance of exactly its weight, from words that are uniform below ``span``."""
    total = sum(weights)
    if not 0 < total <= span:
        raise InvalidValueError(f"weights of {total} in all cannot be drawn from {span} words")
    usable = span - span % total
    rest = next(word for word in words if word < usable) % total
    for index, weight in enumerate(weights):
        rest -= weight
        if rest < 0:
            return index
    raise AssertionError("the remainder is below the sum of the weights")
