"""Several people at one device: their clock waits for them, and nobody sees another's hand."""

import pytest

from tests.server.desks import ADA, BEN, Desk
from waterside import protocol
from waterside.protocol import RefusalError
from waterside.server.domain.commands.games import acted
from waterside.server.live.log import passes_the_turn
from waterside.server.views import narration
from waterside.server.views.game import game_view
from waterside.server.views.viewpoint import Viewpoint


def shared(**wishes):
    """Two players of Kariba at Ada's device."""
    desk = Desk("kariba", turn_time=30, **wishes)
    desk.do(ADA, protocol.Sit(seat=2, name="Zoe"))
    return desk


def clock(desk):
    return game_view(desk.table, Viewpoint(None, "en")).clock


def test_the_clock_waits_until_the_player_to_act_takes_the_device():
    desk = shared()
    actor = desk.table.actor().number
    assert clock(desk).stopped
    desk.now += 500
    assert desk.do(ADA, protocol.SwitchSeat(seat=3 - actor)) == []
    assert clock(desk).stopped
    assert desk.do(ADA, protocol.SwitchSeat(seat=actor)) == ["faced"]
    now = clock(desk)
    assert (now.stopped, now.since, now.until) == (False, desk.now, desk.now + 30)
    assert desk.do(ADA, protocol.SwitchSeat(seat=actor)) == []
    action = desk.table.round.position.legal()[0]
    desk.do(ADA, protocol.Play(action=action, at=desk.table.number))
    assert clock(desk).stopped, "the next player's clock"
    assert desk.again_from_the_log().faced == desk.table.faced


def test_without_secrets_or_with_a_device_each_no_clock_waits():
    open_game = Desk("crocodile", turn_time=30, options={"setup": "picture"})
    open_game.do(ADA, protocol.Sit(seat=2, name="Zoe"))
    assert not clock(open_game).stopped
    apart = Desk("kariba", turn_time=30)
    apart.do(BEN, protocol.Sit(seat=2))
    assert not clock(apart).stopped


def test_without_a_time_for_turns_taking_the_device_leaves_no_trace():
    desk = Desk("kariba")
    desk.do(ADA, protocol.Sit(seat=2, name="Zoe"))
    assert desk.do(ADA, protocol.SwitchSeat(seat=desk.table.actor().number)) == []
    with pytest.raises(RefusalError):
        desk.do(BEN, protocol.SwitchSeat(seat=1))


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_turn_that_time_ended_is_told_as_such(language):
    desk = shared()
    seat = desk.table.actor().number
    draft = acted(desk.table, seat, desk.table.round.position.legal()[0], "clock")
    logged = draft.logged(desk.table.number + 1, desk.now)
    steps = desk.table.apply(logged, draft.steps)
    told = {}
    for viewer in (seat, None):
        viewpoint = Viewpoint(viewer, language)
        entries = narration.entries(desk.table, logged, steps, viewpoint)
        assert [entry.kind for entry in entries[:2]] == ["clock", "acted"]
        told[viewer] = entries[0].text
    name = desk.table.seats[seat - 1].name
    assert name in told[None]
    assert name not in told[seat]


def test_lists_are_told_when_the_turn_passes_to_another_person_only():
    desk = Desk("kariba")
    desk.do(BEN, protocol.Sit(seat=2))
    seat = desk.table.actor().number
    draft = acted(desk.table, seat, desk.table.round.position.legal()[0])
    assert passes_the_turn(desk.table, [draft])
    alone = Desk("kariba", ["person", "beginner"])
    draft = acted(alone.table, alone.table.actor().number, alone.table.round.position.legal()[0])
    assert not passes_the_turn(alone.table, [draft])
