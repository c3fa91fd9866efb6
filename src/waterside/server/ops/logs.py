"""Logs as lines of text or of JSON; neither contains tokens, invitations or request addresses."""

from __future__ import annotations

import json
import logging
import sys
import time

TEXT = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"
STANDARD = frozenset(vars(logging.makeLogRecord({})))


class JsonLines(logging.Formatter):
    """A formatter that writes one JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        """The log record with its time, level, logger and message, and its extra fields."""
        entry = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        entry |= {
            name: value
            for name, value in vars(record).items()
            if name not in STANDARD and name not in ("message", "asctime", "color_message")
        }
        if record.exc_info:
            entry["exception"] = self.formatException(record.exc_info)
        return json.dumps(entry, default=str)


def configure_logging(log_format: str, level: str) -> None:
    """Makes all loggers write to the standard error stream."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if log_format == "json" else logging.Formatter(TEXT))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for noisy in ("websockets", "uvicorn", "alembic"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, root.level))
