"""Learning Splash Party: a push, the diving board, and naming a colour."""

from waterside.text.language import later
from waterside.text.lessons import Figure, Lesson, Lessons

AROUND = "stand red, stand yellow, stand green, stand blue, stand purple, stand black,"

LESSONS = Lessons(
    minutes=15,
    players=3,
    start=AROUND * 3 + "token blue, token red, token green",
    steps=(
        Lesson(
            later(
                "Your secret colour is blue ◆. On your turn you take any meeple, yours or not."
                " Take the purple one beside the diving board, on place 17."
            ),
            "take 17",
            "shows 3",
        ),
        Lesson(
            later(
                "Its number is 3: it goes three places. Send it clockwise, over the diving board."
            ),
            "cw",
            "sinks",
        ),
        Lesson(
            later(
                "Splash! Who passes the diving board may name a player’s colour. Whoever is wrong"
                " is out, and you know nothing yet: stay silent."
            ),
            "silent",
            "take 5, shows 1, ccw, sinks 3, take 2, ccw, silent",
        ),
        Lesson(
            later(
                "Now one of your blue ones was pushed in. When all three are in, you are out. Take"
                " the black meeple on place 18."
            ),
            "take 18",
            "shows 2",
        ),
        Lesson(later("A 2. Send it clockwise, over the diving board again."), "cw"),
        Lesson(
            later(
                "Say that by now you are sure: the player in seat 2 is red ▲. Name that player and"
                " that colour."
            ),
            "accuse 2 red",
            "sinks, sinks, sinks 2",
        ),
    ),
    ending=later(
        "Right! All red meeples go into the pool, and that player is out. The last player still in"
        " wins. Watch what the others spare – and keep your own colour to yourself."
    ),
    figures=(
        Figure(3, 1, later("All eighteen stand around the pool; only you see your colour.")),
        Figure(4, 3, later("The purple 3 has gone over the diving board and pushed a yellow one.")),
        Figure(6, 6, later("Over the diving board: name a colour, or stay silent.")),
    ),
    sample="""
        stand yellow, stand blue, stand green, stand purple, stand blue, stand red, stand red,
        stand black, stand yellow, stand green, stand black, stand blue, stand black, stand green,
        stand purple, stand red, stand purple, stand yellow, token blue, token purple, token green,
        token red, take 3, shows 3, cw, sinks, take 2, shows 3, cw, sinks, take 1, shows 3, ccw,
        sinks 2, take 7, shows 1, ccw, take 17, shows 2, ccw, sinks 3, take 18, shows 1, ccw,
        take 8, shows 2, ccw
    """,
    sample_players=4,
)
