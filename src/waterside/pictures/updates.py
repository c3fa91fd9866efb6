"""What is sent of a scene: all parts once, and then what each step has changed.

A part is written with the fields that are not as usual, a changed part with those that are not as
they were. A browser does the same in reverse, so that it has the parts of the present at any time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from waterside.pictures.scene import Motion, Part

Json = dict[str, Any]
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
    before: Mapping[str, Part], after: Mapping[str, Part], motions: Sequence[Motion] = ()
) -> Json:
    """How the parts of one moment become those of the next, both by id: ``parts`` that are new or
    changed, ids that are ``gone``, and ``moves`` that are more than sliding, appearing and
    vanishing.
    """
    was = {motion.id: motion.was for motion in motions if motion.was in before}
    claimed = set(was.values())
    known = before.get
    others = [part for id, part in after.items() if known(id) is not part]
    if was:
        same = [id for id in (*was, *claimed) if id in after and known(id) is after[id]]
        others += [after[id] for id in dict.fromkeys(same)]
    parts: list[Json] = []
    for part in others:
        id = part.id
        old = before[was[id]] if id in was else None if id in claimed else known(id)
        if old is None:
            parts.append(whole(part))
        elif old != part:
            parts.append(changed(part, old))
    gone = [id for id in before if id not in claimed and (id not in after or id in was)]
    found: Json = {}
    if parts:
        found["parts"] = parts
    if gone:
        found["gone"] = gone
    moves = [
        moved(motion)
        for motion in motions
        if motion[2:] != UNMOVED and (motion.id in after or motion.id in gone)
    ]
    if moves:
        found["moves"] = moves
    return found


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
