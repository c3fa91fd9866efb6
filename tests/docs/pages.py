"""The documentation as data: its pages, their code blocks, code spans and links.

A comment right above a code block says how the block is checked, for readers of the source to see:

    <!-- not run: needs a GPU -->               it is only read; a reason must be given
    <!-- environment: NUMBA_ENABLE_CUDASIM=1 -->   it runs with this variable set
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]

FENCE = re.compile(
    r"(?P<comments>(?:^<!--.*?-->\n\s*)*)^(?P<indent> *)```(?P<language>\S*)[^\n]*\n(?P<text>.*?)^ *```$",
    re.M | re.S,
)
COMMENT = re.compile(r"<!--\s*(?P<name>[\w ]+?)\s*(?::\s*(?P<value>.*?))?\s*-->", re.S)
SPAN = re.compile(r"(?<!`)`([^`\n]+(?:\n[^`\n]+)?)`(?!`)")
LINK = re.compile(r"\[(?P<text>[^\]]*)\]\((?P<target>[^)\s]+)\)")
KNOWN_COMMENTS = {"not run", "environment"}


@dataclass(frozen=True)
class Block:
    """A fenced code block."""

    page: str
    line: int
    language: str
    text: str
    comments: tuple[tuple[str, str], ...]

    @property
    def place(self):
        return f"{self.page}:{self.line}"

    @property
    def is_run(self):
        return "not run" not in dict(self.comments)

    @property
    def environment(self):
        """The variables that it runs with."""
        return tuple(
            tuple(value.split("=", 1)) for name, value in self.comments if name == "environment"
        )

    @property
    def is_session(self):
        """Whether it shows what a Python prompt answers."""
        return self.language == "python" and self.text.startswith(">>> ")

    def commands(self):
        """What a console block types, each with the output that is shown below it."""
        found = []
        for line in self.text.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
        return [(command, "\n".join(shown)) for command, shown in found]


@cache
def text_of(page):
    return (ROOT / page).read_text("utf-8")


@cache
def blocks(page):
    """All fenced code blocks of a page."""
    text = text_of(page)
    found = []
    for match in FENCE.finditer(text):
        comments = tuple(
            (one["name"], one["value"] or "") for one in COMMENT.finditer(match["comments"])
        )
        line = text.count("\n", 0, match.start("language")) + 1
        found.append(Block(page, line, match["language"], match["text"], comments))
    return found


def all_blocks(*languages):
    return [one for page in NAMES for one in blocks(page) if one.language in languages]


@cache
def prose(page):
    """A page without its code blocks and comments."""
    return re.sub(r"<!--.*?-->", "", FENCE.sub("", text_of(page)), flags=re.S)


@cache
def spans(page):
    """What stands between backquotes in a page's prose."""
    return [" ".join(one.split()) for one in SPAN.findall(prose(page))]


@cache
def links(page):
    """The text and the target of every link in a page's prose."""
    return [(one["text"], one["target"]) for one in LINK.finditer(prose(page))]
