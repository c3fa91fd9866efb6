"""How a game starts: all commit to their entropy, all reveal it, and only then chance decides."""

import asyncio
from dataclasses import replace

import pytest

from tests.server.desks import ADA, BEN, CAT, EVE, Desk, state_of
from tests.server.loops import in_loop
from tests.server.running import QUICK, serving, two_players
from waterside import protocol
from waterside.core.record import Record
from waterside.fairness import Promises, commitment, verify
from waterside.protocol import Phase, Refusal, RefusalError
from waterside.server.domain.commands.games import acted
from waterside.server.domain.commands.starting import time_is_up
from waterside.server.views.history import log, records
from waterside.server.views.viewpoint import Viewpoint

ENTROPY = {who: bytes([index]) * 32 for index, who in enumerate((ADA, BEN, CAT), start=1)}
PATIENT = replace(QUICK, reveal_time=3600.0)
"""A server that waits for reveals as long as a test takes."""
IMPATIENT = replace(QUICK, reveal_time=0.0)


def promised(who):
    return commitment(ENTROPY[who])


def sits(who, **where):
    return protocol.Sit(commitment=promised(who), **where)


def reveals(who):
    return protocol.Reveal(entropy=ENTROPY[who].hex())


def committed(game="kariba", **wishes):
    """Ada and Ben have sat down and committed."""
    desk = Desk(game, sit=None, **wishes)
    desk.do(ADA, sits(ADA))
    desk.do(BEN, sits(BEN))
    assert desk.table.phase is Phase.STARTING
    return desk


def end(desk):
    """Ends the game, so that there is a record of it."""
    desk.do(ADA, protocol.Resign(at=desk.table.number))
    return list(records(desk.log, "table").values())[-1]


def test_nothing_is_dealt_before_all_have_revealed():
    desk = Desk(sit=None)
    server = desk.table.coming_commitment
    assert desk.do(ADA, sits(ADA)) == ["seated"]
    assert desk.do(BEN, sits(BEN)) == ["seated", "committed"]
    assert (desk.table.phase, desk.table.round) == (Phase.STARTING, None)
    assert desk.table.coming_commitment == server
    assert desk.do(BEN, reveals(BEN)) == ["revealed"]
    assert (desk.table.phase, desk.table.round) == (Phase.STARTING, None)
    assert state_of(desk.again_from_the_log()) == state_of(desk.table)
    assert desk.do(ADA, reveals(ADA)) == ["revealed", "started"]
    chance = desk.table.round.chance
    assert chance.commitment == server
    assert desk.table.coming_commitment not in ("", server)
    assert chance.entropy == (ENTROPY[ADA].hex(), ENTROPY[BEN].hex())
    assert chance.commitments == (promised(ADA), promised(BEN))
    assert desk.table.round.actions
    assert state_of(desk.again_from_the_log()) == state_of(desk.table)
    checked = verify(end(desk))
    assert (checked.findings, checked.is_committed, checked.missing) == ((), True, ())


def test_the_deal_does_not_depend_on_who_reveals_last():
    first, second = committed(), committed()
    for who in (ADA, BEN):
        first.do(who, reveals(who))
    for who in (BEN, ADA):
        second.do(who, reveals(who))
    assert first.table.round.actions == second.table.round.actions


@pytest.mark.parametrize("missing", [(ADA,), (BEN,), (ADA, BEN)])
def test_what_is_not_revealed_in_time_is_replaced_by_its_commitment_and_told(missing):
    desk = committed()
    for who in {ADA, BEN} - set(missing):
        desk.do(who, reveals(who))
    desk.now = desk.table.reveal_until
    desk.take(*time_is_up(desk.table, desk.sender(ADA)))
    assert time_is_up(desk.table, desk.sender(ADA)) == []
    seats = [(ADA, BEN).index(who) + 1 for who in missing]
    chance = desk.table.round.chance
    assert list(chance.missing) == seats
    assert [chance.entropy[seat - 1] for seat in seats] == [promised(who) for who in missing]
    begins = [
        e.text for e in log(desk.log, "table", Viewpoint(None, "en"), 0) if e.kind == "started"
    ]
    for who, name in ((ADA, "Ada"), (BEN, "Ben")):
        late = f"The random number of {name} did not arrive in time; their commitment replaces it."
        assert (late in begins[0]) is (who in missing)
    with pytest.raises(RefusalError) as refused:
        desk.do(missing[0], reveals(missing[0]))
    assert refused.value.code is Refusal.NOT_NOW
    assert verify(end(desk)).missing == tuple(seats)


def test_only_what_was_committed_to_can_be_revealed_and_only_by_who_committed():
    desk = committed()
    for who, request in ((ADA, reveals(BEN)), (BEN, reveals(CAT))):
        before = state_of(desk.table)
        with pytest.raises(RefusalError) as refused:
            desk.do(who, request)
        assert refused.value.code is Refusal.NO_SUCH
        assert state_of(desk.table) == before
    desk.do(ADA, reveals(ADA))
    assert desk.do(ADA, reveals(ADA)) == []


def test_several_seats_of_one_person_are_revealed_by_what_each_committed_to():
    desk = Desk(seats=("person",) * 3, sit=None)
    desk.do(ADA, sits(ADA))
    desk.do(ADA, sits(ADA))
    assert desk.do(ADA, sits(BEN)) == ["seated", "committed"]
    assert desk.do(ADA, reveals(ADA)) == ["revealed"]
    assert desk.do(ADA, reveals(BEN)) == ["revealed", "started"]
    ada, ben = ENTROPY[ADA].hex(), ENTROPY[BEN].hex()
    assert desk.table.round.chance.entropy == (ada, ada, ben)


def test_bots_and_players_without_a_commitment_add_nothing_and_are_not_waited_for():
    desk = Desk(seats=("person", "club", "open"), sit=None)
    desk.do(ADA, sits(ADA))
    assert desk.do(ADA, protocol.Start()) == ["committed"]
    assert [seat.level for seat in desk.table.seats] == [None, "club", "club"]
    assert desk.do(ADA, reveals(ADA)) == ["revealed", "started"]
    assert desk.table.round.chance.entropy == (ENTROPY[ADA].hex(), "", "")
    while desk.table.phase is Phase.PLAYING:
        legal = desk.table.round.position.legal()
        desk.take(acted(desk.table, desk.table.actor().number, legal[0]))
    record = Record.loads(records(desk.log, "table")[1].dumps())
    assert record.headers["Entropy commitment 2"] == "-"
    assert verify(record).is_fair


def test_a_rematch_needs_new_commitments():
    desk = committed()
    desk.do(ADA, reveals(ADA))
    desk.do(BEN, reveals(BEN))
    end(desk)
    assert [seat.commitment for seat in desk.table.seats] == ["", ""]
    server = desk.table.coming_commitment
    assert desk.do(BEN, protocol.Rematch(commitment=promised(CAT))) == ["offered"]
    agree = protocol.Answer(offer=desk.table.offer.number, agree=True, commitment=promised(ADA))
    assert desk.do(ADA, agree) == ["answered", "committed"]
    assert desk.table.offer is None
    assert state_of(desk.again_from_the_log()) == state_of(desk.table)
    desk.do(ADA, reveals(ADA))
    assert desk.do(BEN, reveals(CAT)) == ["revealed", "started"]
    chance = desk.table.round.chance
    assert (chance.commitment, desk.table.round.number) == (server, 2)
    assert chance.entropy == (ENTROPY[ADA].hex(), ENTROPY[CAT].hex())
    assert verify(end(desk)).is_fair


def test_alone_against_bots_a_rematch_asks_nobody_but_is_committed_to():
    desk = Desk("crocodile", seats=("person", "club"), sit=None)
    desk.do(ADA, sits(ADA))
    desk.do(ADA, reveals(ADA))
    end(desk)
    assert desk.do(ADA, protocol.Rematch(commitment=promised(BEN))) == ["committed"]
    assert desk.do(ADA, reveals(BEN)) == ["revealed", "started"]
    assert desk.table.round.chance.commitments == (promised(BEN), "")
    assert state_of(desk.again_from_the_log()) == state_of(desk.table)


def test_while_players_reveal_nobody_changes_seats_and_who_leaves_can_be_replaced():
    desk = committed()
    for who, request in (
        (BEN, protocol.LeaveSeat()),
        (EVE, protocol.Sit()),
        (ADA, protocol.Assign(seat=2, kind="bot", level="club")),
        (ADA, protocol.Close()),
        (ADA, protocol.Rematch()),
    ):
        with pytest.raises(RefusalError) as refused:
            desk.do(who, request)
        assert refused.value.code is Refusal.NOT_NOW
    desk.do(BEN, protocol.Leave())
    desk.do(ADA, reveals(ADA))
    desk.take(*time_is_up(desk.table, desk.sender(ADA)))
    assert desk.table.seats[1].left
    assert desk.do(ADA, protocol.Replace(seat=2)) == ["replaced"]


# With a server


@in_loop
async def test_clients_reveal_by_themselves_and_check_the_record_themselves(tmp_path):
    async with serving(f"sqlite:///{tmp_path}/tables.db", PATIENT) as server:
        stack, table, ada, ben = await two_players(server)
        async with stack:
            await ben.sit()
            await ada.until(lambda seen: seen.phase is Phase.PLAYING)
            await ada.resign()
            await ben.until(lambda seen: seen.phase is Phase.BETWEEN)
            for one in (ada, ben):
                kept = one.client.promises.of(table, 1)
                assert list(kept.revealed) == one.seen.seats
                checked = await one.verify()
                assert (checked.findings, checked.is_kept) == ((), True)
            await ada.rematch()
            await ben.until(lambda seen: seen.view.offer)
            await ben.answer(True)
            await ada.until(lambda seen: seen.phase is Phase.PLAYING)
            await ben.resign()
            await ada.until(lambda seen: seen.phase is Phase.BETWEEN)
            assert (await ada.verify()).is_kept
            # An operator who exchanges the secret and all that belongs to it is found out.
            kept = ada.client.promises.of(table, 2)
            kept.commitment = "0" * 64
            (finding,) = (await ada.verify()).findings
            assert "another secret" in str(finding)
        assert server.errors() == 0


@in_loop
async def test_a_client_reveals_nothing_where_its_commitment_was_exchanged(tmp_path):
    async with serving(f"sqlite:///{tmp_path}/tables.db", PATIENT) as server:
        stack, table, ada, ben = await two_players(server)
        async with stack:
            kept = ada.client.promises.keep(table, 1, "0" * 64, ["", ""])
            sitting = asyncio.create_task(ben.sit())
            await ada.until(lambda seen: seen.phase is Phase.STARTING)
            for _ in range(3):
                await ada.request(protocol.Ping)
            assert (ada.seen.phase, kept.revealed) == (Phase.STARTING, {})
            sitting.cancel()


@in_loop
async def test_a_player_who_comes_back_reveals_what_was_kept_in_a_file(tmp_path):
    async with serving(f"sqlite:///{tmp_path}/tables.db", PATIENT) as server:
        async with server.client("Ada") as ada, server.client("Ben") as ben:
            ada.promises = Promises(tmp_path / "promises", ada.randbytes)
            table, link = await ada.create("kariba", ["person", "person"])
            token = ada.token
            await ben.join(link)
            async with ben.table(table) as second:
                sitting = asyncio.create_task(second.sit())
                await second.until(lambda seen: seen.phase is Phase.STARTING)
                async with server.client("Ada") as again:
                    again.token = token
                    again.promises = Promises(tmp_path / "promises")
                    async with again.table(table) as first:
                        await first.until(lambda seen: seen.phase is Phase.PLAYING)
                        assert first.seen.view.game.chance.missing == []
                await sitting
        assert server.errors() == 0


@in_loop
async def test_who_does_not_reveal_holds_nobody_up_for_longer_than_the_time_allowed(tmp_path):
    async with serving(f"sqlite:///{tmp_path}/tables.db", IMPATIENT) as server:
        async with server.client("Ada") as ada, server.client("Ben") as ben:
            table, link = await ada.create("kariba", ["person", "person"])
            await ben.join(link)
            async with ben.table(table) as second:
                await second.sit()
                seen = await second.until(lambda seen: seen.phase is Phase.PLAYING)
                assert 1 in seen.view.game.chance.missing
        assert server.errors() == 0


@in_loop
async def test_a_server_that_is_restarted_while_players_reveal_starts_the_game(tmp_path):
    database = f"sqlite:///{tmp_path}/tables.db"
    async with serving(database, PATIENT) as server:
        stack, table, ada, ben = await two_players(server)
        async with stack:
            ada.client.promises.entropy.clear()
            sitting = asyncio.create_task(ben.sit())
            await ben.until(lambda seen: seen.phase is Phase.STARTING)
            sitting.cancel()
            token = ben.client.token
    async with serving(database, IMPATIENT) as server, server.client("Ben") as ben:
        ben.token = token
        async with ben.table(table) as second:
            seen = await second.until(lambda seen: seen.phase is Phase.PLAYING)
            assert 1 in seen.view.game.chance.missing


@pytest.mark.slow
@pytest.mark.parametrize("settings", [PATIENT, IMPATIENT], ids=["revealed", "time is up"])
@in_loop
async def test_players_of_two_processes_reveal_and_the_game_starts_once(settings, postgres_url):
    async with (
        serving(postgres_url, settings) as one,
        serving(postgres_url, settings) as two,
        one.client("Ada") as ada,
        two.client("Ben") as ben,
    ):
        table, link = await ada.create("kariba", ["person", "person"])
        await ben.join(link)
        async with ada.table(table) as first, ben.table(table) as second:
            await asyncio.gather(
                second.sit(), first.until(lambda seen: seen.phase is Phase.PLAYING)
            )
            assert first.seen.view.game.chance == second.seen.view.game.chance
            if settings is PATIENT:
                assert first.seen.view.game.chance.missing == []
            await first.resign()
            await second.until(lambda seen: seen.phase is Phase.BETWEEN)
            for mine in (first, second):
                assert (await mine.verify()).findings == ()
        kinds = [event.kind for event in await one.hub.store.events(table)]
        assert (kinds.count("committed"), kinds.count("started")) == (1, 1)
        assert (one.errors(), two.errors()) == (0, 0)
