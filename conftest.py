"""What ``./test`` asks of pytest: a quick look without slow tests, and a list of what failed."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parent
SLOW = [
    "tests/bots/test_endings.py",
    "tests/bots/test_search.py",
    "tests/bots/test_workers.py",
    "tests/browser",
    "tests/docs",
    "tests/envs",
    "tests/pictures",
    "tests/review",
    "tests/server/test_crashes.py",
    "tests/server/test_failing.py",
    "tests/server/test_fairness.py",
    "tests/server/test_fuzz.py",
    "tests/server/test_doctor.py",
    "tests/server/test_http.py",
    "tests/server/test_playing.py",
    "tests/server/test_presence.py",
    "tests/server/test_protocol.py",
    "tests/server/test_secrets.py",
    "tests/server/test_sharing.py",
    "tests/server/test_slow_clients.py",
    "tests/server/test_sockets.py",
    "tests/server/test_store.py",
    "tests/server/test_strangers.py",
    "tests/server/test_transfer.py",
    "tests/server/test_verify.py",
    "tests/simulate",
    "tests/terminal/test_screen.py",
    "tests/test_command_line.py",
]
"""Files and folders where most tests take a second or more, or need servers, processes or
compilers. A single slow test elsewhere is marked ``slow``."""


def pytest_addoption(parser):
    group = parser.getgroup("waterside")
    group.addoption("--quick", action="store_true", help="leave slow tests out")
    group.addoption("--failed-to", metavar="FILE", type=Path, help="write down what has failed")


def pytest_ignore_collect(collection_path, config):
    path = collection_path.relative_to(ROOT).as_posix()
    if config.getoption("quick") and path in SLOW:
        return True
    is_test = collection_path.name.startswith("test_")
    if collection_path.suffix == ".py" and not is_test:  # a module: its examples are tests
        return ">>>" not in collection_path.read_text("utf-8") or None
    return None


def pytest_collection_modifyitems(config, items):
    if not config.getoption("quick"):
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    config.hook.pytest_deselected(items=slow)
    items[:] = [item for item in items if item not in set(slow)]


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter, config):
    if config.getoption("quick"):
        terminalreporter.write_line("A quick look: slow tests were left out (--slow runs them too)")
    if file := config.getoption("failed_to"):
        reports = [
            *terminalreporter.stats.get("failed", []),
            *terminalreporter.stats.get("error", []),
        ]
        failed = dict.fromkeys(report.nodeid for report in reports)
        file.write_text("".join(f"{one}\n" for one in failed), "utf-8")
