"""Tests that are coroutines, each in an event loop of its own."""

import asyncio
import functools


def in_loop(test):
    """Runs a coroutine as a test; one that hangs fails."""

    @functools.wraps(test)
    def run(*args, **kwargs):
        asyncio.run(asyncio.wait_for(test(*args, **kwargs), 120))

    return run
