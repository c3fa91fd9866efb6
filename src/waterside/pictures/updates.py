"""What is sent of a scene: all parts once, and then what each step has changed, as JSON.

A part is written with the fields that are not as usual, a changed part with those that are not as
they were. A browser does the same in reverse, so that it has the parts of the present at any time.

Games make parts and groups of them once and use them again and again. So what became of which is
known by the objects themselves, which is quicker than by what is in them; and it is known as text,
so that a message is little more than such texts put together.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import zip_longest
from json.encoder import encode_basestring
from typing import Any

from waterside.pictures.scene import Group, Motion, Part
from waterside.pictures.shapes import number

Json = dict[str, Any]
ById = dict[str, Part]
USUAL = Part("")
UNMOVED = Motion("")[2:]
"""What a motion says that does not say more than which thing it is about."""
FIELDS = Part._fields[1:]
quoted = encode_basestring
"""A text as JSON has it."""

Compared = tuple[str, tuple[str, ...], tuple[Part, ...], tuple[Part, ...]]
"""What became of a group: the texts of things that stay at their place in it and have changed, the
ids of all that stay, and the others, before and after."""
Known = tuple[str, tuple[str, ...], tuple[Part, ...], tuple[Part, ...], Group, Group]
"""The same with the group before and after."""
MOST_CHANGES = 1 << 14
CHANGES: dict[tuple[int, int], str] = {}
"""What was written of two parts, by their identities."""
KEPT: dict[int, Part] = {}
"""The parts of ``CHANGES``, so that their identities stay theirs; beside them rather than with each
text, as a garbage collector looks at everything that holds a part."""
MOST_GROUPS = 1 << 13
GROUPS: dict[tuple[int, int], Known] = {}
"""The same of groups, which are kept with what became of them."""


def changed(part: Part, before: Part = USUAL) -> str:
    """A part as far as it is not as it was, or as parts usually are; numbers to a hundredth."""
    key = id(part), id(before)
    known = CHANGES.get(key)
    if known is None:
        if len(CHANGES) >= MOST_CHANGES:
            CHANGES.clear()
            KEPT.clear()
        known = CHANGES[key] = written(part, before)
        KEPT[id(part)], KEPT[id(before)] = part, before
    return known


def written(part: Part, before: Part) -> str:
    """The same, found out."""
    found = [f'"id":{quoted(part.id)}']
    for name, value, old in zip(FIELDS, part[1:], before[1:], strict=True):
        if value != old:
            found.append(f'"{name}":{quoted(value) if type(value) is str else number(value)}')
    if before.id and before.id != part.id:
        found.append(f'"was":{quoted(before.id)}')
    return f"{{{','.join(found)}}}"


def difference(
    before: Sequence[Group], after: Sequence[Group], motions: Sequence[Motion] = ()
) -> Json:
    """How the parts of one moment become those of the next: ``parts`` that are new or changed, ids
    that are ``gone``, and ``moves`` that are more than sliding, appearing and vanishing.
    """
    found: Json = json.loads(f"{{{','.join(differences(before, after, motions))}}}")
    return found


def differences(
    before: Sequence[Group], after: Sequence[Group], motions: Sequence[Motion] = ()
) -> list[str]:
    """The same as members of an object in JSON."""
    was = {motion[0]: motion[1] for motion in motions if motion[1]} if motions else {}
    claimed = set(was.values())
    texts, staying, old, new = compared(before, after, claimed.union(was) if was else claimed)
    if was and not (new.keys() >= was.keys() and old.keys() >= claimed):
        texts, old, new = [], by_id(before), by_id(after)  # things that look as they did
        was = {id: earlier for id, earlier in was.items() if earlier in old}
        claimed = set(was.values())
    for id, part in new.items():
        known = old[was[id]] if id in was else None if id in claimed else old.get(id)
        if known is None:
            texts.append(changed(part))
        elif known is not part and known != part:
            texts.append(changed(part, known))
    found = [f'"parts":[{",".join(texts)}]'] if texts else []
    gone = [id for id in old if id not in claimed and (id not in new or id in was)] if old else []
    if gone:
        found.append(f'"gone":[{",".join(map(quoted, gone))}]')
    if motions:
        moves = [
            text
            for motion in motions
            if (text := moved(motion))
            and (
                (id := motion[0]) in new
                or id in gone
                or any(id in some for some in staying)
                or id in by_id(after)
            )
        ]
        if moves:
            found.append(f'"moves":[{",".join(moves)}]')
    return found


def compared(
    before: Sequence[Group], after: Sequence[Group], but: AbstractSet[str]
) -> tuple[list[str], list[tuple[str, ...]], ById, ById]:
    """What has changed of things that lie at the same place in their group, as most do, and their
    ids; and the others, before and after, with those named in ``but``.
    """
    texts: list[str] = []
    staying: list[tuple[str, ...]] = []
    old: ById = {}
    new: ById = {}
    if len(before) == len(after):
        pairs: Iterable[tuple[Group, Group]] = zip(before, after, strict=True)
    else:
        pairs = zip_longest(before, after, fillvalue=())
    for then, now in pairs:
        if then is now:
            continue
        if len(then) == len(now) == 1 and (same := now[0][0]) == then[0][0] and same not in but:
            if now != then:
                texts.append(changed(now[0], then[0]))
            staying.append((same,))
            continue
        known = GROUPS.get((id(then), id(now))) or known_group(then, now)
        found, stays, was, came, _, _ = known
        if but and not but.isdisjoint(stays):
            found, stays, was, came = compared_group(then, now, but)
        if found:
            texts.append(found)
        staying.append(stays)
        for part in was:
            old[part[0]] = part
        for part in came:
            new[part[0]] = part
    return texts, staying, old, new


def known_group(then: Group, now: Group) -> Known:
    """What became of a group; kept where both are such that never change."""
    found = (*compared_group(then, now), then, now)
    if type(then) is tuple and type(now) is tuple:
        if len(GROUPS) >= MOST_GROUPS:
            GROUPS.clear()
        GROUPS[id(then), id(now)] = found
    return found


def compared_group(then: Group, now: Group, but: AbstractSet[str] = frozenset()) -> Compared:
    """The same, found out; things named in ``but`` do not count as staying."""
    texts: list[str] = []
    staying: list[str] = []
    old: list[Part] = []
    new: list[Part] = []
    for one, two in zip_longest(then, now, fillvalue=USUAL):
        id = two[0]
        if id == one[0] and id not in but:
            staying.append(id)
            if one is not two and one != two:
                texts.append(changed(two, one))
            continue
        if one is not USUAL:
            old.append(one)
        if two is not USUAL:
            new.append(two)
    return ",".join(texts), tuple(staying), tuple(old), tuple(new)


def by_id(groups: Sequence[Group]) -> ById:
    """All parts by their ids."""
    return {part.id: part for group in groups for part in group}


@lru_cache(1 << 11)
def moved(motion: Motion) -> str:
    """A motion, as far as there is something to say of it; else nothing."""
    if motion[2:] == UNMOVED:
        return ""
    said = ("from", motion.start), ("to", motion.end), ("how", motion.how), ("back", motion.back)
    found = [f'"{name}":{quoted(text)}' for name, text in (("id", motion.id), *said) if text]
    if motion.way:
        numbers = [number(each) for point in motion.way for each in point]
        found.append(f'"way":[{",".join(numbers)}]')
    if motion.late:
        found.append('"late":true')
    return f"{{{','.join(found)}}}"
