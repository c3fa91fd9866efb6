"""What can be counted in a game of Kariba: who chased whom, and how many cards that won."""

from __future__ import annotations

from waterside.core.facts import MOMENT, Fact
from waterside.engine.build import rule
from waterside.engine.contract import CHANCE
from waterside.games.kariba.rules import (
    ANIMALS,
    NOBODY,
    PILE,
    PLAY,
    animal_played,
    cards_played,
    chased_by,
    is_take,
)

NAMES = ("mouse", "meerkat", "zebra", "giraffe", "ostrich", "cheetah", "rhino", "elephant")
CHASES = ANIMALS
CARDS, MOST_CARDS, FIRST_CHASE, FROM_PILE, OPEN_TAKEN = range(CHASES, CHASES + 5)

FACTS = (
    *(Fact(f"chases by {name}", f"animals chased away by {name} cards") for name in NAMES),
    Fact("cards chased", "cards won by chases"),
    Fact("most cards", "cards of the biggest chase"),
    Fact("first chase", "the decision that chased first", MOMENT),
    Fact("pile chosen", "cards drawn from the pile where the market gave a choice"),
    Fact("open cards taken", "cards taken from the market"),
)


@rule
def facts(before, who, action, after, decisions, counts):
    """Chases, by the animal that was played, and where cards were drawn from."""
    if who == CHANCE:
        return
    if before.phase == PLAY:
        animal = animal_played(action)
        chased = chased_by(before, animal, cards_played(action))
        if chased != NOBODY:
            cards = int(before.waterhole[chased])
            counts[animal] += 1
            counts[CARDS] += cards
            counts[MOST_CARDS] = max(counts[MOST_CARDS], cards)
            if counts[FIRST_CHASE] == 0:
                counts[FIRST_CHASE] = decisions
    elif action == PILE:
        counts[FROM_PILE] += 1
    elif is_take(action):
        counts[OPEN_TAKEN] += 1
