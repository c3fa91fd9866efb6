"""Brings the games' own pages, guides and statements, into the documentation."""

from pathlib import Path

from mkdocs.structure.files import File

GAMES = Path(__file__).parents[1] / "src" / "waterside" / "games"


def on_files(files, config):
    """One page for each guide (English, with the others below) and each game's statements."""
    for folder in sorted(path.parent for path in GAMES.glob("*/statements.md")):
        statements = (folder / "statements.md").read_text("utf-8")
        pages = {f"statements/{folder.name}.md": statements}
        for language, suffix in (("en", ""), ("fr", ".fr"), ("de", ".de")):
            guide = (folder / "guide" / f"{language}.md").read_text("utf-8")
            pages[f"games/{folder.name}{suffix}.md"] = with_languages(guide, folder.name)
        for place, text in pages.items():
            files.append(File.generated(config, place, content=text))
    return files


def with_languages(guide, name):
    """The guide with links to the other languages under its title."""
    title, _, rest = guide.partition("\n")
    links = f"[English]({name}.md) · [Français]({name}.fr.md) · [Deutsch]({name}.de.md)"
    return f"{title}\n\n{links}\n{rest}"
