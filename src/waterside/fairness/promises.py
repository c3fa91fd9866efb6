"""What a player keeps from before a game, to compare the record with it afterwards.

Without it a record can only be compared with itself: an operator could exchange the secret, the
commitments and the players' entropy together.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from waterside.core.errors import WatersideError
from waterside.fairness.draws import Chance, RandBytes, commitment, new_secret

MOST_KEPT = 1000
"""How many games, and how much unused entropy, are kept; the oldest go first."""


@dataclass
class Promise:
    """What was fixed before one game, as one player saw it."""

    commitment: str
    """To the server's secret."""
    commitments: list[str]
    """To the players' entropy, by seat; empty for none."""
    revealed: dict[int, str] = field(default_factory=dict)
    """The player's own entropy, by seat, once the server has acknowledged it."""
    takebacks: int = 0
    """How many takebacks the player asked for or agreed to."""

    @classmethod
    def loads(cls, text: str) -> Promise:
        """Reads a promise from the JSON that page and client keep."""
        try:
            content = dict(json.loads(text))
            revealed = {int(seat): str(given) for seat, given in content.pop("revealed").items()}
            return cls(**content, revealed=revealed)
        except (ValueError, KeyError, TypeError, AttributeError) as problem:
            raise WatersideError(
                f"this is nothing that was kept before a game: {problem}"
            ) from None

    def differences(self, chance: Chance, published: str, taken_back: int) -> list[str]:
        """What a record says otherwise; ``taken_back``: from how many places draws are missing."""
        found = []
        if published != self.commitment:
            found.append("before the game the server had committed to another secret")
        promised = list(chance.commitments) or [""] * len(chance.entropy)
        if promised != self.commitments:
            seats = zip(promised, self.commitments, strict=False)
            which = [str(seat) for seat, (a, b) in enumerate(seats, start=1) if a != b]
            found.append(f"before the game other commitments were shown: seats {', '.join(which)}")
        for seat, entropy in self.revealed.items():
            if chance.entropy[seat - 1 : seat] != (entropy,):
                found.append(f"the entropy that was revealed for seat {seat} was not used")
        if taken_back > self.takebacks:
            found.append(
                f"draws were taken back {taken_back} times, but you agreed to {self.takebacks}"
            )
        return found


class Promises:
    """The promises of all games of one player, and entropy that is not revealed yet.

    They are kept in memory and, where a ``path`` is given, in a file that survives the program.
    """

    def __init__(
        self, path: Path | str | None = None, randbytes: RandBytes = secrets.token_bytes
    ) -> None:
        self.path = Path(path) if path is not None else None
        self.randbytes = randbytes
        self.entropy: dict[str, str] = {}
        """By its commitment."""
        self.games: dict[str, Promise] = {}
        """By table and number of the game there, ``table/3``."""
        if self.path is not None and self.path.exists():
            self._load(self.path)

    def commit(self) -> str:
        """Makes new entropy and gives the commitment to it."""
        entropy = new_secret(self.randbytes)
        promised = commitment(entropy)
        self.entropy[promised] = entropy.hex()
        self._save()
        return promised

    def keep(
        self, table: str, game: int, server_commitment: str, commitments: Sequence[str]
    ) -> Promise:
        """Keeps what is fixed before a game. What was kept first stays, whatever comes later."""
        key = f"{table}/{game}"
        if key not in self.games:
            self.games[key] = Promise(server_commitment, list(commitments))
            self._save()
        return self.games[key]

    def of(self, table: str, game: int) -> Promise | None:
        """What was kept from before a game."""
        return self.games.get(f"{table}/{game}")

    def acknowledge(self, promise: Promise, seat: int, entropy: str) -> None:
        """The server has stored what a seat revealed: from now on it must use it."""
        promise.revealed[seat] = entropy
        self._save()

    def count_takeback(self, promise: Promise) -> None:
        """The player has asked for a takeback, or agreed to one."""
        promise.takebacks += 1
        self._save()

    def _load(self, path: Path) -> None:
        try:
            content = json.loads(path.read_text("utf-8"))
            self.entropy = dict(content["entropy"])
            games = content["games"].items()
            self.games = {key: Promise.loads(json.dumps(one)) for key, one in games}
        except (
            OSError,
            ValueError,
            KeyError,
            TypeError,
            AttributeError,
            WatersideError,
        ) as problem:
            raise WatersideError(f"{path} has no promises that can be read: {problem}") from None

    def _save(self) -> None:
        for kept in (self.entropy, self.games):
            while len(kept) > MOST_KEPT:
                del kept[next(iter(kept))]
        if self.path is None:
            return
        games = {key: asdict(one) for key, one in self.games.items()}
        text = json.dumps({"entropy": self.entropy, "games": games}, indent=1)
        beside = self.path.with_name(self.path.name + ".new")
        beside.touch(mode=0o600)
        beside.write_text(text, "utf-8")
        beside.replace(self.path)
