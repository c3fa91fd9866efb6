"""``waterside picture``: records as SVG, PNG and GIF."""

import io
import random
import sys

import pytest
from PIL import Image

import waterside
from waterside.cli import main
from waterside.core.record import Record


@pytest.fixture
def record(tmp_path):
    rng = random.Random(4)
    position = waterside.game("kariba").new(3)
    while position.number < 30:
        position = position.play(rng.choice(position.legal() or list(position.chances())))
    file = tmp_path / "game.txt"
    file.write_text(Record.of(position, {2: "Ada & Bob"}).dumps())
    return file


def test_a_position_is_drawn_as_svg_for_the_seat_that_sees_it(record, tmp_path):
    written = {}
    for seat in (1, 2):
        out = tmp_path / f"{seat}.svg"
        assert main(["picture", str(record), "--seat", str(seat), "-o", str(out)]) == 0
        written[seat] = out.read_text()
        assert "Ada &amp; Bob" in written[seat]
        assert "prefers-color-scheme" in written[seat]
    assert written[1] != written[2]


def test_at_gives_the_picture_after_so_many_actions(record, tmp_path):
    out = tmp_path / "at.svg"
    main(["picture", str(record), "--at", "0", "--theme", "dark", "-o", str(out)])
    start = out.read_text()
    main(["picture", str(record), "--theme", "dark", "-o", str(out)])
    assert start != out.read_text()
    assert "prefers-color-scheme:dark" not in start


def test_png_has_the_width_asked_for_and_the_theme_s_colour(record, tmp_path):
    corners = set()
    for theme in ("light", "dark"):
        out = tmp_path / f"{theme}.png"
        assert (
            main(["picture", str(record), "--theme", theme, "--width", "200", "-o", str(out)]) == 0
        )
        with Image.open(out) as image:
            assert image.width == 200
            assert image.height == 255
            corners.add(image.convert("RGB").getpixel((0, 100)))
    assert corners == {(0xF8, 0xEF, 0xDC), (0x14, 0x21, 0x2B)}


def test_gif_shows_the_game_from_its_start(record, tmp_path):
    out = tmp_path / "game.gif"
    assert main(["picture", str(record), "--at", "20", "--width", "120", "-o", str(out)]) == 0
    with Image.open(io.BytesIO(out.read_bytes())) as image:
        assert image.is_animated
        assert image.width == 120


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["-o", "x.jpg"], "x.jpg: pictures end in .svg, .png, .gif"),
        (["-o", "x.svg", "--at", "31"], "--at 31: the record has 30 actions"),
        (["-o", "x.svg", "--at", "-1"], "--at -1: the record has 30 actions"),
        (["-o", "x.svg", "--seat", "4"], "--seat 4: seats go from 1 to 3"),
        (["-o", "x.png", "--width", "0"], "--width 0: a width is 1 to 10000 pixels"),
        (["-o", "no/such/x.svg"], "cannot be written"),
    ],
)
def test_what_cannot_be_drawn_is_said(record, tmp_path, monkeypatch, capsys, arguments, problem):
    monkeypatch.chdir(tmp_path)
    assert main(["picture", str(record), *arguments]) == 2
    assert problem in capsys.readouterr().err


def test_what_to_install_is_said_where_a_package_is_missing(record, tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert main(["picture", str(record), "-o", str(tmp_path / "x.png")]) == 2
    assert "waterside[pictures]" in capsys.readouterr().err
