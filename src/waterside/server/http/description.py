"""What the OpenAPI description says about answers that are not an endpoint's result."""

from __future__ import annotations

from typing import Any

from waterside.server.http.models import LARGEST_BODY, Problem

REASONS = {
    400: "What was sent cannot be used; the text says why.",
    401: "No identity: ask for one first.",
    403: "Not allowed.",
    404: "There is no such thing here.",
    409: "Not possible now.",
    413: "Too large.",
    422: "Not as described.",
    429: "Too often; wait a moment.",
    503: "The database does not answer; try again.",
}


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The refusals of an endpoint, by their status."""
    return {status: {"model": Problem, "description": REASONS[status]} for status in statuses}


EVERYWHERE = problems(400, 403, 413, 422, 503)
"""The refusals that every endpoint may answer with."""
RETURNS_TEXT: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/plain": {"schema": {"type": "string"}}}}
}
TAKES_TEXT = {
    "requestBody": {
        "content": {"text/plain": {"schema": {"type": "string", "maxLength": LARGEST_BODY // 4}}},
    }
}
