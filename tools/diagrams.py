"""Draws the sequence diagrams of the documentation: docs/diagrams/NAME.seq becomes NAME.svg.

    python tools/diagrams.py            draws all of them
    python tools/diagrams.py --check    says which are out of date, and changes nothing

A description has a title, a lane for every module that takes part, and a line for every step:

    title  A bot's answer
    lane   pool   Pool   bots/pool.py
    lane   worker worker bots/worker.py   | in a process of its own
    pool -> worker    which bot, and the question
    worker .. worker  the bot thinks
    worker --> pool   the answer

``->`` calls or sends, ``-->`` answers or passes on, ``..`` is work within one lane. Steps are numbered
in their order; the numbered list below the diagram in a page has one item for each. The SVG loads
nothing, so it shows on GitHub, in the built pages and without a network; it follows its reader's
light or dark colours.
"""

import argparse
import re
import sys
from html import escape
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "docs" / "diagrams"

LANE = 146
"""Width of a lane."""
ROW = 46
TOP = 92
LONGEST_PATH = 20
"""Characters of a file's path that fit its box."""
LINE_LENGTH = 23
"""Characters that fit between two lanes."""

STYLE = """
  .card { fill: #fcfbf7 } text { fill: #16323a; font: 13px system-ui, sans-serif; paint-order: stroke; stroke: #fcfbf7; stroke-width: 3px }
  .name, .file, .digit { stroke: none }
  .lane { stroke: #9db4b8; stroke-dasharray: 2 5 } .head { fill: #e2eff0; stroke: #7fa3a8 }
  .name { font-weight: 600 } .file, .where { font-size: 11px; fill: #4a666c } .title { font-size: 16px; font-weight: 600 }
  .arrow { stroke: #0d6b78; stroke-width: 1.6; fill: none } .back { stroke-dasharray: 6 4 }
  .tip { fill: #0d6b78 } .number { fill: #0d6b78 } .digit { fill: #fff; font-size: 11px; font-weight: 600 }
  @media (prefers-color-scheme: dark) {
    .card { fill: #10252b } text { fill: #e3eeee; stroke: #10252b } .lane { stroke: #4a6a70 }
    .head { fill: #1b3a42; stroke: #4f7b83 } .file, .where { fill: #a9c3c6 }
    .arrow { stroke: #6cc7d2 } .tip, .number { fill: #6cc7d2 } .digit { fill: #10252b }
  }
"""

STEP = re.compile(r"(\w+) (->|-->|\.\.) (\w+)\s+(.+)")
LANE_LINE = re.compile(r"lane\s+(\w+)\s+(\S+)\s+(\S+)(?:\s+\|\s+(.+))?")


class Diagram:
    """What a description says: a title, lanes as (key, name, file, where), steps as (from, arrow, to, text)."""

    def __init__(self, description):
        self.title = ""
        self.lanes = []
        self.steps = []
        for number, line in enumerate(description.splitlines(), start=1):
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            if line.startswith("title "):
                self.title = line[6:].strip()
            elif found := LANE_LINE.fullmatch(line):
                self.lanes.append(found.groups(default=""))
            elif found := STEP.fullmatch(line):
                self.steps.append(found.groups())
            else:
                raise ValueError("line %d cannot be read: %s" % (number, line))
        keys = {lane[0] for lane in self.lanes}
        for step in self.steps:
            if not {step[0], step[2]} <= keys:
                raise ValueError("no such lane: %s" % " ".join(step))

    def svg(self):
        """The drawing."""
        width = LANE * len(self.lanes) + 24
        height = TOP + 40 + ROW * len(self.steps) + 16
        place = {lane[0]: 12 + LANE * (i + 0.5) for i, lane in enumerate(self.lanes)}
        parts = [
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d"'
            ' role="img" aria-labelledby="title steps">' % (width, height, width, height),
            '<title id="title">%s</title>' % escape(self.title),
            '<desc id="steps">%s</desc>' % escape(self.described()),
            "<style>%s</style>" % STYLE,
            '<rect class="card" width="%d" height="%d" rx="10"/>' % (width, height),
            '<text class="title" x="20" y="30">%s</text>' % escape(self.title),
        ]
        for key, name, file, where in self.lanes:
            parts += head(place[key], height, name, file, where)
        for number, (start, arrow, end, text) in enumerate(self.steps, start=1):
            y = TOP + 40 + ROW * number - 14
            parts += step(number, place[start], place[end], y, arrow, text, width)
        return "\n".join([*parts, "</svg>", ""])

    def described(self):
        """The steps in words, for those who do not see the drawing."""
        names = {lane[0]: lane[1] for lane in self.lanes}
        return " ".join(
            "%d. %s: %s."
            % (number, names[a] if a == b else "%s to %s" % (names[a], names[b]), text)
            for number, (a, _, b, text) in enumerate(self.steps, start=1)
        )


def head(x, height, name, file, where):
    """A lane's box with its name and file, and the line below it."""
    found = [
        '<line class="lane" x1="%g" y1="%d" x2="%g" y2="%d"/>' % (x, TOP, x, height - 12),
        '<rect class="head" x="%g" y="46" width="%d" height="44" rx="6"/>'
        % (x - LANE / 2 + 6, LANE - 12),
        '<text class="name" x="%g" y="65" text-anchor="middle">%s</text>' % (x, escape(name)),
        '<text class="file" x="%g" y="81" text-anchor="middle">%s</text>'
        % (x, escape(shortened(file))),
    ]
    if where:
        found.append(
            '<text class="where" x="%g" y="106" text-anchor="middle">%s</text>' % (x, escape(where))
        )
    return found


def shortened(file):
    """The end of a path, as much as fits."""
    parts = file.split("/")
    while len("/".join(parts)) > LONGEST_PATH and len(parts) > 2:
        parts = parts[1:]
    return "/".join(parts)


def step(number, start, end, y, arrow, text, width):
    """An arrow, or a dot for work within a lane, with its number and its words."""
    found = []
    if arrow == "..":
        middle, anchor = start + 16, "start"
        if start > width - LANE:
            middle, anchor = start - 16, "end"
        y -= 4
    else:
        towards = 1 if end > start else -1
        found.append(
            '<path class="arrow%s" d="M%g %gH%g"/>'
            % (" back" if arrow == "-->" else "", start, y, end - 8 * towards)
        )
        found.append('<path class="tip" d="M%g %gl%d -4.5v9z"/>' % (end, y, -9 * towards))
        middle, anchor = (start + end) / 2, "middle"
        y -= 8
    lines = wrapped(
        text,
        LINE_LENGTH if arrow == ".." else LINE_LENGTH * max(1, round(abs(end - start) / LANE)) - 3,
    )
    for above, line in enumerate(reversed(lines)):
        place = y + 4 - 14 * above if arrow == ".." else y - 14 * above
        found.append(
            '<text x="%g" y="%g" text-anchor="%s">%s</text>' % (middle, place, anchor, escape(line))
        )
    at = y if arrow == ".." else y + 8
    found.append('<circle class="number" cx="%g" cy="%g" r="10"/>' % (start, at))
    found.append(
        '<text class="digit" x="%g" y="%g" text-anchor="middle">%d</text>' % (start, at + 4, number)
    )
    return found


def wrapped(text, length):
    """A text in lines of about this length."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > length:
            lines.append("")
        lines[-1] = (lines[-1] + " " + word).strip()
    return lines


def main():
    """Draws, or says what is out of date."""
    parser = argparse.ArgumentParser(description="Draws the diagrams of the documentation.")
    parser.add_argument("--check", action="store_true", help="only say what is out of date")
    options = parser.parse_args()
    stale = []
    for source in sorted(FOLDER.glob("*.seq")):
        drawn = Diagram(source.read_text("utf-8")).svg()
        target = source.with_suffix(".svg")
        if not target.exists() or target.read_text("utf-8") != drawn:
            stale.append(target.name)
            if not options.check:
                target.write_text(drawn, "utf-8")
    print("%s: %s" % ("out of date" if options.check else "drawn", ", ".join(stale) or "none"))
    return 1 if options.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
