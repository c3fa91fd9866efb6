"""A real server process on SQLite and a real Chromium: nothing here is pretended."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
pytest.importorskip("uvicorn", reason="the server's packages are not installed")

from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.browser.people import PATIENCE, People

ROOT = Path(__file__).parents[2]
expect.set_options(timeout=PATIENCE)

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


class Server:
    """A server process of our own; ``restart`` kills it and starts it again at the same place."""

    def __init__(self, folder: Path, pause: float = 0.02) -> None:
        self.database = f"sqlite:///{folder / 'tables.db'}"
        self.pause = pause
        self.port = 0
        self.start()

    def start(self) -> None:
        command = [
            sys.executable, "-m", "tests.browser.seeded_server",
            str(self.port), self.database, str(self.pause),
        ]  # fmt: skip
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "WATERSIDE_INTERPRETED": "1"},
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        if not self.address.startswith("http://"):
            self.kill()
            raise AssertionError("the server did not start: its log says why")
        self.port = int(self.address.rpartition(":")[2])

    def seed(self, seed: str) -> None:
        """All that the server draws at random from now on follows from the seed."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{seed}\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline().strip() == seed

    def kill(self) -> None:
        self.process.kill()
        self.close()

    def restart(self) -> None:
        self.kill()
        self.start()

    def stop(self) -> None:
        self.process.terminate()
        self.close()

    def close(self) -> None:
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests that do not harm it."""
    server = Server(tmp_path_factory.mktemp("server"))
    yield server
    server.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server for one test alone."""
    server = Server(tmp_path)
    yield server
    server.stop()


def launched(playwright: Playwright) -> Browser:
    """Debian's Chromium where there is one, the light one if possible; else Playwright's own."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    found = next(filter(None, map(shutil.which, names)), None)
    return playwright.chromium.launch(executable_path=found, args=ARGUMENTS)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A browser, closed as soon as other tests follow: Playwright keeps the event loop."""
    with sync_playwright() as playwright:
        try:
            browser = launched(playwright)
        except Exception as problem:
            if "Executable doesn't exist" not in str(problem):
                raise
            pytest.skip("there is no Chromium here: apt-get install chromium")
        yield browser
        browser.close()


@pytest.fixture
def people(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[People]:
    """Makes people with a browser each; at the end none of them may have seen an error."""
    server.seed(request.node.nodeid)
    people = People(browser, server.address)
    yield people
    people.close()
