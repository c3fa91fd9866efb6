"""Fair chance: every roll and draw of a game follows from numbers that were fixed before it.

Before the first action the server publishes a commitment, the SHA-256 of a secret that only it
knows, and every player may add some entropy. Draw number n of the game (1, 2, 3 …; each chance
action takes one) is made like this:

1. The message is these lines, joined by line feeds: ``Waterside draw 1``, the number of seats, the
   entropy of each seat in order (an empty line for none), n, and a counter that begins at 0.
2. HMAC-SHA-256 of the message, with the secret as its key, is a whole number x below 2**256 (the
   first byte is the highest).
3. The outcomes of chance have whole weights, in the order of ``Position.numbers``; W is their sum.
   If x is not below the largest multiple of W up to 2**256, the counter goes up by one and
   another x is made: so every remainder is exactly equally likely.
4. The remainder of x by W chooses: the first outcome has as many remainders as its weight, from 0
   on, then the next, and so on.

A draw that was taken back, because all players agreed, is never used again: the next one has the
next number. The record has it all in its headers: ``Commitment``, ``Entropy 1`` and so on (- for
none), ``Draws taken back`` if there were any (``3, 7-9``), and after the end ``Secret``.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from waterside.core.errors import InvalidValueError, WatersideError
from waterside.core.position import Position
from waterside.core.record import Record

FIRST_LINE = "Waterside draw 1"
SECRET_BYTES = 32
SPAN = 2**256
ENTROPY = re.compile(r"[0-9a-f]{0,64}")
NO_ENTROPY = "-"
TAKEN_BACK = "Draws taken back"


RandBytes = Callable[[int], bytes]
"""Gives so many random bytes: the operating system's, unless a test needs the same ones again."""


def new_secret(randbytes: RandBytes = secrets.token_bytes) -> bytes:
    """A secret for one game."""
    return randbytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """What is published of a secret before the first action."""
    return hashlib.sha256(secret).hexdigest()


def check_entropy(entropy: str) -> str:
    """The entropy a player gave, if it can be used: up to 32 bytes in hexadecimal."""
    if not ENTROPY.fullmatch(entropy):
        raise InvalidValueError(f"entropy is up to 64 of the digits 0-9 and a-f, not {entropy!r}")
    return entropy


def draw(position: Position, secret: bytes, entropy: Sequence[str], before: int) -> int:
    """What chance brings in a position, by its number; so many draws came ``before`` it."""
    if position.actor != "chance":
        raise InvalidValueError("it is not chance that decides here")
    weights = position.outcomes()
    words = numbers(secret, tuple(entropy), before + 1)
    return list(weights)[choose(words, SPAN, list(weights.values()))]


def numbers(secret: bytes, entropy: tuple[str, ...], number: int) -> Iterator[int]:
    """The numbers below 2**256 that a draw is made from: the next where one is of no use."""
    seats = first_lines(entropy)
    counter = 0
    while True:
        message = f"{seats}\n{number}\n{counter}".encode()
        yield int.from_bytes(hmac.digest(secret, message, "sha256"), "big")
        counter += 1


@lru_cache(4096)
def first_lines(entropy: tuple[str, ...]) -> str:
    """The lines of a message that are the same for all draws of a game."""
    return "\n".join([FIRST_LINE, str(len(entropy)), *map(check_entropy, entropy)])


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


def headers(
    published: str, entropy: Sequence[str], drawn: Sequence[int], secret: bytes | None
) -> dict[str, str]:
    """What a record tells of its chance. ``drawn``: for each chance action that still stands, how
    many draws came before its own. Without the secret while the game goes on.
    """
    written = {"Commitment": published}
    for seat, given in enumerate(entropy, start=1):
        written[f"Entropy {seat}"] = given or NO_ENTROPY
    skipped = sorted(set(range(1, max(drawn, default=-1) + 2)) - {index + 1 for index in drawn})
    if skipped:
        written[TAKEN_BACK] = _write_ranges(skipped)
    if secret is not None:
        written["Secret"] = secret.hex()
    return written


def _write_ranges(ordered: Iterable[int]) -> str:
    ranges: list[list[int]] = []
    for number in ordered:
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    return ", ".join(f"{a}" if a == b else f"{a}-{b}" for a, b in ranges)


def _read_ranges(text: str) -> list[range]:
    """The ranges of a header, which must go up; they are not counted out, whatever they say."""
    ranges: list[range] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*([1-9][0-9]{0,8})(?:-([1-9][0-9]{0,8}))?\s*", part, re.ASCII)
        if not match:
            raise InvalidValueError(f"{TAKEN_BACK}: {text!r} does not read like 3, 7-9")
        one = range(int(match[1]), int(match[2] or match[1]) + 1)
        if not one or (ranges and one.start < ranges[-1].stop):
            raise InvalidValueError(f"{TAKEN_BACK}: {text!r} does not go up")
        ranges.append(one)
    return ranges


@dataclass(frozen=True)
class Finding:
    """Something in a record that is not as it must be."""

    text: str
    action: int | None = None
    """Which action, counted from 1; None if it is about the headers."""

    def __str__(self) -> str:
        return self.text if self.action is None else f"action {self.action}: {self.text}"


@dataclass(frozen=True)
class Verification:
    """What came out when a record was checked."""

    draws: int
    """How many outcomes of chance were made anew."""
    taken_back: str
    """Which draws the record says were taken back; they cannot be made anew."""
    findings: tuple[Finding, ...]

    @property
    def is_fair(self) -> bool:
        """Whether everything follows from the commitment."""
        return not self.findings


def verify(record: Record) -> Verification:
    """Makes the commitment and every outcome of chance anew and compares."""
    findings: list[Finding] = []
    taken_back = record.headers.get(TAKEN_BACK, "")
    try:
        secret, entropy, skipped = _read_headers(record, taken_back)
    except WatersideError as problem:
        return Verification(0, taken_back, (Finding(str(problem)),))
    if commitment(secret) != record.headers["Commitment"].lower():
        findings.append(Finding("the secret is not the one that the commitment was made from"))
    draws, used = 0, 0
    for position in _positions(record):
        if position.actor != "chance" or position.number == len(record.actions):
            continue
        draws, used = draws + 1, used + 1
        while skipped and used in skipped[0]:
            used = skipped.pop(0).stop
        action = record.actions[position.number].strip()
        really = position.play(draw(position, secret, entropy, used - 1)).action
        if really != action:
            text = f"draw {used} brings {really}, but the record has {action}"
            findings.append(Finding(text, position.number + 1))
    if skipped:
        text = f"{TAKEN_BACK}: {taken_back}: but the last draw was {used}"
        findings.append(Finding(text))
    return Verification(draws, taken_back, tuple(findings))


def _read_headers(record: Record, taken_back: str) -> tuple[bytes, list[str], list[range]]:
    for name in ("Commitment", "Secret"):
        if name not in record.headers:
            why = "; it is published when the game is over" if name == "Secret" else ""
            raise InvalidValueError(f"the record has no {name}{why}")
    written = record.headers["Secret"]
    if not re.fullmatch(f"[0-9a-fA-F]{{{2 * SECRET_BYTES}}}", written):
        raise InvalidValueError(f"Secret: {written!r} is not {2 * SECRET_BYTES} hexadecimal digits")
    entropy = []
    for seat in range(1, record.players + 1):
        given = record.headers.get(f"Entropy {seat}")
        if given is None:
            raise InvalidValueError(f"the record has no Entropy {seat}; - stands for none")
        entropy.append("" if given == NO_ENTROPY else check_entropy(given))
    return bytes.fromhex(written), entropy, _read_ranges(taken_back) if taken_back else []


def _positions(record: Record) -> Iterator[Position]:
    from waterside.core.registry import game

    position = game(record.game).new(record.players, **record.options)
    yield position
    for action in record.actions:
        position = position.play(action)
        yield position
