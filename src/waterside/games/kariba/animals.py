"""The eight animals of Kariba as silhouettes, each drawn in a box of 100 by 100."""

from __future__ import annotations

from dataclasses import dataclass

from waterside.pictures import add_colours
from waterside.pictures.shapes import Shape, circle, ellipse, path, rect

add_colours(
    mouse=("#F2B8B0", "#DFA69E"),
    meerkat=("#EBC07C", "#D9AE6B"),
    zebra=("#F1E9D8", "#DDD4C2"),
    giraffe=("#F4CE4F", "#E0BB42"),
    ostrich=("#EE9A76", "#DA8867"),
    cheetah=("#F5A742", "#E09636"),
    rhino=("#9CC7D6", "#88B3C2"),
    elephant=("#A9C9A0", "#95B58D"),
)

ANIMALS = ("mouse", "meerkat", "zebra", "giraffe", "ostrich", "cheetah", "rhino", "elephant")


def silhouette(animal: int, ground: str | None = None, ink: str = "print") -> list[Shape]:
    """The animal in ink, its light details in the colour of the ground it stands on."""
    draw = (mouse, meerkat, zebra, giraffe, ostrich, cheetah, rhino, elephant)[animal]
    return draw(Brush(ink, ground or ANIMALS[animal]))


@dataclass(frozen=True)
class Brush:
    """The colours of a silhouette: its ink, and the ground for light details."""

    ink: str
    ground: str

    def body(self, d: str) -> Shape:
        """A filled shape of the silhouette."""
        return path(d, fill=self.ink)

    def limb(self, d: str, width: float) -> Shape:
        """A line of the silhouette: legs, tails, necks."""
        return path(d, line=self.ink, stroke=width, kind="round")

    def light(self, d: str, width: float = 3) -> Shape:
        """A line in the colour of the ground: stripes, folds."""
        return path(d, line=self.ground, stroke=width, kind="round")

    def dot(self, x: float, y: float, radius: float, light: bool = False) -> Shape:
        """A round shape, in ink or light."""
        return circle(x, y, radius, fill=self.ground if light else self.ink)

    def oval(self, x: float, y: float, rx: float, ry: float, light: bool = False) -> Shape:
        """An oval, in ink or light."""
        return ellipse(x, y, rx, ry, fill=self.ground if light else self.ink)


def mouse(brush: Brush) -> list[Shape]:
    """Sitting, round ears up, a long tail."""
    return [
        brush.limb("M18 84C-2 82 0 54 16 44", 4),
        brush.dot(74, 42, 11),
        brush.body("M13 82C9 58 26 42 48 42 62 42 72 50 84 62 94 71 97 76 95 81 91 88 82 90 72 90H24C17 90 14 87 13 82Z"),
        circle(54, 38, 17, fill=brush.ink, line=brush.ground, stroke=2.5),
        brush.dot(54, 38, 9.5, light=True),
        brush.dot(78, 65, 3.2, light=True),
        circle(95, 77, 4, fill="coral"),
        brush.light("M84 74 70 71M84 78 70 80", 2),
        brush.light("M30 88C26 76 34 66 46 66", 2.5),
        brush.oval(36, 90, 12, 4),
        brush.oval(72, 90, 10, 4),
    ]  # fmt: skip


def meerkat(brush: Brush) -> list[Shape]:
    """On its hind legs, on the lookout."""
    return [
        brush.limb("M40 84C28 96 16 80 8 90", 5),
        brush.dot(41, 15, 5),
        brush.body("M38 92C31 74 35 52 43 34H61C69 52 71 74 64 92Z"),
        brush.oval(52, 23, 14, 13),
        brush.body("M58 14C70 15 80 23 79 28 76 33 66 35 57 34Z"),
        brush.oval(59, 21, 5.6, 4.6, light=True),
        brush.dot(60, 21.5, 2.6),
        brush.light("M53 86C50 76 50 66 52 58", 2),
        brush.light("M42 46C42 60 50 64 57 60", 2.5),
        brush.limb("M62 46C66 54 64 60 57 62", 5),
        brush.oval(42, 92, 11, 4),
        brush.oval(62, 92, 11, 4),
    ]  # fmt: skip


def zebra(brush: Brush) -> list[Shape]:
    """Standing, striped."""
    return [
        brush.limb("M15 48C7 54 9 64 7 72", 4),
        brush.limb("M22 60 20 78 22 91M31 62 34 78 32 91M60 60V91M69 58 72 76 70 91", 6.5),
        brush.body("M13 52C12 42 22 39 34 41 47 43 55 41 60 36L72 17C76 13 83 15 86 20L97 36C99 41 95 45 90 44L81 39 77 56C75 65 66 66 56 64 44 62 34 67 24 66 16 65 13 60 13 52Z"),
        brush.body("M72 20 70 7 79 15Z"),
        path("M56 37 69 14", line=brush.ink, stroke=8, stroke_dasharray="3.2 2"),
        brush.light("M23 42C19 50 21 58 25 65M32 42C28 50 30 58 33 64M41 43C38 50 39 57 42 62M49 42C47 50 49 57 51 62M57 41C57 48 59 56 60 62", 3.4),
        brush.light("M64 37 77 51M67 31 80 42M71 25 81 34M76 20 84 28", 3.2),
        brush.light("M18 72H24M18 80H24M31 72H37M31 81H37M57 72H63M57 80H63M68 72H75M68 80H75", 2.6),
        brush.dot(83, 24, 1.8, light=True),
    ]  # fmt: skip


def giraffe(brush: Brush) -> list[Shape]:
    """Standing, patched, its neck stretched."""
    patches = "M25 50l6-1 1 6-7 2ZM36 49l8-1 1 7-9 1ZM27 60l7-2 3 5-9 2ZM40 59l8-1 2 6-8 0ZM49 49l7-2 3 6-8 3ZM53 59l7-2 1 5-6 2ZM57 41l5-7 4 5-5 6ZM62 31l4-7 4 4-3 7ZM66 21l3-5 5 3-3 6Z"
    return [
        brush.limb("M17 54C11 60 13 68 11 76", 3.4),
        brush.limb("M22 60 20 91M30 62 31 91M54 62 53 91M62 58 64 91", 5.4),
        brush.body("M15 56C15 47 26 46 38 46 48 46 52 42 56 34L67 13C71 6 78 5 84 8L95 15C98 18 96 23 91 23L78 23 68 52C66 62 60 66 50 66 40 66 30 69 22 67 17 66 15 62 15 56Z"),
        brush.limb("M71 9 69 2M78 8 78 1", 3),
        brush.body("M68 13 58 9 66 18Z"),
        path(patches, fill=brush.ground, line=brush.ground, stroke=1.6, kind="round"),
        brush.dot(82, 13.5, 1.8, light=True),
    ]  # fmt: skip


def ostrich(brush: Brush) -> list[Shape]:
    """Standing, white tail feathers."""
    return [
        brush.limb("M40 58 46 75 38 91H48M50 58 58 75 51 91H61", 4.4),
        brush.body("M66 44C66 58 56 66 42 66 30 66 20 62 16 56 8 58 4 52 8 48 2 44 4 36 11 37 9 29 18 25 23 31 30 25 42 25 50 27 60 30 66 36 66 44Z"),
        brush.limb("M60 44C78 48 66 24 77 14", 6),
        brush.oval(80, 11, 7.5, 5.6),
        brush.body("M85 6 99 13 84 16Z"),
        brush.dot(81, 10, 1.7, light=True),
        brush.light("M26 36C30 50 42 56 56 50M22 44C26 56 36 62 48 60M34 33C38 42 46 46 56 43", 2.8),
        path("M16 55C8 58 4 52 8 48 2 44 4 36 11 37 9 29 17 25 22 30 16 38 14 46 16 55Z", fill="cream"),
    ]  # fmt: skip


def cheetah(brush: Brush) -> list[Shape]:
    """Walking, spotted, its tail up."""
    spots = ((24, 50), (31, 46), (29, 55), (38, 50), (37, 58), (45, 46), (46, 54), (53, 50),
             (54, 44), (60, 47), (61, 54), (67, 47), (68, 55), (23, 59), (71, 43))  # fmt: skip
    return [
        brush.limb("M19 50C3 54 2 36 10 26", 5),
        brush.limb("M25 56C30 66 17 72 18 80L22 91M33 58C37 68 30 74 32 80L36 91M64 54 61 74 63 91M72 52 78 72 77 91", 6.4),
        brush.body("M15 54C14 43 26 40 38 41 50 42 60 40 68 38L78 46 76 56C72 63 60 60 50 60 40 61 32 66 24 65 18 64 15 60 15 54Z"),
        brush.body("M64 42 74 28 90 40 76 56Z"),
        brush.dot(81, 34, 10.5),
        brush.oval(91, 38, 7, 5),
        brush.dot(74, 25, 4.4),
        brush.dot(84, 24, 4),
        *(brush.dot(x, y, 2, light=True) for x, y in spots),
        brush.dot(84, 32, 1.9, light=True),
        brush.light("M86 34C88 36 88 38 87 41", 1.6),
    ]  # fmt: skip


def rhino(brush: Brush) -> list[Shape]:
    """Standing, two horns."""
    return [
        brush.limb("M9 46C3 52 6 58 4 64", 3.4),
        *(rect(x, 58, 12, 33, 4, fill=brush.ink) for x in (11, 25, 50, 63)),
        brush.body("M7 56C6 38 19 29 35 31 46 32 52 25 62 28 74 30 80 42 86 47 93 53 98 60 95 67 91 73 80 71 72 69 60 74 30 74 14 72 9 70 7 64 7 56Z"),
        brush.body("M85 50C91 44 97 34 97 20 87 27 79 36 77 44Z"),
        brush.body("M74 42C77 36 78 30 76 24 70 29 67 34 67 39Z"),
        brush.body("M62 32C57 24 58 17 61 14 67 18 69 26 68 33Z"),
        brush.light("M52 33C46 44 47 58 53 68M23 35C17 46 18 60 25 70M66 62C62 56 62 46 66 40", 2.6),
        brush.dot(80, 53, 2.2, light=True),
        brush.light("M90 65 95 63", 2),
    ]  # fmt: skip


def elephant(brush: Brush) -> list[Shape]:
    """Standing, with tusk and a big ear."""
    return [
        brush.limb("M9 46C3 54 6 62 4 70", 3.4),
        *(rect(x, 58, 15, 33, 5, fill=brush.ink) for x in (9, 27, 48, 64)),
        brush.body("M7 56C5 34 22 22 44 23 56 23 60 16 72 16 86 16 95 27 94 42L92 52C86 64 80 66 79 70H9C7 66 7 62 7 56Z"),
        brush.limb("M88 44C94 58 86 70 88 80 89 88 96 88 97 81", 8.5),
        path("M79 55C84 64 92 66 98 62 94 72 82 72 75 60Z", fill="cream"),
        path("M66 24C52 22 45 38 52 52 58 62 71 60 74 48 77 36 75 26 66 24Z", fill=brush.ink, line=brush.ground, stroke=2.6),
        brush.dot(84, 34, 2.3, light=True),
        brush.light("M9 86H24M27 86H42M48 86H63M64 86H79", 1.6),
    ]  # fmt: skip
