"""What the documentation names exists: files, headings, addresses, commands, options, Python names."""

import argparse
import contextlib
import importlib
import io
import os
import re
import shlex
import tomllib
from functools import cache
from pathlib import Path

import pytest
from starlette.routing import Match

from tests.docs.pages import NAMES, ROOT, all_blocks, blocks, links, prose, spans, text_of
from waterside.cli import make_parser, with_command
from waterside.server.app import make_app
from waterside.server.ops.metrics import Metrics

HERE = Path(__file__).parent
GENERATED = re.compile(r"docs/(games|statements)/(?P<game>\w+)(\.\w\w)?\.md")
"""Pages that tools/docs_pages.py makes of each game's own files."""
ELSEWHERE = ("http://", "https://", "mailto:")
SYSTEM = ("/etc/", "/var/", "/opt/")
SOURCES = ("src", "tests", "tools", "benchmarks", "examples", "docs", ".ci")
FILE = re.compile(r"[\w.<>*/-]+\.(py|md|js|css|html|po|toml|yml|lock|json|svg|txt|seq)")
SCRIPT = re.compile(r"(?:^|\s)((?:benchmarks|tools|examples)/\w+\.py|\./test)\b")
OPTION = re.compile(r"(?<!\S)\[?(--?[a-z][\w-]*)")
COMMAND = re.compile(r"(?:^|\s)(?:\./)?waterside (?P<rest>.+)")
METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH")
ADDRESS = re.compile(r"https?://(?:localhost|127\.0\.0\.1)(?::\d+)?(?P<path>/[\w/{}…-]*)")


# Files and headings


@pytest.mark.parametrize("page", NAMES)
def test_links_lead_somewhere(page):
    for _, target in links(page):
        if target.startswith(ELSEWHERE):
            continue
        path, _, heading = target.partition("#")
        file = os.path.normpath(Path(page).parent / path) if path else page
        if made := GENERATED.fullmatch(file):
            assert (ROOT / "src/waterside/games" / made["game"]).is_dir(), f"{page}: {target}"
            continue
        assert (ROOT / file).exists(), f"{page}: {target} is not there"
        if heading:
            assert heading in headings(file), f"{page}: {target}: no such heading"


def headings(page):
    """The anchors of a page's headings."""
    titles = re.findall(r"^#+ (.+)$", prose(page), re.M)
    return {re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", one).strip().lower()) for one in titles}


@pytest.mark.parametrize("page", NAMES)
def test_pages_load_nothing_from_elsewhere(page):
    assert not re.search(r"!\[[^\]]*\]\(https?:|<(script|img|iframe|link)\b", text_of(page)), page


@pytest.mark.parametrize("page", NAMES)
def test_files_that_are_named_are_there(page):
    for span in spans(page):
        for word in re.sub(r"-o \S+", "", span).split():
            if FILE.fullmatch(word) and not word.startswith("/"):
                assert is_file(word, page), f"{page}: {word} is not there"


@pytest.mark.parametrize("page", NAMES)
def test_folders_that_are_named_are_there(page):
    for span in spans(page):
        if re.fullmatch(r"[\w.-]+(/[\w.-]+)*/", span):
            assert is_file(span.rstrip("/"), page), f"{page}: {span} is not there"


def is_file(word, page):
    """Whether a file or folder is there, seen from the project, its package, a game's folder or the page."""
    if word in files_that_examples_name(page):
        return True
    pattern = re.sub(r"<\w+>|NAME|XX", "*", word)
    starts = ("", "src/waterside/", "src/waterside/server/", "src/waterside/games/*/", "docs/")
    return any(any(ROOT.glob(start + pattern)) for start in starts) or (
        "/" not in word and any(any((ROOT / one).rglob(pattern)) for one in SOURCES)
    )


def files_that_examples_name(page):
    """Files that stand in the page's own examples: a reader's, not ours."""
    return {word for one in blocks(page) for word in re.findall(r"[\w./-]+\.\w+", one.text)}


# Addresses of the server


@cache
def routes():
    return make_app(None).router.routes


def is_served(path, method=None):
    """Whether the server has something at an address (for a method, or at all)."""
    path = re.sub(r"\{(\w+)\}", lambda one: "1" if one[1] in ("number", "step") else "x", path)
    path = path.replace("…", "")
    wanted = (Match.FULL,) if method else (Match.FULL, Match.PARTIAL)
    scopes = [{"type": "http", "method": method or "GET", "path": path, "root_path": ""}]
    if method is None:
        scopes.append({"type": "websocket", "path": path, "root_path": ""})
    return any(one.matches({**scope})[0] in wanted for scope in scopes for one in routes())


def addresses(page):
    """The addresses that a page names, with a method where it says one."""
    for span in spans(page):
        word, _, rest = span.partition(" ")
        method, path = (word, rest) if word in METHODS else (None, word)
        if re.fullmatch(r"/[\w/{}.…-]*", path) and not path.startswith(SYSTEM):
            yield path, method
    for found in ADDRESS.finditer(text_of(page)):
        yield found["path"], None


@pytest.mark.parametrize("page", NAMES)
def test_addresses_are_served(page):
    for path, method in addresses(page):
        assert is_served(path, method), f"{page}: the server has nothing at {method or ''} {path}"


def test_an_address_that_is_not_served_is_found():
    assert is_served("/i/5nqk0m…")
    assert not is_served("/join/5nqk0m…")
    assert is_served("/api/tables/{id}/record", "GET")
    assert not is_served("/api/tables/{id}/record", "POST")


def test_metrics_that_are_named_are_counted():
    told = " ".join(family.name for family in Metrics().registry.collect())
    for span in spans("docs/hosting.md"):
        if span.startswith("waterside_"):
            assert span.removesuffix("_total") in told.split(), span


# The command line


@cache
def commands():
    """Every command's parser, by name."""
    parser = make_parser()
    (choices,) = (one.choices for one in parser._actions if one.dest == "command")
    return choices


def options_of(command):
    """The options of a command, and of what it does where it does several things."""
    parser = commands()[command]
    kinds = [one.choices for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
    parsers = [parser, *(kind for choices in kinds for kind in choices.values())]
    return {option for one in parsers for option in one._option_string_actions}


@pytest.mark.parametrize("block", all_blocks("console"), ids=lambda one: one.place)
def test_commands_are_understood(block):
    """Also those that are not run."""
    for line, _ in block.commands():
        for part in re.sub(r"\s+# .*$", "", line).split("|"):
            words = shlex.split(part)
            if words and words[0].removeprefix("./") == "waterside":
                words = with_command(words[1:])
                with contextlib.redirect_stderr(io.StringIO()) as said:
                    try:
                        make_parser().parse_args(words)
                    except SystemExit:
                        pytest.fail(f"{block.place}: {part}\n{said.getvalue()}")
                for word in words[1:]:  # in full, although the parser takes abbreviations
                    option = word.split("=")[0]
                    assert word[0] != "-" or option in options_of(words[0]), f"{part}: {option}"


@pytest.mark.parametrize("page", NAMES)
def test_commands_in_the_text_exist_and_take_their_options(page):
    for span in spans(page):
        if found := COMMAND.search(span):
            name = found["rest"].split()[0]
            if name.startswith("-"):
                name = "room"
            if re.fullmatch(r"[a-z]+", name):
                assert name in commands(), f"{page}: {span}: no such command"
                for option in OPTION.findall(found["rest"]):
                    assert option in options_of(name), f"{page}: {span}: no option {option}"


@pytest.mark.parametrize("page", NAMES)
def test_options_in_the_text_belong_to_a_command_or_script_of_the_page(page):
    named = [*spans(page), *(one.text for one in blocks(page))]
    text = "\n".join(named)
    known = {"room"} if re.search(r"\./waterside(\s|$)", text) else set()
    known |= {name for name in commands() if re.search(rf"waterside {name}\b", text)}
    options = {option for name in known for option in options_of(name)}
    scripts = set(SCRIPT.findall(text))
    for span in spans(page):
        if span.startswith("-"):
            option = span.split()[0].split("=")[0]
            in_script = any(f'"{option}"' in (ROOT / one).read_text("utf-8") for one in scripts)
            assert option in options or in_script, f"{page}: {span}: whose option is this?"


@pytest.mark.parametrize("page", NAMES)
def test_scripts_take_the_options_that_they_are_shown_with(page):
    for line in [*spans(page), *(c for one in blocks(page) for c in one.text.splitlines())]:
        for script in SCRIPT.findall(line):
            source = (ROOT / script).read_text("utf-8")
            for option in OPTION.findall(line.partition(script)[2].partition("#")[0]):
                taken = script == "./test" and option in ("-k", "-x", "-n")  # pytest's own
                assert taken or f'"{option}"' in source, f"{page}: {line}: no option {option}"


# Python, packages, settings


@pytest.mark.parametrize("page", NAMES)
def test_python_names_exist(page):
    for span in spans(page):
        if found := re.match(r"(waterside(?:\.[A-Za-z_]\w*)+)(?=\(|$)", span):
            if found[1] in ("waterside.games", "waterside.bots"):
                continue  # entry-point groups have these names, too
            assert python_name(found[1]) is not None, f"{page}: there is no {found[1]}"


def python_name(dotted):
    """What a dotted name stands for, or None."""
    parts = dotted.split(".")
    for end in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        for name in parts[end:]:
            found = getattr(found, name, None)
        return found
    return None


@pytest.mark.parametrize("page", NAMES)
def test_extras_and_entry_points_exist(page):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for extras in re.findall(r"waterside\[([\w,]+)\]", text_of(page)):
        assert set(extras.split(",")) <= set(project["optional-dependencies"]), f"{page}: {extras}"
    for group in re.findall(r'entry-points\."([\w.]+)"', text_of(page)):
        assert group in ("waterside.games", "waterside.bots"), f"{page}: {group}"


@pytest.mark.parametrize("page", NAMES)
def test_environment_variables_are_read(page):
    for name in set(re.findall(r"\bWATERSIDE_[A-Z_]+\b", text_of(page))):
        used = any(
            name in path.read_text("utf-8")
            for folder in ("src", "tools", "tests", "benchmarks")
            for path in (ROOT / folder).rglob("*.py")
            if path.parent != HERE
        ) or name in (ROOT / "test").read_text("utf-8")
        assert used, f"{page}: nothing reads {name}"
