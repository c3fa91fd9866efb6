"""Tables and events for tests of the store."""

import contextlib

from waterside.server.store import Event, Store, TableRow


@contextlib.asynccontextmanager
async def opened(url):
    store = await Store.open(url)
    try:
        yield store
    finally:
        await store.close()


def table(key="t1", **changes):
    given = {"game": "kariba", "title": "Two", "public": True, "invitation_hash": f"i-{key}"}
    return TableRow(id=key, **{**given, **changes})


def moves(first, count=1, **body):
    return [Event(n, "action", {"n": n, **body}) for n in range(first, first + count)]
