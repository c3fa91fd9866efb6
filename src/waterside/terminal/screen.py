"""The full screen: read from the keyboard, drawn with rich, removed at the end."""

from __future__ import annotations

import os
import select
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from waterside.terminal.menu import Chooser
from waterside.terminal.view import COMMANDS, View
from waterside.text.language import Say
from waterside.text.styles import CHOSEN, QUIET, SUN, WARNING

WIDTH, HEIGHT = 80, 24
BOARD_WIDTH = 45
BOARD_HEIGHT = 17
UNFOLDED = 2  # further lines that the marked choice may take
KEYS = {
    "[A": "up", "[B": "down", "OA": "up", "OB": "down", "[5~": "page up", "[6~": "page down",
    "[H": "home", "[F": "end", "OH": "home", "OF": "end", "[1~": "home", "[4~": "end",
    "\r": "enter", "\n": "enter", "\x7f": "backspace", "\x08": "backspace", "\x04": "end of input",
    "\x15": "escape",
}  # fmt: skip


class Screen:
    """Shows the game to a person at a terminal of at least 80 by 24 characters."""

    def __init__(self, say: Say) -> None:
        self.speaker = say
        self.input = sys.stdin.fileno()
        self.console = Console(file=StringIO(), force_terminal=True)
        self.message = ""
        self.pending = ""

    @classmethod
    @contextmanager
    def opened(cls, say: Say) -> Iterator[Screen]:
        """Takes over the terminal, and restores it afterwards."""
        screen = cls(say)
        before = termios.tcgetattr(screen.input)
        try:
            tty.setcbreak(screen.input)
            put("\x1b[?1049h\x1b[?25l")
            yield screen
        finally:
            termios.tcsetattr(screen.input, termios.TCSADRAIN, before)
            put("\x1b[?25h\x1b[?1049l")

    def ask(self, view: View) -> str:
        """Draws the position and follows the keys until a move or a command is chosen."""
        chooser = Chooser(view.choices)
        while True:
            self.draw(view, chooser)
            try:
                key = self.key()
            except KeyboardInterrupt:
                return "quit"
            if key == "end of input":
                return "quit"
            if key == "enter":
                self.message = ""
                return chooser.entered()
            chooser.press(key, page=BOARD_HEIGHT - 3)

    def wait(self, view: View) -> None:
        """Draws the position without choices."""
        self.draw(view, None)

    def say(self, text: str) -> None:
        """Shows the message with the next drawing."""
        self.message = text

    def show(self, title: str, text: str, markdown: bool = False) -> None:
        """Shows a text that the arrow keys scroll; Enter, Escape or q leaves it."""
        say = self.speaker
        width, height = self.size()
        lines = self.rendered(Markdown(text) if markdown else Text(text), min(width, 90))
        first = 0
        while True:
            page = height - 3
            shown = [Text.from_ansi(line) for line in lines[first : first + page]]
            shown += [Text()] * (page - len(shown))
            more = say("↑ ↓ scroll") + "   " if len(lines) > page else ""
            foot = Text(more + say("Enter back to the game"), QUIET)
            self.paint([bar(title, width), Text(), *shown, foot])
            key = self.key()
            if key in ("enter", "escape", "q", "end of input"):
                return
            steps = {"up": -1, "down": 1, "page up": -page, "page down": page, " ": page}
            steps |= {"home": -len(lines), "end": len(lines)}
            first = max(0, min(first + steps.get(key, 0), len(lines) - page))

    def question(self, text: str) -> str:
        """Asks for a line of text on an otherwise empty screen."""
        typed = ""
        while True:
            width, _ = self.size()
            asked = [*Text(text).wrap(self.console, width - 4), Text(), Text(f"> {typed}▏", SUN)]
            self.paint([bar("Waterside", width), Text(), *asked])
            key = self.key()
            if key == "enter":
                return typed.strip()
            if key == "end of input":
                raise EOFError
            if key == "escape":
                typed = ""
            elif key == "backspace":
                typed = typed[:-1]
            elif len(key) == 1:
                typed += key

    def cover(self, text: str) -> None:
        """Shows nothing but a sentence until Enter is pressed."""
        self.message = ""
        width, height = self.size()
        filler = [Text()] * (height // 2 - 2)
        while True:
            self.paint([bar("Waterside", width), *filler, Text(text.center(width - 1), SUN)])
            key = self.key()
            if key == "enter":
                return
            if key == "end of input":
                raise EOFError

    def end(self, view: View) -> None:
        """Shows the last position until Enter is pressed."""
        while True:
            self.draw(view, None)
            if self.key() in ("enter", "escape", "q", "end of input"):
                return

    def draw(self, view: View, chooser: Chooser | None) -> None:
        """Draws the whole screen: title, board and choices, events, and the text typed so far."""
        width, height = self.size()
        rows = [bar(view.title, width), Text()]
        left = view.board.split("\n")
        right = self.list_of(chooser, width - BOARD_WIDTH) if chooser else []
        if not chooser:
            right = list(Text(view.prompt).wrap(self.console, width - BOARD_WIDTH - 1))
        for line in range(BOARD_HEIGHT):
            row = left[line].copy() if line < len(left) else Text()
            row.pad_right(max(0, BOARD_WIDTH - row.cell_len))
            if line < len(right):
                row.append_text(right[line])
            rows.append(row)
        rows += self.messages(view, width, height - len(rows) - 2)
        typed = Text(f"{view.prompt} > " if chooser else "", "bold")
        if chooser:
            typed.append(chooser.typed + "▏", SUN)
        self.paint([*rows, typed, Text(self.foot(view, chooser), QUIET)])

    def foot(self, view: View, chooser: Chooser | None) -> str:
        """The line that says which keys can be used now."""
        say = self.speaker
        if chooser:
            keys = say("↑ ↓ choose   Enter play   type to narrow")
            return f"{keys}   {'  '.join(COMMANDS)}"
        return say("Enter leave") if view.is_over else ""

    def list_of(self, chooser: Chooser, width: int) -> list[Text]:
        """The part of the choices around the marked one."""
        say = self.speaker
        count, total = len(chooser.shown), len(chooser.choices)
        moves = say.n("{count} move", "{count} moves", total)
        if count != total:
            moves = say("{count} of {moves}", count=count, moves=moves)
        lines = [Text(moves, SUN)]
        first, shown = chooser.window(BOARD_HEIGHT - 2 - UNFOLDED)
        column = max((len(move) for move, _ in shown), default=0)
        for place, (move, about) in enumerate(shown, first):
            marked = place == chooser.marked
            start = f"{'▸' if marked else ' '} {move:<{column}}  "
            if marked:
                parts = Text(about).wrap(self.console, width - 1 - len(start))[: 1 + UNFOLDED]
                begins = [start, *[" " * len(start)] * UNFOLDED]
                texts = [f"{begin}{part}" for begin, part in zip(begins, parts, strict=False)]
            else:
                texts = [start + about]
            for text in texts:
                line = Text(text, CHOSEN if marked else "", no_wrap=True)
                line.truncate(width - 1, overflow="ellipsis")
                lines.append(line)
        if not shown:
            known = chooser.typed.strip().lower() in COMMANDS
            fits = say("Enter does it") if known else say("no move fits that")
            lines.append(Text(f"  {fits}", QUIET))
        return lines

    def messages(self, view: View, width: int, height: int) -> list[Text]:
        """The message if there is one, or else the latest events; always ``height`` lines."""
        if self.message:
            parts = [
                line
                for part in self.message.split("\n")
                for line in Text(part, WARNING).wrap(self.console, width - 1)
            ]
            parts = parts[:height]
        else:
            parts = self.latest(view.events, width - 1, height)
        return [*parts, *[Text()] * (height - len(parts))]

    def latest(self, events: list[str], width: int, height: int) -> list[Text]:
        """As many of the latest events as fit completely."""
        for first in range(len(events)):
            lines = list(Text(" ".join(events[first:])).wrap(self.console, width))
            if len(lines) <= height:
                return lines
        return []

    def rendered(self, what: Text | Markdown, width: int) -> list[str]:
        """Anything that rich can render, as lines with colours."""
        with self.console.capture() as caught:
            self.console.print(what, width=width, end="")
        return caught.get().split("\n")

    def paint(self, rows: list[Text]) -> None:
        """Puts the rows on the screen and clears what was there before."""
        width, height = self.size()
        out = ["\x1b[H"]
        for line, row in enumerate(rows[:height]):
            row = row.copy()
            row.truncate(width)
            row.no_wrap = True
            out.append(f"\x1b[{line + 1};1H\x1b[0m\x1b[K{self.rendered(row, width)[0]}\x1b[0m")
        put("".join([*out, f"\x1b[{len(rows) + 1};1H\x1b[J" if len(rows) < height else ""]))

    def size(self) -> tuple[int, int]:
        """The number of columns and lines at present."""
        found = os.get_terminal_size(sys.stdout.fileno())
        return (found.columns or WIDTH, found.lines or HEIGHT)

    def key(self) -> str:
        """The next key, a letter or a name; ``resized`` if the window has changed."""
        before = self.size()
        while not self.pending:
            ready, _, _ = select.select([self.input], [], [], 0.5)
            if ready:
                self.pending = self.read()
            elif self.size() != before:
                return "resized"
        if self.pending[0] != "\x1b":
            letter, self.pending = self.pending[0], self.pending[1:]
            return KEYS.get(letter, letter if letter.isprintable() else "unknown")
        for code in sorted(KEYS, key=len, reverse=True):
            if len(code) > 1 and self.pending.startswith(code, 1):
                self.pending = self.pending[1 + len(code) :]
                return KEYS[code]
        alone = len(self.pending) == 1
        self.pending = ""
        return "escape" if alone else "unknown"

    def read(self) -> str:
        """The characters that were typed; EOFError if the terminal is gone."""
        try:
            data = os.read(self.input, 1024)
        except OSError:
            data = b""
        if not data:
            raise EOFError
        while data[-1] >= 0x80 and not is_whole(data):
            data += os.read(self.input, 1)
        return data.decode("utf-8", "replace")


def is_whole(data: bytes) -> bool:
    """Whether the bytes end with a complete character."""
    try:
        data[-4:].decode("utf-8", "strict") if data[-1] < 0x80 else data.decode("utf-8")
    except UnicodeDecodeError as problem:
        return problem.reason != "unexpected end of data"
    return True


def bar(title: str, width: int) -> Text:
    """The title line at the top of the screen."""
    text = Text(f" {title}", "bold #F3EBDD on #1E9AAA", no_wrap=True)
    text.truncate(width)
    text.pad_right(max(0, width - text.cell_len))
    return text


def put(text: str) -> None:
    """Writes to the terminal at once."""
    sys.stdout.write(text)
    sys.stdout.flush()
