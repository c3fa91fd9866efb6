"""Cromado's board as a viewer sees it: the home at the bottom left, the goal at the top right.

Bridges keep their numbers from the laying on, stones theirs all the time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from waterside.core.lazy import lazy
from waterside.core.position import Position
from waterside.games.cromado import scenery
from waterside.games.cromado.board import (
    FIELDS,
    GOAL,
    HOME,
    ISLANDS,
    LAYING,
    MOVE,
    NONE,
    SIZE,
    STEPS,
    STONES,
    UPRIGHT,
    island_at,
    number,
    opposite,
)
from waterside.games.cromado.notation import COLUMNS, field, name
from waterside.games.cromado.scenery import CELL, ISLAND_MIDDLE, LEFT, OUTWARDS, TOP
from waterside.games.cromado.text import ends
from waterside.pictures import Step, part, ring, thing, turned
from waterside.pictures.shapes import Shape, circle, group, path, rect, shape, text, use
from waterside.text.language import Say
from waterside.text.narration import state


def bridge_id(i: int) -> str:
    """The id of a bridge, whose number is from the laying."""
    return f"bridge-{i + 1}"


def stone_id(player: int, i: int) -> str:
    """The id of a player's stone."""
    return f"stone-{player + 1}-{i + 1}"


def middle(place: str) -> int:
    """The middle field under a bridge that is written like ``c3h``."""
    return field(place[:-1]) + (SIZE if place[-1] == "v" else 1)


class Board:
    """One viewer's look at the board in one position."""

    def __init__(
        self,
        seen: Position,
        seat: int | None,
        say: Say,
        last: Sequence[Step],
        names: Sequence[str],
    ) -> None:
        self.s = state(seen)
        self.say = say
        self.names = names or [say("Seat {number}", number=n + 1) for n in range(seen.players)]
        self.over = seen.is_over
        self.winners = seen.winners() or []
        self.order = turned(seen.players, seat)
        self.quarters = int(self.s.corner[self.order[0] - 1])
        self.choices = seen.legal() if seat is not None and seat == seen.actor else []
        self.last = [(step.actor, step.action or "") for step in last]
        self.rolls = [int(action[5:]) for _, action in self.last if action.startswith("roll ")]
        self.owner = {int(self.s.corner[p]): p for p in range(seen.players)}

    def spot(self, at: int) -> tuple[float, float]:
        """The middle of a field, turned for the viewer."""
        x, y = FIELDS[at]
        for _ in range(self.quarters):
            x, y = SIZE + 1 - y, x
        return LEFT + (x - 0.5) * CELL, TOP + (SIZE - y + 0.5) * CELL

    def island_spot(self, island: int) -> tuple[float, float, int, int]:
        """The middle of an island, and which way is outwards there."""
        seen_as = (island - self.quarters) % ISLANDS
        right, down = OUTWARDS[seen_as]
        half = (SIZE / 2 - 1) * CELL
        return 400 + right * half, TOP + (SIZE / 2) * CELL + down * half, right, down

    def is_upright(self, way: int) -> bool:
        """Whether a bridge that lies this way stands upright for the viewer."""
        return (way == UPRIGHT) != (self.quarters % 2 == 1)

    def coordinates(self) -> list[Shape]:
        """Letters and numbers along the edges, between the islands."""
        shapes = []
        for i in range(2, SIZE - 2):
            for at, spot in ((i, 0), (SIZE * i, 1)):
                x, y = self.spot(at)
                sign = str(i + 1) if spot else COLUMNS[i]
                below = (spot == 0) == (self.quarters % 2 == 0)
                where = (x, TOP + SIZE * CELL + 24) if below else (LEFT / 2, y + 7)
                shapes.append(text(where[0], where[1], sign, 20, fill="faint"))
        return shapes

    def islands(self) -> list[Shape]:
        """The four islands: homes, and the shore where stones arrive."""
        shapes = []
        for island in range(ISLANDS):
            home = self.owner.get(island)
            guest = self.owner.get(opposite(island))
            x, y, right, down = self.island_spot(island)
            face = scenery.island(
                right, down, home=None if home is None else home + 1,
                guest=None if guest is None else guest + 1,
            )  # fmt: skip
            if guest == self.s.player and any(c.endswith("-goal") for c in self.choices):
                edge = ISLAND_MIDDLE * right - 60, ISLAND_MIDDLE * down - 60
                light = ring(*edge, 120, 120, 34, 9)
                shapes.append(part("goal", self.say("your goal island"), face, light, at=(x, y)))
            else:
                shapes.append(group(face, at=(x, y)))
        return shapes

    def bridges(self) -> list[Shape]:
        """The bridges that lie; the one in the air where others see it."""
        s = self.s
        takeable = {touches_of[5:] for touches_of in self.choices if touches_of.startswith("take ")}
        new = self.laid_last()
        shapes = []
        for i in range(s.bridges):
            at, way = int(s.bridge[i]), int(s.upright[i])
            x, y = self.spot(at + (SIZE if way else 1))
            turn = 90 if self.is_upright(way) else 0
            place = f"{name(at)}{'hv'[way]}"
            first, final = ends(place)
            label = self.say("bridge from {first} to {last}", first=first, last=final)
            face = [
                use("bridge-wood"),
                rect(-80, -27, 160, 54, 9, line="coral", stroke=5) if place == new else None,
            ]
            if i == s.lifted:
                shapes.append(group(scenery.gap(), at=(x, y), turn=turn))
                if not self.choices:
                    shapes.append(thing(bridge_id(i), face, at=(x - 6, y - 16), turn=turn + 4))
            elif place in takeable:
                shapes.append(
                    part(bridge_id(i), label, face, ring(-76, -23, 152, 46, 9, 6), at=(x, y),
                         turn=turn, moves=True)
                )  # fmt: skip
            else:
                shapes.append(
                    thing(bridge_id(i), face, at=(x, y), turn=turn, label=label,
                          comes_from=f"stock-{self.layer(i)}" if s.phase == LAYING else None)
                )  # fmt: skip
        return shapes

    def laid_last(self) -> str | None:
        """The place of the bridge that was laid or put down just now."""
        laid = [action[4:] for _, action in self.last if action.startswith(("lay ", "put "))]
        return laid[-1] if laid else None

    def layer(self, i: int) -> int:
        """The seat that lays, or has laid, a bridge, while bridges are laid."""
        s = self.s
        return int((s.player + i - s.bridges) % s.players) + 1

    def trail(self) -> list[Shape]:
        """The last walk as a soft line."""
        way = self.last_way
        if len(way) < 2:
            return []
        line = "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in way)
        dots = path(line, line="coral", stroke=11, kind="round", stroke_dasharray="0 19")
        left = circle(*way[0], 16, line="coral", stroke=5)
        return [dots] if self.walked[1] == "home" else [dots, left]

    @lazy
    def walked(self) -> tuple[int, str, str]:
        """Who walked last, from where and to where; seat 0 if nobody did."""
        for actor, action in reversed(self.last):
            start, dash, end = action.partition("-")
            if dash and isinstance(actor, int):
                return actor, start, end
        return 0, "", ""

    @lazy
    def last_way(self) -> list[tuple[float, float]]:
        """Where the last walk went, by its shortest way; empty if nobody walked."""
        actor, start, end = self.walked
        if not actor:
            return []
        home = int(self.s.corner[actor - 1])
        goal = opposite(home)
        starts = self.shore(home) if start == "home" else [field(start)]
        goals = self.shore(goal) if end == "goal" else [field(end)]
        way = [self.spot(at) for at in self.shortest(starts, set(goals))]
        if start == "home":
            way.insert(0, self.island_spot(home)[:2])
        if end == "goal":
            way.append(self.island_spot(goal)[:2])
        return way

    def shore(self, island: int) -> list[int]:
        """The bridge fields that touch an island."""
        return [
            at
            for at, (x, y) in enumerate(FIELDS)
            if self.s.bridge_at[at] != NONE
            and any(island_at(x + dx, y + dy) == island for dx, dy in STEPS)
        ]

    def shortest(self, starts: Iterable[int], goals: set[int]) -> list[int]:
        """The fields of a shortest way over bridges."""
        came: dict[int, int | None] = dict.fromkeys(starts)
        for at in (reached := list(came)):
            if at in goals:
                way = [at]
                while (before := came[way[-1]]) is not None:
                    way.append(before)
                return way[::-1]
            x, y = FIELDS[at]
            for dx, dy in STEPS:
                if 1 <= x + dx <= SIZE and 1 <= y + dy <= SIZE:
                    other = number(x + dx, y + dy)
                    if other not in came and self.s.bridge_at[other] != NONE:
                        came[other] = at
                        reached.append(other)
        return list(goals)[:1]

    def fields(self) -> list[Shape]:
        """The fields that the player to act may touch: middles of bridges, ends of walks."""
        walking = self.s.phase == MOVE
        found: dict[int, None] = {}
        for action in self.choices:
            word, _, place = action.partition(" ")
            if word in ("lay", "put"):
                found[middle(place)] = None
            elif "-" in word:
                start, _, end = word.partition("-")
                if end not in ("goal", start):
                    found[field(end)] = None
        under = circle(0, 0, 18, fill="print", opacity="0.34") if walking else None
        light = ring(-18, -18, 36, 36, 18) if walking else shape("circle", r=10, kind="spot")
        return [
            part(f"cell-{name(at)}", name(at), under, use("field"), light, at=self.spot(at))
            for at in sorted(found, key=lambda at: self.spot(at)[::-1])
        ]

    def stones(self) -> list[Shape]:
        """All stones: at home, on bridges, on the goal; those that can walk come last."""
        s = self.s
        starts = {c.partition("-")[0] for c in self.choices if "-" in c}
        still: list[Shape] = []
        ready: list[Shape] = []
        for player in range(s.players):
            for i in range(STONES):
                at = int(s.stone[player, i])
                start = "home" if at == HOME else name(at)
                can = player == s.player and at != GOAL and start in starts
                if can:
                    starts.discard(start)
                (ready if can else still).append(self.stone(player, i, at, can))
        return [group(*still, pointer_events="none"), *ready, *self.loops()]

    def loops(self) -> list[Shape]:
        """Beside stones that can walk in a circle: to come back to the same field."""
        shapes = []
        for action in self.choices:
            start, _, end = action.partition("-")
            if start == end:
                x, y = self.spot(field(end))
                label = self.say("walk in a circle, back to {end}", end=end)
                sign = path("M9-6A11 11 0 1 0 11 3M9-14V-5H0", line="print", stroke=4, kind="round")
                shapes.append(
                    part(f"loop-{end}", label, circle(0, 0, 20, fill="paper"), sign,
                         ring(-20, -20, 40, 40, 20), at=(x + 26, y - 30))
                )  # fmt: skip
        return shapes

    def stone(self, player: int, i: int, at: int, can: bool) -> Shape:
        """A stone; the first of the own ones at home stands for its island."""
        say, who = self.say, self.names[player]
        face: list[Shape] = [use(f"stone-face-{player + 1}")]
        if at in (HOME, GOAL):
            corner = int(self.s.corner[player])
            x, y, right, down = self.island_spot(corner if at == HOME else opposite(corner))
            dx, dy = (scenery.BEDS if at == HOME else scenery.SHORE)[i]
            where = x + right * dx, y + down * dy
            label = say("{who}: a stone at home", who=who)
            if at == GOAL:
                label = say("{who}: a stone on the goal", who=who)
            if can:
                home = (ISLAND_MIDDLE - dx) * right, (ISLAND_MIDDLE - dy) * down
                x, y = home[0] - 60, home[1] - 60
                face += [
                    rect(x, y, 120, 120, 34, fill_opacity="0"),
                    ring(x, y, 120, 120, 34, 9),
                ]
        else:
            where = self.spot(at)
            label = say("{who}: a stone on {field}", who=who, field=name(at))
            if can:
                face.append(ring(-25, -27, 50, 52, 25))
        seat, _, end = self.walked
        has_walked = seat == player + 1 and end == ("goal" if at == GOAL else name(at))
        way = self.last_way[1:-1] if at != HOME and has_walked else []
        if can:
            return part(stone_id(player, i), label, face, at=where, moves=True, way=way)
        small = scenery.ASHORE if at == GOAL else 1
        return thing(stone_id(player, i), face, at=where, label=label, size=small, way=way)
