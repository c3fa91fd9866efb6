"""What a network learns to say: the result, or mostly what was expected a turn later."""

from types import SimpleNamespace

import numpy as np
import pytest

import waterside
from waterside.bots.weights import required_weights
from waterside.cli import main
from waterside.training.examples import of_viewer
from waterside.training.generating import Generator, Playing
from waterside.training.selfplay import look_back

KARIBA = waterside.game("kariba")


def kept_of_one_game():
    """Three positions of a game of two in which seat 1 and seat 2 moved in turn, and seat 1 won."""
    return SimpleNamespace(
        came=np.array([[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [1.0, 0.0]]),
        moments=np.array([0, 1, 3]),  # so many decisions had been made
        movers=np.array([0, 1, 0, 1]),
        expected=np.array([0.5, 0.4, 0.7, 0.2]),
    )


def test_without_trust_every_position_learns_the_result():
    kept = kept_of_one_game()
    look_back(kept, 0, 3, 4, 0.0)
    assert kept.came[:3].tolist() == [[1.0, 0.0]] * 3


def test_with_full_trust_a_position_learns_what_each_seat_expected_at_its_next_turn():
    kept = kept_of_one_game()
    look_back(kept, 0, 3, 4, 1.0)
    assert kept.came[2].tolist() == [1.0, 0.0]  # nobody moved after the last decision
    assert kept.came[1].tolist() == [0.7, 0.2]
    assert kept.came[0].tolist() == [0.7, 0.4]  # not what was expected at that very decision


def test_some_trust_lets_each_later_turn_count_less():
    kept = kept_of_one_game()
    look_back(kept, 0, 3, 4, 0.5)
    assert kept.came[1] == pytest.approx([0.85, 0.1])
    assert kept.came[0] == pytest.approx([0.85, 0.25])


def test_a_seat_that_had_no_choice_expected_nothing():
    kept = kept_of_one_game()
    kept.movers[2] = -1
    look_back(kept, 0, 3, 4, 1.0)
    assert kept.came[1].tolist() == [1.0, 0.2]


def test_shares_add_up_to_one_and_the_viewer_is_believed():
    shares = np.array([[0.5, 0.3, 0.4], [0.9, 0.0, 0.0], [0.2, 0.8, 0.0]], np.float32)
    assert of_viewer(shares) == pytest.approx(
        np.array([[0.5, 1.5 / 7, 2 / 7], [0.9, 0.05, 0.05], [0.2, 0.8, 0.0]])
    )


@pytest.mark.parametrize("iterations", [0, 6])
def test_trust_brings_targets_between_the_results(iterations):
    weights = required_weights(KARIBA)
    found = {}
    for trust in (0.0, 0.5):
        playing = Playing(iterations=iterations, every=2, trust=trust)
        found[trust] = Generator(KARIBA, 2, playing, weights).positions(seed=5, games=4)
    results, trusting = found[0.0], found[0.5]
    assert results.states.tobytes() == trusting.states.tobytes()  # the same games
    assert set(np.unique(results.shares)) <= {0.0, 0.5, 1.0}
    assert len(np.unique(trusting.shares)) > 20
    assert (trusting.shares >= 0).all()
    assert (trusting.shares <= 1).all()


@pytest.mark.parametrize("trust", ["2", "-0.1", "nan", "half"])
def test_the_command_refuses_a_trust_that_cannot_be(trust, capsys):
    with pytest.raises(SystemExit):
        main(["train", "kariba", f"--trust={trust}"])
    assert f"{trust} is not a number from 0 to 1" in capsys.readouterr().err
