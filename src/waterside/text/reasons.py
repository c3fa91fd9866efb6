"""Why an action is suggested, in sentences: what it threatens, what it allows, and what it gives up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from waterside.core.language import Say
from waterside.core.position import Position


class Consequence(Protocol):
    """An action that stands out in what comes after another one."""

    @property
    def seat(self) -> int:
        """Whose action it would be."""

    @property
    def action(self) -> str:
        """The action."""

    @property
    def state(self) -> str:
        """The position in which it would be played, as the asker would see it."""

    @property
    def change(self) -> float:
        """What it would change of the share of the win that the asker expects."""

    @property
    def times(self) -> int:
        """In how many of the worlds it came up."""


class Consequences(Protocol):
    """What an action leads to: see ``waterside.bots.consequences``."""

    @property
    def worlds(self) -> int:
        """How many continuations were looked at."""

    @property
    def threat(self) -> Consequence | None:
        """What its player could do next."""

    @property
    def reply(self) -> Consequence | None:
        """What others could do before that."""

    @property
    def given_up(self) -> Consequence | None:
        """What its player could do next after another action."""

    @property
    def ends(self) -> bool:
        """Whether the game is over with it."""


def reasons(
    found: Consequences, seen: Position, other: str | None, names: Sequence[str], say: Say
) -> list[str]:
    """What an action in a position leads to, a sentence for each; ``other`` is the alternative."""
    if found.ends:
        return [say("It ends the game.")]
    worlds, label = found.worlds, seen.game.text.label
    texts = []

    def parts(one: Consequence) -> dict[str, object]:
        before = Position(seen.game, seen.players, seen.options, bytes.fromhex(one.state))
        return {
            "what": label(before, one.action, say, names),
            "share": say("{number}%", number=round(100 * abs(one.change))),
            "times": one.times,
            "worlds": worlds,
        }

    if (threat := found.threat) is not None:
        texts.append(
            say("It threatens: {what}. That would gain {share} of the win.", **parts(threat))
            if threat.times == worlds
            else say(
                "It may threaten: {what} (in {times} of {worlds} continuations). "
                "That would gain {share} of the win.",
                **parts(threat),
            )
        )
    if (reply := found.reply) is not None:
        who = names[reply.seat - 1]
        texts.append(
            say(
                "It allows {who}: {what}. That would cost {share} of the win.",
                who=who,
                **parts(reply),
            )
            if reply.times == worlds
            else say(
                "It may allow {who}: {what} (in {times} of {worlds} continuations). "
                "That would cost {share} of the win.",
                who=who,
                **parts(reply),
            )
        )
    if not texts:
        texts.append(say("It threatens nothing in particular, and allows no strong reply."))
    if found.given_up is not None and other is not None:
        texts.append(
            say(
                "It gives up: {what}, which “{other}” could lead to.",
                other=label(seen, other, say, names),
                **parts(found.given_up),
            )
        )
    return texts
