"""A table without a server: messages are answered at once, time is what we say it is, and all
chance comes from a seed.
"""

import json
import random

from waterside import protocol
from waterside.bots.levels import LEVELS
from waterside.server.domain.commands import Sender, command
from waterside.server.domain.creation import TableWish, create
from waterside.server.domain.table import Table
from waterside.server.live.log import row_of
from waterside.server.store import Event

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
        self.absent = {}
        self.here = {}
        self.table, events, _ = create(wish, self.sender(host))
        self.log = [stored(event) for event in events]
        if sit is not None and self.table.seats[sit - 1].is_free:
            self.do(host, protocol.Sit(seat=sit))

    def sender(self, who):
        return Sender(
            who, NAMES[who], self.now, self.absent_for, self.here.copy, BOTS, self.randbytes
        )

    def absent_for(self, who):
        """How long a user has had no connection, by the clock of the desk."""
        return self.now - self.absent[who] if who in self.absent else 0.0

    def do(self, who, request):
        """What a message leads to, taken in; RefusalError if it is refused."""
        drafts = command(self.table, self.sender(who), request)
        self.take(*drafts)
        return [draft.event.kind for draft in drafts]

    def take(self, *drafts):
        for draft in drafts:
            logged = draft.logged(self.table.number + 1, self.now)
            self.table.apply(logged, draft.steps)
            self.log.append(stored(logged))

    def again_from_the_log(self):
        """The same table, folded once more."""
        return Table.of(self.table.id, self.log)


def stored(logged):
    """An event as it comes back from a store: a row of JSON."""
    row = row_of(logged)
    body, private = (json.loads(json.dumps(part)) for part in (row.body, row.private))
    return Event(row.number, row.kind, body, private, row.at)


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
        "commitments": [s.commitment for s in table.seats],
        "reveal_until": table.reveal_until,
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
            "secret": game.chance.secret,
        },
    }
