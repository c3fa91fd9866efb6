"""What several tests share."""

import os
import textwrap


def install_package(folder, monkeypatch, name, files, games):
    """Lays a package, with metadata that registers games, where Python finds it."""
    for path, text in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(textwrap.dedent(text))
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    points = "\n".join(f"{game} = {value}" for game, value in games.items())
    (info / "entry_points.txt").write_text(f"[waterside.games]\n{points}\n")
    monkeypatch.setenv(
        "PYTHONPATH", os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    )
    return folder
