"""What all rule files have in common: the order of functions, and statement ids cited one by one."""

import inspect
import re
from pathlib import Path

import pytest

import waterside
from waterside.core.registry import OUR_GAMES
from waterside.engine.contract import FUNCTIONS

SOURCES = sorted(Path(waterside.__file__).parent.rglob("*.py"))
TESTS = sorted(Path(__file__).parents[1].rglob("*.py"))
ID = r"(?:CROC|CROM|SPLA|KARI)-\d\d"
RANGE = re.compile(rf"{ID}(?: to |, | and |-|–|\.\.)\d\d")


@pytest.mark.parametrize("name", OUR_GAMES)
def test_functions_of_the_contract_come_in_its_order(name):
    functions = waterside.game(name).parts.rules.functions
    lines = {
        function: inspect.getsourcelines(functions[function])[1]
        for function in FUNCTIONS
        if functions.get(function) and functions[function].__module__.endswith(f"{name}.rules")
    }
    assert len(lines) > 5
    assert list(lines) == sorted(lines, key=lines.__getitem__)


def test_statement_ids_are_cited_one_by_one():
    documents = sorted(Path(waterside.__file__).parent.rglob("*.md"))
    found = {
        f"{path.name}: {match[0]}"
        for path in (*SOURCES, *TESTS, *documents)
        for match in RANGE.finditer(path.read_text("utf-8"))
    }
    assert not found


def test_test_names_cite_statement_ids_one_by_one():
    found = {
        name
        for path in TESTS
        for name in re.findall(r"def (test_\w+)", path.read_text("utf-8"))
        if re.search(r"_(?:CROC|CROM|SPLA|KARI)(?:_\d\d){2}", name)
    }
    assert not found
