"""Learning Crocodile Pool Party: a swim, a crocodile, a stack, and the bar."""

from waterside.text.language import later
from waterside.text.lessons import Figure, Lesson, Lessons

LESSONS = Lessons(
    minutes=20,
    players=2,
    options={"setup": "picture"},
    start="",
    steps=(
        Lesson(
            later(
                "You are Red, and your bar is at the far end of the pool. Swimmers go one or two"
                " fields, never diagonally. Touch the swimmer with the ring, then the field two"
                " ahead."
            ),
            "c5-c7",
            "flip d10, reveal 4, d10xc7",
        ),
        Lesson(
            later(
                "Yellow turned a swimmer over: a crocodile 4! It went four fields and ate yours."
                " Under each of your swimmers there is one too. Touch the swimmer with the ring,"
                " then the sign that turns it over."
            ),
            "flip c4",
            "reveal 3",
        ),
        Lesson(
            later(
                "Your 3! A crocodile goes exactly its number of fields, with one turn at most."
                " Three fields ahead lies the stack. Eat it."
            ),
            "c4xc7",
            "a11-a10, c7-c10, a10-a9, c10-d12, a9-a8",
        ),
        Lesson(
            later(
                "A stack belongs to the crocodile on top: three tiles for you. Some turns later"
                " you are near your bar. Two fields of water and the step onto the bar make three."
                " Go!"
            ),
            "d12-bar",
        ),
    ),
    ending=later(
        "Three tiles on your bar! The first that arrives must be a stack; afterwards single tiles"
        " may come too. When only one colour is left in the pool, more tiles on the bar win."
    ),
    figures=(
        Figure(3, 1, later("The quick layout: Red below, Yellow above, the bars in the corners.")),
        Figure(5, 3, later("Red has turned over the 3: exactly three fields to the stack.")),
        Figure(7, 4, later("Three steps to the bar: two through water, the last one out of it.")),
    ),
    sample="""
        d2-c2, flip a11, reveal 1, a11-a10, c5-c6, b12-b13, c2-b2, flip d11, reveal 2, d11-c12,
        f4-f2, flip e12, reveal 6, e12-c10, c6-c5, c10-d5, flip b3, reveal 4, b3xd5, flip b13,
        reveal 3, b13-b10, c4-b4, flip d10, reveal 5, d10xd5, flip b4, reveal 5, b4-e6
    """,
    sample_options={"setup": "picture"},
)
