"""A person at a real pseudo-terminal of 80 by 24, and what the screen shows."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time

COLUMNS, LINES = 80, 24
WAITS = ("type to narrow", "press Enter", "Enter leave", "Enter back", "before you leave")
ESCAPE = re.compile(r"\x1b\[([?\d;]*)([A-Za-z])")
DOWN = "\x1b[B"


class Grid:
    """The letters on a screen: just the escape sequences that are used here."""

    def __init__(self):
        self.clear()

    def clear(self):
        self.rows = [[" "] * COLUMNS for _ in range(LINES)]
        self.x = self.y = 0

    def text(self):
        return "\n".join("".join(row).rstrip() for row in self.rows)

    def feed(self, data):
        at = 0
        while at < len(data):
            if escape := ESCAPE.match(data, at):
                self.control(*escape.groups())
                at = escape.end()
                continue
            self.letter(data[at])
            at += 1

    def control(self, numbers, letter):
        if letter == "H":
            row, _, column = (numbers or "1;1").partition(";")
            self.y, self.x = int(row) - 1, int(column) - 1
        elif letter == "K":
            self.rows[self.y][self.x :] = [" "] * (COLUMNS - self.x)
        elif letter == "J":
            if numbers == "2":
                self.rows = [[" "] * COLUMNS for _ in range(LINES)]
            elif not numbers:
                self.rows[self.y][self.x :] = [" "] * (COLUMNS - self.x)
                for row in range(self.y + 1, LINES):
                    self.rows[row] = [" "] * COLUMNS
        elif letter == "h" and numbers == "?1049":
            self.clear()
        else:
            assert letter in "mhlJ", (numbers, letter)

    def letter(self, letter):
        if letter == "\r":
            self.x = 0
        elif letter == "\n":
            self.down()
        elif letter == "\b":
            self.x = max(0, self.x - 1)
        elif letter.isprintable():
            if self.x == COLUMNS:
                self.x = 0
                self.down()
            self.rows[self.y][self.x] = letter
            self.x += 1

    def down(self):
        self.y += 1
        if self.y == LINES:
            self.y -= 1
            self.rows = [*self.rows[1:], [" "] * COLUMNS]


class Terminal:
    """Runs ``waterside play`` and follows what it shows."""

    def __init__(self, *arguments, size=(COLUMNS, LINES), **environment):
        self.grid = Grid()
        self.raw = ""
        self.mark = 0
        self.over = False
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        settings = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        for name in ("NO_COLOR", "COLUMNS", "LINES"):
            settings.pop(name, None)
        self.before = termios.tcgetattr(slave)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "waterside", "play", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**settings, **environment},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        self.slave = slave

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.master)
        os.close(self.slave)

    def read(self, done, timeout=120):
        """Reads until ``done()`` of what came since the last keys; what came."""
        start = self.mark
        limit = time.monotonic() + timeout
        pending = b""
        while not done(self.raw[start:]):
            if self.process.poll() is not None and not select.select([self.master], [], [], 0)[0]:
                self.over = True
                break
            assert time.monotonic() < limit, self.grid.text()
            if select.select([self.master], [], [], 0.05)[0]:
                pending += os.read(self.master, 65536)
                try:
                    text = pending.decode()
                except UnicodeDecodeError:
                    continue
                if text.endswith("\x1b") or re.search(r"\x1b\[[?\d;]*$", text):
                    continue
                pending = b""
                self.raw += text
                self.grid.feed(text)
        return self.raw[start:]

    def shown(self, *waits):
        """The screen, once it waits for the person."""
        self.read(lambda new: any(wait in new for wait in (waits or WAITS)))
        return self.grid.text()

    def press(self, keys, *waits):
        """Sends keys, and gives the screen that they led to."""
        self.mark = len(self.raw)
        os.write(self.master, keys.encode())
        return self.shown(*waits)

    def type(self, text):
        """Types a word letter by letter, then Enter."""
        for letter in text:
            self.press(letter)
        return self.press("\r")

    def leave(self):
        """Waits for the program to end; its exit status."""
        self.read(lambda new: False)
        return self.process.wait(timeout=120)
