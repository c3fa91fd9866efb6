"""A program that appends to tables without end and prints what was acknowledged:
``python -m tests.server.appending URL``. It is there to be killed.
"""

import asyncio
import sys

from tests.server.rows import moves, table
from waterside.server.store import Store

TABLES = 20


async def main(url):
    store = await Store.open(url)

    async def play(key):
        if await store.table(key) is None:
            await store.create(table(key), moves(1))
        n = len(await store.events(key))
        while True:
            await store.append(key, moves(n + 1, 2))
            n += 2
            print(key, n, flush=True)

    await asyncio.gather(*(play(f"t{i}") for i in range(TABLES)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
