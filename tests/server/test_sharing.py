"""Several stores on one PostgreSQL, as several server processes have them."""

import asyncio
import random

import psycopg
import pytest
from sqlalchemy import event

from tests.server.loops import in_loop
from tests.server.postgres import cut_connections
from tests.server.rows import moves, opened, table
from tests.server.running import LONG
from waterside.server.store import NumberTakenError, Store, retry


class Ear:
    """Listens to a store's changes and keeps what it heard."""

    def __init__(self, store):
        self.heard = []
        self.news = asyncio.Condition()
        self.task = asyncio.ensure_future(self._listen(store))

    async def _listen(self, store):
        async for change in store.changes():
            async with self.news:
                self.heard.append(change)
                self.news.notify_all()

    async def until(self, *changes):
        async with self.news:
            await asyncio.wait_for(
                self.news.wait_for(lambda: set(changes) <= set(self.heard)), LONG
            )


def database(url):
    return url.rpartition("/")[2]


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """Connections are replaced however slow the machine is."""
    monkeypatch.setattr(retry, "LONGEST_OUTAGE", LONG)


def listeners(url):
    """How many connections to a database listen."""
    question = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s AND query LIKE 'LISTEN%%'"
    with psycopg.connect(url) as connection:
        return connection.execute(question, [database(url)]).fetchone()[0]


async def listening(url, count=1):
    """Waits until so many connections listen; to a file nobody does."""
    await asyncio.sleep(0)
    async with asyncio.timeout(LONG):
        while url.startswith("postgresql") and await asyncio.to_thread(listeners, url) != count:
            await asyncio.sleep(0.02)


async def cut(postgres, url):
    return await asyncio.to_thread(cut_connections, postgres, database(url))


@in_loop
async def test_each_hears_what_the_other_wrote_and_not_what_it_wrote_itself(postgres, postgres_url):
    async with opened(postgres_url) as one, opened(postgres_url) as two:
        ears = Ear(one), Ear(two)
        await listening(postgres_url, 2)
        await one.create(table("a"), moves(1, 2))
        await two.create(table("b"), moves(1))
        await two.append("a", moves(3))
        await ears[0].until(("b", 1), ("a", 3))
        await ears[1].until(("a", 2))
        assert ears[0].heard == [("b", 1), ("a", 3)]
        assert ears[1].heard == [("a", 2)]
        assert [e.number for e in await one.events("a", after=2)] == [3]


@in_loop
async def test_a_write_that_failed_is_not_told(postgres, postgres_url):
    async with opened(postgres_url) as one, opened(postgres_url) as two:
        ear = Ear(two)
        await listening(postgres_url)
        await one.create(table("a"), moves(1))
        with pytest.raises(NumberTakenError):
            await one.append("a", moves(1, 7))
        await one.append("a", moves(2))
        await ear.until(("a", 2))
        assert ear.heard == [("a", 1), ("a", 2)]


@in_loop
async def test_many_tables_of_one_commit_are_all_told(postgres, postgres_url):
    async with opened(postgres_url) as one, opened(postgres_url) as two:
        ear = Ear(two)
        await listening(postgres_url)
        keys = ["long-name-" * 10 + str(n) for n in range(300)]
        await asyncio.gather(*(one.create(table(key), moves(1)) for key in keys))
        await ear.until(*((key, 1) for key in keys))
        assert one.commits < 30


@in_loop
async def test_what_was_written_before_listening_began_is_told(postgres_url):
    async with opened(postgres_url) as one, opened(postgres_url) as two:
        for key in "abc":
            await one.create(table(key), moves(1))
        await two.events("a")
        await two.events("b")
        two.forget("b")
        for key in "abc":
            await one.append(key, moves(2))
        ear = Ear(two)
        await ear.until(("a", 2))
        await one.append("c", moves(3))
        await ear.until(("c", 3))
        assert ear.heard == [("a", 2), ("c", 3)]


@in_loop
async def test_after_the_connections_were_cut_both_go_on_and_nothing_is_missed(
    postgres, postgres_url
):
    async with opened(postgres_url) as one, opened(postgres_url) as two:
        ear = Ear(two)
        await listening(postgres_url)
        await one.create(table("a"), moves(1))
        await ear.until(("a", 1))
        await two.events("a")
        for n in range(2, 8):
            assert await cut(postgres, postgres_url) >= 2
            await one.append("a", moves(n))
            await ear.until(("a", n))
            assert [e.number for e in await two.events("a", after=n - 1)] == [n]
        await two.append("a", moves(8))


@in_loop
async def test_appends_while_connections_are_cut_are_answered_truly(postgres, postgres_url):
    """Cut at any moment: an append that was acknowledged is there, no other fails for it."""
    async with opened(postgres_url) as store:
        keys = [f"t{n}" for n in range(20)]
        for key in keys:
            await store.create(table(key), moves(1))
        goes_on, chance = True, random.Random(1)
        cuts = 0

        async def play(key):
            n = 2
            while goes_on:
                await store.append(
                    key, moves(n)
                )  # would raise NumberTakenError if answered wrongly
                n += 1
            return n - 1

        players = [asyncio.ensure_future(play(key)) for key in keys]
        while cuts < 20:
            await asyncio.sleep(chance.uniform(0, 0.1))
            cuts += await cut(postgres, postgres_url)
        goes_on = False
        lasts = await asyncio.gather(*players)
        for key, last in zip(keys, lasts, strict=True):
            assert [e.number for e in await store.events(key)] == list(range(1, last + 1))


@in_loop
async def test_of_two_processes_that_want_a_number_exactly_one_gets_it(postgres_url):
    async with opened(postgres_url) as one, opened(postgres_url) as two:
        keys = [f"t{n}" for n in range(40)]
        for key in keys:
            await one.create(table(key), [])
        for n in range(1, 26):
            pairs = [
                (store.append(key, moves(n, who=who)))
                for key in keys
                for who, store in enumerate((one, two))
            ]
            answers = await asyncio.gather(*pairs, return_exceptions=True)
            for index, key in enumerate(keys):
                won = [who for who in (0, 1) if answers[2 * index + who] is None]
                lost = [a for a in answers[2 * index : 2 * index + 2] if a is not None]
                assert len(won) == 1, answers
                assert isinstance(lost[0], NumberTakenError)
                assert (await two.events(key, after=n - 1))[0].body["who"] == won[0]


@in_loop
async def test_changes_end_when_the_store_closes(store_url):
    store = await Store.open(store_url)
    ear = Ear(store)
    await listening(store_url)
    assert not ear.task.done()
    await store.close()
    await asyncio.wait_for(ear.task, LONG)
    assert ear.heard == []


@in_loop
async def test_who_gives_up_listening_hears_no_more_and_disturbs_nobody(store_url):
    async with opened(store_url) as store, opened(store_url) as other:
        ears = Ear(store), Ear(other)
        await listening(store_url, 2)
        ears[0].task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await ears[0].task
        await listening(store_url, 1)
        await store.create(table("a"), moves(1))
        await other.create(table("b"), moves(1))
        assert [len(await one.events(key)) for one in (store, other) for key in "ab"] == [1] * 4
        assert ears[0].heard == []
        if other.is_shared:
            await ears[1].until(("a", 1))
        assert not ears[1].task.done()


@in_loop
async def test_writes_whose_answer_was_lost_are_neither_repeated_nor_refused(
    postgres, postgres_url
):
    """The connection breaks after the commit, before its answer has come."""
    async with opened(postgres_url) as store:
        await store.create(table("a"), moves(1))
        lost = []

        def lose(connection):
            if not lost:
                lost.append(True)
                driver = connection.connection.dbapi_connection
                driver.commit()
                driver.execute("SELECT 1")
                assert cut_connections(postgres, database(postgres_url)) > 0

        event.listen(store._engine, "commit", lose)
        for n in range(2, 5):
            lost.clear()
            answers = await asyncio.gather(
                store.append("a", moves(n)),
                store.append("a", moves(n, who="late")),
                store.create(table(f"b{n}"), moves(1, 2)),
                store.add_identity(f"h{n}", "Ada"),
                return_exceptions=True,
            )
            assert lost
            assert [type(answer) for answer in answers] == [
                type(None), NumberTakenError, type(None), type(None),
            ]  # fmt: skip
            assert [e.number for e in await store.events("a")] == list(range(1, n + 1))
            assert len(await store.events(f"b{n}")) == 2
