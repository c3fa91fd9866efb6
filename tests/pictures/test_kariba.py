"""Kariba's scene: cards come from where they were, and what is hidden has no face."""

from itertools import pairwise

import pytest

from tests.pictures.scenes import motions_to, parts_of, some_game


def cards(parts, *kinds):
    return {id: part for id, part in parts.items() if id.split("-")[0] in kinds}


@pytest.mark.parametrize("options", [{}, {"market": True}])
def test_the_viewer_s_own_cards_go_to_the_waterhole_and_equal_ones_stay(options):
    played = stayed = 0
    for before, after in pairwise(some_game("kariba", 2, options, seed=3)):
        if not (isinstance(before.actor, int) and "x" in after.action):
            continue
        animal, count = after.action.split("x")
        motions = motions_to(after, before.actor)
        came = {m.was for id, m in motions.items() if id.startswith(f"hole-{animal}-")}
        assert came == {f"hand-{animal}-{k}" for k in range(1, int(count) + 1)}
        left = {m.was for id, m in motions.items() if id.startswith("hand-")}
        hand = cards(parts_of(before, before.actor), "hand")
        assert came | left == {id for id in hand if id.startswith(f"hand-{animal}-")}
        assert not [m for m in motions.values() if m.how], "it lay open before its player"
        played += int(count)
        stayed += len(left)
    assert played > 20
    assert stayed > 5


@pytest.mark.parametrize("options", [{}, {"market": True}])
def test_an_opponent_s_card_comes_from_the_opponent_and_no_other_card_leaves_its_place(options):
    turned = open_ = equal = 0
    for before, after in pairwise(some_game("kariba", 3, options, seed=4)):
        if not (isinstance(before.actor, int) and "x" in after.action):
            continue
        animal, count = after.action.split("x")
        for seat in (None, 1, 2, 3):
            if seat == before.actor:
                continue
            motions = motions_to(after, seat)
            came = [m for id, m in motions.items() if id.startswith(f"hole-{animal}-") and m.was]
            assert len(came) == int(count)
            assert all(m.was.startswith(f"held-{before.actor}-") for m in came)
            old, now = parts_of(before, seat), parts_of(after, seat)
            for motion in came:
                is_back = old[motion.was].symbol == "card-back"
                assert is_back or old[motion.was].symbol == f"card-{animal}"
                assert (motion.how == "turn") == is_back
                turned += is_back
                open_ += not is_back
            own = cards(old, "hand")
            assert own == cards(now, "hand")
            equal += f"hand-{animal}-1" in own
    assert turned > 20
    assert equal > 5, "the viewer held the same animal"
    assert open_ > 0 or not options


def test_cards_that_are_chased_go_to_the_player_who_chased_them():
    chased = 0
    for before, after in pairwise(some_game("kariba", 2, {}, seed=3)):
        if isinstance(before.actor, int):
            motions = [m for m in motions_to(after, 1).values() if m.end]
            old, now = parts_of(before, 1), parts_of(after, 1)
            gone = cards(old, "hole").keys() - cards(now, "hole").keys()
            assert {m.id for m in motions} == gone
            assert {m.end for m in motions} <= {f"won-{before.actor}"}
            assert all(m.late for m in motions), "after those that chase have come"
            chased += len(gone)
    assert chased > 5


def test_cards_are_drawn_from_the_pile_and_only_their_player_sees_them_turn():
    seen = {True: 0, False: 0}
    for before, after in pairwise(some_game("kariba", 2, {})):
        if before.actor == "chance":
            for seat in (1, 2):
                new = [m for m in motions_to(after, seat).values() if m.start]
                assert [m.start for m in new] == ["pile"]
                own = seat == before.witness
                assert (new[0].how == "turn") == own
                assert new[0].id.startswith("hand-" if own else f"held-{before.witness}-")
                seen[own] += 1
    assert seen[True] == seen[False] > 40


def test_open_cards_are_turned_up_and_taken():
    opened = taken = 0
    for before, after in pairwise(some_game("kariba", 3, {"market": True})):
        if after.action.startswith("opens"):
            (motion,) = motions_to(after, 1).values()
            assert (motion.start, motion.how) == ("pile", "turn")
            opened += 1
        elif after.action.startswith("open "):
            animal = after.action[5:]
            for seat in (None, 1, 2, 3):
                moved = [m for m in motions_to(after, seat).values() if m.was.startswith("market")]
                assert [m.was.rpartition("-")[0] for m in moved] == [f"market-{animal}"]
                assert moved[0].id.startswith("hand" if seat == before.actor else "held")
                assert parts_of(after, seat)[moved[0].id].symbol.split()[0] == f"card-{animal}"
            taken += 1
    assert opened > 5
    assert taken > 5


def test_hands_of_others_show_backs_but_for_cards_that_all_have_seen_taken():
    for position in some_game("kariba", 3, {"market": True}, most=60):
        for seat in (None, 1, 2, 3):
            for id, part in cards(parts_of(position, seat), "held").items():
                player = int(id.split("-")[1]) - 1
                known = [
                    f"card-{animal + 1}"
                    for animal in range(8)
                    for _ in range(position.fields.known[player, animal])
                ]
                place = int(id.split("-")[2]) - 1
                assert part.symbol == (known[place] if place < len(known) else "card-back")
