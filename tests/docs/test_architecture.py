"""The walks through the code name files and functions that exist, and their diagrams agree with them."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import diagrams
import pytest

from tests.docs.pages import NAMES, ROOT, blocks, links, text_of

PAGE = "docs/architecture.md"
NAMED = [
    (page, text[1:-1], (ROOT / page).parent.joinpath(target).resolve())
    for page in NAMES
    for text, target in links(page)
    if text.startswith("`") and re.search(r"(?:^|/)(src|tests|tools|benchmarks)/", target)
]
UNNAMED = {"py.typed", "locale"}
"""Parts that need no line of their own."""
DIAGRAMS = sorted(diagrams.FOLDER.glob("*.seq"))


@pytest.mark.parametrize(("page", "name", "file"), NAMED, ids=lambda one: str(one)[-40:])
def test_linked_names_are_in_the_linked_files(page, name, file):
    assert file.is_file(), f"{page}: {file} is not there"
    assert name in {*names_in(file), str(file.relative_to(ROOT)), file.name}, (
        f"{page}: there is no {name} in {file.relative_to(ROOT)}"
    )


@cache
def names_in(file):
    """What a source file defines: functions, classes, their methods, and constants."""
    text = Path(file).read_text("utf-8")
    if file.suffix != ".py":
        return names_in_script(text)
    found = set()
    for node in ast.parse(text).body:
        for name in defined(node):
            found.add(name)
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{name}" for part in node.body for name in defined(part)}
    return found


def names_in_script(text):
    """Functions, constants and classes of a script, with the methods of the classes."""
    found, owner = set(), ""
    for line in text.splitlines():
        if made := re.match(r"(?:export )?(?:async )?(?:function\*?|class|const|let) (\w+)", line):
            owner = made[1]
            found.add(owner)
        elif method := re.match(r"  (?:async )?(\w+)\(.*\) \{$", line):
            found.add(f"{owner}.{method[1]}")
    return found


def defined(node):
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.Assign):
        return [target.id for target in node.targets if isinstance(target, ast.Name)]
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return [node.target.id]
    return []


def test_the_layers_are_those_that_the_linter_checks():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    (layers,) = (one["layers"] for one in contracts if one.get("containers") == ["waterside"])
    (shown,) = (one.text for one in blocks(PAGE) if one.language == "text")
    assert shown.split("\n")[:-1] == layers


def test_every_part_of_the_package_is_in_the_tree():
    package = ROOT / "src" / "waterside"
    for folder in (package, package / "server"):
        for part in folder.iterdir():
            name = f"{part.name}/" if part.is_dir() else part.name
            if not name.startswith("_") and part.name not in UNNAMED:
                assert f"`{name}`" in text_of(PAGE), f"{name} is not in the tree"


@pytest.mark.parametrize("source", DIAGRAMS, ids=lambda one: one.stem)
def test_diagrams_are_drawn_from_their_descriptions(source):
    drawn = diagrams.Diagram(source.read_text("utf-8")).svg()
    assert source.with_suffix(".svg").read_text("utf-8") == drawn, "run python tools/diagrams.py"


@pytest.mark.parametrize("source", DIAGRAMS, ids=lambda one: one.stem)
def test_diagrams_name_files_that_exist_and_a_step_for_each_item_of_the_page(source):
    diagram = diagrams.Diagram(source.read_text("utf-8"))
    for _, _, file, _ in diagram.lanes:
        assert any((ROOT / "src/waterside").glob(file)), f"{file} is not there"
    (section,) = re.findall(
        rf"\(diagrams/{source.stem}\.svg\)\]?(?:\(\S+\))?\n(.*?)(?:\n## |\Z)", text_of(PAGE), re.S
    )
    items = re.findall(r"^(\d+)\. ", section, re.M)
    assert [int(one) for one in items] == list(range(1, len(diagram.steps) + 1))


def test_a_move_enters_each_module_once_and_leaves_it_once():
    diagram = diagrams.Diagram((diagrams.FOLDER / "move.seq").read_text("utf-8"))
    entered = [end for _, arrow, end, _ in diagram.steps if arrow == "->"]
    left = [start for start, arrow, _, _ in diagram.steps if arrow == "-->"]
    assert len(set(entered)) == len(entered)
    assert len(set(left)) == len(left)
    assert {lane[0] for lane in diagram.lanes} == {*entered, *left, "page"}
