"""One action ahead by the learned evaluation: what a player can expect after it, by what it knows.

Mostly the world at hand will do, since the network sees no more of it than the player does. Where hidden
facts settle at once what an action leads to (``guesses``), as in naming another's secret, the player
imagines several worlds instead: an action that is good in the true one only is no good advice.
"""

from __future__ import annotations

from waterside.bots.tree import believe
from waterside.engine.build import large_rule, rule
from waterside.engine.contract import OVER, actor, apply, guesses, redact, winners
from waterside.engine.network import value_for

IMAGINED = 32
"""How many worlds a player imagines where it guesses."""


@rule
def final_share(s, seat, players, out):
    """A seat's share of the win at the end."""
    winners(s, out)
    several = 0
    for other in range(players):
        several += out[other]
    return out[seat] / (1.0 * several)


@large_rule
def outlook_in(states, world, after, seat, players, action, net, layers):
    """What the network expects for a seat after an action in one of the states.

    ``after`` is states[2].
    """
    states[2] = states[world]
    apply(after, action)
    if actor(after) == OVER:
        return final_share(after, seat, players, layers.on)
    return 1.0 * value_for(after, seat, players, net, layers)


@large_rule
def write_outlooks(
    states, world, s, after, seen, out, n, outlooks, rng, mover, players, net, layers, worlds
):
    """Writes what a player expects after each of the first n actions in ``out``.

    ``s`` is states[world], ``after`` states[2] and ``seen`` states[3]. A player who guesses imagines so
    many ``worlds``.
    """
    if not guesses(s):
        for i in range(n):
            outlooks[i] = outlook_in(states, world, after, mover, players, out[i], net, layers)
        return
    for i in range(n):
        outlooks[i] = 0.0
    for _ in range(worlds):
        states[3] = states[world]
        redact(seen, mover)
        believe(seen, rng)
        for i in range(n):
            value = outlook_in(states, 3, after, mover, players, out[i], net, layers)
            outlooks[i] += value / worlds
