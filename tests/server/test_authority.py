"""Every message, from everybody, in every phase: the answer is the one that is declared."""

import itertools
from pathlib import Path
from typing import get_args

import pytest

from tests.server.desks import ADA, BEN, CAT, EVE, Desk, state_of
from waterside import protocol
from waterside.fairness import commitment
from waterside.protocol import REQUESTS, Phase, Refusal, RefusalError
from waterside.server.domain.commands import HANDLERS, handles
from waterside.server.domain.seat import person_of

PHASES = list(Phase)
ENTROPY = bytes(range(32))
WHO = {
    "a guest": (EVE, {"guest"}),
    "a player": (BEN, {"guest", "player"}),
    "the host, who plays": (ADA, {"guest", "player", "host"}),
    "a host without a seat": (CAT, {"guest", "host"}),
}

EXPECTED = {
    # type: (who, when), written out once more: a change of the declaration must be meant
    "hello": ("guest player host", "waiting starting playing between closed"),
    "ping": ("guest player host", "waiting starting playing between closed"),
    "switch_seat": ("player", "waiting starting playing between"),
    "sit": ("guest player host", "waiting between"),
    "reveal": ("player", "starting"),
    "leave_seat": ("player", "waiting between"),
    "pace": ("player", "waiting starting playing between"),
    "assign": ("host", "waiting between"),
    "start": ("player host", "waiting"),
    "play": ("player", "playing"),
    "takeback": ("player", "playing"),
    "rematch": ("player", "between"),
    "answer": ("player", "playing between"),
    "resign": ("player", "playing"),
    "replace": ("player", "playing"),
    "come_back": ("player", "playing"),
    "end": ("player", "playing"),
    "hint": ("player", "playing"),
    "explain": ("player", "playing"),
    "why": ("player", "playing"),
    "chat": ("guest player host", "waiting starting playing between"),
    "mute": ("host", "waiting starting playing between"),
    "leave": ("guest player host", "waiting starting playing between"),
    "close": ("host", "waiting between"),
}


def test_the_declarations_are_the_expected_ones():
    declared = {row["type"]: (set(row["who"]), set(row["when"])) for row in protocol.authority()}
    expected = {
        name: (set(who.split()), set(when.split())) for name, (who, when) in EXPECTED.items()
    }
    assert declared == expected


def rows(heading):
    """The cells of the first table after some words in the page on the protocol."""
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
    lines = page.partition(heading)[2].splitlines()
    after = itertools.dropwhile(lambda line: line[:1] != "|", lines)
    table = list(itertools.takewhile(lambda line: line[:1] == "|", after))
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in table[2:]]


def test_the_page_on_the_protocol_says_who_may_send_what_and_when():
    who_in_words = {
        "all": {"guest", "player", "host"}, "players": {"player"}, "host": {"host"},
        "players, host": {"player", "host"},
    }  # fmt: skip
    every = {phase.value for phase in Phase}
    when_in_words = {"always": every, "until it is closed": every - {"closed"}}
    said = {
        name.strip("`"): (who_in_words[who], when_in_words.get(when) or set(when.split(", ")))
        for name, who, when, _ in rows("## What a client sends")
    }
    declared = {row["type"]: (set(row["who"]), set(row["when"])) for row in protocol.authority()}
    assert said == declared


def test_the_page_on_the_protocol_says_what_sitting_rematches_and_resigning_do_in_each_phase():
    said = rows("What three messages do in each phase")
    assert [phase.strip("`") for phase, *_ in said] == [phase.value for phase in Phase]
    kinds = (protocol.Sit, protocol.Rematch, protocol.Resign)
    for (_, *cells), phase in zip(said, Phase, strict=True):
        for kind, cell in zip(kinds, cells, strict=True):
            desk = table_in(phase, ADA)
            try:
                desk.do(BEN, example(kind, desk))
                code = None
            except RefusalError as refused:
                code = refused.code
            assert cell.startswith("`not_now`") == (code is Refusal.NOT_NOW), (phase, kind)


def test_every_message_has_exactly_one_handler():
    assert set(HANDLERS) == set(REQUESTS)
    assert len(set(HANDLERS.values())) == len(REQUESTS)
    with pytest.raises(TypeError, match="Ping has two handlers"):
        handles(protocol.Ping)(HANDLERS[protocol.Sit])


def test_every_message_can_be_read():
    assert set(get_args(get_args(protocol.AnyRequest)[0])) == set(REQUESTS)
    assert set(get_args(get_args(protocol.AnyReply)[0])) == set(protocol.REPLIES)


def table_in(phase, host):
    """Ben in seat 2; in seat 1 Ada or, where Cat is the host, somebody else or nobody."""
    if phase is Phase.WAITING:
        return waiting(host)
    desk = Desk("crocodile", host=host, sit=1 if host == ADA else None)
    if host != ADA:
        desk.do(host, protocol.Assign(seat=1, kind="bot", level="club"))
    promised = commitment(ENTROPY) if phase is Phase.STARTING else ""
    desk.do(BEN, protocol.Sit(seat=2, commitment=promised))
    if phase in (Phase.BETWEEN, Phase.CLOSED):
        desk.do(BEN, protocol.Resign(at=desk.table.number))
    if phase is Phase.CLOSED:
        desk.do(host, protocol.Close())
    assert desk.table.phase is phase
    return desk


def waiting(host):
    """A table for three, where one seat is still free."""
    desk = Desk("kariba", seats=("person", "person", "person"), host=host, sit=None)
    if host == ADA:
        desk.do(ADA, protocol.Sit(seat=1))
    desk.do(BEN, protocol.Sit(seat=2))
    return desk


def example(kind, desk):
    """A message of this type that makes sense here."""
    at = desk.table.number
    legal = desk.table.round.position.legal() if desk.table.round else []
    fields = {
        "hello": {"version": protocol.VERSION},
        "switch_seat": {"seat": None},
        "reveal": {"entropy": ENTROPY.hex()},
        "assign": {"seat": 1, "kind": "bot", "level": "club"},
        "play": {"action": (legal or ["x"])[0], "at": at},
        "takeback": {"at": at},
        "answer": {"offer": 1, "agree": True},
        "resign": {"at": at},
        "pace": {"speed": "slow"},
        "replace": {"seat": 1},
        "hint": {"at": at},
        "explain": {"at": at, "action": (legal or ["x"])[0]},
        "why": {"touched": ["place-1"], "at": at},
        "chat": {"text": "hello"},
        "mute": {"person": person_of(BEN)},
    }
    return kind(**fields.get(kind.model_fields["type"].default, {}))


@pytest.mark.parametrize(
    ("kind", "who", "phase"),
    list(itertools.product(REQUESTS, WHO, PHASES)),
    ids=lambda value: value.__name__ if isinstance(value, type) else str(value),
)
def test_who_may_send_what_and_when(kind, who, phase):
    identity, roles = WHO[who]
    desk = table_in(phase, CAT if identity == CAT else ADA)
    name = kind.model_fields["type"].default
    may, when = (set(part.split()) for part in EXPECTED[name])
    before = state_of(desk.table)
    try:
        desk.do(identity, example(kind, desk))
        code = None
    except RefusalError as refused:
        code = refused.code
        assert state_of(desk.table) == before
        assert refused.translated(lambda text, **parts: text.format(**parts))
    if not roles & may:
        assert code is Refusal.NOT_ALLOWED
    elif phase not in when:
        assert code is Refusal.NOT_NOW
    else:
        assert code in FURTHER.get(name, {None})


FURTHER = {
    # Allowed as such; more reasons that the situation of the test may give.
    "sit": {None, Refusal.TAKEN},
    "start": {Refusal.NOT_NOW},
    "reveal": {None, Refusal.NO_SUCH},
    "play": {None, Refusal.NOT_YOUR_TURN},
    "takeback": {Refusal.NOT_NOW},
    "rematch": {None},
    "answer": {Refusal.STALE},
    "replace": {Refusal.NOT_NOW},
    "come_back": {Refusal.NOT_NOW},
    "end": {Refusal.NOT_NOW},
    "hint": {None, Refusal.NOT_YOUR_TURN},
    "explain": {None, Refusal.NOT_YOUR_TURN},
    "why": {None, Refusal.NOT_YOUR_TURN},
}
