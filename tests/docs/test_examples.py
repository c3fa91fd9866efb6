"""Every example in README, docs and CONTRIBUTING runs as it stands, or says why it is not run."""

import doctest
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import urllib.request
from itertools import groupby

import pytest

import waterside
from tests.docs.pages import KNOWN_COMMENTS, NAMES, ROOT, all_blocks, blocks
from waterside.client import Client

LIMIT = 600
"""Seconds after which an example that does not end is a failure."""
SMALL = {
    "arena": ["--games", "2", "--jobs", "1"],
    "bench": ["--seconds", "0.01"],
    "simulate": ["--games", "8"],
    "study": ["--games", "2", "--policy", "random"],
}
"""What each command gets besides, so that examples with large numbers run in a moment."""
ENDLESS = {"room", "serve"}
"""Commands that run until they are stopped."""
TYPED = {"play": "\nquit\nn\n"}
"""What a person types who only looks at a command."""
INTERPRETED = {"WATERSIDE_INTERPRETED": "1"}
"""So few games are over before a compiler has started."""
MANY_GAMES = {"docs/simulate.md", "docs/vector.md"}
"""Pages whose scripts play so many that compiling pays."""
FOLDERS = ("benchmarks", "docs", "examples", "src", "tests", "tools")
DATABASE = ROOT / "tests" / "server" / "databases" / "version-0.1.0.sqlite"
"""What examples about databases have in their folder."""
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
RUN_ALL = "import runpy, sys; [runpy.run_path(path, run_name='example') for path in sys.argv[1:]]"

SESSIONS = [page for page in NAMES if any(one.is_session for one in blocks(page))]
SCRIPTS = [
    list(group)
    for _, group in groupby(
        (one for one in all_blocks("python") if one.is_run and not one.is_session),
        key=lambda one: (one.page, one.environment),
    )
]
CONSOLES = [one for one in all_blocks("console") if one.is_run]


@pytest.mark.parametrize("page", NAMES)
def test_every_block_has_a_language_and_every_comment_is_known(page):
    for block in blocks(page):
        assert block.language, f"{block.place}: say which language this is"
        assert {name for name, _ in block.comments} <= KNOWN_COMMENTS, block.place


@pytest.mark.parametrize("page", NAMES)
def test_what_is_not_run_says_why(page):
    for block in blocks(page):
        for name, reason in block.comments:
            assert name != "not run" or len(reason.split()) > 1, f"{block.place}: why?"
        if not block.is_run:
            assert block.language in ("python", "console"), f"{block.place} is never run"


@pytest.mark.parametrize("block", all_blocks("console"), ids=lambda one: one.place)
def test_console_examples_show_commands(block):
    assert block.text.startswith("$ "), f"{block.place}: commands begin with '$ '"


@pytest.mark.parametrize("page", SESSIONS)
def test_sessions_answer_what_is_shown(page):
    """The sessions of a page are one: what was named above is known below."""
    names = {}
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    for block in blocks(page):
        if block.is_session and block.is_run:
            test = doctest.DocTestParser().get_doctest(block.text, names, page, page, block.line)
            told = []
            runner.run(test, out=told.append, clear_globs=False)
            names = test.globs
            assert not told, "".join(told)


@pytest.mark.parametrize("group", SCRIPTS, ids=lambda group: group[0].place)
def test_scripts_run(group, tmp_path, request):
    """Each stands alone: it names and imports all that it needs."""
    page = group[0].page
    files = []
    for block in group:
        text = block.text
        if "localhost:8000" in text:
            text = request.getfixturevalue("server").instead_of_localhost(text)
        # The place in the page stands in the name of the file, and so in a traceback.
        file = tmp_path / f"{page.replace('/', '_')}_line_{block.line}.py"
        file.write_text(text, "utf-8")
        files.append(str(file))
    speed = {} if page in MANY_GAMES else INTERPRETED
    done = subprocess.run(
        [sys.executable, "-c", RUN_ALL, *files],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        env={**os.environ, **speed, **dict(group[0].environment)},
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("block", CONSOLES, ids=lambda one: one.place)
def test_commands_run(block, project):
    for command, shown in block.commands():
        written = project.run(command, dict(block.environment))
        if shown:
            same = doctest.OutputChecker().check_output(shown + "\n", written, FLAGS)
            assert same, f"{block.place}: {command}\nshows\n{shown}\nbut writes\n{written}"


class Project:
    """A folder that looks like the project's, where commands may write what they like."""

    def __init__(self, folder):
        self.folder = folder
        self.done = {}
        programs = folder / ".venv" / "bin"
        programs.mkdir(parents=True)
        for name, arguments in {"python": "", "waterside": "-m waterside"}.items():
            program = programs / name
            program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {arguments} "$@"\n')
            program.chmod(0o755)
        (folder / "waterside").symlink_to(programs / "waterside")
        for name in FOLDERS:
            (folder / name).symlink_to(ROOT / name)
        (folder / "game.txt").write_text(a_record(), "utf-8")
        shutil.copy(DATABASE, folder / "tables.db")
        self.environment = {
            **os.environ,
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "XDG_DATA_HOME": str(folder / "data"),
            **INTERPRETED,
            "BROWSER": "true",  # a browser that opens nothing
            "LANG": "C.UTF-8",
        }

    def run(self, command, more):
        """Runs a line as a reader would type it; gives what it writes to standard output."""
        command = re.sub(r"\s+# .*$", "", command)
        used = waterside_command(command)
        line = " ".join([command, *SMALL.get(used, []), *(["--port", "0"] * (used in ENDLESS))])
        if line not in self.done:  # several pages begin with the same command
            self.done[line] = self.write(line, used, more)
        return self.done[line]

    def write(self, line, used, more):
        """Runs a line; gives what it writes."""
        # A group of its own, so that Ctrl-C reaches all of it, as it does in a terminal.
        with subprocess.Popen(
            ["bash", "-c", line],
            cwd=self.folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            env={**self.environment, **more},
        ) as process:
            try:
                if used in ENDLESS:
                    written = stopped_once_it_answers(process)
                    _, problems = process.communicate(timeout=LIMIT)
                else:
                    written, problems = process.communicate(TYPED.get(used, ""), timeout=LIMIT)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                raise
        assert process.returncode == 0, f"{line}\n{problems}"
        return written


def stopped_once_it_answers(process):
    """Presses Ctrl-C when a server is up; gives the line that says where it is."""
    said = process.stdout.readline()
    address = re.search(r"http://\S+", said)
    assert address, said
    with urllib.request.urlopen(f"{address[0]}/health", timeout=LIMIT) as answer:
        assert answer.status == 200
    os.killpg(process.pid, signal.SIGINT)
    return re.sub(r":\d+$", ":8000", said)


def waterside_command(line):
    """Which of Waterside's commands a line uses, or None."""
    words = shlex.split(line)
    names = [i for i, word in enumerate(words) if word in ("./waterside", "waterside")]
    if not names:
        return None
    after = words[names[-1] + 1 :]
    return after[0] if after and not after[0].startswith("-") else "room"


def a_record():
    """A game that has begun, as examples about records have one in their folder."""
    position = waterside.game("kariba").new(players=2)
    while position.number < 45:
        choices = position.chances() if position.actor == "chance" else position.legal()
        position = position.play(sorted(choices)[position.number % len(choices)])
    return waterside.Record.of(position).dumps()


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    return Project(tmp_path_factory.mktemp("project"))


class Server:
    """A server for the examples that connect to one."""

    def __init__(self, address):
        self.address = address

    def instead_of_localhost(self, text):
        """The example with this server in it, and invitations to tables of its own."""
        text = text.replace("http://localhost:8000", self.address)
        return re.sub(re.escape(self.address) + r"/i/\w+…", lambda _: self.invitation(), text)

    def invitation(self):
        with Client(self.address, name="Ada") as ada:
            return ada.create("kariba", ["person", "random"], sit=None)[1]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    database = tmp_path_factory.mktemp("server") / "tables.db"
    options = f"--port 0 --bots 1 --bot-pause 0 --rate 0 --database sqlite:///{database}"
    process = subprocess.Popen(
        [sys.executable, "-m", "waterside", "serve", *options.split()],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield Server(process.stdout.readline().strip())
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=LIMIT)


RECORDS = [one for one in all_blocks("text") if one.text.startswith("Waterside record")]


def test_records_that_are_shown_can_be_loaded():
    assert RECORDS
    for block in RECORDS:
        assert waterside.Record.loads(block.text).position().number > 0, block.place
