"""What a record says about its chance: in its headers, and in a comment before each draw.

The headers are ``Chance: 2`` (the scheme), ``Commitment``, for each seat ``Entropy commitment 1`` and
``Entropy 1`` (``-`` for none), ``Not revealed`` and ``Draws taken back`` if there is something to say,
``Given actions`` where the game went on from a position after so many actions, which no draw of this game
decided, and after the end ``Secret``. The comments, ``# draw 3: 8 draw 1, 7 draw 2``, have the outcomes with their
weights, so that draws can be checked by programs that do not know the rules; with them comes
``Draws``, how many there are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from waterside.core.errors import InvalidValueError
from waterside.core.position import Position
from waterside.core.record import Record
from waterside.fairness.draws import SCHEME, SECRET_BYTES, Chance, check_entropy

NONE = "-"
TAKEN_BACK = "Draws taken back"
NOT_REVEALED = "Not revealed"
DRAWS = "Draws"
GIVEN = "Given actions"
HEXADECIMAL = re.compile(f"[0-9a-fA-F]{{{2 * SECRET_BYTES}}}")
COMMENT = re.compile(r"draw [0-9]+: ")
"""How a comment about a draw begins."""


def headers(
    chance: Chance, drawn: Sequence[int], *, is_over: bool, given: int = 0
) -> dict[str, str]:
    """What a record says about its chance. ``drawn``: for each chance action that still stands, how
    many draws came before its own. The secret is left out while the game goes on.
    """
    written = {"Chance": str(chance.scheme)} if chance.scheme > 1 else {}
    written["Commitment"] = chance.commitment
    if chance.scheme > 1:
        for seat, promised in enumerate(chance.commitments, start=1):
            written[f"Entropy commitment {seat}"] = promised or NONE
    for seat, entropy in enumerate(chance.entropy, start=1):
        written[f"Entropy {seat}"] = entropy or NONE
    if chance.missing:
        written[NOT_REVEALED] = ", ".join(map(str, chance.missing))
    skipped = sorted(set(range(1, max(drawn, default=-1) + 2)) - {index + 1 for index in drawn})
    if skipped:
        written[TAKEN_BACK] = _write_ranges(skipped)
    if given:
        written[GIVEN] = str(given)
    if is_over:
        written["Secret"] = chance.secret.hex()
    return written


@dataclass(frozen=True)
class Proof:
    """What a record says about its chance, read from its headers."""

    chance: Chance
    published: str
    """The server's commitment."""
    taken_back: tuple[range, ...]
    """Draws that do not stand any more, in rising order."""


def read_proof(record: Record) -> Proof:
    """Reads the headers; InvalidValueError says what is missing or cannot be understood."""
    scheme = record.headers.get("Chance", "1")
    if scheme not in ("1", str(SCHEME)):
        raise InvalidValueError(f"Chance: {scheme!r} is not known; a newer version may know it")
    published, secret = (_hexadecimal(record, name) for name in ("Commitment", "Secret"))
    seats = range(1, record.players + 1)
    entropy = tuple(
        check_entropy(_of_seat(record, f"Entropy {seat}"), int(scheme)) for seat in seats
    )
    commitments: tuple[str, ...] = ()
    missing: tuple[int, ...] = ()
    if int(scheme) > 1:
        commitments = tuple(_of_seat(record, f"Entropy commitment {seat}") for seat in seats)
        if NOT_REVEALED in record.headers:
            ranges = read_ranges(NOT_REVEALED, record.headers[NOT_REVEALED])
            if ranges[-1].stop > seats.stop:
                raise InvalidValueError(f"{NOT_REVEALED}: seats go from 1 to {record.players}")
            missing = tuple(seat for one in ranges for seat in one)
    taken_back = record.headers.get(TAKEN_BACK)
    skipped = read_ranges(TAKEN_BACK, taken_back) if taken_back else ()
    chance = Chance(bytes.fromhex(secret), entropy, commitments, missing, int(scheme))
    return Proof(chance, published.lower(), skipped)


def _hexadecimal(record: Record, name: str) -> str:
    if name not in record.headers:
        why = "; it is published when the game is over" if name == "Secret" else ""
        raise InvalidValueError(f"the record has no {name}{why}")
    written = record.headers[name]
    if not HEXADECIMAL.fullmatch(written):
        raise InvalidValueError(f"{name}: {written!r} is not {2 * SECRET_BYTES} hexadecimal digits")
    return written


def _of_seat(record: Record, name: str) -> str:
    if name not in record.headers:
        raise InvalidValueError(f"the record has no {name}; - stands for none")
    given = record.headers[name]
    return "" if given == NONE else given


def _write_ranges(ordered: Iterable[int]) -> str:
    ranges: list[list[int]] = []
    for number in ordered:
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    return ", ".join(f"{a}" if a == b else f"{a}-{b}" for a, b in ranges)


def read_ranges(header: str, text: str) -> tuple[range, ...]:
    """The ranges of a header, which must go up; they are not counted out, whatever they say."""
    ranges: list[range] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*([1-9][0-9]{0,8})(?:-([1-9][0-9]{0,8}))?\s*", part, re.ASCII)
        if not match:
            raise InvalidValueError(f"{header}: {text!r} does not read like 3, 7-9")
        one = range(int(match[1]), int(match[2] or match[1]) + 1)
        if not one or (ranges and one.start < ranges[-1].stop):
            raise InvalidValueError(f"{header}: {text!r} does not go up")
        ranges.append(one)
    return tuple(ranges)


def given_actions(record: Record) -> int:
    """How many actions were played before the game began; 0 for a game that began at its start."""
    written = record.headers.get(GIVEN, "0")
    if not (written.isascii() and written.isdigit() and int(written) <= len(record.actions)):
        raise InvalidValueError(f"{GIVEN}: {written!r} is not a number of actions")
    return int(written)


def positions(record: Record) -> Iterator[Position]:
    """The positions of a game, from the first to that after the last action."""
    from waterside.core.registry import game

    position = game(record.game).new(record.players, **record.options)
    yield position
    for action in record.actions:
        position = position.play(action)
        position.previous = None
        yield position


def comment(position: Position, number: int) -> str:
    """The comment before a draw: its number, and the outcomes with their weights, in order."""
    weights = position.outcomes()
    outcomes = ", ".join(f"{weight} {position.text_of(one)}" for one, weight in weights.items())
    return f"draw {number}: {outcomes}"


def draws_of(record: Record, taken_back: Sequence[range]) -> Iterator[tuple[Position, int]]:
    """The positions of a record in which chance decides, each with the number of its draw."""
    skipped, number, given = list(taken_back), 0, given_actions(record)
    for position in positions(record):
        if position.actor != "chance" or not given <= position.number < len(record.actions):
            continue
        number += 1
        while skipped and number in skipped[0]:
            number = skipped.pop(0).stop
        yield position, number


def annotated(record: Record) -> Record:
    """The record with a comment before each draw, for verifiers that do not know the rules."""
    taken_back = record.headers.get(TAKEN_BACK)
    skipped = read_ranges(TAKEN_BACK, taken_back) if taken_back else ()
    comments = {
        position.number: comment(position, number) for position, number in draws_of(record, skipped)
    }
    return replace(record, comments=comments, headers={**record.headers, DRAWS: str(len(comments))})
