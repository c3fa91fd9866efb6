"""Paired worlds: what a viewer is sent does not depend on what the viewer may not know."""

import asyncio
import gc
import random
import weakref
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.server.desks import ADA, BEN, BOTS, CAT, EVE, NAMES, Desk
from waterside import protocol
from waterside.core.registry import all_games
from waterside.engine.rng import generator
from waterside.fairness import Chance
from waterside.protocol import Phase
from waterside.server.domain.events import Acted, Draft
from waterside.server.domain.round import Step
from waterside.server.domain.table import Table
from waterside.server.live.connection import Connection
from waterside.server.live.table import LiveTable
from waterside.server.ops.limits import Allowance
from waterside.server.ops.metrics import Metrics
from waterside.server.ops.settings import Settings
from waterside.server.views import board

FOURTH_AND_MORE = ["d" * 64, "f" * 64, "9" * 64]
PEOPLE = [ADA, BEN, CAT, *FOURTH_AND_MORE]
COUNTS = [
    (name, players)
    for name, game in all_games().items()
    for players in range(game.seats[0], game.seats[1] + 1)
]
GAMES_EACH = 3
MOVES_BEFORE = (0, 4, 15)
MOVES_TOGETHER = 8


class Heard(Connection):
    """A connection that keeps what is sent to it."""

    def __init__(self, identity):
        super().__init__(identity, "viewer", "en", None, room=0, allowance=Allowance(0, 0))
        self.texts = []

    def send(self, text):
        self.texts.append(text)


class OtherSecret(Chance):
    """Chance with a secret of its own, as if it had the same SHA-256 as another one."""

    shown: str

    @classmethod
    def like(cls, other):
        made = cls(bytes(32), other.entropy, other.commitments, other.missing, other.scheme)
        object.__setattr__(made, "shown", other.commitment)
        return made

    @property
    def commitment(self):
        return self.shown


def live(table, viewer, scene):
    """The table with one viewer, who is sent everything from now on."""
    alone = SimpleNamespace(elsewhere=lambda table: frozenset(), changed=lambda live: None)
    hub = SimpleNamespace(
        presence=alone,
        settings=Settings(),
        closing=False,
        known_levels=BOTS,
        metrics=Metrics(),
        now=lambda: 0.0,
        clock=lambda: 0.0,
    )
    looking = LiveTable(hub, table)
    connection = Heard(PEOPLE[viewer - 1] if viewer else EVE)
    looking.connections.add(connection)
    hello = protocol.Hello(version=protocol.VERSION, seat=viewer, scene=scene)
    looking.greet(connection, hello)
    return looking, connection


def desk_with(name, players, rng):
    options = {"market": rng.random() < 0.5} if name == "kariba" else {}
    desk = Desk(name, seats=("person",) * players, options=options, public=True, seed=rng.random())
    for seat in range(2, players + 1):
        sit = protocol.Sit(seat=seat, name=f"P{seat}")
        NAMES.setdefault(PEOPLE[seat - 1], f"P{seat}")
        desk.do(PEOPLE[seat - 1], sit)
    return desk


def worlds_apart(desk, viewer, seed):
    """The same table twice, the second in a world that this viewer cannot tell from the first."""
    here, there = Table.of("table", desk.log), Table.of("table", desk.log)
    position = here.round.position
    other = position.seen_by(viewer).imagine(generator(seed))
    assert other.seen_by(viewer) == position.seen_by(viewer)
    there.round.position = other
    there.round.chance = OtherSecret.like(here.round.chance)
    return here, there


def sees(viewer, position):
    return position.is_seen_by(viewer)


def step_both(here, there, viewer, rng):
    """The same move in both worlds, chance unlike where the viewer does not see it; None where
    no move is possible in both.
    """
    a, b = here.round.position, there.round.position
    if a.actor == viewer:
        assert a.legal() == b.legal()
    common = sorted(set(a.legal()) & set(b.legal()))
    if not common:
        return None
    action = rng.choice(common)
    seat = a.actor
    paths = ([], [])
    for path, position in zip(paths, (a, b), strict=True):
        path.append(Step(position, position.after(position.number_of(action), action)))
    while True:
        a, b = (path[-1].after for path in paths)
        if a.actor != b.actor or a.actor != "chance":
            break
        first, second = a.legal_actions(), b.legal_actions()
        if sees(viewer, a):
            shared = sorted(set(first) & set(second))
            if not shared:
                return None
            chosen = (rng.choice(shared),) * 2
        else:
            chosen = rng.choice(first), rng.choice(second)
        for path, position, number in zip(paths, (a, b), chosen, strict=True):
            path.append(Step(position, position.after(number)))
    return seat, paths


def what_is_sent(name, players, viewer, rng, moves, scene):
    """How many messages were compared in how many pairs of different worlds."""
    desk = desk_with(name, players, rng)
    for _ in range(moves):
        if desk.table.phase is not Phase.PLAYING:
            return 0
        action = rng.choice(desk.table.round.position.legal())
        who = desk.table.actor().identity
        desk.do(who, protocol.Play(action=action, at=desk.table.number))
    if desk.table.phase is not Phase.PLAYING:
        return 0
    here, there = worlds_apart(desk, viewer, rng.getrandbits(40))
    differ = here.round.position != there.round.position
    (one, heard), (two, overheard) = live(here, viewer, scene), live(there, viewer, scene)
    assert heard.texts == overheard.texts
    compared = 0
    for _ in range(MOVES_TOGETHER):
        if here.phase is not Phase.PLAYING:
            break
        stepped = step_both(here, there, viewer, rng)
        if stepped is None:
            break
        seat, paths = stepped
        ends = [path[-1].after.seen_by(viewer) for path in paths]
        if ends[0] != ends[1] or len(paths[0]) != len(paths[1]):
            break  # the move itself showed which world it is
        if any(
            x.after.seen_by(viewer) != y.after.seen_by(viewer) for x, y in zip(*paths, strict=True)
        ):
            break
        for table, path in ((one, paths[0]), (two, paths[1])):
            move = Draft(Acted(seat, [step.action for step in path]))
            table.take_in([move.logged(table.table.number + 1, 5.0)], [path])
        if here.phase is Phase.PLAYING:  # at the end the secret, and with it everything, is told
            assert heard.texts == overheard.texts
            compared += differ
    return compared


@pytest.mark.parametrize(("name", "players"), COUNTS)
def test_all_bytes_to_a_viewer_are_the_same_in_worlds_the_viewer_cannot_tell_apart(name, players):
    rng = random.Random(f"{name} {players}")
    compared = 0
    for viewer in [None, *range(1, players + 1)]:
        for number in range(GAMES_EACH):
            for moves in MOVES_BEFORE:
                scene = number == 0
                compared += what_is_sent(name, players, viewer, rng, moves, scene)
    if name in ("kariba", "splash"):
        assert compared > 20, "worlds must really have differed"


def test_the_test_would_notice_a_leak(monkeypatch):
    def leaking(table, viewpoint, before=None):
        return {"hands": table.round.position.state["hands"][0].tolist()}

    monkeypatch.setattr(board, "board_fields", leaking)
    with pytest.raises(AssertionError):
        test_all_bytes_to_a_viewer_are_the_same_in_worlds_the_viewer_cannot_tell_apart("kariba", 2)


def test_nothing_of_the_server_imports_a_compiler():
    import subprocess
    import sys

    code = (
        "import sys, waterside.server.serve\n"
        "from waterside.core.registry import all_games\n"
        "for game in all_games().values(): game.new()\n"
        "assert 'numba' not in sys.modules, 'numba'"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_tokens_and_invitations_are_stored_as_hashes_only(tmp_path):
    from tests.server.running import serving

    async def visit():
        database = f"sqlite:///{tmp_path}/tables.db"
        async with serving(database) as server, server.client("Ada") as ada:
            _, link = await ada.create("kariba")
            return ada.token, link.rpartition("/")[2]

    token, invitation = asyncio.run(visit())
    assert len(token) >= 43
    assert len(invitation) >= 22
    kept = b"".join(path.read_bytes() for path in Path(tmp_path).iterdir())
    assert b"Ada" in kept
    assert token.encode() not in kept
    assert invitation.encode() not in kept


def parts_of(table):
    return table, table.broadcast, table.bots, table.reveals


def test_a_table_that_is_dropped_is_freed_at_once():
    async def drop():
        table, _ = live(desk_with("kariba", 2, random.Random(1)).table, 1, scene=True)
        watched = [weakref.ref(part) for part in parts_of(table)]
        gc.disable()
        try:
            del table
            return [one() for one in watched]
        finally:
            gc.enable()

    assert asyncio.run(drop()) == [None] * 4
