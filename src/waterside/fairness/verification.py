"""Checks a record: whether everything in it follows from what was fixed before the game."""

from __future__ import annotations

from dataclasses import dataclass

from waterside.core.errors import WatersideError
from waterside.core.record import Record
from waterside.fairness.draws import commitment
from waterside.fairness.promises import Promise
from waterside.fairness.proof import (
    COMMENT,
    DRAWS,
    TAKEN_BACK,
    Proof,
    comment,
    draws_of,
    given_actions,
    read_proof,
)


@dataclass(frozen=True)
class Finding:
    """Something in a record that is not as it must be."""

    text: str
    action: int | None = None
    """Which action, counted from 1; None if it is about the headers."""

    def __str__(self) -> str:
        return self.text if self.action is None else f"action {self.action}: {self.text}"


@dataclass(frozen=True)
class Verification:
    """What came out when a record was checked."""

    draws: int
    """How many outcomes of chance were computed again."""
    taken_back: str
    """Which draws the record says were taken back; nobody can compute these again."""
    findings: tuple[Finding, ...]
    missing: tuple[int, ...] = ()
    """The seats whose entropy was not revealed in time, and replaced."""
    is_committed: bool = False
    """Whether a player committed to entropy before any was revealed."""
    given: int = 0
    """How many actions were given: the game went on from a position, which no draw decided."""
    is_kept: bool = False
    """Whether the record was compared with what was kept from before the game."""

    @property
    def is_fair(self) -> bool:
        """Whether everything follows from the commitments."""
        return not self.findings


def verify(record: Record, promise: Promise | None = None) -> Verification:
    """Computes every commitment and every outcome of chance again and compares; also with the
    ``promise`` that a player has kept from before the game.
    """
    taken_back = record.headers.get(TAKEN_BACK, "")
    try:
        proof, given = read_proof(record), given_actions(record)
    except WatersideError as problem:
        return Verification(0, taken_back, (Finding(str(problem)),))
    chance = proof.chance
    findings = [*_check_commitments(proof)]
    if promise is not None:
        texts = promise.differences(chance, proof.published, len(proof.taken_back))
        findings += [Finding(text) for text in texts]
    draws, checked = _check_draws(record, proof)
    return Verification(
        draws,
        taken_back,
        (*findings, *checked),
        chance.missing,
        any(chance.commitments),
        given,
        promise is not None,
    )


def _check_commitments(proof: Proof) -> list[Finding]:
    chance, findings = proof.chance, []
    if chance.commitment != proof.published:
        findings.append(Finding("the secret is not the one that the commitment was made from"))
    for seat, promised in enumerate(chance.commitments, start=1):
        entropy = chance.entropy[seat - 1]
        if seat in chance.missing:
            if not promised or entropy != promised:
                text = f"seat {seat} did not reveal: its entropy must be its commitment"
                findings.append(Finding(text))
        elif bool(promised) != bool(entropy):
            findings.append(
                Finding(f"seat {seat} has entropy without a commitment, or the reverse")
            )
        elif promised and commitment(bytes.fromhex(entropy)) != promised:
            text = f"the entropy of seat {seat} is not what its commitment was made from"
            findings.append(Finding(text))
    return findings


def _check_draws(record: Record, proof: Proof) -> tuple[int, list[Finding]]:
    findings: list[Finding] = []
    draws = used = before = 0
    for position, number in draws_of(record, proof.taken_back):
        where = position.number + 1
        if number > used + 1 and position.number == before:
            # A takeback takes a decision back first, and another decision follows it.
            text = f"draws {used + 1} to {number - 1} cannot be taken back: no player decided there"
            findings.append(Finding(text, where))
        draws, used, before = draws + 1, number, where
        action = record.actions[position.number].strip()
        really = position.text_of(proof.chance.draw(position, number - 1))
        if really != action:
            text = f"draw {number} brings {really}, but the record has {action}"
            findings.append(Finding(text, where))
        written = record.comments.get(position.number, "")
        if COMMENT.match(written) and written != comment(position, number):
            text = f"the outcomes and weights are {comment(position, number)!r}"
            findings.append(Finding(text, where))
    if proof.taken_back and proof.taken_back[-1].stop > used:
        text = f"{TAKEN_BACK}: {record.headers[TAKEN_BACK]}: but the last draw was {used}"
        findings.append(Finding(text))
    if record.headers.get(DRAWS, str(draws)) != str(draws):
        findings.append(Finding(f"{DRAWS}: {record.headers[DRAWS]}: but there are {draws}"))
    return draws, findings
