"""The JSON schema of all messages, with who may send each of them, and when."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from waterside.protocol.codes import VERSION
from waterside.protocol.messages import REQUESTS, read_request, type_of
from waterside.protocol.replies import read_reply


def authority() -> list[dict[str, Any]]:
    """Every request with who may send it, and when, for the docs and the tests."""
    return [
        {
            "type": type_of(request),
            "who": sorted(request.who),
            "when": sorted(request.when),
            "about": " ".join((request.__doc__ or "").split()),
        }
        for request in REQUESTS
    ]


def schema() -> dict[str, Any]:
    """The JSON schema of all messages."""
    requests = read_request.json_schema(ref_template="#/$defs/{model}")
    replies = read_reply.json_schema(ref_template="#/$defs/{model}", mode="serialization")
    parts = {**requests.pop("$defs"), **replies.pop("$defs")}
    return {
        "title": "Waterside table protocol",
        "version": VERSION,
        "authority": authority(),
        "$defs": {**parts, "Request": requests, "Reply": replies},
        "oneOf": [{"$ref": "#/$defs/Request"}, {"$ref": "#/$defs/Reply"}],
    }


def publish() -> None:
    """Writes the schema where the docs have it; run from the repository's root."""
    text = json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"
    Path("docs/protocol.schema.json").write_text(text, "utf-8")
