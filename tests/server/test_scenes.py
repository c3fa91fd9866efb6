"""What browsers are sent of a board: the scene once, then steps; nothing of games before or of moves
that were taken back.
"""

import json

import pytest
from pydantic import TypeAdapter

import waterside
from tests.pictures.scenes import put_together
from tests.server.desks import Desk
from tests.server.loops import in_loop
from tests.server.test_secrets import live
from waterside import protocol
from waterside.pictures import Part, drawing_of
from waterside.protocol import Phase
from waterside.protocol.views import GameView
from waterside.server.domain.events import read
from waterside.server.domain.round import Step
from waterside.server.domain.table import Table
from waterside.server.views.game import game_text, game_view
from waterside.server.views.scenes import MOST_STEPS, Sight, grouped
from waterside.server.views.viewpoint import Viewpoint


class Browser:
    """One that looks at a table and puts together what it is sent."""

    def __init__(self, desk, seat):
        self.desk = desk
        self.table, self.heard = live(Table.of("table", desk.log), seat, True)
        self.table.hub.away_grace = 60.0
        self.parts = {}
        self.updates = []
        self.read()

    def read(self):
        for text in self.heard.texts:
            message = json.loads(text)
            protocol.read_reply.validate_json(text)
            if message.get("scene"):
                parts = message["scene"]["parts"]
                self.parts = {part["id"]: Part("")._replace(**part) for part in parts}
            for step in message.get("steps", []):
                self.parts = put_together(self.parts, step)
            self.updates.append(message)
        self.heard.texts.clear()

    def follow(self):
        """Takes in what has happened at the desk since."""
        new = [read(row) for row in self.desk.log if row.number > self.table.table.number]
        self.table.take_in(new, [None] * len(new))
        self.read()

    def shows_the_present(self):
        """Whether what was put together is what a newcomer would be sent."""
        fresh = Browser(self.desk, self.heard.viewpoint.seat)
        return self.parts == fresh.parts

    def may_do_what_a_newcomer_may(self):
        """Whether the update says of the game, choices included, what all of the table says."""
        fresh = Browser(self.desk, self.heard.viewpoint.seat)
        return self.updates[-1]["game"] == fresh.updates[-1]["game"]


def played(desk, *actions):
    for action in actions:
        who = desk.table.actor().identity
        desk.do(who, protocol.Play(action=action, at=desk.table.number))


@pytest.mark.parametrize("name", ["crocodile", "cromado", "splash", "kariba"])
@in_loop
async def test_steps_put_together_are_the_present_in_a_whole_game(name):
    desk = Desk(name, seats=("person", "person"), public=True, options=SHORT.get(name, {}))
    sit_down(desk)
    browsers = [Browser(desk, seat) for seat in (None, 1, 2)]
    moves = 0
    while desk.table.phase is Phase.PLAYING and moves < 60:
        legal = desk.table.round.position.legal()
        played(desk, legal[(7 * moves) % len(legal)])
        moves += 1
        for browser in browsers:
            browser.follow()
            assert "scene" not in browser.updates[-1], "only what has changed is sent"
            assert len(browser.updates[-1].get("steps", [])) <= MOST_STEPS
        if moves % 10 == 0:
            assert all(browser.shows_the_present() for browser in browsers)
            assert all(browser.may_do_what_a_newcomer_may() for browser in browsers)
    assert all(browser.shows_the_present() for browser in browsers)
    assert moves > 5


GAME = TypeAdapter(GameView)


def says_of_the_game_what_it_is(desk):
    """Whether what is written of the game for viewers of a scene is the view of it, field by field."""
    for viewpoint in (Viewpoint(seat, "de", scene=True) for seat in (None, 1, 2)):
        if GAME.validate_json(game_text(desk.table, viewpoint)) != game_view(desk.table, viewpoint):
            return False
    return True


@pytest.mark.parametrize("name", ["crocodile", "cromado", "splash", "kariba"])
@pytest.mark.parametrize("turn_time", [None, 30])
def test_what_is_written_of_a_game_is_its_view_until_it_is_over(name, turn_time):
    desk = Desk(name, public=True, turn_time=turn_time, options=SHORT.get(name, {}))
    sit_down(desk)
    for move in range(150):
        if desk.table.phase is not Phase.PLAYING:
            break
        assert says_of_the_game_what_it_is(desk)
        legal = desk.table.round.position.legal()
        played(desk, legal[(7 * move) % len(legal)])
    if desk.table.phase is Phase.PLAYING:
        desk.do(desk.table.actor().identity, protocol.Resign(at=desk.table.number))
    assert desk.table.round.reason in ("over", "resigned")
    assert says_of_the_game_what_it_is(desk)


SHORT = {"splash": {"turn_limit": 12}, "crocodile": {"setup": "picture"}}


def sit_down(desk):
    from tests.server.desks import NAMES
    from tests.server.test_secrets import PEOPLE

    NAMES.setdefault(PEOPLE[1], "P2")
    desk.do(PEOPLE[1], protocol.Sit(seat=2, name="P2"))


@in_loop
async def test_no_trail_of_a_move_that_was_taken_back_nor_of_the_game_before():
    desk = Desk("crocodile", seats=("person", "person"), public=True,
                options={"setup": "picture"}, series=3)  # fmt: skip
    sit_down(desk)
    browser = Browser(desk, 2)
    played(desk, "d2-d4")
    browser.follow()
    assert {"trail", "moved-here"} <= browser.parts.keys()
    seat = desk.table.seats[0].identity
    desk.do(seat, protocol.Takeback(at=desk.table.number))
    browser.follow()
    assert not {"trail", "moved-here"} & browser.parts.keys()
    assert browser.shows_the_present()
    played(desk, "d2-d4")
    desk.do(seat, protocol.Resign(at=desk.table.number))
    browser.follow()
    assert "trail" in browser.parts, "the end shows how it came about"
    desk.do(seat, protocol.Rematch())
    other = desk.table.seats[1].identity
    offer = desk.table.offer.number
    desk.do(other, protocol.Answer(offer=offer, agree=True))
    browser.follow()
    assert desk.table.round.number == 2
    assert not {"trail", "moved-here"} & browser.parts.keys()
    assert browser.shows_the_present()


@in_loop
async def test_a_deal_is_shown_in_a_few_steps_after_an_empty_board():
    desk = Desk("splash", seats=("person", "person"), public=True)
    watcher = Browser(desk, None)
    assert watcher.parts == {}
    sit_down(desk)
    watcher.follow()
    started = watcher.updates[-1]
    assert not [part for part in started["scene"]["parts"] if part["id"].startswith("meeple-")]
    assert 1 < len(started["steps"]) <= MOST_STEPS
    assert len([id for id in watcher.parts if id.startswith("meeple-")]) == 18
    assert watcher.shows_the_present()


def test_decisions_are_steps_of_their_own_however_long_chance_goes_on():
    desk = Desk("cromado", seats=("person", "person"), public=True)
    sit_down(desk)
    start = desk.table.round.position
    steps = desk.table.round.play(start.legal()[0])
    many = [*steps, *[Step(rolling(), rolling()) for _ in range(30)]]
    groups = grouped(many)
    assert len(groups) <= MOST_STEPS
    assert groups[0] == steps[:1]
    assert sum(map(len, groups)) == len(many)


def rolling():
    """A position of Cromado where the die is to be rolled."""
    position = waterside.game("cromado").new(2)
    while position.actor != "chance":
        position = position.play(position.legal()[0])
    return position


@in_loop
async def test_nothing_is_drawn_for_nobody(monkeypatch):
    desk = Desk("kariba", seats=("person", "person"), public=True)
    sit_down(desk)
    table, heard = live(Table.of("table", desk.log), 1, False)
    scene = drawing_of(desk.table.game).scene

    def drawn(*given):
        raise AssertionError("nobody looks at the board")

    monkeypatch.setattr(scene, "parts", drawn)
    played(desk, desk.table.round.position.legal()[0])
    table.take_in([read(desk.log[-1])], [None])
    assert json.loads(heard.texts[-1])["type"] == "update"


@in_loop
async def test_viewers_of_one_viewpoint_share_what_is_made(monkeypatch):
    desk = Desk("kariba", seats=("person", "person"), public=True)
    sit_down(desk)
    table, heard = live(Table.of("table", desk.log), None, True)
    for number in range(5):
        another = type(heard)(f"watcher {number}")
        table.connections.add(another)
        table.greet(another, protocol.Hello(version=protocol.VERSION, scene=True))
    made = []
    usual = Sight.parts_after
    monkeypatch.setattr(Sight, "parts_after", lambda *given: made.append(1) or usual(*given))
    played(desk, desk.table.round.position.legal()[0])
    table.take_in([read(desk.log[-1])], [None])
    assert len(made) == len(read(desk.log[-1]).event.actions)
