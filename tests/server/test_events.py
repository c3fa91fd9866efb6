"""The events of a table: complete definitions, rows that older versions wrote, and back again."""

import json
import re
import shutil
from dataclasses import FrozenInstanceError, fields
from pathlib import Path

import pytest

from tests.server.desks import state_of
from tests.server.loops import in_loop
from waterside.core.record import Record
from waterside.fairness import verify
from waterside.protocol import Phase
from waterside.server.domain.events import (
    EVENTS,
    Acted,
    Created,
    Offered,
    Started,
    TableEvent,
    read,
)
from waterside.server.domain.table import Table
from waterside.server.live.log import row_of
from waterside.server.store import Event, Store
from waterside.server.views.history import log, records
from waterside.server.views.viewpoint import Viewpoint

DATABASES = Path(__file__).parent / "databases"
VERSION = "version-0.1.0"
"""Made by the release of this version: games of all kinds, with every event there was."""
EXPECTED = json.loads((DATABASES / f"{VERSION}.json").read_text("utf-8"))
RENAMED = {"stood": "left_seat"}
NEWER = {"committed", "revealed", "faced"}
"""What only later versions write."""
REWORDED = {Acted.kind, "assigned"}
"""What is said in other words now: bots have names, and time that is over is told."""
BOT = re.compile(r"\b[A-Z][a-z]+ \(([a-z]+)\)$", re.MULTILINE)
OFFERS = {"take_back": "takeback", "again": "rematch"}


async def rows_of(tmp_path):
    """The rows of every table of the old database, read by the store as it is now."""
    shutil.copy(DATABASES / f"{VERSION}.sqlite", tmp_path / "old.sqlite")
    store = await Store.open(f"sqlite:///{tmp_path / 'old.sqlite'}")
    found = {table: await store.events(table) for table in EXPECTED}
    await store.close()
    return found


def described(table):
    """A table as the expectations describe it."""
    found = state_of(table)
    game = table.round
    del found["round"]["state"], found["commitments"], found["reveal_until"]
    found["round"] |= {"actor": game.position.actor, "scores": game.position.scores()}
    return plain(found)


def plain(value):
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, set):
        return sorted(value)
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, list | tuple) else value


def renamed(table):
    """The expectation in the words of today."""
    if table["offer"]:
        number, what, seat, agreed = table["offer"]
        return {**table, "offer": [number, OFFERS[what], seat, agreed]}
    return table


def test_the_old_database_has_every_event():
    kinds = {RENAMED.get(k, k) for one in EXPECTED.values() for k in one["kinds"].split()}
    assert kinds == {event.kind for event in EVENTS} - NEWER
    games = {one["game"] for one in EXPECTED.values()}
    assert games == {"kariba", "crocodile", "cromado", "splash"}


@in_loop
async def test_tables_of_an_old_database_fold_to_what_they_were(tmp_path):
    for table_id, rows in (await rows_of(tmp_path)).items():
        expected = EXPECTED[table_id]
        assert [row.kind for row in rows] == expected["kinds"].split()
        assert described(Table.of(table_id, rows)) == renamed(expected["table"])
        found = {str(number): one.dumps() for number, one in records(rows, table_id).items()}
        unnamed = {number: BOT.sub(r"\1", text) for number, text in found.items()}
        assert unnamed == expected["records"], "but for the names that bots have now"
        for text in found.values():
            assert verify(Record.loads(text)).is_fair


@in_loop
async def test_logs_of_an_old_database_are_narrated_as_they_were(tmp_path):
    for table_id, rows in (await rows_of(tmp_path)).items():
        reminders = Table.of(table_id, rows).reminders
        for reader, expected in EXPECTED[table_id]["logs"].items():
            language, seat = reader.split()
            seat = None if seat == "spectator" else int(seat)
            entries = log(rows, table_id, Viewpoint(seat, language, reminded=reminders), 0)
            reworded = {row.number for row in rows if row.kind in REWORDED}
            kinds = REWORDED | {"clock"}
            found = [[one.number, one.text] for one in entries if one.kind not in kinds]
            assert found == [line for line in expected if line[0] not in reworded]


@in_loop
async def test_rows_are_written_as_they_were_read(tmp_path):
    for rows in (await rows_of(tmp_path)).values():
        for row in rows:
            again = row_of(read(row))
            assert (again.number, again.at) == (row.number, row.at)
            assert again.kind == RENAMED.get(row.kind, row.kind)
            assert again.private == row.private
            once_more = Event(row.number, again.kind, as_json(again.body), again.private, row.at)
            assert read(once_more) == read(row)
            assert set(again.body) <= set(row.body)


def as_json(body):
    return json.loads(json.dumps(body))


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_every_event_has_its_fold_its_sentence_and_its_kind(event):
    for name in ("fold", "sentence", "kind"):
        assert name in vars(event), f"{event.__name__} does not define {name}"
    assert not event.__abstractmethods__
    assert event.__doc__ != TableEvent.__doc__
    assert all(field.type for field in fields(event))


def test_kinds_are_unique_also_among_those_of_older_versions():
    kinds = [kind for event in EVENTS for kind in (event.kind, *event.former_kinds)]
    assert len(kinds) == len(set(kinds))


def test_events_are_frozen_and_secrets_stay_apart():
    created = {one.name for one in fields(Created)} - {"coming_secret"}
    for event, public in ((Created, created), (Started, {"entropy", "commitment", "actions"})):
        values = {one.name: f"<{one.name}>" for one in fields(event)}
        made = event(**values)
        assert public <= set(made.body())
        assert made.private() == {"coming_secret": "<coming_secret>"}
        assert "<coming_secret>" not in repr(made)
        with pytest.raises(FrozenInstanceError):
            made.coming_commitment = ""


def test_flags_say_what_a_move_an_offer_and_a_chat_change():
    flags = {
        event.kind: (event.changes_game, event.is_quiet, event.changes_lists) for event in EVENTS
    }
    assert flags["taken_back"] == (True, False, False)
    assert flags["chatted"] == (False, True, False)
    assert flags[Offered.kind] == (False, False, False)
    assert {kind for kind, (changes_game, _, _) in flags.items() if changes_game} == {
        "started", "acted", "taken_back", "resigned", "ended",
    }  # fmt: skip
    assert not any(changes_game and quiet for changes_game, quiet, _ in flags.values())


def test_an_event_that_leaves_a_gap_is_refused():
    table = Table("table")
    with pytest.raises(ValueError, match="event 2 cannot follow event 0"):
        table.apply(read(Event(2, "closed")))
    assert (table.number, table.phase) == (0, Phase.WAITING)
