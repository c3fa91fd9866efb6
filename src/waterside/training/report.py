"""The report of a training run: loss, calibration on held-out games, and the match, on one page."""

from __future__ import annotations

import html
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from waterside.core.extras import require
from waterside.core.game import Game

if TYPE_CHECKING:
    from waterside.training.rounds import Training
    from waterside.training.verdict import Verdict


def write_report(game: Game, training: Training, verdict: Verdict | None, folder: Path) -> Path:
    """Writes ``report.html`` from the log of all rounds."""
    lines = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    rows = "".join(
        f"<tr><td>{line['number']}<td>{sum(line['games'].values()):,}<td>{line['examples']:,}"
        f"<td>{min(line['course']['tested'], default=0):.4f}"
        f"<td>{line['course']['calibration_error']:.2%}</tr>"
        for line in lines
    )
    match = f"<p>{html.escape(verdict.text())}</p>" if verdict else ""
    picture = drawn(lines)
    page = (
        f"<!doctype html><meta charset=utf-8><title>{html.escape(game.title)}</title>"
        f"<h1>{html.escape(game.title)}: training</h1>{match}"
        "<table><tr><th>round<th>games<th>examples<th>held-out loss<th>calibration error</tr>"
        f"{rows}</table>{picture}"
    )
    path = folder / "report.html"
    path.write_text(page, "utf-8")
    return path


def drawn(lines: list[dict[str, Any]]) -> str:
    """The curves as SVG: loss while learning, loss on held-out games, and what came over what the
    network said on games it has not learned from.
    """
    matplotlib = require("matplotlib", "train")
    matplotlib.use("Agg")
    pyplot = require("matplotlib.pyplot", "train")
    figure, (losses, tested, calibration) = pyplot.subplots(1, 3, figsize=(12, 4))
    for line in lines:
        label = f"round {line['number']}"
        losses.plot(line["course"]["steps"], line["course"]["losses"], label=label)
        tested.plot(line["course"]["tested"], label=label)
        calibration.plot(*zip(*line["course"]["curve"], strict=True), marker="o", label=label)
    calibration.plot([0, 1], [0, 1], color="0.8")
    for axis, title in (
        (losses, "loss while learning"),
        (tested, "loss on held-out games"),
        (calibration, "what came over what was said"),
    ):
        axis.set_title(title)
        if axis.get_legend_handles_labels()[0]:
            axis.legend()
    figure.tight_layout()
    written = io.StringIO()
    figure.savefig(written, format="svg")
    pyplot.close(figure)
    text = written.getvalue()
    return text[text.index("<svg") :]
