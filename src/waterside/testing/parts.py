"""Laws of a game's parts other than its rules: heuristics, text, boards, pictures, facts, lessons."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ElementTree
from typing import Any

from waterside.core.game import Game
from waterside.core.parts import Ink, TerminalBoard
from waterside.core.position import Position
from waterside.engine.rng import generator
from waterside.pictures.drawing import drawing_of
from waterside.testing.errors import require
from waterside.text.language import LANGUAGES, speaker
from waterside.text.lessons import tour_of
from waterside.text.narration import narrate, seat_names

COLUMNS, LINES = 44, 17
SAME = 1e-6
EFFORT = 500


def check_parts(game: Game, seed: int) -> None:
    """What can be said of the parts before a game is played."""
    for players in range(game.seats[0], game.seats[1] + 1):
        first = game.new(players)
        check_options(first)
        for seats in range(1, players + 1):
            starter = game.series.next_starter(seats, [seats], players)
            require(1 <= starter <= players, first, f"seat {starter} cannot start the next game")
    tour = tour_of(game)
    if tour is not None:
        require(len(tour.scenes) == len(tour.lessons.steps) + 1, tour.sample, "the tour is broken")
        for figure in tour.lessons.figures:
            fits = 1 <= figure.step <= len(tour.scenes)
            require(fits, tour.sample, f"the tour has no step {figure.step} to show")


def check_options(first: Position) -> None:
    """Every choice of an option is taken, and has a label."""
    game, players = first.game, first.players
    for option in game.options:
        for value in option.choices(players) or (option.default(players),):
            taken = game.resolve(players, {option.name: option.write(value)})[option.name]
            require(taken == value, first, f"{option.name} does not read {option.write(value)}")
            for language in LANGUAGES:
                label = option.label(value, speaker(language))
                require(bool(label), first, f"{option.name}={value} has no label")


def check_position(position: Position, rng: random.Random) -> None:
    """All laws of parts that can be checked in one position of a game that goes on."""
    check_text(position)
    check_board(position)
    if isinstance(position.actor, int):
        check_heuristics(position, rng)
        check_picture(position)


def check_heuristics(position: Position, rng: random.Random) -> None:
    """Shares sum to one; promising actions are legal; believed worlds look the same."""
    game, numbers = position.game, position.legal_actions()
    build, heuristics = game.interpreted.build, game.parts.heuristics
    shares = [0.0] * max(game.longest, position.players)
    build(heuristics.evaluate)(copied(position), shares)
    shares = shares[: position.players]
    fair = abs(sum(shares) - 1) < SAME and min(shares) > -SAME
    require(fair, position, f"{shares} are no shares of a win")
    out = [*numbers, *[0] * (game.longest - len(numbers))]
    random_numbers = generator(rng.getrandbits(40))
    chosen = build(heuristics.promising)(copied(position), random_numbers, out, len(numbers))
    require(int(chosen) in numbers, position, f"the promising action {chosen} is not legal")
    seen = position.seen_by(seat_to_act(position))
    world = copied(seen)
    build(game.functions["believe"])(world, random_numbers)
    believed = Position(game, position.players, position.options, bytes(world))
    same = believed.seen_by(seat_to_act(position)).held == seen.held
    require(same, position, "a believed world looks different")
    found = heuristics.solver(seen, EFFORT) if heuristics.solver else None
    if found is not None:
        values = found[0]
        require(set(values) <= set(numbers), position, "the solver values illegal actions")
        fair = all(-SAME <= value <= 1 + SAME for value in values.values())
        require(fair, position, f"{values} are no shares of a win")
        expected = heuristics.is_ending is None or heuristics.is_ending(seen)
        require(expected, position, "the solver solves what is said to be no ending")


def check_text(position: Position) -> None:
    """Labels and prompts, in every language."""
    text = position.game.text
    for language in LANGUAGES:
        say = speaker(language)
        names = seat_names(position, say)
        require(all(names) and len(set(names)) == len(names), position, "two seats have one name")
        if isinstance(position.actor, int):
            seen = position.seen_by(position.actor)
            require(bool(text.prompt(seen, say)), position, f"no prompt in {language}")
            labels = [text.label(seen, action, say, names) for action in seen.legal()]
            distinct = all(labels) and len(set(labels)) == len(labels)
            require(distinct, position, f"two choices have one label in {language}")


def check_narration(before: Position, after: Position, rng: random.Random) -> None:
    """What is narrated is the same in all worlds that look the same to the viewer."""
    for viewer in (None, *range(1, before.players + 1)):
        for language in LANGUAGES:
            say = speaker(language)
            names = seat_names(before, say)
            said = narrate(before, after, viewer, names, say)
            require("{" not in said, after, f"a part of a text is not filled in: {said}")
            if before.is_seen_by(viewer):
                continue
            other = before.after(rng.choice(before.legal_actions()))
            same = narrate(before, other, viewer, names, say) == said
            require(same, after, f"viewer {viewer} hears what they cannot see: {said}")


def check_ending(end: Position) -> None:
    """An ended game is explained in every language."""
    for language in LANGUAGES:
        say = speaker(language)
        names = seat_names(end, say)
        for viewer in (None, *range(1, end.players + 1)):
            lines = end.game.text.ending(end.seen_by(viewer), names, viewer, say)
            require(bool(lines) and all(lines), end, f"the end is not explained in {language}")


class Written(Ink):
    """What a board writes, without its colours."""

    def __init__(self) -> None:
        self.text = ""

    def append(self, text: str, style: str = "") -> Any:
        """Writes on."""
        self.text += text


def check_board(position: Position) -> None:
    """The board of a terminal fits, and can be read."""
    board: TerminalBoard | None = position.game.parts.terminal
    require(bool(str(position).strip()), position, "the sketch is empty")
    if board is None:
        return
    for viewer in (None, *range(1, position.players + 1)):
        ink = Written()
        board.draw(ink, position.seen_by(viewer), viewer, speaker())
        lines = ink.text.splitlines()
        fits = len(lines) <= LINES and all(len(line) <= COLUMNS for line in lines)
        require(fits, position, f"the board does not fit {COLUMNS} columns and {LINES} lines")
    require(all(board.legend(speaker())), position, "a line of the legend is empty")


def check_picture(position: Position) -> None:
    """A picture is well-formed and has what is touched to choose an action."""
    drawing, seat = drawing_of(position.game), seat_to_act(position)
    seen = position.seen_by(seat)
    drawn = ElementTree.fromstring(drawing.draw(seen, seat, speaker()).svg)
    ids = [element.get("id") for element in drawn.iter() if element.get("id")]
    require(len(set(ids)) == len(ids), position, "two things in the picture have one id")
    paths = [drawing.touches(seen, action) for action in seen.legal()]
    require(len(set(paths)) == len(paths), position, "two actions are chosen by the same touches")
    for path in paths:
        require(bool(path) and set(path) <= set(ids), position, f"{path} cannot be touched")
    elsewhere, text, say = position.game.new(position.players), position.game.text, speaker()
    for action in filter(drawing.alike.__contains__, seen.legal()):
        same = drawing.touches(seen, action) == drawing.touches(elsewhere, action)
        same = same and text.label(seen, action, say) == text.label(elsewhere, action, say)
        require(same, position, f"{action} is not alike in all positions")


class FactCounter:
    """Counts a game's facts while it is played."""

    def __init__(self, first: Position) -> None:
        facts = first.game.parts.facts
        self.names = facts.names if facts else ()
        self.counts = [0] * len(self.names)
        self.notice = first.game.interpreted.build(facts.notice) if facts else None
        self.decisions = 0

    def played(self, before: Position, after: Position) -> None:
        """Notices an action."""
        if self.notice is None:
            return
        self.decisions += before.actor != "chance"
        earlier = list(self.counts)
        self.notice(
            before.fields,
            before.actor_number,
            after.played,
            after.fields,
            self.decisions,
            self.counts,
        )
        for fact, was, count in zip(self.names, earlier, self.counts, strict=True):
            require(count >= was, after, f"the fact {fact.name} falls from {was} to {count}")
            is_flag = fact.kind != "ending" or count in (0, 1)
            require(is_flag, after, f"the fact {fact.name} is {count}, neither 0 nor 1")


def copied(position: Position) -> Any:
    """The fields of a state that may be written to."""
    return position.game.layout.view(bytearray(position.held))


def seat_to_act(position: Position) -> int:
    """The seat to act, in a position where one is."""
    assert isinstance(position.actor, int)
    return position.actor
