"""The queue of bots' questions: people first, then address by address and table by table."""

import random
from collections import Counter

from waterside.bots.queue import PEOPLE_IN_A_ROW, FairQueue, Share


def background(address="", table=""):
    return Share(address, table, is_background=True)


def filled(*given):
    queue = FairQueue()
    for item, share in given:
        queue.push(item, share)
    return queue


def drained(queue, **how):
    found = []
    while queue.has(**how):
        found.append(queue.pop(**how))
    return found


def test_what_one_table_asks_is_answered_in_its_order():
    queue = filled(*((number, Share("a", "t")) for number in range(5)))
    assert drained(queue) == [0, 1, 2, 3, 4]


def test_an_address_with_many_tables_gets_no_more_than_one_with_a_single_table():
    many = [((table, turn), Share("many", table)) for turn in range(2) for table in range(50)]
    queue = filled(*many, ("one", Share("one", "t")))
    assert drained(queue).index("one") == 1


def test_the_tables_of_an_address_take_turns():
    queue = filled(*((("a", n), Share("x", "a")) for n in range(3)), (("b", 0), Share("x", "b")))
    assert drained(queue) == [("a", 0), ("b", 0), ("a", 1), ("a", 2)]


def test_people_come_first_but_nothing_waits_for_ever():
    people = [(f"people {n}", Share("p", f"{n}")) for n in range(2 * PEOPLE_IN_A_ROW)]
    queue = filled(*((f"bots {n}", background("b", f"{n}")) for n in range(3)), *people)
    found = drained(queue)
    assert [found.index(f"bots {n}") for n in range(3)] == [
        PEOPLE_IN_A_ROW,
        2 * PEOPLE_IN_A_ROW + 1,
        2 * PEOPLE_IN_A_ROW + 2,
    ]


def test_what_goes_on_in_the_background_can_be_left_waiting():
    queue = filled(("bots", background()), ("people", Share()))
    assert drained(queue, background=False) == ["people"]
    assert (len(queue), queue.has(), list(queue)) == (1, True, ["bots"])


def test_something_can_be_removed_wherever_it_waits():
    queue = filled((1, Share("a")), (2, Share("a")), (3, background("b")))
    assert [queue.remove(item) for item in (1, 3, 4)] == [True, True, False]
    assert (len(queue), drained(queue)) == (1, [2])


def test_room_is_made_by_whoever_has_most_in_the_background():
    queue = filled(
        ("many 1", background("many", "t")),
        ("many 2", background("many", "t")),
        ("few", background("few")),
    )
    assert queue.make_room(background("many")) is None
    assert queue.make_room(background("new")) == "many 2"
    assert queue.make_room(background("new")) is None, "all have the same"
    assert queue.make_room(Share("person")) in ("many 1", "few")
    assert len(queue) == 1


def test_among_people_room_is_made_by_whoever_asks_most():
    queue = filled(*((number, Share("many", "t")) for number in range(3)))
    assert queue.make_room(Share("many")) is None
    assert queue.make_room(background("many")) is None
    assert queue.make_room(Share("one")) == 2
    assert drained(queue) == [0, 1]


def test_whatever_is_pushed_comes_out_once_or_is_dropped():
    rng = random.Random(1)
    queue, inside = FairQueue(), Counter()
    for number in range(3000):
        share = Share(rng.choice("abc"), rng.choice("xyz"), rng.random() < 0.5)
        action = rng.random()
        if action < 0.5:
            queue.push(number, share)
            inside[number] += 1
        elif action < 0.8 and queue.has():
            inside[queue.pop()] -= 1
        elif action < 0.9:
            if (dropped := queue.make_room(share)) is not None:
                inside[dropped] -= 1
        elif inside:
            some = rng.choice(list(inside))
            if queue.remove(some):
                inside[some] -= 1
        inside = +inside
        assert (len(queue), sorted(queue)) == (inside.total(), sorted(inside))
