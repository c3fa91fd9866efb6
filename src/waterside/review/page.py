"""A review as one HTML file: the curve of the game, the moments that mattered with their boards, luck and
skill of each player; nothing is loaded from elsewhere.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from html import escape

from waterside.core.language import Say
from waterside.core.position import Position
from waterside.pictures import picture_of
from waterside.pictures.palette import COLOURS
from waterside.review.report import Moment, Review, Summary
from waterside.review.verdicts import MARKS, THRESHOLDS, verdict_name
from waterside.review.words import Words, percent, points

SEATS = ("coral", "sky", "leaf", "plum", "sun-ink", "coal")
DASHES = ("none", "7 4", "2 3", "10 3 2 3", "4 4", "1 4")
WIDE, HIGH, MARGIN = 800, 300, 44
PICTURED = 6
"""So many moments are shown with their boards."""

STYLE = """
body { font: 17px/1.55 ui-rounded, "Hiragino Maru Gothic ProN", Quicksand, Nunito, system-ui, sans-serif;
  max-width: 54rem; margin: 2rem auto; padding: 0 1rem; color: var(--ink); background: var(--sand); }
h1 { font-size: 1.7rem; margin-bottom: 0; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; text-align: right; border-bottom: 1px solid var(--dune); }
th:first-child, td:first-child { text-align: left; }
figure { margin: 0; background: var(--panel); border-radius: 12px; padding: .8rem; }
svg, img { max-width: 100%; height: auto; display: block; }
ol { padding: 0; list-style: none; }
li { background: var(--panel); border-radius: 12px; padding: .8rem 1rem; margin: 0 0 1rem; }
li img { width: 24rem; margin-top: .6rem; }
.mark { color: var(--coral-deep); font-weight: 700; }
.faint { color: var(--faint); }
text { fill: var(--ink); font-size: 14px; }
.grid { stroke: var(--dune-deep); stroke-width: 1; }
.curve { fill: none; stroke-width: 3; stroke-linejoin: round; }
"""


def html_page(review: Review, positions: Sequence[Position], say: Say) -> str:
    """The whole page."""
    words = Words(review, positions, say)
    title = say("Review: {game}", game=positions[0].game.title)
    light, dark = (
        "".join(f"--{name}:{pair[index]};" for name, pair in COLOURS.items()) for index in (0, 1)
    )
    moments = "".join(
        moment_item(words, moment, place < PICTURED) for place, moment in enumerate(review.moments)
    )
    return f"""<!doctype html>
<html lang="{say.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>:root{{{light}}}@media (prefers-color-scheme:dark){{:root{{{dark}}}}}{STYLE}</style></head>
<body>
<h1>{escape(title)}</h1>
<p class="faint">{escape(", ".join(words.names))}</p>
<h2>{escape(say("Share of the win"))}</h2>
<figure>{curve(words)}</figure>
<h2>{escape(say("The moments that mattered"))}</h2>
<ol>{moments or "<li>" + escape(say("Nothing that could be called decisive.")) + "</li>"}</ol>
<h2>{escape(say("Luck and skill"))}</h2>
<figure>{balance(words)}</figure>
{summary_table(words)}
<p class="faint">{escape(explanation(say))}</p>
</body></html>
"""


def explanation(say: Say) -> str:
    """How the figures are to be read."""
    return say(
        "Each decision is judged by what its player knew then. Start, luck, decisions, what was "
        "hidden and corrections of the estimate add up to the result."
    )


def curve(words: Words) -> str:
    """Every player's share of the win over the game, with the moments marked."""
    review, say = words.review, words.say
    last = max(1, len(review.shares) - 1)

    def x(step: float) -> float:
        return MARGIN + (WIDE - 2 * MARGIN) * step / last

    def y(share: float) -> float:
        return HIGH - MARGIN / 2 - (HIGH - MARGIN) * share

    lines = [
        f'<line class="grid" x1="{x(0):.0f}" y1="{y(at):.1f}" x2="{x(last):.0f}" y2="{y(at):.1f}"/>'
        f'<text x="4" y="{y(at) + 5:.1f}">{escape(percent(at, say))}</text>'
        for at in (0, 0.5, 1)
    ]
    for seat in range(review.players):
        dots = " ".join(
            f"{x(step):.1f},{y(shares[seat]):.1f}" for step, shares in enumerate(review.shares)
        )
        lines.append(
            f'<polyline class="curve" stroke="var(--{SEATS[seat]})" '
            f'stroke-dasharray="{DASHES[seat]}" points="{dots}">'
            f"<title>{escape(words.names[seat])}</title></polyline>"
        )
    for place, moment in enumerate(review.moments[:PICTURED], 1):
        at, share = x(moment.step + 1), y(review.shares[moment.step + 1][moment.seat - 1])
        lines.append(
            f'<circle cx="{at:.1f}" cy="{share:.1f}" r="9" fill="var(--panel)" stroke="var(--ink)"/>'
            f'<text x="{at:.1f}" y="{share + 5:.1f}" text-anchor="middle">{place}</text>'
        )
    legend = "".join(
        f'<line x1="{MARGIN + 150 * seat}" x2="{MARGIN + 150 * seat + 30}" y1="{HIGH + 14}" '
        f'y2="{HIGH + 14}" class="curve" stroke="var(--{SEATS[seat]})" '
        f'stroke-dasharray="{DASHES[seat]}"/><text x="{MARGIN + 150 * seat + 38}" y="{HIGH + 19}">'
        f"{escape(name[:14])}</text>"
        for seat, name in enumerate(words.names)
    )
    width = max(WIDE, MARGIN + 150 * len(words.names))
    label = escape(say("Share of the win of each player after every action"))
    return (
        f'<svg viewBox="0 0 {width} {HIGH + 28}" role="img" aria-label="{label}">'
        f"{''.join(lines)}{legend}</svg>"
    )


def moment_item(words: Words, moment: Moment, pictured: bool) -> str:
    """A moment: its number in the record, what happened, and the board as the player saw it."""
    review, say = words.review, words.say
    mark = ""
    if moment.kind == "decision":
        verdict = words.decisions[moment.step].verdict
        if verdict in THRESHOLDS:
            mark = f"{verdict_name(verdict, say)} {MARKS[verdict]}"
    picture = ""
    if pictured:
        position = words.positions[moment.step]
        is_chance = moment.kind == "chance"
        viewer = words.chances[moment.step].witness if is_chance else moment.seat
        drawn = picture_of(position, viewer, say.language, words.names).standalone()
        data = base64.b64encode(drawn.encode()).decode()
        seen = escape(say("The board before action {number}", number=moment.step + 1))
        picture = f'<img alt="{seen}" src="data:image/svg+xml;base64,{data}">'
    after = review.shares[min(moment.step + 1, len(review.shares) - 1)]
    share = percent(after[moment.seat - 1], say)
    number = escape(say("Action {number}", number=moment.step + 1))
    return (
        f'<li><span class="faint">{number}</span> <span class="mark">{escape(mark)}</span> '
        f"<strong>{escape(points(moment.swing, say))}</strong> {escape(words.moment(moment))} "
        f'<span class="faint">→ {escape(share)}</span>{picture}</li>'
    )


def parts_of(summary: Summary) -> tuple[float, ...]:
    """The terms of a player's result, in the order of ``term_names``."""
    return (summary.luck, -summary.own_loss, summary.gifts, summary.hidden, summary.correction)


def term_names(say: Say) -> tuple[str, ...]:
    """What the terms of a result are called."""
    return (
        say("luck"),
        say("own decisions"),
        say("others' decisions"),
        say("what was hidden"),
        say("corrections"),
    )


def balance(words: Words) -> str:
    """For each player a row of bars: what luck, decisions and hidden things won or cost."""
    say, names = words.say, term_names(words.say)
    summaries = words.review.summaries
    most = max(0.05, *(abs(part) for one in summaries for part in parts_of(one)))
    half, row = 260, 22
    middle, y, drawn = 430, 6, []
    for seat, summary in enumerate(summaries):
        drawn.append(
            f'<text x="4" y="{y + 15}" font-weight="700">{escape(words.names[seat])}</text>'
        )
        for name, part in zip(names, parts_of(summary), strict=True):
            wide = half * abs(part) / most
            left = middle if part >= 0 else middle - wide
            colour = "leaf" if part >= 0 else "coral"
            drawn.append(
                f'<text x="{middle - half - 12}" y="{y + 15}" text-anchor="end">{escape(name)}</text>'
                f'<rect x="{left:.1f}" y="{y + 3}" width="{wide:.1f}" height="{row - 7}" '
                f'fill="var(--{colour})"/>'
                f'<text x="{middle + half + 12}" y="{y + 15}">{escape(points(part, say))}</text>'
            )
            y += row
        y += 10
    label = escape(say("Luck and skill"))
    drawn.append(f'<line class="grid" x1="{middle}" x2="{middle}" y1="0" y2="{y}"/>')
    return f'<svg viewBox="0 0 800 {y}" role="img" aria-label="{label}">{"".join(drawn)}</svg>'


def summary_table(words: Words) -> str:
    """The players' figures."""
    head, rows = summary_rows(words)
    cells = "".join(f"<th>{escape(one)}</th>" for one in head)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><tr>{cells}</tr>{body}</table>"


def summary_rows(words: Words) -> tuple[list[str], list[list[str]]]:
    """The players' figures as a table: its head and its rows."""
    say = words.say
    head = [say("player"), say("start"), *term_names(say), say("result"), say("less luck")]
    head += [say("error per decision"), say("strength")]
    rows = []
    for summary in words.review.summaries:
        changes = [points(part, say) for part in parts_of(summary)]
        error = say("{number}%", number=f"{100 * summary.error_per_decision:.1f}")
        rows.append(
            [
                words.names[summary.seat - 1],
                percent(summary.start, say),
                *changes,
                percent(summary.result, say),
                percent(summary.adjusted, say),
                error,
                words.strength(summary.strength) or "–",
            ]
        )
    return head, rows
