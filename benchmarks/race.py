"""Two server processes on one PostgreSQL: two moves at once on the same position, again and again.

One player sits at both processes with two sockets and sends a different move through each at the
same moment. Exactly one must be accepted, and all must see the same in the end. Prints JSON.

  python -m benchmarks.race --database postgresql://… --pairs 1000
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import signal
import sys
import time

from benchmarks.kill import Server

from waterside.client import AsyncClient, RefusedError
from waterside.client.asynchronous import AsyncTable
from waterside.protocol import Phase, Play, SwitchSeat


async def send(table: AsyncTable, action: str, at: int) -> bool:
    """Whether a move was accepted."""
    try:
        await table.request(Play, action=action, at=at)
    except RefusedError as refused:
        if refused.code not in ("stale", "not_now"):  # not_now: the other move ended the game
            raise
        return False
    return True


async def look_alike(sides: list[AsyncTable], number: int) -> None:
    """Both sides know everything up to a number and have the viewpoint of whoever is to act."""
    for side in sides:
        seen = await side.until(lambda seen: seen.number >= number)
        if seen.actor is not None and seen.view.you.seat != seen.actor:
            await side.request(SwitchSeat, seat=seen.actor)


async def race(database: str, pairs: int) -> dict[str, object]:
    """So many pairs of moves; how they ended."""
    servers = [Server(database), Server(database)]
    for server in servers:
        await asyncio.to_thread(server.start)
    both = neither = apart = done = 0
    began = time.monotonic()
    try:
        async with (
            AsyncClient(servers[0].url, "Ada") as ada,
            AsyncClient(servers[1].url, "Ada", ada.token) as twin,
        ):
            while done < pairs:
                key, _ = await ada.create("kariba", ["person", "person"])
                async with ada.table(key) as here, twin.table(key) as there:
                    await here.sit(2)
                    while done < pairs and here.seen.phase is Phase.PLAYING:
                        await look_alike([here, there], here.seen.number)
                        legal, at = here.seen.legal, here.seen.number
                        first, second = random.sample(legal, 2) if len(legal) > 1 else legal * 2
                        went = await asyncio.gather(send(here, first, at), send(there, second, at))
                        done += 1
                        both += all(went)
                        neither += not any(went)
                        await look_alike([here, there], at + 1)
                        apart += here.seen.view.board != there.seen.view.board
    finally:
        for server in servers:
            await asyncio.to_thread(server.stop, signal.SIGTERM)
    return {
        "benchmark": "race",
        "pairs": done,
        "both_accepted": both,
        "neither_accepted": neither,
        "disagreements": apart,
        "seconds": round(time.monotonic() - began, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Races two server processes.")
    parser.add_argument("--database", required=True)
    parser.add_argument("--pairs", type=int, default=1000)
    options = parser.parse_args()
    found = asyncio.run(race(options.database, options.pairs))
    print(json.dumps(found))
    sys.exit(bool(found["both_accepted"] or found["neither_accepted"] or found["disagreements"]))


if __name__ == "__main__":
    main()
