"""What bots are called: each has a name of its own at its table, the same for all viewers."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from hashlib import sha256

NAMES = (
    "Bella", "Bruno", "Carla", "Colin", "Dario", "Felix", "Gina", "Jonas", "Kira", "Leo", "Lotta",
    "Marta", "Mila", "Nino", "Pablo", "Paco", "Rosa", "Ruby", "Sami", "Theo", "Tilda", "Vera",
    "Wanda", "Zelda",
)  # fmt: skip
"""Names that read alike in all languages; none begins with a vowel, which French would elide."""


@lru_cache(4096)
def order(table_id: str) -> tuple[str, ...]:
    """The names in the order in which the seats of a table get them: it follows from the id alone."""
    return tuple(sorted(NAMES, key=lambda name: sha256(f"{table_id} {name}".encode()).digest()))


def bot_names(table_id: str, bots: Collection[int], people: Collection[str]) -> dict[int, str]:
    """The names of the bots in these seats; none of them is the name of a person at the table.

    >>> bot_names("Rk3vJ0aXq2Lw", [2, 3], ["Ada"])
    {2: 'Marta', 3: 'Felix'}
    """
    taken = {name.casefold() for name in people}
    names, highest = order(table_id), max(bots, default=0)
    spare = [name for name in names[highest:] if name.casefold() not in taken]
    found = {}
    for seat in sorted(bots):
        name = names[seat - 1]
        found[seat] = spare.pop(0) if name.casefold() in taken and spare else name
    return found
