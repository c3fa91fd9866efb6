"""Records: a game as a readable text file. A game is nothing but its list of actions.

The headers come first, ``Name: value``, then an empty line, then the actions in the canonical
notation, chance included, one to a line. Lines that begin with # are comments; those before an
action stay with it::

    Waterside record 1
    Game: kariba
    Players: 2
    Option starter: 1
    Option market: off
    Seat 1: Ada
    Result: seat 2 has won, 12 to 20

    draw 4
    draw 1
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from waterside.core.errors import RecordError, WatersideError
from waterside.core.options import Value
from waterside.core.position import Position
from waterside.core.registry import game

FIRST_LINE = "Waterside record 1"


@dataclass(frozen=True)
class Record:
    """A game as it was or is being played."""

    game: str
    players: int
    options: Mapping[str, Value]
    actions: Sequence[str]
    seats: Mapping[int, str] = field(default_factory=dict)
    """Names of players by seat, as far as they are known."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Further headers, kept as they are."""
    result: str | None = None
    """How it ended; None for a game that goes on."""
    comments: Mapping[int, str] = field(default_factory=dict)
    """What stands before actions, by their index."""

    @classmethod
    def of(
        cls,
        position: Position,
        seats: Mapping[int, str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Record:
        """The record of all that led to this position."""
        return cls(
            game=position.game.name,
            players=position.players,
            options=position.options,
            actions=tuple(position.history()),
            seats=dict(seats or {}),
            headers=dict(headers or {}),
            result=result_of(position),
        )

    def position(self) -> Position:
        """The position after the last action."""
        return self._replay({})

    def _replay(self, lines: Mapping[int, int], keeps: bool = True) -> Position:
        """Plays all actions; without ``keeps`` each position lets go of the one before, as those of a
        long game are a lot of memory.
        """
        position = game(self.game).new(self.players, **self.options)
        for index, action in enumerate(self.actions):
            try:
                position = position.play(action)
                if not keeps:
                    position.previous = None
            except WatersideError as problem:
                where = lines.get(index)
                because = problem if where else f"action {index + 1}: {problem}"
                raise RecordError(
                    "{action} cannot be played here", where, because, action=repr(action)
                ) from None
        return position

    def dumps(self) -> str:
        """The record as text."""
        written = {option.name: option for option in game(self.game).options}
        lines = [FIRST_LINE, f"Game: {self.game}", f"Players: {self.players}"]
        lines += [f"Option {name}: {written[name].write(v)}" for name, v in self.options.items()]
        lines += [f"Seat {seat}: {one_line(name)}" for seat, name in sorted(self.seats.items())]
        lines += [f"{name}: {one_line(value)}" for name, value in self.headers.items()]
        if self.result is not None:
            lines.append(f"Result: {self.result}")
        lines.append("")
        for index, action in enumerate(self.actions):
            if index in self.comments:
                lines += [f"# {comment}" for comment in self.comments[index].splitlines()]
            lines.append(action)
        return "\n".join(lines) + "\n"

    @classmethod
    def loads(cls, text: str) -> Record:
        """Reads a record and plays it through: RecordError names the line of the first mistake."""
        return _Reader(text).read()


def one_line(value: str) -> str:
    """A header's value without line breaks or control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in value).split())


def result_of(position: Position) -> str | None:
    """How a game ended, in words."""
    winners = position.winners()
    if winners is None:
        return None
    scores = " to ".join(str(score) for score in position.scores())
    if len(winners) == 1:
        return f"seat {winners[0]} has won, {scores}"
    return f"draw between seats {' and '.join(map(str, winners))}, {scores}"


class _Reader:
    """Reads a record line by line."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.headers: dict[str, tuple[str, int]] = {}

    def read(self) -> Record:
        if not self.lines or self.lines[0].strip() != FIRST_LINE:
            raise RecordError("a record begins with the line {first}", 1, first=repr(FIRST_LINE))
        body = self._read_headers()
        name = self._header("Game")
        kind = self._checked("Game", lambda: game(name))
        written = self._header("Players")
        if not (written.isascii() and written.isdigit()):
            line = self._line("Players")
            raise RecordError("Players: {written} is not a number", line, written=written)
        players = self._checked("Players", lambda: kind.check_players(int(written)))
        options = {}
        for header in [h for h in self.headers if h.startswith("Option ")]:
            option, value = header.removeprefix("Option "), self.headers[header][0]
            resolved = self._checked(
                header, lambda o=option, v=value: kind.resolve(players, {o: v})
            )
            options[option] = resolved[option]
        options = kind.resolve(players, options)
        seats = self._seats(players)
        own = ("Game", "Players", "Result")
        further = {
            header: value
            for header, (value, _) in self.headers.items()
            if header not in own and not header.startswith(("Option ", "Seat "))
        }
        actions, where, comments = self._read_actions(body)
        result = self.headers["Result"][0] if "Result" in self.headers else None
        record = Record(name, players, options, tuple(actions), seats, further, result, comments)
        end = record._replay(where, keeps=False)
        if result is not None and result != result_of(end):
            line, really = self._line("Result"), result_of(end)
            if really is None:
                raise RecordError("Result: {result}: but the game is not over", line, result=result)
            raise RecordError("Result: {result}: but {really}", line, result=result, really=really)
        return record

    def _read_headers(self) -> int:
        for number, line in enumerate(self.lines[1:], start=2):
            written = line.strip()
            if not written:
                return number
            if line.startswith("#"):
                continue
            header, colon, value = line.partition(":")
            if not colon:
                raise RecordError(
                    "{written} is no header; an empty line ends the headers",
                    number,
                    written=repr(written),
                )
            if header in self.headers:
                raise RecordError("a second {header}", number, header=header)
            self.headers[header] = (value.strip(), number)
        return len(self.lines)

    def _read_actions(self, body: int) -> tuple[list[str], dict[int, int], dict[int, str]]:
        actions: list[str] = []
        where: dict[int, int] = {}
        comments: dict[int, str] = {}
        waiting: list[str] = []
        for index, line in enumerate(self.lines[body:], start=body):
            written = line.strip()
            if written.startswith("#"):
                waiting.append(written.removeprefix("#").strip())
            elif written:
                if waiting:
                    comments[len(actions)] = "\n".join(waiting)
                    waiting = []
                where[len(actions)] = index + 1
                actions.append(written)
        return actions, where, comments

    def _seats(self, players: int) -> dict[int, str]:
        seats: dict[int, str] = {}
        for header, (value, line) in self.headers.items():
            if header.startswith("Seat "):
                seat = header.removeprefix("Seat ")
                if seat not in map(str, range(1, players + 1)):
                    raise RecordError(
                        "{header}: seats go from 1 to {players}",
                        line,
                        header=header,
                        players=players,
                    )
                seats[int(seat)] = value
        return seats

    def _header(self, name: str) -> str:
        if name not in self.headers:
            raise RecordError("the header {header} is missing", header=name)
        return self.headers[name][0]

    def _line(self, name: str) -> int:
        return self.headers[name][1]

    def _checked(self, header: str, check):  # type: ignore[no-untyped-def]
        try:
            return check()
        except RecordError:
            raise
        except WatersideError as problem:
            raise RecordError(
                "{header}: this is not possible", self._line(header), problem, header=header
            ) from None
