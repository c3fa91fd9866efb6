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
| ``guesses(s)`` | optional: whether what the player's action leads to at once depends on what the player does not know, as in naming a secret; bots then judge it over many imagined worlds |
| ``knowledge(s, seat)`` | optional: a number below ``2**30`` for what this seat knows beside what is public, the same where that is the same; ``UNCOUNTED``, which it is where there is no such function, if it takes more than a number. Searches remember by it what a seat would do |

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

UNCOUNTED = -1
"""What ``knowledge`` returns where no number stands for what a seat knows."""

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
    "guesses",
    "knowledge",
    "apply",
    "scores",
    "winners",
    "redact",
    "imagine",
    "observe",
)


@open_rule
def new(s, players, options):
    """Sets up the state before the first action."""


@open_rule
def actor(s):
    """The seat to act, ``CHANCE`` or ``OVER``."""


@open_rule
def legal(s, out):
    """Writes the player's legal actions and returns how many there are."""


@open_rule
def pick(s, rng, out):
    """A random legal action and the number of legal actions, found without a list."""


@open_rule
def kind(s):
    """The kind of decision to be made now, for threads of a GPU to vote on."""


@open_rule
def chances(s, out, weights):
    """Writes the outcomes of chance and their weights and returns how many there are."""


@open_rule
def sample(s, rng, out, weights):
    """A random outcome of chance, by its weight."""


@open_rule
def witness(s):
    """The one seat that sees what chance decides now, or the number for all of them."""


@open_rule
def guesses(s):
    """Whether hidden facts settle at once what the player's action leads to."""


@open_rule
def knowledge(s, seat):
    """A number for what this seat knows beside what is public, or ``UNCOUNTED``."""


@open_rule
def apply(s, action):
    """Plays an action of the player or an outcome of chance."""


@open_rule
def scores(s, out):
    """Writes the score of each seat."""


@open_rule
def winners(s, out):
    """Writes 1 for each seat that has won and 0 for the others."""


@open_rule
def redact(s, seat):
    """Erases from the state what this seat cannot know."""


@open_rule
def imagine(s, rng):
    """Fills a redacted state with a uniformly drawn consistent world."""


@open_rule
def observe(s, seat, out):
    """Writes what a learning agent in this seat sees."""
