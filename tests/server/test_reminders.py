"""A table may leave it to people to remember the numbers that they have seen."""

import random

import pytest

from tests.server.desks import ADA, BEN, Desk
from waterside import protocol
from waterside.games.splash.board import WAY
from waterside.protocol import Phase
from waterside.server.views.board import board_fields
from waterside.server.views.viewpoint import Viewpoint
from waterside.text.narration import state


@pytest.mark.parametrize("reminders", [True, False])
def test_numbers_once_seen_stay_visible_unless_the_table_says_otherwise(reminders):
    desk = Desk("splash", reminders=reminders, series=3)
    desk.do(BEN, protocol.Sit())
    rng = random.Random(5)
    viewpoint = Viewpoint(1, "en", reminded=desk.table.reminders)
    remembered = 0
    while desk.table.phase is Phase.PLAYING or not remembered:
        if desk.table.phase is Phase.BETWEEN:
            desk.do(ADA, protocol.Rematch())
            desk.do(BEN, protocol.Answer(offer=desk.table.offer.number, agree=True))
        position = desk.table.round.position
        assert viewpoint.seen(position).legal() == position.seen_by(1).legal()
        s = state(position)
        for place, shown in enumerate(board_fields(desk.table, viewpoint)["number"]):
            is_taken = s.phase == WAY and place == s.place
            assert shown == (s.number[place] if reminders or is_taken else 0)
            remembered += bool(s.number[place]) and not is_taken
        action = rng.choice(position.legal())
        who = desk.table.actor().identity
        desk.do(who, protocol.Play(action=action, at=desk.table.number))
