"""Tests that are coroutines, each in an event loop of its own."""

import asyncio
import functools

LONGEST = 600


def in_loop(test):
    """Runs a coroutine as a test; one that hangs fails in the end, on however busy a machine."""

    @functools.wraps(test)
    def run(*args, **kwargs):
        asyncio.run(asyncio.wait_for(test(*args, **kwargs), LONGEST))

    return run
