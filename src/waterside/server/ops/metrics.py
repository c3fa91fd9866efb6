"""Metrics for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """The metrics of one server, in a registry of their own: several servers fit in one process."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        self.requests = Counter(
            "waterside_messages", "Messages from clients", ["type"], registry=registry
        )
        self.refused = Counter(
            "waterside_refusals", "Messages refused", ["code"], registry=registry
        )
        self.moves = Counter("waterside_moves", "Moves accepted and stored", registry=registry)
        self.events = Counter("waterside_events", "Events stored", registry=registry)
        self.bot_answers = Counter(
            "waterside_bot_answers",
            "Moves that bots thought out, by the server or by a player's page",
            ["by"],
            registry=registry,
        )
        self.bot_failures = Counter(
            "waterside_bot_failures", "Moves that bots failed to compute", registry=registry
        )
        self.closed = Counter(
            "waterside_sockets_closed", "Sockets closed by the server", ["code"], registry=registry
        )
        self.errors = Counter("waterside_errors", "Errors of the server", registry=registry)
        self.connections = Gauge("waterside_connections", "Open sockets", registry=registry)
        self.tables = Gauge("waterside_live_tables", "Tables in memory", registry=registry)
        self.unreadable_tables = Gauge(
            "waterside_unreadable_tables",
            "Tables that were set aside because their logs cannot be read",
            registry=registry,
        )
        self.storing = Histogram(
            "waterside_store_seconds",
            "Time until events are on disk",
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5),
            registry=registry,
        )
        self.loop_delay = Histogram(
            "waterside_loop_delay_seconds",
            "How late the event loop is",
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5),
            registry=registry,
        )
        self.http_refused = Counter(
            "waterside_http_refusals",
            "HTTP requests and connections refused before they were looked at",
            ["reason"],
            registry=registry,
        )
        self.http_connections = Gauge(
            "waterside_http_connections",
            "Open connections that are not sockets of a table",
            registry=registry,
        )

    def text(self) -> bytes:
        """All metrics in Prometheus' text format."""
        return generate_latest(self.registry)
