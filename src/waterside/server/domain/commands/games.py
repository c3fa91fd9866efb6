"""Starting a game, playing it, asking for a hint, and giving it up."""

from __future__ import annotations

from waterside import fairness
from waterside.core.errors import WatersideError
from waterside.protocol import messages
from waterside.protocol.codes import Refusal
from waterside.protocol.errors import RefusalError
from waterside.server.domain.commands.handlers import Sender, check_fresh, handles, own_seats
from waterside.server.domain.events import Acted, Draft, Resigned, Started
from waterside.server.domain.round import begin
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
    return [started(table, sender, bots=bots)]


def started(
    table: Table,
    sender: Sender,
    *,
    bots: dict[int, str] | None = None,
    entropy: dict[int, str] | None = None,
) -> Draft:
    """The start of the next game, with what chance decides before the first turn.

    The secret was committed to before any player's entropy was known, and now another one is, for
    the game after this.
    """
    given = {**{seat.number: seat.entropy for seat in table.seats}, **(entropy or {})}
    entropies = tuple(given[seat.number] for seat in table.seats)
    series = table.series
    starter = series.starter if series.is_over else None
    if starter is None:
        first = series.next()
    else:
        first = table.game.new(table.players, **{**series.options, "starter": starter})
    coming = begin(0, first, table.coming_secret, entropies)
    steps = coming.let_chance_decide(first)
    secret = fairness.new_secret(sender.randbytes)
    event = Started(
        entropy=list(entropies),
        commitment=coming.commitment,
        actions=[step.action for step in steps],
        coming_commitment=fairness.commitment(secret),
        coming_secret=secret.hex(),
        starter=starter,
        bots=bots or {},
    )
    return Draft(event, steps)


@handles(messages.Play)
def play(table: Table, sender: Sender, request: messages.Play) -> list[Draft]:
    """Plays an action of the seat whose turn it is."""
    check_fresh(table, request.at)
    actor = table.actor()
    if actor is None or actor.identity != sender.identity:
        raise RefusalError(Refusal.NOT_YOUR_TURN, "It is not your turn.")
    if actor.has_stand_in:
        raise RefusalError(Refusal.NOT_YOUR_TURN, "A bot plays for you; come back first.")
    return [acted(table, actor.number, request.action)]


def acted(table: Table, seat: int, action: str, by: str | None = None) -> Draft:
    """The action with what chance decides after it."""
    assert table.round is not None
    try:
        steps = table.round.play(action)
    except WatersideError as problem:
        raise RefusalError(Refusal.ILLEGAL, "{problem}", problem=problem) from None
    return Draft(Acted(seat, [step.action for step in steps], by), steps)


@handles(messages.Hint)
def hint(table: Table, sender: Sender, request: messages.Hint) -> list[Draft]:
    """Changes nothing; hints are for the player to act, where the table allows them."""
    check_fresh(table, request.at)
    actor = table.actor()
    if actor is None or actor.identity != sender.identity:
        raise RefusalError(Refusal.NOT_YOUR_TURN, "It is not your turn.")
    if not table.hints:
        raise RefusalError(Refusal.NOT_ALLOWED, "There are no hints at this table.")
    return []


@handles(messages.Resign)
def resign(table: Table, sender: Sender, request: messages.Resign) -> list[Draft]:
    """Gives one game up: of two players the other has won it, with more a bot goes on."""
    check_fresh(table, request.at)
    seat = own_seats(table, sender, request.seat)[0]
    if table.players == 2:
        winners = [3 - seat.number]
        return [Draft(Resigned(seat.number, seat.name, winners=winners, ends_series=False))]
    return [Draft(Resigned(seat.number, seat.name, level=table.stand_in))]
