"""Reports: what a simulation found, as one HTML file with its pictures inside, as CSV or Parquet."""

from __future__ import annotations

import csv
import importlib.util
import io
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from waterside.core.errors import WatersideError
from waterside.simulate.metrics import Bars, Draws, Figure
from waterside.simulate.study import differs

if TYPE_CHECKING:
    from waterside.simulate.simulation import Simulation
    from waterside.simulate.study import Studied

WATER = "#2a7f9e"
INSTALL = "pip install 'waterside[report]'"
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem;
  color: #17313b; background: #f6fafb; }
table { border-collapse: collapse; margin: 0.5rem 0 1.5rem; }
td, th { padding: 0.2rem 0.8rem; border-bottom: 1px solid #cfdfe4; text-align: left; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
svg { max-width: 100%; height: auto; }
"""


class ReportError(WatersideError):
    """A file that cannot be written so."""


def write(simulation: Simulation, path: Path) -> None:
    """Writes what the ending of the name asks for."""
    kinds = {".html": write_html, ".csv": write_csv, ".parquet": write_parquet}
    if path.suffix not in kinds:
        raise ReportError(f"{path}: the name must end in {', '.join(kinds)}")
    try:
        kinds[path.suffix](simulation, path)
    except OSError as problem:
        raise ReportError(f"{path}: {problem.strerror}") from None


def require(package: str, what: str) -> None:
    """``ReportError`` where a package is missing."""
    if importlib.util.find_spec(package) is None:
        raise ReportError(f"{what} takes {package}, which is not installed ({INSTALL})")


def write_csv(simulation: Simulation, path: Path) -> None:
    """A line for every game where they were kept, else for every figure."""
    with path.open("w", newline="", encoding="utf-8") as file:
        lines = csv.writer(file)
        if simulation.rows is not None:
            columns = simulation.rows.columns()
            lines.writerow(columns)
            lines.writerows(zip(*(column.tolist() for column in columns.values()), strict=True))
            return
        lines.writerow(("metric", "figure", "value", "low", "high"))
        for metric, figures in simulation.figures().items():
            for one in figures:
                lines.writerow((metric, one.name, one.value, one.low, one.high))


def write_parquet(simulation: Simulation, path: Path) -> None:
    """A row for every game."""
    require("pyarrow", "Parquet")
    if simulation.rows is None:
        raise ReportError(f"{path}: only kept games can be written; simulate with keep=True")
    import pyarrow
    from pyarrow import parquet

    parquet.write_table(pyarrow.table(simulation.rows.columns()), path)


def write_html(simulation: Simulation, path: Path) -> None:
    """Tables and pictures in one file that needs no other."""
    setup = simulation.setup
    title = f"{setup.kind.title}, {setup.players} players, {simulation.games:,} games"
    options = ", ".join(
        f"{option.name}={option.write(setup.options[option.name])}" for option in setup.kind.options
    )
    about = f"policy {setup.policy}, seed {setup.seed}, {options}"
    parts = [f"<h1>{escape(title)}</h1>", f"<p>{escape(about)}</p>"]
    for metric in simulation.metrics:
        parts.append(f"<h2>{escape(metric.title.capitalize())}</h2>")
        parts.append(html_table(metric.figures()))
        if isinstance(metric, Draws):
            parts += [f"<figure>{svg(bars)}</figure>" for bars in metric.bars() if bars.labels]
    path.write_text(page(title, parts), "utf-8")


def page(title: str, parts: Sequence[str]) -> str:
    """A page of its own."""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style></head><body>{''.join(parts)}</body></html>\n"
    )


def html_table(figures: Sequence[Figure]) -> str:
    """A row for each figure; intervals are 95%."""
    rows = (
        f"<tr><th>{escape(one.name)}</th><td class=number>{escape(one.text())}</td>"
        f"<td>{escape(one.about)}</td></tr>"
        for one in figures
    )
    return f"<table>{''.join(rows)}</table>"


def svg(bars: Bars) -> str:
    """A bar chart as SVG text."""
    require("matplotlib", "a report with pictures")
    import matplotlib as mpl
    from matplotlib.figure import Figure as Sheet

    with mpl.rc_context({"svg.hashsalt": "waterside", "svg.fonttype": "none", "font.size": 9}):
        sheet = Sheet(figsize=(8, 3), layout="constrained")
        axes = sheet.subplots()
        places = range(len(bars.labels))
        axes.bar(places, bars.values, color=WATER, yerr=spread(bars), capsize=3)
        every = max(1, len(bars.labels) // 16)
        axes.set_xticks(list(places)[::every], list(bars.labels)[::every])
        if max(len(label) for label in bars.labels) * len(bars.labels) / every > 100:
            axes.tick_params(axis="x", rotation=60)
        axes.set_title(bars.title, loc="left")
        axes.set_xlabel(bars.axis)
        axes.spines[["top", "right"]].set_visible(False)
        drawn = io.StringIO()
        sheet.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None})
    text = drawn.getvalue()
    return text[text.index("<svg") :]


def spread(bars: Bars) -> Any:
    """How far the intervals reach below and above."""
    if bars.lows is None or bars.highs is None:
        return None
    below = [value - low for value, low in zip(bars.values, bars.lows, strict=True)]
    above = [high - value for value, high in zip(bars.values, bars.highs, strict=True)]
    return [below, above]


def write_study(title: str, found: Sequence[Studied], path: Path) -> None:
    """A study's table as a page; bold is what differs from the usual game."""
    usual = found[0].figures()
    head = "".join(f"<th>{escape(name)}</th>" for name in ("variant", *usual))
    rows = []
    for one in found:
        cells = [f"<th>{escape(one.variant.name)}</th>"]
        for name, figure in one.figures().items():
            text = escape(figure.text())
            marked = one is not found[0] and name in usual and differs(usual[name], figure)
            cells.append(f"<td class=number>{f'<b>{text}</b>' if marked else text}</td>")
        rows.append(f"<tr>{''.join(cells)}</tr>")
    table = f"<table><tr>{head}</tr>{''.join(rows)}</table>"
    note = "<p>Bold: apart from the usual game by more than chance explains.</p>"
    try:
        path.write_text(page(title, [f"<h1>{escape(title)}</h1>", table, note]), "utf-8")
    except OSError as problem:
        raise ReportError(f"{path}: {problem.strerror}") from None
