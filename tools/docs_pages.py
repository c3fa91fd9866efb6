"""Brings the games' own pages, guides with their pictures and statements, into the documentation."""

from pathlib import Path

from mkdocs.structure.files import File

from waterside.core.registry import game
from waterside.server.site.guides import figure
from waterside.text.language import speaker
from waterside.text.lessons import tour_of

GAMES = Path(__file__).parents[1] / "src" / "waterside" / "games"
LANGUAGES = {"en": "", "fr": ".fr", "de": ".de"}


def on_files(files, config):
    """One page for each guide (English, with the others below) and each game's statements."""
    for folder in sorted(path.parent for path in GAMES.glob("*/statements.md")):
        name = folder.name
        made = {f"statements/{name}.md": (folder / "statements.md").read_text("utf-8")}
        for language, suffix in LANGUAGES.items():
            guide = (folder / "guide" / f"{language}.md").read_text("utf-8")
            made[f"games/{name}{suffix}.md"] = with_languages(
                with_pictures(guide, name, language), name
            )
            for number in range(1, len(tour_of(game(name)).lessons.figures) + 1):
                drawn = figure(name, number, language, "light")
                made[f"games/{picture(name, number, language)}"] = drawn
        for place, content in made.items():
            files.append(File.generated(config, place, content=content))
    return files


def with_languages(guide, name):
    """The guide with links to the other languages under its title."""
    title, _, rest = guide.partition("\n")
    links = f"[English]({name}.md) · [Français]({name}.fr.md) · [Deutsch]({name}.de.md)"
    return f"{title}\n\n{links}\n{rest}"


def with_pictures(guide, name, language):
    """The guide with the pictures of each section at its end."""
    opening, *sections = guide.split("\n## ")
    say = speaker(language)
    for number, one in enumerate(tour_of(game(name)).lessons.figures, start=1):
        caption = say(one.caption)
        shown = f"\n![{caption}]({picture(name, number, language)})\n\n*{caption}*\n"
        sections[one.section - 1] = sections[one.section - 1].rstrip() + "\n" + shown
    return "\n## ".join([opening, *sections])


def picture(name, number, language):
    """What a picture of a guide is called."""
    return f"{name}-{number}-{language}.svg"
