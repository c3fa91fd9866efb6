"""Brings the catalogues of texts up to date with the code: finds the texts, keeps what is
translated, and compiles. What is missing afterwards is listed; translate it in the .po files under
src/waterside/locale and run this once more:  .venv/bin/python tools/catalogues.py
"""

import ast
import io
import re
import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "waterside"
LOCALE = SOURCE / "locale"
MAPPING = Path(__file__).with_suffix(".cfg")
DOMAIN = "waterside"
LANGUAGES = {"fr": "French", "de": "German"}
SINGLE = {
    "say": 0,
    "gettext": 0,
    "_": 0,
    "later": 0,
    "RecordError": 0,
    "RefusalError": 1,
    "HttpError": 2,
}  # which argument
PLURAL = {"n", "ngettext"}
NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)  # so that nothing changes but texts
PART = re.compile(r"\{(\w*[^{}]*)\}|%\((\w+)\)")


def in_code(source=SOURCE):
    """The texts that the code and the templates have, with the files they are in."""
    found = Catalog(charset="utf-8")
    for file in sorted(source.rglob("*.py")):
        for call in calls(file):
            for text in texts(call):
                found.add(text, locations=[(file.relative_to(source).as_posix(), 0)])
    with MAPPING.open() as mapping:
        methods, options = parse_mapping_cfg(mapping)
    keywords = dict.fromkeys(SINGLE, (1,)) | dict.fromkeys(PLURAL, (1, 2))
    in_templates = extract_from_dir(source, methods, options, keywords)
    for file, _, text, _, context in sorted(in_templates, key=lambda one: one[:2]):
        found.add(text, locations=[(file, 0)], context=context)
    return found


def unreadable(source=SOURCE):
    """Calls of ``say`` whose text is put together there, so that nobody can translate it."""
    return [
        f"{file.relative_to(source)}:{call.lineno}: say needs a text in quotes"
        for file in sorted(source.rglob("*.py"))
        for call in calls(file)
        if called(call) in SINGLE and any(map(is_made, call.args))
    ]


def calls(file):
    """The calls in a Python file that say a text, in order."""
    tree = ast.parse(file.read_text("utf-8"))
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and called(node)]
    return sorted(found, key=lambda call: (call.lineno, call.col_offset))


def called(call):
    """The name under which a text is said: ``say(...)``, ``say.n(...)``, ``self.say(...)``."""
    if isinstance(call.func, ast.Name):
        return call.func.id if call.func.id in SINGLE else None
    name = call.func.attr if isinstance(call.func, ast.Attribute) else None
    return name if name in SINGLE or name in PLURAL else None


def texts(call):
    """The texts of a call; of ``say("one" if so else "other")`` both."""
    if called(call) in PLURAL:
        one_and_many = [literal(argument) for argument in call.args[:2]]
        return [tuple(text for (text,) in one_and_many)] if all(one_and_many) else []
    argument = SINGLE[called(call)]
    return literal(call.args[argument]) if len(call.args) > argument else []


def is_made(node):
    """Whether an expression puts a text together: ``f"{one} card"``, ``"one " + card``."""
    if isinstance(node, ast.IfExp):
        return is_made(node.body) or is_made(node.orelse)
    return isinstance(node, ast.JoinedStr | ast.BinOp)


def literal(node):
    """The texts that an expression can be, if they are written there."""
    if isinstance(node, ast.IfExp):
        return literal(node.body) + literal(node.orelse)
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return [node.value] if is_text else []


def path(language, ending, locale=LOCALE):
    """Where a language's catalogue lies."""
    return locale / language / "LC_MESSAGES" / f"{DOMAIN}.{ending}"


def translated(language, locale=LOCALE):
    """What a language's .po file has."""
    with path(language, "po", locale).open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def updated(language, template, locale=LOCALE):
    """A language's catalogue with the texts of the code: what is known stays, the rest is gone."""
    known = translated(language, locale) if path(language, "po", locale).exists() else Catalog()
    catalogue = Catalog(
        locale=language,
        domain=DOMAIN,
        header_comment=f"# Waterside in {LANGUAGES[language]}.",
        project="Waterside",
        version="1",
        msgid_bugs_address="Waterside",
        last_translator="Waterside",
        language_team=LANGUAGES[language],
        charset="utf-8",
        creation_date=NO_DATE,
        revision_date=NO_DATE,
        fuzzy=False,
    )
    for message in template:
        if message.id:
            old = known.get(message.id, message.context)
            same_form = old is not None and isinstance(old.id, tuple) == message.pluralizable
            files = sorted({(file, None) for file, _ in message.locations})
            catalogue.add(
                message.id,
                old.string if same_form else None,
                locations=files,
                flags=old.flags - {"python-format", "python-brace-format"} if same_form else (),
                context=message.context,
            )
    return catalogue


def as_po(catalogue):
    """A catalogue as the bytes of a .po file."""
    out = io.BytesIO()
    write_po(out, catalogue, width=100, sort_by_file=True, include_lineno=False)
    return out.getvalue()


def as_mo(catalogue):
    """A catalogue as the bytes of a .mo file."""
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def problems(template, source=LOCALE):
    """What is wrong with the catalogues, a line each; none if all is well."""
    found = []
    for language in LANGUAGES:
        catalogue = translated(language, source)
        wanted = {message.id: message for message in template if message.id}
        there = {message.id: message for message in catalogue if message.id}
        found += [
            f"{language}: not in the catalogue: {text!r}" for text in wanted if text not in there
        ]
        found += [
            f"{language}: no longer in the code: {text!r}" for text in there if text not in wanted
        ]
        found += [
            f"{language}: no longer in the code: {message.id!r}"
            for message in catalogue.obsolete.values()
        ]
        for message in there.values():
            found += [f"{language}: {wrong}: {message.id!r}" for wrong in faults(message)]
        with path(language, "mo", source).open("rb") as file:
            compiled = {
                plain(message.id): plain(message.string)
                for message in read_mo(file)
                if message.id and all(message.string)
            }
        if compiled != {text: one.string for text, one in there.items() if is_said(one)}:
            found.append(f"{language}: the .mo file is not made from the .po file")
    return found


def plain(text):
    """A text, or the forms of a text about several things, to be compared."""
    return tuple(text) if isinstance(text, list) else text


def is_said(message):
    """Whether there is a translation, in all its forms."""
    return all(forms(message.string))


def forms(text):
    """The forms of a text: one, or one for each number of things."""
    return text if isinstance(text, tuple) else (text,)


def faults(message):
    """What is wrong with one translation."""
    said, meant = forms(message.string), forms(message.id)
    if not is_said(message):
        return ["not translated"]
    if message.fuzzy:
        return ["marked as fuzzy"]
    needed = [parts(text) for text in meant]
    if all(parts(text) in needed for text in said) and parts(said[-1]) == needed[-1]:
        return []
    return ["not the same {parts}"]


def parts(text):
    """The places in a text that are filled in."""
    return sorted("".join(names) for names in PART.findall(text))


def main():
    """Updates and compiles; status 1 if something is left to translate."""
    template = in_code()
    for language in LANGUAGES:
        catalogue = updated(language, template)
        path(language, "po").parent.mkdir(parents=True, exist_ok=True)
        path(language, "po").write_bytes(as_po(catalogue))
        path(language, "mo").write_bytes(as_mo(translated(language)))
    left = problems(template)
    for line in left:
        print(line)
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
