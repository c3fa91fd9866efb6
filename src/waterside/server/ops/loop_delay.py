"""How late the event loop is: what every player waits for, whatever keeps it busy."""

from __future__ import annotations

import asyncio
import time

from waterside.server.ops.metrics import Metrics

EVERY = 0.25
"""Seconds between two measurements."""


async def measure_loop_delay(metrics: Metrics) -> None:
    """Sleeps again and again, and records by how much each sleep took too long."""
    while True:
        due = time.perf_counter() + EVERY
        await asyncio.sleep(EVERY)
        metrics.loop_delay.observe(max(0.0, time.perf_counter() - due))
