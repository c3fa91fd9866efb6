"""Laws that every game keeps, ours and third parties': ``check_game(GAME)`` plays random games and
raises ``BrokenLawError`` with the game's history when one does not hold.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from waterside.core.game import Game
from waterside.testing.errors import BrokenLawError
from waterside.testing.parts import check_parts
from waterside.testing.playing import CheckedGame

__all__ = ["BrokenLawError", "check_game"]


def check_game(
    game: Game,
    *,
    games: int = 3,
    seed: int = 0,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    longest: int = 20_000,
) -> None:
    """Plays random games for every number of players (or one) and checks these laws throughout.

    Of the rules and the notation, in every position:

    1. the actor is a seat, chance or nobody, and only an ended game has nobody;
    2. there is something to do in every position that is not an end, and lists fit ``longest``;
    3. actions are distinct, sorted lists of texts name each exactly once, numbers are in range;
    4. the text of every action reads back as the same action;
    5. weights are whole numbers above zero and probabilities sum to one;
    6. ``sample`` only draws listed outcomes, and what one seat alone sees (``witness``) looks the
       same to all others whatever it is;
    7. playing an action changes no other position, earlier ones included (no aliasing);
    8. undoing gives the position before, and playing again the same one after;
    9. an illegal or malformed action is refused, and changes nothing;
    10. the actor's view has the same legal actions;
    11. forgetting twice is forgetting once; an imagined world looks the same to its viewer;
    12. observations have their size and depend on the view only;
    13. the game ends, someone has won, scores have one number a seat;
    14. the record reads back exactly.

    Of the other parts, in some positions:

    15. heuristics: shares of the win sum to one, what is promising is legal, worlds that are
        believed look the same to the seat that believes them, a solver values legal actions only;
    16. text: every choice has a label that no other has, every turn a prompt, every end sentences,
        in every language, and what is narrated depends on what the viewer sees only;
    17. terminal: the board fits 44 columns and 17 lines;
    18. drawing: a picture is well-formed, and has all that is touched to choose an action;
    19. facts: counts never fall, those of endings are 0 or 1;
    20. lessons: the tour and the sample can be played;
    21. options and series: every choice is taken and has a label, starters are seats.
    """
    check_parts(game, seed)
    fewest, most = game.seats
    for count in [players] if players else range(fewest, most + 1):
        for number in range(games):
            rng = random.Random(f"{game.name} {count} {seed} {number}")
            CheckedGame(game, count, dict(options or {}), rng, longest).play()
