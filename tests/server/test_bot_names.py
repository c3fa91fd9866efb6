"""Bots have names of their own: the same for all viewers, in records and in lists."""

from tests.server.desks import Desk
from waterside.server.domain.bot_names import NAMES, bot_names
from waterside.server.views.replay import Replay
from waterside.server.views.summary import listed_seats
from waterside.server.views.viewpoint import Viewpoint
from waterside.text.language import speaker


def test_names_follow_from_the_table_and_differ_within_it():
    every = bot_names("a table of six", range(1, 7), ())
    assert every == bot_names("a table of six", range(1, 7), ())
    assert len(set(every.values())) == 6
    assert set(every.values()) <= set(NAMES)
    assert {bot_names(f"table {number}", [1], ())[1] for number in range(200)} == set(NAMES)


def test_no_bot_has_the_name_of_a_person_and_others_keep_theirs():
    before = bot_names("a table", [2, 3], ["Ada"])
    after = bot_names("a table", [2, 3], [before[2].upper()])
    assert after[3] == before[3]
    assert after[2] not in (before[2], before[3])


def test_views_lists_and_records_name_a_bot_alike():
    desk = Desk("kariba", ["person", "beginner", "beginner"])
    names = desk.table.names()
    assert names[1] == "Ada"
    assert names[2] != names[3]
    assert [seat["name"] for seat in listed_seats(desk.table)] == list(names.values())
    for language in ("en", "fr", "de"):
        assert Viewpoint(1, language).names(desk.table) == list(names.values())
    record = desk.table.round.record(desk.table.recorded_names(), {})
    assert record.seats[2] == f"{names[2]} (beginner)"
    assert Replay(record).names(speaker("de")) == list(names.values())
