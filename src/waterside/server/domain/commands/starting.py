"""Starting a game: all commit to their entropy, all reveal it, and only then chance decides."""

from __future__ import annotations

from collections.abc import Mapping

from waterside.fairness import Chance, commitment, new_secret
from waterside.protocol import messages
from waterside.protocol.codes import Phase, Refusal
from waterside.protocol.errors import RefusalError
from waterside.server.domain.commands.handlers import Sender, handles
from waterside.server.domain.events import Committed, Draft, Revealed, Started
from waterside.server.domain.round import Round, replayed
from waterside.server.domain.table import Table


@handles(messages.Start)
def start(table: Table, sender: Sender, request: messages.Start) -> list[Draft]:
    """Starts with bots in the open seats; seats for people must be taken."""
    missing = [seat for seat in table.seats if seat.kind == "person" and seat.is_free]
    if missing:
        raise RefusalError(
            Refusal.NOT_NOW, "Seat {seat} waits for a person.", seat=missing[0].number
        )
    bots = {seat.number: table.stand_in for seat in table.seats if seat.is_free}
    return begin(table, sender, bots=bots)


def begin(
    table: Table,
    sender: Sender,
    *,
    bots: dict[int, str] | None = None,
    commitments: Mapping[int, str] | None = None,
) -> list[Draft]:
    """The next game, now that all seats are taken: players who have committed to entropy reveal it
    first. ``commitments`` are those that the table does not have yet, by seat.
    """
    changed = dict(commitments or {})
    if any(changed.get(seat.number, seat.commitment) for seat in table.seats):
        return [Draft(Committed(sender.now + sender.reveal_time, changed, bots or {}))]
    return [started(table, sender, bots=bots)]


@handles(messages.Reveal)
def reveal(table: Table, sender: Sender, request: messages.Reveal) -> list[Draft]:
    """Reveals the entropy of the sender's seats that have committed to it."""
    promised = commitment(bytes.fromhex(request.entropy))
    own = [seat for seat in table.seats_of(sender.identity) if seat.commitment == promised]
    if not own:
        raise RefusalError(Refusal.NO_SUCH, "No seat of yours has committed to this.")
    seats = [seat.number for seat in own if not seat.entropy]
    if not seats:
        return []
    drafts = [Draft(Revealed(seats, request.entropy))]
    revealed = dict.fromkeys(seats, request.entropy)
    if all(revealed.get(s.number, s.entropy) for s in table.seats if s.commitment):
        drafts.append(started(table, sender, revealed=revealed))
    return drafts


def time_is_up(table: Table, sender: Sender) -> list[Draft]:
    """The game starts with what was revealed in time."""
    return [started(table, sender)] if table.phase is Phase.STARTING else []


def started(
    table: Table,
    sender: Sender,
    *,
    bots: dict[int, str] | None = None,
    revealed: Mapping[int, str] | None = None,
) -> Draft:
    """The start of the next game, with what chance decides before the first turn.

    The secret was committed to before any player's entropy was known, and now another one is, for
    the game after this. ``revealed`` is what the table does not have yet, by seat.
    """
    entropy = [(revealed or {}).get(seat.number, seat.entropy) for seat in table.seats]
    chance = Chance.of(table.coming_secret, [seat.commitment for seat in table.seats], entropy)
    series = table.series
    starter = series.starter if series.is_over else None
    if starter is None:
        first = series.next()
    else:
        first = table.game.new(table.players, **{**series.options, "starter": starter})
    given = table.opening if table.round is None else []
    steps = replayed(first, given)
    steps += Round(0, first, chance).let_chance_decide(steps[-1].after if steps else first)
    secret = new_secret(sender.randbytes)
    event = Started(
        entropy=list(chance.entropy),
        commitment=chance.commitment,
        actions=[step.action for step in steps],
        coming_commitment=commitment(secret),
        coming_secret=secret.hex(),
        starter=starter,
        bots=bots or {},
        commitments=list(chance.commitments),
        missing=list(chance.missing),
        scheme=chance.scheme,
        given=len(given),
    )
    return Draft(event, steps)
