"""What is sent of a scene: all parts once, and then what each step has changed.

A part is written with the fields that are not as usual, a changed part with those that are not as
they were. A browser does the same in reverse, so that it has the parts of the present at any time.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from waterside.pictures.scene import Group, Motion, Part

Json = dict[str, Any]
ById = dict[str, Part]
USUAL = Part("")
UNMOVED = Motion("")[2:]
"""What a motion says that does not say more than which thing it is about."""
FIELDS = Part._fields


def whole(part: Part) -> Json:
    """A part that was not there before."""
    return changed(part, USUAL)


@lru_cache(1 << 14)  # the same few things, again and again
def changed(part: Part, before: Part) -> Json:
    """A part as far as it is not as it was, or as parts usually are; numbers to a hundredth."""
    written: Json = {
        name: round(value, 2) if type(value) is float else value
        for name, value, old in zip(FIELDS, part, before, strict=True)
        if value != old
    }
    written["id"] = part.id
    if before.id and before.id != part.id:
        written["was"] = before.id
    return written


def difference(
    before: Sequence[Group], after: Sequence[Group], motions: Sequence[Motion] = ()
) -> Json:
    """How the parts of one moment become those of the next: ``parts`` that are new or changed, ids
    that are ``gone``, and ``moves`` that are more than sliding, appearing and vanishing.
    """
    was = {motion.id: motion.was for motion in motions if motion.was}
    parts, old, new = compared(before, after, {*was, *was.values()})
    if not (new.keys() >= was.keys() and old.keys() >= set(was.values())):
        parts, old, new = [], by_id(before), by_id(after)  # things that look as they did
        was = {id: earlier for id, earlier in was.items() if earlier in old}
    claimed = set(was.values())
    for id, part in new.items():
        known = old[was[id]] if id in was else None if id in claimed else old.get(id)
        if known is None:
            parts.append(whole(part))
        elif known is not part and known != part:
            parts.append(changed(part, known))
    gone = [id for id in old if id not in claimed and (id not in new or id in was)]
    found: Json = {}
    if parts:
        found["parts"] = parts
    if gone:
        found["gone"] = gone
    moves = [
        moved(motion)
        for motion in motions
        if motion[2:] != UNMOVED
        and (motion.id in new or motion.id in gone or motion.id in by_id(after))
    ]
    if moves:
        found["moves"] = moves
    return found


def compared(
    before: Sequence[Group], after: Sequence[Group], but: Container[str]
) -> tuple[list[Json], ById, ById]:
    """What has changed of things that lie at the same place in their group, as most do; and the
    others, before and after, with those named in ``but``.
    """
    parts: list[Json] = []
    old: ById = {}
    new: ById = {}
    for then, now in zip_longest(before, after, fillvalue=()):
        if then is now:
            continue
        for one, two in zip_longest(then, now, fillvalue=USUAL):
            id = two[0]
            if id == one[0] and id not in but:
                if one is not two and one != two:
                    parts.append(changed(two, one))
                continue
            old[one[0]] = one
            new[id] = two
    old.pop("", None)
    new.pop("", None)
    return parts, old, new


def by_id(groups: Sequence[Group]) -> ById:
    """All parts by their ids."""
    return {part.id: part for group in groups for part in group}


@lru_cache(1 << 12)
def moved(motion: Motion) -> Json:
    """A motion, as far as there is something to say of it."""
    written: Json = {"id": motion.id}
    if motion.start:
        written["from"] = motion.start
    if motion.end:
        written["to"] = motion.end
    if motion.way:
        written["way"] = [round(number, 2) for point in motion.way for number in point]
    if motion.how:
        written["how"] = motion.how
    if motion.back:
        written["back"] = motion.back
    if motion.late:
        written["late"] = True
    return written
