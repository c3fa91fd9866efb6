"""The board of each game in colour, made from what the viewer may know and nothing else."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from waterside.core.position import Position
from waterside.games.crocodile import board as pool
from waterside.games.crocodile.rules import EACH, HIDDEN
from waterside.games.cromado.board import NO_ISLAND, SIZE, island_at, number
from waterside.games.cromado.rules import HOME, NONE, STONES
from waterside.games.cromado.sketch import CORNERS
from waterside.games.kariba.rules import MOUSE
from waterside.games.kariba.rules import UNKNOWN as UNKNOWN_CARDS
from waterside.games.kariba.sketch import row
from waterside.games.splash import rules as party
from waterside.games.splash.notation import NAMES
from waterside.terminal.palette import (
    ANIMALS,
    CHIPS,
    CHOSEN,
    MARKS,
    QUIET,
    SHORE,
    SUN,
    WATER,
    WOOD,
    seat_name,
    state,
)


def board(seen: Position, viewer: int | None) -> Text:
    """The board as text of at most 44 columns and 17 lines; ``seen`` is the redacted position."""
    draw = BOARDS.get(seen.game.name)
    return draw(seen, viewer) if draw else Text(str(seen))


def crocodile(seen: Position, viewer: int | None) -> Text:
    """The pool, Yellow's end on top: ▲ is a red swimmer, ●4×3 a yellow 4 on a stack of three."""
    s = state(seen)
    text = Text()
    for line in range(pool.ROWS - 1, -1, -1):
        text.append(f"{line + 1:2}  ", QUIET)
        for column in range(pool.COLUMNS):
            field = pool.A1 + pool.COLUMNS * line + column
            tile = int(s.shows[field])
            if tile in (pool.LOW_BAR, pool.HIGH_BAR):
                text.append(" BAR ", SHORE)
            elif tile == pool.EMPTY:
                text.append("  ·  ", WATER)
            else:
                face = "" if s.number[tile] == HIDDEN else str(s.number[tile])
                stack = f"×{s.height[tile]}" if s.height[tile] > 1 else ""
                mark = MARKS[tile // EACH]
                style = CHIPS[tile // EACH] if tile != s.flipped else CHOSEN
                text.append(f" {mark + face + stack:<4}", style)
        text.append("\n")
    text.append("      " + "    ".join("abcdef") + "\n", QUIET)
    for player in range(2):
        where = "e14 f14" if s.bar[player] == pool.HIGH_BAR else "a1 b1"
        waiting = EACH - sum(s.at[EACH * player + i] != -1 for i in range(EACH))
        text.append(f" {MARKS[player]} ", CHIPS[player])
        more = f", {waiting} to place" if waiting else ""
        name = seat_name("crocodile", player + 1)
        end = "\n" if player == 0 else ""
        text.append(f" {name}: {s.on_bar[player]} on the bar at {where}{more}{end}")
    return text


def cromado(seen: Position, viewer: int | None) -> Text:
    """The water with islands, bridges end to end, and the seats' stones by their marks."""
    s = state(seen)
    stones = {int(s.stone[p, i]): p for p in range(s.players) for i in range(STONES)}
    text = Text()
    for y in range(SIZE, 0, -1):
        text.append(f"{y:2}  ", QUIET)
        for x in range(1, SIZE + 1):
            at = number(x, y)
            bridge = int(s.bridge_at[at])
            if island_at(x, y) != NO_ISLAND:
                text.append("▒▒", SHORE)
            elif bridge == NONE:
                text.append("· ", WATER)
            elif at in stones:
                text.append(MARKS[stones[at]] + " ", CHIPS[stones[at]])
            else:
                upright = bool(s.upright[bridge])
                part = (at - int(s.bridge[bridge])) // (SIZE if upright else 1)
                shapes = ("┴ ", "│ ", "┬ ") if upright else ("├─", "──", "─┤")
                text.append(shapes[part], WOOD)
        text.append("\n")
    text.append("    " + " ".join("abcdefghijklmn"), QUIET)
    for player in range(s.players):
        home = sum(s.stone[player, i] == HOME for i in range(STONES))
        corner = int(s.corner[player])
        way = f"{CORNERS[corner]}→{CORNERS[(corner + 2) % 4]}"
        text.append("\n" if player % 2 == 0 else "  ")
        text.append(f" {MARKS[player]} ", CHIPS[player])
        text.append(f" {way} home {home} goal {s.in_goal[player]}")
    return text


def splash(seen: Position, viewer: int | None) -> Text:
    """The places, nine to each side of the pool: > is the meeple taken, * the one moved last."""
    s = state(seen)
    text = Text()
    half = party.PLACES // 2
    taken = int(s.place) if s.phase in (party.SHOW, party.WAY) else party.NONE
    for line in range(half):
        places = ((party.PLACES - line) % party.PLACES, line + 1)
        for side, place in enumerate(places):
            colour = int(s.colour[place])
            mark = ">" if place == taken else "*" if place == s.moved else " "
            text.append(f"{place + 1:2}{mark}", SUN if place in (0, taken) else "")
            if colour == party.NONE:
                text.append(f" {'·':<11}", QUIET)
            else:
                known = str(s.number[place] or "?")
                text.append(f" {MARKS[colour]} {NAMES[colour]:<7}{known} ", CHIPS[colour])
            if side == 0:
                text.append("▟ board ▙  " if line == 0 else " ~ ~ ~ ~ ~ ", WATER)
        text.append("\n")
    text.append("* moved last   ? number not seen yet", QUIET)
    for seat in range(s.players):
        colour = int(s.token[seat])
        text.append("\n" if seat % 2 == 0 else "  ")
        gone = not (s.still_in >> seat) & 1
        text.append(f"seat {seat + 1} ", SUN if seat + 1 == viewer else "")
        not_yet = s.phase == party.STAND or (s.phase == party.TOKEN and seat >= s.player)
        if not_yet or colour == party.UNKNOWN:
            text.append(f"{'secret':<13}", QUIET)
        else:
            said = f" {MARKS[colour]} {NAMES[colour]} "
            text.append(said, CHIPS[colour])
            text.append(f"{' out' if gone else '':<{13 - len(said)}}")
    return text


def kariba(seen: Position, viewer: int | None) -> Text:
    """The waterhole as a row of cards for each animal, the own hand, and what is won."""
    s = state(seen)
    text = Text("The waterhole\n", SUN)
    for animal in range(len(ANIMALS) - 1, -1, -1):
        count = int(s.waterhole[animal])
        text.append(f" {animal + 1} ", SHORE if count else QUIET)
        text.append(f" {ANIMALS[animal]:<9}", "bold" if count else QUIET)
        cards = f" {'▮ ' * count}{count}" if count else " ·"
        text.append(f"{cards:<30}\n", WATER)
    open_cards = " ".join(str(a + 1) for a in range(len(ANIMALS)) for _ in range(s.open[a]))
    beside = f"   open: {open_cards or 'none'}" if s.market else ""
    text.append(f"{s.pile_size} cards in the pile{beside}\n", QUIET)
    for player in range(s.players):
        text.append(f"\nseat {player + 1}", SUN if player + 1 == viewer else "")
        text.append(f"  won {sum(row(s.won, player)):2}   hand ")
        hand = row(s.hands, player)
        if hand[MOUSE] == UNKNOWN_CARDS:
            hand = row(s.known, player)
            text.append("? " * (int(s.hand_size[player]) - sum(hand)), QUIET)
        for animal, count in enumerate(hand):
            for _ in range(count):
                text.append(f"[{animal + 1}]", "bold")
                text.append(" ")
        if not s.hand_size[player]:
            text.append("empty", QUIET)
    return text


BOARDS: dict[str, Callable[[Position, int | None], Text]] = {
    "crocodile": crocodile,
    "cromado": cromado,
    "splash": splash,
    "kariba": kariba,
}
