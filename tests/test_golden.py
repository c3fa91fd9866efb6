"""Golden playthroughs and perft counts: the games are what they were."""

import pytest

import waterside
from tests.playthroughs import FOLDER, PLAYED, playthrough
from tests.test_oracles import oracle_for


@pytest.mark.parametrize("label", PLAYED)
def test_playthrough_is_what_it_was(label):
    assert playthrough(label) == (FOLDER / f"{label}.txt").read_text("utf-8")


def perft(position, depth):
    """The number of sequences of actions, chance included, so many actions deep."""
    if depth == 0 or position.is_over:
        return 1
    numbers = position.legal_actions()
    if depth == 1:
        return len(numbers)
    return sum(perft(position.play(number), depth - 1) for number in numbers)


CROC = ("crocodile", 2, {"setup": "picture"}, "")
OPENED = ("crocodile", 2, {"setup": "picture"}, "flip c5 / reveal 6 / c5-c9 / flip d10 / reveal 3")
LAID = ("cromado", 2, {"turn_limit": 9}, " / ".join(
    f"lay {b}" for b in ["c1h", "a3v", "f1h", "c13h", "i1h", "f13h", "d2v", "d10v", "g2v", "i13h"]
))  # fmt: skip
STOOD = ("splash", 3, {}, " / ".join(
    [f"stand {c}" for c in ["red", "yellow", "green", "blue", "purple", "black"] * 3]
    + ["token red", "token blue", "token black"]
))  # fmt: skip
DEALT = ("kariba", 2, {"market": True}, " / ".join(
    [f"draw {c}" for c in "1112344568"] + ["opens 8", "opens 8", "opens 2"]
))  # fmt: skip

COUNTS = [
    (CROC, [60, 3276, 170506]),
    (OPENED, [9, 664, 34696]),
    (LAID, [6, 31, 4582]),
    (STOOD, [18, 54, 108, 432]),
    (DEALT, [5, 15, 98, 470]),
]


def reached(case):
    name, players, options, actions = case
    position, oracle = (
        waterside.game(name).new(players, **options),
        oracle_for(name, players, options),
    )
    for action in filter(None, actions.split(" / ")):
        position = position.play(action)
        oracle.play(action)
    return position, oracle


@pytest.mark.parametrize(("case", "counts"), COUNTS, ids=[case[0] for case, _ in COUNTS])
def test_perft_counts(case, counts):
    position, _ = reached(case)
    assert [perft(position, depth) for depth in range(1, len(counts) + 1)] == counts
