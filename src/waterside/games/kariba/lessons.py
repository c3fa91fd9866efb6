"""Learning Kariba: a first hand, a chase, and what mice can do."""

from waterside.text.language import later
from waterside.text.lessons import Figure, Lesson, Lessons

LESSONS = Lessons(
    minutes=15,
    players=2,
    start="draw 3, draw 3, draw 1, draw 1, draw 6,  draw 2, draw 2, draw 8, draw 8, draw 5",
    steps=(
        Lesson(
            later(
                "These five cards are your hand. On your turn you play cards of one animal, as"
                " many as you like. Play both zebras: touch the one"
                " with the ring, then its place at the waterhole."
            ),
            "3x2",
            "draw 3, draw 1, 2x2, draw 4, draw 4",
        ),
        Lesson(
            later(
                "You have drawn up to five cards again. Two meerkats have come to drink. With"
                " three zebras at the waterhole you chase away the nearest weaker animal. Play"
                " one more zebra!"
            ),
            "3x1",
            "draw 7, 8x2, draw 5, draw 6",
        ),
        Lesson(
            later(
                "You won both meerkats: two points. Now elephants have come. Nobody chases"
                " elephants away – but three mice do. Play your three mice."
            ),
            "1x3",
            "draw 2, draw 5, draw 4",
        ),
    ),
    ending=later(
        "The elephants are yours! So it goes on until there is nothing left to draw and a player"
        " has no cards. Whoever has won the most cards wins the game."
    ),
    figures=(
        Figure(4, 1, later("The waterhole is empty; only you see your own hand.")),
        Figure(5, 2, later("Two zebras and two meerkats: one more zebra chases the meerkats.")),
        Figure(5, 4, later("Three mice have chased the elephants away.")),
    ),
    sample="""
        draw 5, draw 6, draw 7, draw 8, draw 6, draw 8, draw 1, draw 4, draw 8, draw 5, draw 7,
        draw 1, draw 4, draw 2, draw 5, 6x2, draw 2, draw 6, 5x1, draw 3, 2x1, draw 7, 5x1, draw 2,
        1x1, draw 1, 7x1, draw 5, 2x2, draw 2, draw 8, 3x1, draw 2, 1x1, draw 8, 7x1, draw 7, 8x1,
        draw 3, 5x2, draw 4, draw 6
    """,
    sample_players=3,
)
