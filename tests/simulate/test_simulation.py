import csv
import io
import os
import subprocess
import sys

import numpy as np
import pytest
from rich.console import Console

from waterside.cli import main, progress
from waterside.core.errors import WatersideError
from waterside.core.facts import Fact, Facts
from waterside.core.registry import all_games, game
from waterside.engine.build import rule
from waterside.engine.contract import CHANCE
from waterside.simulate.cpu import CpuGames
from waterside.simulate.metrics import Wins, built_in
from waterside.simulate.simulation import CHUNK, simulate


def kept(name, games=40, **more):
    found = simulate(name, games=games, keep=True, **more)
    assert found.rows is not None
    return found


@pytest.mark.parametrize("name", all_games())
def test_interpreted_and_compiled_games_leave_the_same_rows(name):
    kind = game(name)
    setup = kept(name, games=2, seed=9).setup
    rows = [
        CpuGames(kind, setup.players, setup.encoded, compiled=compiled, **setup.bindings).play(
            9, 0, 2
        )
        for compiled in (False, True)
    ]
    assert rows[0].tolist() == rows[1].tolist()


def test_threads_change_nothing():
    games = 3 * CHUNK + 17
    one, three = (kept("kariba", games, seed=5, threads=threads) for threads in (1, 3))
    assert np.array_equal(one.rows.table, three.rows.table)
    assert one.figures() == three.figures()


def test_a_game_follows_from_seed_and_number():
    more, fewer = kept("splash", 60, seed=3), kept("splash", 20, seed=3)
    assert np.array_equal(more.rows.table[:20], fewer.rows.table)
    assert not np.array_equal(fewer.rows.table, kept("splash", 20, seed=4).rows.table)


def test_chunks_join_to_the_games_of_their_numbers():
    found = kept("kariba", CHUNK + 5)
    setup = found.setup
    alone = CpuGames(game("kariba"), 2, setup.encoded, **setup.bindings).play(1, CHUNK, 5)
    assert np.array_equal(found.rows.table[CHUNK:], alone)


def test_win_rates_add_up_and_draws_are_split():
    found = kept("kariba", 500, players=3)
    rates = [figure.value for figure in found.figures()["win rate"]]
    assert sum(rates) == pytest.approx(1)
    assert found.rows.won.sum(axis=1).min() >= 1


def test_facts_of_kariba_agree_with_its_scores():
    rows = kept("kariba", 300).rows
    assert np.array_equal(rows.fact("cards chased"), rows.scores.sum(axis=1))


def test_facts_of_crocodile_agree_with_its_scores():
    rows = kept("crocodile", 100).rows
    assert np.array_equal(rows.fact("tiles on bars"), rows.scores.sum(axis=1))
    assert np.array_equal(rows.fact("first arrival") > 0, rows.fact("arrivals") > 0)


def test_facts_of_cromado_agree_with_its_scores_and_rolls():
    rows = kept("cromado", 40, options={"turn_limit": 80}).rows
    assert np.array_equal(rows.fact("arrivals"), rows.scores.sum(axis=1))
    assert np.array_equal(rows.fact("rolls"), rows.chances)
    assert rows.fact("turn limit ended it").sum() == 40


def test_facts_of_splash_agree_with_each_other():
    rows = kept("splash", 300, players=4).rows
    assert (rows.fact("right accusations") <= rows.fact("accusations")).all()
    assert (rows.fact("accusations") <= rows.fact("chances to name")).all()
    assert 0 < rows.fact("right accusations").sum() < rows.fact("accusations").sum()
    assert (rows.fact("exits") <= 3).all()


@rule
def big_plays(before, who, action, after, decisions, counts):
    if who != CHANCE and action & 7 > 0:
        counts[0] += 1


def test_own_facts_touch_no_game():
    own = Facts((Fact("big plays", "plays of more than one card"),), big_plays)
    rows = kept("kariba", 50, facts=own).rows
    assert [fact.name for fact in rows.facts] == ["big plays"]
    assert rows.fact("big plays").sum() > 0


class Plays:
    """Hears every action."""

    title = "plays"

    def __init__(self):
        self.heard = 0
        self.decisions = 0

    def hear(self, rows):
        self.decisions += int(rows.decisions.sum())

    def action(self, before, who, number, after):
        self.heard += who != CHANCE

    def figures(self):
        return []


def test_a_listener_hears_every_action_of_the_same_games():
    plays = Plays()
    heard = simulate("kariba", games=5, metrics=[plays, Wins()], keep=True)
    assert plays.heard == plays.decisions > 0
    assert np.array_equal(heard.rows.table, kept("kariba", 5).rows.table)


def test_bots_leave_rows_with_facts():
    found = kept("kariba", 4, policy="greedy random", threads=1)
    rows = found.rows
    assert np.array_equal(rows.fact("cards chased"), rows.scores.sum(axis=1))
    assert (rows.decisions > 20).all()
    assert (rows.chances == 64).all()
    assert np.array_equal(rows.table, kept("kariba", 4, policy="greedy random").rows.table)


def test_report_needs_no_other_file(tmp_path):
    found = kept("kariba", 50)
    for ending in ("html", "csv", "parquet"):
        found.write(tmp_path / f"report.{ending}")
    page = (tmp_path / "report.html").read_text()
    assert page.count("<svg") >= 4
    assert "src=" not in page and 'href="http' not in page and "<script" not in page
    with (tmp_path / "report.csv").open() as file:
        lines = list(csv.DictReader(file))
    assert [int(line["decisions"]) for line in lines] == found.rows.decisions.tolist()
    from pyarrow import parquet

    table = parquet.read_table(tmp_path / "report.parquet")
    assert table["cards chased"].to_pylist() == found.rows.fact("cards chased").tolist()


def test_report_of_another_ending_is_refused(tmp_path):
    with pytest.raises(WatersideError, match=r"must end in .html, .csv, .parquet"):
        kept("kariba", 2).write(tmp_path / "report.pdf")


def test_every_game_has_facts_and_built_in_metrics_tell_figures():
    assert all(game(name).parts.facts for name in all_games())
    found = simulate("kariba", games=5)
    assert set(found.figures()) == {metric.title for metric in built_in()}


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"device": "abacus"}, "cpu, gpu, ray"),
        ({"games": 0}, "at least one"),
        ({"policy": "greedy greedy greedy"}, "one for each"),
        ({"device": "gpu", "policy": "greedy"}, "random and net"),
    ],
)
def test_wrong_settings_say_what_is_right(settings, message):
    with pytest.raises(WatersideError, match=message):
        simulate("kariba", **{"games": 3, **settings})


def test_command_prints_tables_and_writes_files(tmp_path, capsys):
    page = tmp_path / "kariba.html"
    assert main(["simulate", "kariba", "--games", "30", "-o", str(page), "--set", "market=on"]) == 0
    assert "chases by mouse" in capsys.readouterr().out
    assert "market=on" in page.read_text()


def test_study_compares_every_option_and_player_count(tmp_path, capsys):
    page = tmp_path / "study.html"
    assert main(["study", "kariba", "--games", "300", "-o", str(page)]) == 0
    out = capsys.readouterr().out
    assert "policy net" in out, "figures are those of sensible play"
    for variant in ("as usual", "market=on", "starter=2", "3 players", "4 players"):
        assert variant in out
    market = page.read_text().partition("market=on")[2].partition("</tr>")[0]
    assert "<b>" in market, "a market doubles the decisions"


def test_without_matplotlib_one_line_says_what_to_install(tmp_path):
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "import importlib.util as u; real = u.find_spec\n"
        "u.find_spec = lambda name, *a: None if name == 'matplotlib' else real(name, *a)\n"
        "from waterside.cli import main\n"
        f"sys.exit(main(['simulate', 'kariba', '--games', '2', '-o', {str(tmp_path / 'r.html')!r}]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=dict(os.environ)
    )
    assert done.returncode == 2
    assert "waterside[report]" in done.stderr


def test_who_waits_is_told_of_preparing_then_of_games(monkeypatch):
    shown = io.StringIO()
    console = Console(file=shown, force_terminal=True, width=100)
    monkeypatch.setattr(progress, "Console", lambda stderr: console)
    with progress.counting_games("Kariba", 10) as done:
        done(4)
        done(6)
    text = shown.getvalue()
    assert text.index("Kariba: preparing") < text.index("10/10")
