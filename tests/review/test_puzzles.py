import json

import pytest

from waterside.core.registry import all_games, game
from waterside.review.puzzles import (
    LEAD,
    SOLVED_LEAD,
    SURE,
    THEMES,
    Finder,
    Puzzle,
    puzzle_file,
    puzzle_of_the_day,
    puzzles_of,
    solution,
    written,
)
from waterside.text.language import LANGUAGES, speaker

WITH_PUZZLES = [name for name in all_games() if puzzle_file(game(name)).exists()]
ENOUGH = 60


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_a_games_puzzles_are_sixty_positions_where_one_action_stands_out(name):
    found = puzzles_of(name)
    assert len(found) >= ENOUGH
    assert len({puzzle.id for puzzle in found}) == len(found)
    for puzzle in found:
        position = puzzle.position()
        assert position.actor == puzzle.seat, puzzle.id
        assert {puzzle.best, puzzle.second} <= set(position.legal()), puzzle.id
        assert puzzle.best != puzzle.second
        assert puzzle.choices == len(position.legal())
        lead = puzzle.share - puzzle.second_share
        if puzzle.exact:
            assert lead >= SOLVED_LEAD
        else:
            assert lead >= LEAD - 1e-4
            assert lead >= SURE * puzzle.error - 1e-3
        assert set(puzzle.themes) <= set(THEMES)
        assert puzzle.difficulty == 1 + len(puzzle.failed)


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_puzzles_differ_in_theme_and_difficulty(name):
    found = puzzles_of(name)
    assert len({puzzle.themes for puzzle in found}) >= 4
    assert len({puzzle.difficulty for puzzle in found}) >= 3
    seen = {puzzle.position().seen_by(puzzle.seat).held for puzzle in found}
    assert len(seen) == len(found)


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_the_file_names_the_command_that_made_it(name):
    made = json.loads(puzzle_file(game(name)).read_text("utf-8"))["made"]
    assert f"waterside puzzles {name}" in json.dumps(made)


def test_the_same_seed_finds_the_same_puzzles():
    """How difficult they are depends on levels that take time, so on the machine."""
    found = [next(Finder(game("kariba"), 4, 1).find()) for _ in range(2)]
    assert found[0].actions == found[1].actions
    assert (found[0].best, found[0].share) == (found[1].best, found[1].share)


def test_a_puzzle_is_read_as_it_was_written():
    puzzle = puzzles_of("kariba")[0]
    assert Puzzle.from_json(json.loads(json.dumps(puzzle.to_json()))) == puzzle
    text = written(game("kariba"), puzzles_of("kariba")[:2], {"command": "x"})
    assert [one["id"] for one in json.loads(text)["puzzles"]] == [
        one.id for one in puzzles_of("kariba")[:2]
    ]


def test_every_puzzle_has_its_day_before_any_comes_again():
    count = len(puzzles_of("kariba"))
    days = [puzzle_of_the_day("kariba", day).id for day in range(2 * count)]
    assert len(set(days[:count])) == len(set(days[count:])) == count


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_solution_is_said_in_every_language(language):
    puzzle = puzzles_of("kariba")[0]
    said = solution(puzzle, speaker(language))
    assert f"{round(100 * puzzle.share)}" in said
    assert f"{round(100 * puzzle.second_share)}" in said
