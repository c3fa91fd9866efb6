"""The rule functions that every game has, and the numbers that they share.

| function | what it does |
|---|---|
| ``new(s, players, options)`` | the state before the first action |
| ``actor(s)`` | the seat to act (from 0), ``CHANCE`` or ``OVER`` |
| ``legal(s, out)`` | writes the player's distinct legal actions, returns how many |
| ``chances(s, out, weights)`` | writes the outcomes of chance with whole-number weights |
| ``apply(s, action)`` | plays an action of the player or an outcome of chance |
| ``scores(s, out)`` | the score of each seat, at any time |
| ``winners(s, out)`` | 1 for each seat that has won, else 0; at the end |
| ``redact(s, seat)`` | forgets what this seat cannot know (-1: a spectator) |
| ``imagine(s, rng)`` | fills a redacted state with a uniformly drawn consistent world |
| ``observe(s, seat, out)`` | writes what a learning agent in this seat sees, from its redacted state, into zeros |
| ``sample(s, rng, out, weights)`` | optional: draws an outcome of chance, faster than from the list |
| ``pick(s, rng, out)`` | optional: any legal action, each as likely as any other, and how many there are; the action that ``legal`` lists at ``below(rng, n)``, found without writing a list |
| ``kind(s)`` | optional: a number from 0 to 7 for what the player has to decide now, such as the phase of a turn; threads of a GPU take decisions of one kind at a time, and only their speed depends on it |
| ``witness(s)`` | optional: the one seat that sees what chance brings now, or ``ALL_VIEWERS``, which it is where there is no such function |

``rules.py`` also says ``STATE`` (a ``StateLayout``), ``ACTIONS`` and ``OUTCOMES`` (how many numbers
they take) and ``LONGEST`` (the room that a list needs; the functions may scribble within it). A
game's ``__init__.py`` hands all of them to ``waterside.engine.rules.GameRules``.

All of them are marked with ``waterside.engine.build.rule``, take the state as their first
argument, allocate nothing and touch nothing else. Actions and outcomes are numbered separately,
each from 0: whose number it is follows from ``actor``.

The functions here are stand-ins that generic code names; see ``waterside.engine.build``.
"""

from __future__ import annotations

from waterside.core.rules import ALL_VIEWERS as ALL_VIEWERS
from waterside.core.rules import CHANCE as CHANCE
from waterside.core.rules import OVER as OVER
from waterside.core.rules import SPECTATOR as SPECTATOR
from waterside.engine.build import open_rule

KINDS = 8
"""How many kinds of decisions a game can tell apart."""

FUNCTIONS = (
    "new",
    "actor",
    "legal",
    "pick",
    "kind",
    "chances",
    "sample",
    "witness",
    "apply",
    "scores",
    "winners",
    "redact",
    "imagine",
    "observe",
)


@open_rule
def new(s, players, options):
    """Stands for the game's function."""


@open_rule
def actor(s):
    """Stands for the game's function."""


@open_rule
def legal(s, out):
    """Stands for the game's function."""


@open_rule
def pick(s, rng, out):
    """Stands for the game's function."""


@open_rule
def kind(s):
    """Stands for the game's function."""


@open_rule
def chances(s, out, weights):
    """Stands for the game's function."""


@open_rule
def sample(s, rng, out, weights):
    """Stands for the game's function."""


@open_rule
def witness(s):
    """Stands for the game's function."""


@open_rule
def apply(s, action):
    """Stands for the game's function."""


@open_rule
def scores(s, out):
    """Stands for the game's function."""


@open_rule
def winners(s, out):
    """Stands for the game's function."""


@open_rule
def redact(s, seat):
    """Stands for the game's function."""


@open_rule
def imagine(s, rng):
    """Stands for the game's function."""


@open_rule
def observe(s, seat, out):
    """Stands for the game's function."""
