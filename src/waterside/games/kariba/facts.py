"""What can be counted in a game of Kariba: who chased whom, and how many cards it brought."""

from __future__ import annotations

from waterside.core.facts import MOMENT, Fact
from waterside.engine.build import rule
from waterside.engine.contract import CHANCE
from waterside.games.kariba.rules import ANIMALS, PILE, PLAY, TAKE_OPEN

NAMES = ("mouse", "meerkat", "zebra", "giraffe", "ostrich", "cheetah", "rhino", "elephant")
CHASES = ANIMALS
CARDS, MOST_CARDS, FIRST_CHASE, FROM_PILE, OPEN_TAKEN = range(CHASES, CHASES + 5)

FACTS = (
    *(Fact(f"chases by {name}", f"animals chased away by {name} cards") for name in NAMES),
    Fact("cards chased", "cards that chases brought"),
    Fact("most cards", "cards of the biggest chase"),
    Fact("first chase", "the decision that chased first", MOMENT),
    Fact("pile chosen", "cards drawn from the pile where the market gave a choice"),
    Fact("open cards taken", "cards taken from the market"),
)


@rule
def facts(before, who, action, after, decisions, counts):
    """A chase empties a place at the waterhole."""
    if who == CHANCE:
        return
    if before.phase == PLAY:
        for chased in range(ANIMALS):
            if before.waterhole[chased] > 0 and after.waterhole[chased] == 0:
                cards = int(before.waterhole[chased])
                counts[action >> 3] += 1
                counts[CARDS] += cards
                counts[MOST_CARDS] = max(counts[MOST_CARDS], cards)
                if counts[FIRST_CHASE] == 0:
                    counts[FIRST_CHASE] = decisions
    elif action == PILE:
        counts[FROM_PILE] += 1
    elif action >= TAKE_OPEN:
        counts[OPEN_TAKEN] += 1
