"""What each message does to a table: one function a message, from a table to new events.

Nothing here changes the table: the events do, once they are stored.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from waterside import fairness, protocol
from waterside.core.errors import WatersideError
from waterside.core.record import one_line
from waterside.protocol import Phase, Refusal, Request
from waterside.server.domain.errors import RefusalError
from waterside.server.domain.round import begin
from waterside.server.domain.table import Draft, Offer, Seat, Table, person_of


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sends a message, and when."""

    identity: str
    name: str
    now: float
    present: Callable[[str], bool] = lambda identity: True
    """Whether somebody is connected."""
    known_levels: frozenset[str] = frozenset()
    randbytes: fairness.RandBytes = secrets.token_bytes
    """Where the secrets of games come from."""


def check(table: Table, sender: Sender, request: Request) -> None:
    """Refuses what the sender may not do, or not now: as declared beside the message."""
    if not table.allows(sender.identity, request.who):
        raise RefusalError(Refusal.NOT_ALLOWED, WHO_MAY[request.who])
    if table.phase not in request.when:
        raise RefusalError(Refusal.NOT_NOW, NOT_NOW[table.phase])


WHO_MAY = {
    protocol.PLAYERS: "Only players can do this: take a seat first.",
    protocol.HOST: "Only the host of the table can do this.",
    protocol.PLAYERS_AND_HOST: "Only players and the host can do this.",
}
NOT_NOW = {
    Phase.WAITING: "The game has not started yet.",
    Phase.PLAYING: "This is not possible in the middle of a game.",
    Phase.BETWEEN: "The game is over.",
    Phase.CLOSED: "The table is closed.",
}


def command(table: Table, sender: Sender, request: Request) -> list[Draft]:
    """The events that a message leads to; RefusalError if it is refused."""
    check(table, sender, request)
    drafts: list[Draft] = COMMANDS[type(request)](table, sender, request)
    return drafts


def sit(table: Table, sender: Sender, request: protocol.Sit) -> list[Draft]:
    """Takes a seat; the last one starts the game."""
    if request.seat is None:
        chosen = next((seat for seat in table.seats if seat.is_free), None)
        if chosen is None:
            raise RefusalError(Refusal.TAKEN, "All seats are taken.")
    else:
        chosen = the_seat(table, request.seat)
        if not chosen.is_free:
            raise RefusalError(Refusal.TAKEN, "This seat is taken.")
    name = one_line(request.name or "") or sender.name
    body = {
        "seat": chosen.number,
        "identity": sender.identity,
        "name": name,
        "entropy": request.entropy,
    }
    drafts = [Draft("seated", body)]
    full = all(seat.is_taken for seat in table.seats if seat is not chosen)
    if full and table.phase is Phase.WAITING:
        drafts.append(started(table, sender, entropy={chosen.number: request.entropy}))
    return drafts


def stand(table: Table, sender: Sender, request: protocol.Stand) -> list[Draft]:
    """Gives seats free."""
    own = table.seats_of(sender.identity)
    if request.seat is not None:
        own = [own_seat(table, sender, request.seat)]
    return [Draft("stood", {"seat": seat.number}) for seat in own]


def assign(table: Table, sender: Sender, request: protocol.Assign) -> list[Draft]:
    """The host says who a seat is for; if a bot takes the last one, the game starts."""
    seat = the_seat(table, request.seat)
    if (request.kind == "bot") != (request.level is not None):
        raise RefusalError(Refusal.MALFORMED, "A bot has a level, a person has none.")
    check_level(sender, request.level)
    body = {"seat": seat.number, "kind": request.kind, "level": request.level}
    drafts = [Draft("assigned", body)]
    others = [other for other in table.seats if other is not seat]
    full = request.kind == "bot" and all(other.is_taken for other in others)
    if full and table.phase is Phase.WAITING and any(other.identity for other in others):
        drafts.append(started(table, sender, entropy={seat.number: ""}))
    return drafts


def start(table: Table, sender: Sender, request: protocol.Start) -> list[Draft]:
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
    """The start of the next game, with what chance brings before the first turn.

    The secret was committed to before anybody's entropy was known, and now another one is, for the
    game after this.
    """
    given = {**{seat.number: seat.entropy for seat in table.seats}, **(entropy or {})}
    entropies = tuple(given[seat.number] for seat in table.seats)
    series = table.series
    body: dict[str, Any] = {"entropy": list(entropies)}
    if series.is_over:
        body["starter"] = series.starter
        first = table.game.new(table.players, **{**series.options, "starter": series.starter})
    else:
        first = series.next()
    if bots:
        body["bots"] = {str(seat): level for seat, level in bots.items()}
    coming = begin(0, first, table.coming_secret, entropies)
    steps = coming.let_chance_decide(first)
    body["commitment"] = coming.commitment
    body["actions"] = [step.action for step in steps]
    secret = fairness.new_secret(sender.randbytes)
    body["coming_commitment"] = fairness.commitment(secret)
    return Draft("started", body, {"coming_secret": secret.hex()}, steps)


def play(table: Table, sender: Sender, request: protocol.Play) -> list[Draft]:
    """Plays an action of the seat whose turn it is."""
    fresh(table, request.at)
    actor = table.actor()
    if actor is None or actor.identity != sender.identity:
        raise RefusalError(Refusal.NOT_YOUR_TURN, "It is not your turn.")
    if actor.has_stand_in:
        raise RefusalError(Refusal.NOT_YOUR_TURN, "A bot plays for you; come back first.")
    return [acted(table, actor.number, request.action)]


def acted(table: Table, seat: int, action: str, by: str | None = None) -> Draft:
    """The action with what chance brings after it."""
    assert table.round is not None
    try:
        steps = table.round.play(action)
    except WatersideError as problem:
        raise RefusalError(Refusal.ILLEGAL, "{problem}", problem=problem) from None
    body: dict[str, Any] = {"seat": seat, "actions": [step.action for step in steps]}
    if by:
        body["by"] = by
    return Draft("acted", body, {}, steps)


def take_back(table: Table, sender: Sender, request: protocol.TakeBack) -> list[Draft]:
    """Takes the own last decision back, or asks the others whether they agree."""
    fresh(table, request.at)
    seat, where = last_decision_of(table, sender)
    if may_take_back(table, seat):
        return [Draft("taken_back", {"seat": seat, "to": where})]
    assert table.round is not None
    others = [other for other in table.people() if other.identity != sender.identity]
    bots = any(other.level for other in table.seats)
    if bots and (table.round.chance_since(where) or table.round.revealed_since(where)):
        raise RefusalError(
            Refusal.NOT_NOW, "It cannot be taken back: something was revealed since."
        )
    if not others:
        return [Draft("taken_back", {"seat": seat, "to": where})]
    if table.offer is not None:
        raise RefusalError(Refusal.NOT_NOW, "Another question is open already.")
    agreed = [own.number for own in table.seats_of(sender.identity)]
    body = {"what": "take_back", "seat": seat, "agreed": agreed, "to": where}
    return [Draft("offered", body)]


def last_decision_of(table: Table, sender: Sender) -> tuple[int, int]:
    """The seat of the sender's that decided last, and where in the actions."""
    assert table.round is not None
    found = [
        (where, seat.number)
        for seat in table.seats_of(sender.identity)
        if (where := table.round.last_decision(seat.number)) is not None
    ]
    if not found:
        raise RefusalError(Refusal.NOT_NOW, "You have not decided anything yet.")
    where, seat = max(found)
    return seat, where


def may_take_back(table: Table, seat: int) -> bool:
    """Whether this seat's decision was the last thing that happened, and revealed nothing."""
    game = table.round
    if game is None or game.reason is not None or not game.decisions:
        return False
    where, who = game.decisions[-1]
    return who == seat and where == len(game.actions) - 1 and not game.revealed_since(where)


def again(table: Table, sender: Sender, request: protocol.Again) -> list[Draft]:
    """Offers another game; where all others are bots it starts at once."""
    if any(seat.is_free for seat in table.seats):
        raise RefusalError(Refusal.NOT_NOW, "A seat is free: somebody has to take it first.")
    if table.offer is not None:
        raise RefusalError(Refusal.NOT_NOW, "Another question is open already.")
    own = [seat.number for seat in table.seats_of(sender.identity)]
    entropy = dict.fromkeys(own, request.entropy)
    if everybody_agrees(table, set(own)):
        return [started(table, sender, entropy=entropy)]
    body = {"what": "again", "seat": own[0], "agreed": own, "entropy": texts(entropy)}
    return [Draft("offered", body)]


def answer(table: Table, sender: Sender, request: protocol.Answer) -> list[Draft]:
    """Agrees to an offer or refuses it; the last one who agrees brings it about."""
    offer = table.offer
    if offer is None or offer.number != request.offer:
        raise RefusalError(Refusal.STALE, "This question is not open any more.")
    own = [seat.number for seat in table.seats_of(sender.identity)]
    entropy = dict.fromkeys(own, request.entropy) if offer.what == "again" else {}
    body = {"agree": request.agree, "seats": own, "what": offer.what, "entropy": texts(entropy)}
    drafts = [Draft("answered", body)]
    if request.agree and everybody_agrees(table, offer.agreed | set(own)):
        drafts.append(brought_about(table, sender, offer, entropy))
    return drafts


def brought_about(table: Table, sender: Sender, offer: Offer, entropy: dict[int, str]) -> Draft:
    """What an offer leads to when all agree."""
    if offer.what == "again":
        return started(table, sender, entropy=entropy)
    return Draft("taken_back", {"seat": offer.seat, "to": offer.to})


def everybody_agrees(table: Table, agreed: set[int]) -> bool:
    """Whether these are all seats where people play themselves."""
    return all(seat.number in agreed for seat in table.people())


def texts(entropy: dict[int, str]) -> dict[str, str]:
    """Seats as JSON has them."""
    return {str(seat): given for seat, given in entropy.items()}


def resign(table: Table, sender: Sender, request: protocol.Resign) -> list[Draft]:
    """Gives up: of two the other has won, of more a bot goes on."""
    fresh(table, request.at)
    own = table.seats_of(sender.identity)
    seat = own[0] if request.seat is None else own_seat(table, sender, request.seat)
    body: dict[str, Any] = {"seat": seat.number, "name": seat.name}
    if table.players == 2:
        return [Draft("resigned", {**body, "winners": [3 - seat.number]})]
    return [Draft("resigned", {**body, "level": table.stand_in})]


def replace(table: Table, sender: Sender, request: protocol.Replace) -> list[Draft]:
    """Gives the seat of somebody who is away too long to a bot."""
    seat = the_seat(table, request.seat)
    if seat.identity is None or seat.level is not None:
        raise RefusalError(Refusal.NOT_NOW, "A bot plays in this seat already.")
    check_away(table, sender, seat)
    check_level(sender, request.level)
    level = request.level or table.stand_in
    return [Draft("replaced", {"seat": seat.number, "level": level})]


def come_back(table: Table, sender: Sender, request: protocol.ComeBack) -> list[Draft]:
    """Takes the own seat back from a bot."""
    own = table.seats_of(sender.identity)
    if request.seat is not None:
        own = [own_seat(table, sender, request.seat)]
    gone = [seat for seat in own if seat.has_stand_in or seat.left]
    if not gone:
        raise RefusalError(Refusal.NOT_NOW, "You play in your seat already.")
    return [Draft("returned", {"seat": seat.number}) for seat in gone]


def end(table: Table, sender: Sender, request: protocol.End) -> list[Draft]:
    """Ends a game in which somebody is away too long."""
    others = [s for s in table.seats if s.identity and s.identity != sender.identity]
    if not others:
        raise RefusalError(Refusal.NOT_NOW, "Nobody is away; you can resign.")
    for seat in others:
        try:
            check_away(table, sender, seat)
        except RefusalError:
            continue
        return [Draft("ended", {"seat": seat.number})]
    raise RefusalError(Refusal.NOT_NOW, "Nobody has been away long enough.")


def check_away(table: Table, sender: Sender, seat: Seat) -> None:
    """Refuses unless whoever has this seat is away longer than the table allows, or has left."""
    if seat.left:
        return
    assert seat.identity is not None
    since = seat.away_since
    if since is None and seat is table.actor():
        since = table.turn_since  # their server may have gone with them
    if sender.present(seat.identity) or since is None or sender.now < since + table.away_limit:
        raise RefusalError(
            Refusal.NOT_NOW,
            "{name} is here, or has not been away for {limit:g} seconds.",
            name=seat.name,
            limit=table.away_limit,
        )


def chat(table: Table, sender: Sender, request: protocol.Chat) -> list[Draft]:
    """Says something to all."""
    if sender.identity in table.muted:
        raise RefusalError(Refusal.MUTED, "The host has muted you.")
    name = table.members.get(sender.identity, sender.name)
    text = one_line(request.text)
    if not text:
        raise RefusalError(Refusal.MALFORMED, "There is nothing to read in it.")
    return [Draft("chatted", {"identity": sender.identity, "name": name, "text": text})]


def mute(table: Table, sender: Sender, request: protocol.Mute) -> list[Draft]:
    """Stops somebody's chat or allows it again."""
    who = next((i for i in table.members if person_of(i) == request.person), None)
    if who is None or who == table.host:
        raise RefusalError(Refusal.NO_SUCH, "There is nobody of this name to be muted.")
    if (who in table.muted) == request.muted:
        return []
    name = table.members[who]
    return [Draft("muted", {"identity": who, "name": name, "muted": request.muted})]


def leave(table: Table, sender: Sender, request: protocol.Leave) -> list[Draft]:
    """Goes away for good; somebody who was only watching leaves no trace."""
    if not table.seats_of(sender.identity) and sender.identity not in table.members:
        return []
    name = table.members.get(sender.identity, sender.name)
    seats = [seat.number for seat in table.seats_of(sender.identity)]
    return [Draft("left", {"identity": sender.identity, "name": name, "seats": seats})]


def close(table: Table, sender: Sender, request: protocol.Close) -> list[Draft]:
    """Closes the table."""
    return [Draft("closed")]


def nothing(table: Table, sender: Sender, request: Request) -> list[Draft]:
    """For messages that only ask."""
    return []


def look(table: Table, sender: Sender, request: protocol.Look) -> list[Draft]:
    """Looks through the eyes of an own seat only."""
    if request.seat is not None:
        own_seat(table, sender, request.seat)
    return []


def hint(table: Table, sender: Sender, request: protocol.Hint) -> list[Draft]:
    """Hints are for whoever is to act, where the table allows them."""
    fresh(table, request.at)
    actor = table.actor()
    if actor is None or actor.identity != sender.identity:
        raise RefusalError(Refusal.NOT_YOUR_TURN, "It is not your turn.")
    if not table.hints:
        raise RefusalError(Refusal.NOT_ALLOWED, "There are no hints at this table.")
    return []


def fresh(table: Table, at: int) -> None:
    """Refuses what was chosen before the game went on."""
    if at < table.game_number or at > table.number:
        raise RefusalError(Refusal.STALE, "The game has gone on meanwhile; look again.")


def the_seat(table: Table, number: int) -> Seat:
    """The seat of this number."""
    seat = table.seat(number)
    if seat is None:
        raise RefusalError(
            Refusal.NO_SUCH, "There is no seat {seat}; seats go from 1 to {players}.",
            seat=number, players=table.players,
        )  # fmt: skip
    return seat


def own_seat(table: Table, sender: Sender, number: int) -> Seat:
    """The seat of this number, which must be the sender's."""
    seat = the_seat(table, number)
    if seat.identity != sender.identity:
        raise RefusalError(Refusal.NOT_ALLOWED, "This seat is not yours.")
    return seat


def check_level(sender: Sender, level: str | None) -> None:
    """Refuses the name of a bot that there is not."""
    if level is not None and level not in sender.known_levels:
        raise RefusalError(
            Refusal.NO_SUCH, "There is no bot {level}; there are {levels}.",
            level=level, levels=", ".join(sorted(sender.known_levels)),
        )  # fmt: skip


COMMANDS: dict[type[Request], Callable[[Table, Sender, Any], list[Draft]]] = {
    protocol.Hello: nothing,
    protocol.Ping: nothing,
    protocol.Look: look,
    protocol.Sit: sit,
    protocol.Stand: stand,
    protocol.Assign: assign,
    protocol.Start: start,
    protocol.Play: play,
    protocol.TakeBack: take_back,
    protocol.Again: again,
    protocol.Answer: answer,
    protocol.Resign: resign,
    protocol.Replace: replace,
    protocol.ComeBack: come_back,
    protocol.End: end,
    protocol.Hint: hint,
    protocol.Chat: chat,
    protocol.Mute: mute,
    protocol.Leave: leave,
    protocol.Close: close,
}
