"""The examples in JavaScript, which use nothing of ours: they play, come back, and find out what is
not fair.
"""

import asyncio
import re
import subprocess
from pathlib import Path

import pytest
from tools import node

from tests.server.loops import in_loop
from tests.server.running import LONG, serving
from tests.server.test_fairness import KARIBA, exchanged, play, with_header
from waterside.core.registry import all_games
from waterside.fairness import annotated

EXAMPLES = Path(__file__).parents[1] / "examples"
GAMES = 100
SHORT = {"cromado": {"turn_limit": 12}, "crocodile": {"patience": 10}}
"""Options with which a game of random moves does not take long."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(node.find() is None, reason="Node is not installed; see ./test"),
]


def verified(folder, *records):
    """What the verifier says about each record, and its exit status."""
    paths = [folder / f"{number}.txt" for number in range(len(records))]
    for path, record in zip(paths, records, strict=True):
        path.write_text(record if isinstance(record, str) else annotated(record).dumps(), "utf-8")
    command = [node.find(), EXAMPLES / "verify.js", *paths]
    done = subprocess.run(command, text=True, capture_output=True)
    assert not done.stderr, done.stderr
    lines = done.stdout.splitlines()
    said = [line.removeprefix(f"{path}: ") for line, path in zip(lines, paths, strict=True)]
    return said, done.returncode


@pytest.mark.parametrize("name", all_games())
def test_the_verifier_finds_a_hundred_games_of_every_kind_fair(name, tmp_path):
    fewest, most = all_games()[name].seats
    records = [
        play(
            name,
            fewest + seed % (most - fewest + 1),
            seed=seed,
            options=SHORT.get(name, {}),
            takebacks={2, 3} if seed % 5 == 0 else (),
            missing={1} if seed % 7 == 0 else (),
            scheme=1 if seed % 9 == 8 else 2,
        )
        for seed in range(GAMES)
    ]
    said, status = verified(tmp_path, *records)
    assert [one for one in said if not re.fullmatch(r"fair, [0-9]+ draws", one)] == []
    assert (len(said), status) == (GAMES, 0)


def test_the_verifier_finds_out_whatever_was_changed(tmp_path):
    text = annotated(KARIBA).dumps()
    actions = list(KARIBA.actions)
    other = "draw 2" if actions[0] != "draw 2" else "draw 3"
    changed = {
        "does not fit its commitment": with_header(KARIBA, "Secret", "0" * 64),
        "entropy of seat 1 does not fit": with_header(KARIBA, "Entropy 1", "0" * 64),
        "entropy of seat 2 does not fit": with_header(KARIBA, "Entropy 2", "0" * 64),
        "did not reveal": with_header(KARIBA, "Not revealed", "1"),
        "the record has no Secret": with_header(KARIBA, "Secret", None),
        "is not known": with_header(KARIBA, "Chance", "3"),
        f"but the record has {other}": text.replace(f"\n{actions[0]}\n", f"\n{other}\n", 1),
        "draw 1 brings": text.replace("# draw 1: 8 draw 1, 8", "# draw 1: 0 draw 1, 1", 1),
        "no decision preceded": play("kariba", skip=range(1, 8), actions=12),
        "the record has no Draws": KARIBA.dumps(),
        "0 draws have comments": with_header(KARIBA, "Draws", "64").dumps(),
        "not a record": "Hello",
    }
    said, status = verified(tmp_path, *changed.values())
    assert status == 1
    for finding, answer in zip(changed, said, strict=True):
        assert answer.startswith("not fair: "), finding
        assert finding in answer


def test_what_was_kept_from_before_the_game_tells_what_no_record_can(tmp_path):
    kept = {name: KARIBA.headers[name] for name in ("Commitment", "Entropy 1")}
    promised = [KARIBA.headers["Entropy commitment 1"], ""]
    script = f"""
        const {{ verify }} = require({str(EXAMPLES / "verify.js")!r});
        const kept = {{ commitment: {kept["Commitment"]!r}, commitments: {promised!r},
                        revealed: {{ 1: {kept["Entropy 1"]!r} }}, takebacks: 0 }};
        for (const file of process.argv.slice(1)) {{
          const text = require("node:fs").readFileSync(file, "utf8");
          console.log(verify(text).findings.length, verify(text, kept).findings.join("; "));
        }}"""
    records = {
        "0 ": KARIBA,
        "0 the server had committed to another secret": exchanged(),
        "0 the players had committed to something else": exchanged(seat=1),
        "0 draws were taken back without agreement": play("kariba", takebacks={1}, actions=60),
    }
    paths = []
    for number, record in enumerate(records.values()):
        paths.append(tmp_path / f"{number}")
        paths[-1].write_text(annotated(record).dumps())
    done = subprocess.run([node.find(), "-e", script, *paths], text=True, capture_output=True)
    assert not done.stderr, done.stderr
    for expected, said in zip(records, done.stdout.splitlines(), strict=True):
        assert said.startswith(expected)


@pytest.mark.parametrize("name", all_games())
@in_loop
async def test_the_client_plays_comes_back_and_verifies(name, tmp_path):
    async with serving(f"sqlite:///{tmp_path}/tables.db") as server:
        flags = ["--experimental-websocket"] if node.version(node.find()) < (22, 0) else []
        arguments = [*flags, str(EXAMPLES / "client.js"), server.url, name, "--cut"]
        process = await asyncio.create_subprocess_exec(
            node.find(), *arguments, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
        )
        out, problems = await asyncio.wait_for(process.communicate(), 5 * LONG)
        assert process.returncode == 0, out.decode() + problems.decode()
        said = re.search(r"(\d+) moves, (\d+) cuts; fair, \d+ draws", out.decode())
        assert int(said[2]) == int(said[1]) // 10
        assert server.errors() == 0


def test_the_client_is_as_short_as_its_page_says():
    assert len((EXAMPLES / "client.js").read_text("utf-8").splitlines()) <= 150
    assert "A client in 150 lines" in (EXAMPLES.parent / "docs" / "protocol.md").read_text("utf-8")


def test_the_examples_are_shown_in_the_documentation():
    pages = "".join(path.read_text("utf-8") for path in EXAMPLES.parent.glob("docs/*.md"))
    for path in EXAMPLES.glob("*.js"):
        assert f"examples/{path.name}" in pages
