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
MANY = 1 << 14
CHANGES: dict[tuple[int, int], tuple[Json, Part, Part]] = {}
"""What was written of two parts, by their identities; they are kept, so that these stay theirs."""


def whole(part: Part) -> Json:
    """A part that was not there before."""
    return changed(part, USUAL)


def changed(part: Part, before: Part) -> Json:
    """A part as far as it is not as it was, or as parts usually are; numbers to a hundredth.

    Games make a part once and use it again and again, so that what became of which is known by the
    objects themselves; that is quicker than by what is in them.
    """
    key = id(part), id(before)
    known = CHANGES.get(key)
    if known is None:
        if len(CHANGES) >= MANY:
            CHANGES.clear()
        known = CHANGES[key] = (written(part, before), part, before)
    return known[0]


def written(part: Part, before: Part) -> Json:
    """The same, found out."""
    found: Json = {
        name: round(value, 2) if type(value) is float else value
        for name, value, old in zip(FIELDS, part, before, strict=True)
        if value != old
    }
    found["id"] = part.id
    if before.id and before.id != part.id:
        found["was"] = before.id
    return found


def difference(
    before: Sequence[Group], after: Sequence[Group], motions: Sequence[Motion] = ()
) -> Json:
    """How the parts of one moment become those of the next: ``parts`` that are new or changed, ids
    that are ``gone``, and ``moves`` that are more than sliding, appearing and vanishing.
    """
    found: Json = {}
    was = {motion[0]: motion[1] for motion in motions if motion[1]}
    claimed = set(was.values())
    parts, old, new = compared(before, after, claimed.union(was) if was else claimed)
    if was and not (new.keys() >= was.keys() and old.keys() >= claimed):
        parts, old, new = [], by_id(before), by_id(after)  # things that look as they did
        was = {id: earlier for id, earlier in was.items() if earlier in old}
        claimed = set(was.values())
    for id, part in new.items():
        known = old[was[id]] if id in was else None if id in claimed else old.get(id)
        if known is None:
            parts.append(whole(part))
        elif known is not part and known != part:
            parts.append(changed(part, known))
    if parts:
        found["parts"] = parts
    gone = [id for id in old if id not in claimed and (id not in new or id in was)]
    if gone:
        found["gone"] = gone
    moves = [
        moved(motion)
        for motion in motions
        if motion[2:] != UNMOVED
        and (motion[0] in new or motion[0] in gone or motion[0] in by_id(after))
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
            else:
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
