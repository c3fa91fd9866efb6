"""A table without a server: messages are answered at once, time is what we say it is, and all
chance comes from a seed.
"""

import random

from waterside import protocol
from waterside.bots.levels import LEVELS
from waterside.server.domain.commands import Sender, command
from waterside.server.domain.creation import TableWish, made
from waterside.server.domain.table import Table

ADA, BEN, CAT, EVE = ("a" * 64, "b" * 64, "c" * 64, "e" * 64)
NAMES = {ADA: "Ada", BEN: "Ben", CAT: "Cat", EVE: "Eve"}
BOTS = frozenset(LEVELS) | {"random"}


class Desk:
    """A table, its log, and who is there."""

    def __init__(
        self, game="kariba", seats=("person", "person"), host=ADA, sit=1, seed=1, **wishes
    ):
        wish = TableWish(
            game=game,
            seats=[
                {"kind": seat} if seat in ("person", "open") else {"kind": "bot", "level": seat}
                for seat in seats
            ],
            **wishes,
        )
        self.now = 1000.0
        self.randbytes = random.Random(seed).randbytes
        self.absent = set()
        self.table, self.log, _ = made(wish, self.sender(host))
        if sit is not None and self.table.seats[sit - 1].is_free:
            self.do(host, protocol.Sit(seat=sit))

    def sender(self, who):
        return Sender(who, NAMES[who], self.now, self.is_present, BOTS, self.randbytes)

    def is_present(self, who):
        return who not in self.absent

    def do(self, who, request):
        """What a message leads to, taken in; RefusalError if it is refused."""
        drafts = command(self.table, self.sender(who), request)
        self.take(*drafts)
        return [draft.kind for draft in drafts]

    def take(self, *drafts):
        for draft in drafts:
            event = draft.event(self.table.number + 1, self.now)
            self.table.apply(event, draft.steps)
            self.log.append(event)

    def again_from_the_log(self):
        """The same table, folded anew."""
        return Table.of(self.table.id, self.log)


def state_of(table):
    """All that a table is, to compare it with another."""
    game = table.round
    return {
        "number": table.number,
        "game_number": table.game_number,
        "phase": table.phase,
        "seats": [
            (s.kind, s.level, s.identity, s.name, s.entropy, s.away_since, s.left)
            for s in table.seats
        ],
        "members": dict(table.members),
        "muted": set(table.muted),
        "offer": table.offer
        and (table.offer.number, table.offer.what, table.offer.seat, table.offer.agreed),
        "series": (table.series.games, table.series.counted, table.series.scores),
        "starter": table.series.starter,
        "turn_since": table.turn_since,
        "round": game
        and {
            "number": game.number,
            "state": game.position.state.tobytes(),
            "played": game.position.number,
            "actions": list(game.actions),
            "drawn": list(game.drawn),
            "draws": game.draws,
            "decisions": list(game.decisions),
            "reason": game.reason,
            "winners": game.winners,
            "secret": game.secret,
        },
    }
