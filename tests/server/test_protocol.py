"""The published schema is the one of the messages; limits and identity hold what they say."""

import json
from pathlib import Path

import pytest

from waterside import protocol
from waterside.core.errors import WatersideError
from waterside.server.domain.tokens import new_token
from waterside.server.live.identities import COOKIE, TOKEN_BYTES, is_foreign, token_of
from waterside.server.ops.limits import Allowance, Allowances
from waterside.server.serve import listen

DOCS = Path(__file__).parents[2] / "docs"


def test_the_published_schema_is_current():
    published = json.loads((DOCS / "protocol.schema.json").read_text("utf-8"))
    assert published == protocol.schema(), "run: python -m waterside.protocol"


def test_the_page_on_the_protocol_names_every_message():
    page = (DOCS / "protocol.md").read_text("utf-8")
    for kind in (*protocol.REQUESTS, *protocol.REPLIES):
        assert f"`{kind.model_fields['type'].default}`" in page


def test_the_page_on_the_protocol_explains_every_code_and_every_phase():
    page = (DOCS / "protocol.md").read_text("utf-8")
    first_cells = {line.split("|")[1].strip() for line in page.splitlines() if line[:1] == "|"}
    cells = {cell.strip() for one in first_cells for cell in one.split(",")}
    assert {f"`{one.value}`" for one in (*protocol.Refusal, *protocol.Phase)} <= cells
    assert {str(one.value) for one in protocol.CloseCode} <= cells


def test_what_a_message_does_not_have_is_refused():
    with pytest.raises(ValueError, match="extra"):
        protocol.read_request.validate_json('{"type": "ping", "extra": 1}')


def test_a_reply_is_sent_without_what_was_not_given_and_read_back_the_same():
    entry = protocol.LogEntry(number=3, kind="closed", text="The table is closed.", at=1.5)
    update = protocol.Update(number=3, since=2, log=[entry], phase=protocol.Phase.CLOSED)
    text = update.dumps()
    assert json.loads(text) == {
        "type": "update", "number": 3, "since": 2, "phase": "closed",
        "log": [{"number": 3, "kind": "closed", "text": "The table is closed.", "at": 1.5}],
    }  # fmt: skip
    assert protocol.read_reply.validate_json(text) == update
    assert json.loads(protocol.read_reply.validate_json(text).dumps()) == json.loads(text)


@pytest.mark.parametrize("entries", [0, 1, 3])
def test_an_update_of_the_log_alone_is_written_as_any_other(entries):
    log = [
        protocol.LogEntry(n, "acted", "“Ann” goes →", 1.25, seat=n, action="cw", parts=("a", "b"))
        for n in range(entries)
    ]
    update = protocol.Update(number=7, since=6, log=log)
    assert protocol.Update.dumps_log(7, 6, log) == update.dumps()


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def test_an_allowance_is_used_up_and_refilled_at_its_rate():
    clock = Clock()
    allowance = Allowance(2.0, 3, clock)
    assert [allowance.take() for _ in range(4)] == [True, True, True, False]
    clock.now += 0.5
    assert [allowance.take() for _ in range(2)] == [True, False]
    clock.now += 100
    assert [allowance.take() for _ in range(4)] == [True, True, True, False]


def test_everybody_has_an_allowance_of_their_own():
    each = Allowances(1.0, 1, Clock())
    assert (each.take("a"), each.take("a"), each.take("b")) == (True, False, True)


def test_a_rate_of_zero_is_no_limit():
    assert all(Allowance(0, 0).take() for _ in range(100))


def test_tokens_come_as_bearer_or_in_the_cookie():
    token = new_token(TOKEN_BYTES)
    assert len(token) == 43  # 256 bits
    assert token_of([(b"authorization", f"Bearer {token}".encode())]) == token
    assert token_of([(b"cookie", f"a=b; {COOKIE}={token}".encode())]) == token
    assert token_of([(b"authorization", b"Basic abc")]) is None
    assert token_of([(b"authorization", b"Bearer " + b"x" * 1000)]) is None
    assert token_of([(b"cookie", b"\xff;;;===")]) is None
    assert token_of([]) is None


@pytest.mark.parametrize(
    ("origin", "foreign"),
    [
        (None, False),
        ("http://here:80", False),
        ("https://here:80", False),
        ("http://HERE:80", False),
        ("http://there", True),
        ("http://here:80.there", True),
        ("null", True),
        ("", True),
        ("http://[", True),
        ("https://friend.example", False),
    ],
)
def test_pages_of_other_sites_are_foreign(origin, foreign):
    headers = [(b"host", b"here:80")]
    if origin is not None:
        headers.append((b"origin", origin.encode()))
    assert is_foreign(headers, ("https://friend.example",)) is foreign


@pytest.mark.parametrize("port", [-1, 65536, 99999])
def test_a_port_that_there_cannot_be_is_refused_in_words(port):
    with pytest.raises(WatersideError, match="ports go from 0"):
        listen("127.0.0.1", port)
