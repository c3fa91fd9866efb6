"""A queue in which nobody waits long because others ask much.

>>> queue = FairQueue()
>>> for question in "abc":
...     queue.push(question, Share("one address"))
>>> queue.push("d", Share("another address"))
>>> [queue.pop() for _ in range(len(queue))]
['a', 'd', 'b', 'c']
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterator
from typing import Generic, NamedTuple, TypeVar

Item = TypeVar("Item")

PEOPLE_IN_A_ROW = 8
"""How many of people's questions are answered before one of the others that wait."""


class Share(NamedTuple):
    """On whose behalf something waits: addresses take turns, and so do the tables of each."""

    address: str = ""
    table: str = ""
    is_background: bool = False
    """Whether no person waits for it: then it comes after all for which one does."""


Tables = OrderedDict[str, deque[Item]]


class Line(Generic[Item]):
    """What waits at one rank, by address and table; the first ones are next."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, Tables[Item]] = OrderedDict()
        self.length = 0

    def push(self, item: Item, share: Share) -> None:
        """Adds something at the end of its table's line."""
        tables = self._addresses.setdefault(share.address, OrderedDict())
        tables.setdefault(share.table, deque()).append(item)
        self.length += 1

    def pop(self) -> Item:
        """Takes the next one; then it is another table's turn, and another address's."""
        address, tables = next(iter(self._addresses.items()))
        table, items = next(iter(tables.items()))
        item = items.popleft()
        self.length -= 1
        if items:
            tables.move_to_end(table)
        else:
            del tables[table]
        if tables:
            self._addresses.move_to_end(address)
        else:
            del self._addresses[address]
        return item

    def longest(self) -> tuple[int, Share | None]:
        """How much waits for the address for which most does, and for its busiest table."""
        counts = {
            address: sum(map(len, tables.values())) for address, tables in self._addresses.items()
        }
        if not counts:
            return 0, None
        address = max(counts, key=counts.__getitem__)
        tables = self._addresses[address]
        table = max(tables, key=lambda one: len(tables[one]))
        return counts[address], Share(address, table)

    def drop_last(self, share: Share) -> Item:
        """Removes what came last for a table."""
        last = self._addresses[share.address][share.table][-1]
        self.remove(last)
        return last

    def remove(self, item: Item) -> bool:
        """Removes something wherever it waits; False if it does not."""
        for address, tables in self._addresses.items():
            for table, items in tables.items():
                if item in items:
                    items.remove(item)
                    self.length -= 1
                    if not items:
                        del tables[table]
                    if not tables:
                        del self._addresses[address]
                    return True
        return False

    def waiting(self, address: str) -> int:
        """How much waits for an address."""
        return sum(map(len, self._addresses.get(address, {}).values()))

    def __iter__(self) -> Iterator[Item]:
        for tables in self._addresses.values():
            for items in tables.values():
                yield from items


class FairQueue(Generic[Item]):
    """People first, then what goes on in the background; within both, address by address."""

    def __init__(self) -> None:
        self._people: Line[Item] = Line()
        self._background: Line[Item] = Line()
        self._in_a_row = 0

    def __len__(self) -> int:
        return self._people.length + self._background.length

    def __iter__(self) -> Iterator[Item]:
        yield from self._people
        yield from self._background

    def push(self, item: Item, share: Share) -> None:
        """Adds something."""
        self._line(share).push(item, share)

    def has(self, *, background: bool = True) -> bool:
        """Whether anything waits; with or without what goes on in the background."""
        return bool(self._people.length or (background and self._background.length))

    def pop(self, *, background: bool = True) -> Item:
        """Takes the next one, which may or may not be one that goes on in the background."""
        is_their_turn = self._in_a_row >= PEOPLE_IN_A_ROW or not self._people.length
        if background and self._background.length and is_their_turn:
            self._in_a_row = 0
            return self._background.pop()
        self._in_a_row += 1
        return self._people.pop()

    def make_room(self, share: Share) -> Item | None:
        """Removes something that can wait better than one more of this share; None if that one is
        itself what can.
        """
        count, busiest = self._background.longest()
        if busiest is not None and (
            not share.is_background or self._background.waiting(share.address) + 1 < count
        ):
            return self._background.drop_last(busiest)
        if share.is_background:
            return None
        count, busiest = self._people.longest()
        if busiest is not None and self._people.waiting(share.address) + 1 < count:
            return self._people.drop_last(busiest)
        return None

    def remove(self, item: Item) -> bool:
        """Removes something wherever it waits; False if it does not."""
        return self._people.remove(item) or self._background.remove(item)

    def _line(self, share: Share) -> Line[Item]:
        return self._background if share.is_background else self._people
