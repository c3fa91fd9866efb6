"""Adds to the documentation what is kept elsewhere: the games' guides and statements, the project's
CONTRIBUTING and CHANGELOG, and every source file that a page links to.

A page links to sources as it would on GitHub, [`play`](../src/waterside/core/position.py). In the built
pages such a link leads to a page with that file, at the line where the name is defined.
"""

import os
import re
from pathlib import Path

from mkdocs.structure.files import File

from waterside.core.registry import game
from waterside.server.site.guides import figure
from waterside.text.language import speaker
from waterside.text.lessons import tour_of

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "src" / "waterside" / "games"
FROM_THE_ROOT = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
LINK = re.compile(r"\[(?P<text>[^\]]*)\]\((?P<target>[^)\s#:]+)(?P<heading>#[^)]*)?\)")
SUFFIXES = {".py": "python", ".js": "javascript", ".css": "css", ".html": "html", ".toml": "toml"}
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
    for name, place in FROM_THE_ROOT.items():
        content = (ROOT / name).read_text("utf-8")
        files.append(File.generated(config, place, content=rewritten(content, ROOT)))
    for path in sorted(linked_sources()):
        files.append(File.generated(config, source_page(path), content=shown(path)))
    return files


def on_page_markdown(markdown, page, config, files):
    """A page of docs/ with its links to sources leading to the pages made of them."""
    if page.file.generated_by:
        return markdown
    return rewritten(markdown, (ROOT / "docs" / page.file.src_uri).parent)


def linked_sources():
    """The source files that pages link to, as paths from the project's folder."""
    pages = [*(ROOT / "docs").glob("*.md"), *(ROOT / name for name in FROM_THE_ROOT)]
    found = set()
    for page in pages:
        for link in LINK.finditer(page.read_text("utf-8")):
            path = from_root(page.parent, link["target"])
            if path.suffix in SUFFIXES and (ROOT / path).is_file():
                found.add(path)
    return found


def from_root(folder, target):
    """Where a link in a page of this folder leads, as a path from the project's folder."""
    return Path(os.path.normpath(os.path.join(folder, target))).relative_to(ROOT)


def rewritten(markdown, folder):
    """A page's text with links as the built pages have them."""

    def lead(link):
        path = from_root(folder, link["target"])
        if str(path) in FROM_THE_ROOT:
            target = FROM_THE_ROOT[str(path)]
        elif path.suffix in SUFFIXES and (ROOT / path).is_file():
            line = defined_at((ROOT / path).read_text("utf-8"), link["text"].strip("`"))
            return "[%s](%s#__codelineno-0-%d)" % (link["text"], source_page(path), line)
        elif folder == ROOT and path.parts[0] == "docs":
            target = "/".join(path.parts[1:])
        elif folder == ROOT and not link["target"].startswith(("http", "#")):
            return link["text"]  # a file that is no page
        else:
            return link[0]
        return "[%s](%s%s)" % (link["text"], target, link["heading"] or "")

    return LINK.sub(lead, markdown)


def defined_at(source, name):
    """The line where a function, class, method or constant is defined; 1 if it is none."""
    last = re.escape(name.split(".")[-1])
    owner = re.search(r"^class %s\b" % re.escape(name.split(".")[0]), source, re.M)
    start = owner.start() if owner and "." in name else 0
    pattern = (
        r"^\s*(?:(?:export |async |static )*(?:def|class|function|const|let) )?%s\b\s*[(:={]" % last
    )
    found = re.compile(pattern, re.M).search(source, start)
    at = found.start() + len(found[0]) - len(found[0].lstrip()) if found else 0
    return source.count("\n", 0, at) + 1


def source_page(path):
    """Where the page of a source file is."""
    return "source/%s.md" % path.as_posix()


def shown(path):
    """A source file as a page, which the search leaves out."""
    text = (ROOT / path).read_text("utf-8").rstrip("\n")
    fence = '````%s linenums="1"' % SUFFIXES[path.suffix]
    return "---\nsearch:\n  exclude: true\n---\n\n# `%s`\n\n%s\n%s\n````\n" % (path, fence, text)


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
