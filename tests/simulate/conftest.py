"""Bots of somebody else's, installed as a package."""

import pytest

from tests.conftest import install_package

BOTS = {
    "arena_bots.py": '''
        import os, sys, time
        from waterside.bots.bot import Answer

        class Bot:
            """What is registered is the bot itself, and a factory of it."""
            name = "?"
            def __call__(self):
                return self
            def answer(self, question, stop=lambda: False):
                return Answer(self.choose(question, question.position()))

        class Most(Bot):
            """The action after which the own score is highest."""
            def choose(self, question, seen):
                return max(seen.legal(), key=lambda a: seen.play(a).scores()[question.seat - 1])

        class First(Bot):
            def choose(self, question, seen):
                return seen.legal()[0]

        class Raising(Bot):
            def choose(self, question, seen):
                raise RuntimeError("out of ideas")

        class Illegal(Bot):
            def choose(self, question, seen):
                return "8x8"

        class Leaving(First):
            """Ends the process, later in the game."""
            def choose(self, question, seen):
                if question.number > 20:
                    os._exit(3)
                return super().choose(question, seen)

        class Sleeping(First):
            def choose(self, question, seen):
                if question.number > 20:
                    time.sleep(600)
                return super().choose(question, seen)

        class Early(Bot):
            """Ends the process at its first question."""
            def choose(self, question, seen):
                os._exit(4)

        most, first, raising, illegal = Most(), First(), Raising(), Illegal()
        leaving, sleeping, early = Leaving(), Sleeping(), Early()
    ''',
}
NAMES = ("most", "first", "raising", "illegal", "leaving", "sleeping", "early")


@pytest.fixture
def bots(tmp_path, monkeypatch):
    """Registers them; they are found here and in processes started from here."""
    folder = tmp_path / "installed"
    install_package(folder, monkeypatch, "arena_bots", BOTS, {})
    points = "".join(f"{name} = arena_bots:{name}\n" for name in NAMES)
    (folder / "arena_bots-1.0.dist-info" / "entry_points.txt").write_text(
        f"[waterside.bots]\n{points}"
    )
    monkeypatch.syspath_prepend(folder)
    return folder
