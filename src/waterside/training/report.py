"""The report of a training run: loss, calibration on held-out games, and the match, on one page."""

from __future__ import annotations

import base64
import html
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from waterside.core.extras import needs
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
        f"<td>{line['calibration_error']:.2%}</tr>"
        for line in lines
    )
    match = f"<p>{html.escape(verdict.text())}</p>" if verdict else ""
    picture = base64.b64encode(pictures(lines)).decode()
    page = (
        f"<!doctype html><meta charset=utf-8><title>{html.escape(game.title)}</title>"
        f"<h1>{html.escape(game.title)}: training</h1>{match}"
        "<table><tr><th>round<th>games<th>examples<th>held-out loss<th>calibration error</tr>"
        f"{rows}</table><img alt='loss and calibration' src='data:image/png;base64,{picture}'>"
    )
    path = folder / "report.html"
    path.write_text(page, "utf-8")
    return path
