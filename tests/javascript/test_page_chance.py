"""What the page keeps from before a game, and how it checks a record with that, without a browser."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from tools import node

import waterside
from tests.server.test_fairness import ENTROPY, KARIBA, SECRET, exchanged, play, promised
from waterside.fairness import annotated, commitment

SCRIPTS = Path(waterside.__file__).parent / "server" / "site" / "static" / "script"
DRIVER = Path(__file__).parent / "page_chance.mjs"
COMMITMENTS = promised(ENTROPY[:2])
STARTING = {
    "type": "view",
    "table": {"id": "table"},
    "phase": "starting",
    "you": {"seats": [1]},
    "seats": [{"commitment": one} for one in COMMITMENTS],
    "series": {"commitment": commitment(SECRET)},
    "game": None,
}
"""What the page is sent when all seats are taken: it has seat 1, a bot seat 2."""

pytestmark = pytest.mark.skipif(node.find() is None, reason="Node is not installed; see ./test")


def page(folder, heard, records=(), answer="done"):
    """What the page's modules do with messages of the server, and say about records."""
    for script in SCRIPTS.glob("*.js"):
        shutil.copy(script, folder)
    (folder / "package.json").write_text('{"type": "module"}')
    texts = [annotated(record).dumps() for record in records]
    given = {
        "scripts": str(folder), "entropy": ENTROPY[0], "heard": heard, "records": texts, "answer": answer,
    }  # fmt: skip
    done = subprocess.run(
        [node.find(), DRIVER], input=json.dumps(given), text=True, capture_output=True
    )
    assert (done.stderr, done.returncode) == ("", 0)
    return json.loads(done.stdout)


def test_the_page_keeps_what_was_fixed_before_it_reveals(tmp_path):
    found = page(tmp_path, [STARTING])
    assert found["commitment"] == COMMITMENTS[0]
    fixed = {"commitment": commitment(SECRET), "commitments": COMMITMENTS, "takebacks": 0}
    (reveal,) = found["sent"]
    assert reveal["message"] == {"type": "reveal", "entropy": ENTROPY[0]}
    assert reveal["kept"] == {**fixed, "revealed": {}}
    assert found["kept"] == {**fixed, "revealed": {"1": ENTROPY[0]}}


def test_the_page_claims_nothing_that_the_server_did_not_acknowledge(tmp_path):
    assert page(tmp_path, [STARTING], answer="refused")["kept"]["revealed"] == {}


@pytest.mark.parametrize("what", ["server", "player"])
def test_the_page_reveals_nothing_once_a_commitment_was_exchanged(tmp_path, what):
    before = {**STARTING, "you": {"seats": []}}
    other = {**STARTING}
    if what == "server":
        other["series"] = {"commitment": "0" * 64}
    else:
        other["seats"] = [STARTING["seats"][0], {"commitment": "0" * 64}]
    found = page(tmp_path, [before, other])
    assert found["sent"] == []
    assert (found["kept"]["commitment"], found["kept"]["commitments"]) == (
        commitment(SECRET),
        COMMITMENTS,
    )


def test_the_page_finds_out_what_a_record_alone_does_not_tell(tmp_path):
    records = {
        "fair": (KARIBA, []),
        "another secret": (exchanged(), ["unfair-other-secret"]),
        "other entropy": (exchanged(seat=1), ["unfair-other-entropy", "unfair-unused"]),
        "own entropy not used": (play("kariba", missing={1}, actions=12), ["unfair-unused"]),
        "takebacks": (play("kariba", takebacks={1}, actions=60), ["unfair-not-agreed"]),
    }
    found = page(tmp_path, [STARTING], [record for record, _ in records.values()])["found"]
    for (what, (_, expected)), said in zip(records.items(), found, strict=True):
        assert said == {"alone": [], "compared": expected}, what


def test_the_page_finds_draws_that_no_decision_preceded(tmp_path):
    (said,) = page(tmp_path, [STARTING], [play("kariba", skip=range(1, 8), actions=12)])["found"]
    assert "unfair-takeback" in said["alone"]
