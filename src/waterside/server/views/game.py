"""The game at a table as a viewpoint sees it: whose turn it is, the scores, what the viewer can do.

For programs that is an object; for viewers of a scene it is written as JSON right away, as most of
it is known as text and making the object first would take several times as long.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from json.encoder import encode_basestring as quoted

from pydantic_core import to_json

from waterside.core.position import Position
from waterside.protocol.views import ChanceView, ClockView, GameView
from waterside.server.domain.round import Round
from waterside.server.domain.table import Table
from waterside.server.views.choices import choices, first_touches, written_choices
from waterside.server.views.guidance import prompts
from waterside.server.views.scenes import is_covered
from waterside.server.views.viewpoint import Viewpoint

ShownChance = tuple[str, tuple[str, ...], tuple[str, ...], tuple[int, ...], str | None]
"""The server's commitment, the players' commitments and entropy by seat, the seats whose entropy is
missing, and the server's secret, once it is known.
"""


def game_view(table: Table, viewpoint: Viewpoint) -> GameView | None:
    """The game as this viewpoint sees it."""
    game = table.round
    if game is None:
        return None
    seen, actor = viewpoint.seen(game.position), game.actor
    is_own = viewpoint.seat is not None and viewpoint.seat == actor
    legal = choices(table, seen, viewpoint) if is_own else []
    return GameView(
        number=game.number,
        actions=len(game.actions),
        actor=actor,
        prompt=prompt(table, seen, actor, viewpoint),
        scores=seen.scores(),
        winners=game.winners if game.reason else None,
        ending=ending(table, game, viewpoint),
        reason=game.reason,
        legal=legal,
        prompts=prompts(table, seen, viewpoint, first_touches(legal)) if is_own else {},
        free_takeback=has_free_takeback(table, viewpoint),
        clock=clock_view(table, actor),
        chance=chance_view(shown_chance(table, game)),
        out=table.game.text.eliminated(seen),
    )


def game_text(table: Table, viewpoint: Viewpoint) -> str | None:
    """The same for viewers of a scene, as JSON."""
    game = table.round
    if game is None:
        return None
    seen, actor = viewpoint.seen(game.position), game.actor
    legal, asked = "", "{}"
    if viewpoint.seat is not None and viewpoint.seat == actor:
        known = written_choices(table, seen, viewpoint)
        legal = ",".join([text for text, _ in known])
        asked = written(prompts(table, seen, viewpoint, [first for _, first in known if first]))
    clock = clock_view(table, actor)
    end = '"winners":null,"ending":null,"reason":null'
    if game.reason:
        words = written(ending(table, game, viewpoint))
        end = f'"winners":{written(game.winners)},"ending":{words},"reason":"{game.reason}"'
    return (
        f'{{"legal":[{legal}],"number":{game.number},"actions":{len(game.actions)},'
        f'"actor":{actor or "null"},"prompt":{quoted(prompt(table, seen, actor, viewpoint))},'
        f'"scores":{listed(seen.scores())},{end},"prompts":{asked},'
        f'"free_takeback":{"true" if has_free_takeback(table, viewpoint) else "false"},'
        f'"clock":{written(clock) if clock else "null"},'
        f'"chance":{chance_text(shown_chance(table, game))},'
        f'"out":{listed(table.game.text.eliminated(seen))}}}'
    )


def written(value: object) -> str:
    """Something as JSON."""
    return to_json(value).decode()


def listed(numbers: Iterable[int]) -> str:
    """Some numbers as JSON."""
    return f"[{','.join(map(str, numbers))}]"


def has_free_takeback(table: Table, viewpoint: Viewpoint) -> bool:
    """Whether the viewer can take the last decision back without asking the others."""
    return viewpoint.seat is not None and table.has_free_takeback(viewpoint.seat)


def clock_view(table: Table, actor: int | None) -> ClockView | None:
    """The time that the player to act has; None where there is no limit."""
    if table.turn_time is None or actor is None:
        return None
    return ClockView(
        since=table.turn_since,
        until=table.turn_since + table.turn_time,
        stopped=is_covered(table),
    )


def shown_chance(table: Table, game: Round) -> ShownChance:
    """What is shown of a game's chance; of its secret only the commitment, until the game is over."""
    chance = game.chance
    commitments = chance.commitments or ("",) * table.players
    secret = chance.secret.hex() if game.reason else None
    return chance.commitment, commitments, chance.entropy, chance.missing, secret


def chance_view(shown: ShownChance) -> ChanceView:
    """How chance can be checked."""
    commitment, commitments, entropy, missing, secret = shown
    return ChanceView(commitment, list(commitments), list(entropy), list(missing), secret)


@lru_cache(1 << 8)
def chance_text(shown: ShownChance) -> str:
    """The same as JSON; it stays as it is until the end of a game."""
    return written(chance_view(shown))


def prompt(table: Table, seen: Position, actor: int | None, viewpoint: Viewpoint) -> str:
    """What the viewer has to do, or for whom all wait."""
    if actor is None:
        return ""
    if actor == viewpoint.seat:
        return table.game.text.prompt(seen, viewpoint.say)
    return viewpoint.say("It is the turn of {who}.", who=viewpoint.names(table)[actor - 1])


def ending(table: Table, game: Round, viewpoint: Viewpoint) -> str | None:
    """How the game ended, in words: who has won, what decided it, and more, a line each."""
    names = viewpoint.names(table)
    if game.reason == "over":
        seen = viewpoint.seen(game.position)
        return "\n".join(table.game.text.ending(seen, names, viewpoint.seat, viewpoint.say))
    if game.reason == "resigned":
        return resigned(game, names, viewpoint)
    if game.reason == "abandoned":
        return viewpoint.say("The game was ended early; nobody wins.")
    return None


def resigned(game: Round, names: Sequence[str], viewpoint: Viewpoint) -> str:
    """Who of two players has given the game up, in words."""
    winner = (game.winners or [0])[0]
    loser, say = 3 - winner, viewpoint.say
    if loser == viewpoint.seat:
        return say("You resigned. {who} wins.", who=names[winner - 1])
    if winner == viewpoint.seat:
        return say("{who} resigned. You win!", who=names[loser - 1])
    return say("{loser} resigned. {who} wins.", loser=names[loser - 1], who=names[winner - 1])
