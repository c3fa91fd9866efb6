"""Learning Cromado: a bridge, a walk, a bridge moved, and the island opposite."""

from waterside.text.language import later
from waterside.text.lessons import Figure, Lesson, Lessons

LESSONS = Lessons(
    minutes=45,
    players=2,
    start="lay c1h, lay c13h, lay f1v, lay f13h, lay i4v, lay l7v, lay j6h, lay l10v",
    steps=(
        Lesson(
            later(
                "Your four stones want to reach the island diagonally opposite. Players lay"
                " bridges in turn; each covers three fields. Choose the horizontal bridge, then touch"
                " the middle of the gap."
            ),
            "lay g3h",
            "lay j13h, roll 4",
        ),
        Lesson(
            later(
                "All bridges lie, and you have rolled a 4. Move a stone from your island exactly"
                " four fields along the bridges."
            ),
            "home-f1",
            "roll 2, home-d13, roll 6",
        ),
        Lesson(
            later(
                "A 6! With a 1 or a 6 you may first carry an empty bridge away, whoever laid it."
                " Take the one that the other player needs next."
            ),
            "take f13h",
        ),
        Lesson(
            later(
                "Put it down where it helps nobody: choose the horizontal bridge, then touch the field with the ring."
            ),
            "put g7h",
        ),
        Lesson(
            later("Now move your 6: six fields along the bridges, and round the corner."),
            "f1-i4",
            "roll 3, home-e13, roll 6, keep, i4-l7, roll 4, roll 4, roll 5, roll 5, l7-l12,"
            " roll 4, roll 4, roll 5, roll 2",
        ),
        Lesson(
            later(
                "Some turns later your stone stands before the goal, and you have rolled a 2. The"
                " last step must go exactly onto the island. Go home!"
            ),
            "l12-goal",
        ),
    ),
    ending=later(
        "One stone is across! Whoever first has all four on the island opposite wins. You may jump"
        " over stones, but never end where one stands."
    ),
    figures=(
        Figure(5, 1, later("Bridges of three fields; a gap is left to be closed.")),
        Figure(6, 2, later("A 4 rolled: four fields from the island along the bridges.")),
        Figure(8, 3, later("A 6: an empty bridge may be carried away first.")),
    ),
    sample="""
        lay c2v, lay e2h, lay g5h, lay l6v, lay b9v, lay d4v, lay k9h, lay j2h, lay e5v, lay h12v,
        lay b8h, lay m10v, lay j7v, lay i2v, lay j5h, roll 2, home-c3, roll 3, roll 1, take m10v,
        put a7v, roll 3, roll 5, roll 1, take i2v, put f6h, roll 4, home-d4, roll 1, take k9h,
        put b12h, home-b12, roll 6, take b9v, put k10v, roll 6, take j2h, put c1h, c3-e5, roll 4,
        roll 4, roll 4, roll 5, roll 1, take a7v, put c14h, roll 2, e5-f6
    """,
    sample_players=3,
)
