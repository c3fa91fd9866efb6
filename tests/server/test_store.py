"""The store, with both databases: what is in it, who was first, and how writes share commits."""

import asyncio
import contextlib

import pytest
from sqlalchemy import event, inspect

from tests.server.loops import in_loop
from tests.server.rows import moves, opened, table
from waterside.server.store import (
    Event,
    NoSuchTableError,
    NumberTakenError,
    Store,
    StoreClosedError,
    Summary,
    WriteRefusedError,
    default_database,
)
from waterside.server.store.migrations import MIGRATIONS
from waterside.server.store.notices import LONGEST_NOTICE, write_notices
from waterside.server.store.schema import METADATA, REVISION

BODY = {"seat": 1, "action": "4x2", "say": "Größe\u0000 ✓ \ud83d", "list": [1, 2.5, None, True]}


@in_loop
async def test_a_table_and_its_log_are_read_back_as_they_were_written(store_url):
    row = table(created=12.5, title="Ada’s table ✓", summary=Summary("open", ["Ada", None], 13.25))
    first = [Event(1, "created", BODY, {"secret": "00"}, 1700000000.123456), Event(2, "sat", {})]
    async with opened(store_url) as store:
        await store.create(row, first)
        await store.append("t1", moves(3, 2))
        assert await store.table("t1") == row
        log = await store.events("t1")
        assert log[:2] == first
        assert [e.number for e in log] == [1, 2, 3, 4]
        assert await store.events("t1", after=3) == log[3:]
        assert await store.events("t1", after=4) == []
        assert await store.events("nobody's") == []
        assert await store.table("nobody's") is None
    async with opened(store_url) as store:
        assert await store.events("t1") == log
        assert await store.table_by_invitation("i-t1") == row
        assert await store.table_by_invitation("t1") is None


@in_loop
async def test_a_number_that_is_taken_or_leaves_a_gap_writes_nothing(store_url):
    async with opened(store_url) as store:
        await store.create(table(), moves(1, 3))
        before = await store.events("t1"), await store.table("t1")
        for first, count in ((3, 1), (3, 2), (1, 5), (5, 1), (6, 2)):
            with pytest.raises(NumberTakenError) as raised:
                await store.append("t1", moves(first, count), Summary("changed"))
            assert (raised.value.number, raised.value.last) == (first, 3)
            assert (await store.events("t1"), await store.table("t1")) == before
        await store.append("t1", moves(4), Summary("changed"))
        assert (await store.table("t1")).summary.phase == "changed"


@in_loop
async def test_events_that_are_not_in_order_or_no_json_are_refused_at_once(store_url):
    async with opened(store_url) as store:
        await store.create(table(), moves(1))
        wrong = [
            [Event(2, "a"), Event(4, "a")],
            [Event(0, "a")],
            [Event(2, "a", {"x": float("nan")})],
            [Event(2, "a", {"x": {1, 2}})],
            [Event(2, "a", {}, {"x": b""})],
        ]
        for events in wrong:
            with pytest.raises(WriteRefusedError):
                await store.append("t1", events)
        with pytest.raises(WriteRefusedError, match="begin at 1"):
            await store.create(table("t2"), moves(2))
        assert len(await store.events("t1")) == 1


@in_loop
async def test_there_must_be_a_table_and_only_one_of_each_id_and_invitation(store_url):
    async with opened(store_url) as store:
        await store.create(table(), moves(1))
        with pytest.raises(NoSuchTableError, match="t2"):
            await store.append("t2", moves(1))
        with pytest.raises(NoSuchTableError, match="t2"):
            await store.summarise("t2", Summary())
        with pytest.raises(WriteRefusedError, match="t1 exists already"):
            await store.create(table(invitation_hash="other"), moves(1))
        with pytest.raises(WriteRefusedError):
            await store.create(table("t2", invitation_hash="i-t1"), moves(1))
        assert await store.table("t2") is None
        assert await store.events("t2") == []


@in_loop
async def test_of_many_who_want_a_number_exactly_one_gets_it(store_url):
    tables, tasks, rounds = 5, 8, 12

    async def play(store, key, who):
        won = []
        while (last := len(await store.events(key))) < rounds:
            with contextlib.suppress(NumberTakenError):
                await store.append(key, moves(last + 1, 2, who=who))
                won.append(last + 1)
        return won

    async with opened(store_url) as store:
        keys = [f"t{n}" for n in range(tables)]
        for key in keys:
            await store.create(table(key), [])
        jobs = {(key, who): play(store, key, who) for key in keys for who in range(tasks)}
        won = dict(zip(jobs, await asyncio.gather(*jobs.values()), strict=True))
        for key in keys:
            log = await store.events(key)
            assert [e.number for e in log] == list(range(1, rounds + 1))
            for one, two in zip(log[::2], log[1::2], strict=True):
                assert one.body["who"] == two.body["who"]
                assert one.number in won[key, one.body["who"]]
            assert sum(len(won[key, who]) for who in range(tasks)) == rounds // 2


@in_loop
async def test_appends_that_come_together_share_commits(store_url):
    async with opened(store_url) as store:
        keys = [f"t{n}" for n in range(100)]
        await asyncio.gather(*(store.create(table(key), moves(1)) for key in keys))
        commits = []
        event.listen(store._engine, "commit", commits.append)
        counted = store.commits
        for n in range(2, 7):
            await asyncio.gather(*(store.append(key, moves(n)) for key in keys))
        assert len(commits) == 5
        assert store.commits - counted == len(commits)
        for key in keys:
            assert len(await store.events(key)) == 6


@in_loop
async def test_appends_to_one_table_that_are_not_waited_for_keep_their_order(store_url):
    async with opened(store_url) as store:
        await store.create(table(), moves(1))
        await asyncio.gather(*(store.append("t1", moves(n)) for n in range(2, 100)))
        assert [e.number for e in await store.events("t1")] == list(range(1, 100))


@in_loop
async def test_one_write_that_is_refused_does_no_harm_to_those_beside_it(store_url):
    async with opened(store_url) as store:
        await store.create(table(), moves(1))
        await store.add_identity("h1", "Ada")
        answers = await asyncio.gather(
            store.append("t1", moves(2)),
            store.append("t1", moves(2, who="late")),
            store.append("none", moves(1)),
            store.create(table("t2", title="lone \ud83d surrogate"), moves(1)),
            store.create(table("t3", invitation_hash="i-t1"), moves(1)),
            store.create(table("t4"), moves(1)),
            store.add_identity("h1", "Bob"),
            store.append("t4", moves(2)),
            store.append("t1", moves(3)),
            return_exceptions=True,
        )
        kinds = [type(answer).__name__ if answer else None for answer in answers]
        assert kinds == [
            None, "NumberTakenError", "NoSuchTableError", "WriteRefusedError", "WriteRefusedError", None, "WriteRefusedError", None, None,
        ]  # fmt: skip
        assert len(await store.events("t1")) == 3
        assert (await store.events("t1"))[1].body == {"n": 2}
        assert len(await store.events("t4")) == 2
        assert await store.table("t2") is await store.table("t3") is None
        assert (await store.identity("h1")).name == "Ada"


@in_loop
async def test_lists_of_tables(store_url):
    async with opened(store_url) as store:
        for n in range(10):
            summary = Summary(
                "open" if n % 3 else "playing", updated=100.0 - n, resume=n in (4, 7),
                players=frozenset({"ada", f"p{n}"} if n % 2 else {f"p{n}"}),
            )  # fmt: skip
            await store.create(
                table(f"t{n}", created=float(n // 2), public=n != 5, summary=summary), moves(1)
            )
        listed = [row.id for row in await store.public_tables()]
        assert listed == ["t9", "t8", "t7", "t6", "t4", "t3", "t2", "t1", "t0"]
        paged, before = [], None
        while rows := await store.public_tables(2, before):
            assert len(rows) <= 2
            paged += [row.id for row in rows]
            before = rows[-1].created, rows[-1].id
        assert paged == listed
        playing = await store.public_tables(phases=["playing", "over"])
        assert [row.id for row in playing] == ["t9", "t6", "t3", "t0"]
        assert [row.id for row in await store.tables_of("ada")] == ["t1", "t3", "t5", "t7", "t9"]
        assert [row.id for row in await store.open_tables()] == ["t4", "t7"]

        await store.append(
            "t3", moves(2), Summary("over", ["A", {"bot": "club"}], 500.0, players=frozenset({"x"}))
        )
        await store.summarise("t4", Summary("over", updated=600.0))
        assert [row.id for row in await store.tables_of("ada")] == ["t1", "t5", "t7", "t9"]
        assert (await store.table("t3")).summary == Summary("over", ["A", {"bot": "club"}], 500.0)
        assert [row.id for row in await store.tables_of("p4")] == ["t4"]
        assert [row.id for row in await store.open_tables()] == ["t7"]
        assert [row.id for row in await store.tables_of("x")] == ["t3"]


@in_loop
async def test_identities(store_url):
    async with opened(store_url) as store:
        assert await store.identity("h") is None
        await store.add_identity("h", "Ada")
        await store.rename("h", "Ada ✓")
        await store.rename("unknown", "Bob")
        assert (await store.identity("h")).name == "Ada ✓"
        assert await store.identity("unknown") is None


@in_loop
async def test_what_waits_is_written_before_it_closes_and_nothing_after(store_url):
    store = await Store.open(store_url)
    await store.create(table(), moves(1))
    waiting = [asyncio.ensure_future(store.append("t1", moves(n))) for n in range(2, 40)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*waiting)
    with pytest.raises(StoreClosedError):
        await store.append("t1", moves(40))
    with pytest.raises(StoreClosedError):
        await store.events("t1")
    await store.close()
    async with opened(store_url) as store:
        assert len(await store.events("t1")) == 39


@in_loop
async def test_who_gives_up_waiting_does_not_disturb_the_others(store_url):
    async with opened(store_url) as store:
        await store.create(table(), moves(1))
        given_up = asyncio.ensure_future(store.append("t1", moves(2)))
        other = asyncio.ensure_future(store.append("t1", moves(3)))
        await asyncio.sleep(0)
        given_up.cancel()
        await other
        assert len(await store.events("t1")) == 3


@in_loop
async def test_several_may_open_a_new_database_at_once(store_url):
    stores = await asyncio.gather(*(Store.open(store_url) for _ in range(4)))
    for n, store in enumerate(stores):
        await store.create(table(f"t{n}"), moves(1))
    assert len(await stores[0].public_tables()) == 4
    for store in stores:
        await store.close()


@in_loop
async def test_the_revisions_make_exactly_the_schema_and_can_be_undone(store_url):
    from alembic import command
    from alembic.autogenerate import compare_metadata
    from alembic.config import Config
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    assert ScriptDirectory(str(MIGRATIONS)).get_current_head() == REVISION
    async with opened(store_url) as store:
        with store._engine.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
            names = {i["name"] for t in METADATA.tables for i in inspect(connection).get_indexes(t)}
            assert names >= {"tables_public", "tables_resume", "players_table"}
            config = Config(attributes={"connection": connection})
            config.set_main_option("script_location", str(MIGRATIONS))
            command.downgrade(config, "base")
            assert not set(inspect(connection).get_table_names()) & set(METADATA.tables)


def test_the_default_is_in_the_user_s_data_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_database() == f"sqlite:///{tmp_path}/waterside/tables.db"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_database().startswith(f"sqlite:///{tmp_path}/")


@in_loop
async def test_only_the_owner_may_read_a_new_file(tmp_path):
    file = tmp_path / "tables.db"
    async with opened(f"sqlite:///{file}") as store:
        await store.create(table(), moves(1))
        assert {one.stat().st_mode & 0o077 for one in tmp_path.iterdir()} == {0}
    file.chmod(0o640)
    async with opened(f"sqlite:///{file}"):
        assert file.stat().st_mode & 0o777 == 0o640, "what the owner has chosen stays"


@in_loop
async def test_a_new_folder_is_made_for_the_file(tmp_path):
    async with opened(f"sqlite:///{tmp_path}/deep/100%/tables.db") as store:
        await store.create(table(), moves(1))
    assert (tmp_path / "deep" / "100%" / "tables.db").exists()


def test_notices_fit_into_what_postgresql_takes():
    notices = write_notices("origin", {f"table-{n:05}": n for n in range(1000)})
    assert len(notices) > 1
    assert all(len(notice) <= LONGEST_NOTICE for notice in notices)
    words = [word for notice in notices for word in notice.split(" ")[1:]]
    assert words == [f"table-{n:05}:{n}" for n in range(1000)]
