"""Plays a game in the terminal: people at the keyboard, against each other or against bots.

Choose moves with the arrow keys or type them. help, hint, undo, rules, save and quit can be typed
at any time. Without --against, all seats are people who pass the keyboard on; secret cards and
colours are covered in between.

  waterside play kariba --against random
  waterside play crocodile
  waterside play splash --players 4 --people 2
  waterside play kariba --resume kariba-1.txt
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from pathlib import Path

from waterside.bots import Bot, make_bot
from waterside.bots.factory import BotSpecError
from waterside.cli.arguments import add_game, add_language, start
from waterside.core.errors import WatersideError
from waterside.core.record import Record
from waterside.terminal.lines import Lines
from waterside.terminal.session import Session
from waterside.terminal.table import PERSON, LocalTable, default_opponent
from waterside.text.language import Say, own_language, speaker
from waterside.text.narration import seat_names

NAME = "play"
HELP = "play a game in the terminal"

NOBODY = "nobody"
UNFINISHED = 1
SMALLEST = (80, 24)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the game, the opponents, the saved game, the seed and the display."""
    add_game(parser)
    parser.add_argument(
        "--against",
        nargs="?",
        const="",
        metavar="LEVEL",
        help="a bot for all other seats, for example random, greedy, club or search:ms=200;"
        " nobody for none",
    )
    parser.add_argument(
        "--people",
        type=int,
        metavar="N",
        help="number of people, in the first seats (default: 1 with --against, otherwise all)",
    )
    parser.add_argument("--resume", type=Path, metavar="FILE", help="continue a saved game")
    parser.add_argument(
        "--seed", type=int, metavar="N", help="seed of all chance (default: a new one each time)"
    )
    parser.add_argument("--plain", action="store_true", help="plain lines instead of a full screen")
    add_language(parser)


def run(options: argparse.Namespace) -> int:
    """Plays the game; returns status 1 if the input ended before the game did."""
    say = speaker(options.language or own_language(os.environ))
    table = set_up(options, say)
    if options.plain or not can_draw():
        session = Session(table, Lines(say))
        finished = session.run()
    else:
        from waterside.terminal.screen import Screen

        with Screen.opened(say) as screen:
            session = Session(table, screen)
            finished = session.run()
    print(session.goodbye)
    return 0 if finished or not session.was_cut_off else UNFINISHED


def can_draw() -> bool:
    """Whether the terminal can show a full screen and the user has not declined it."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.name != "posix":
        return False
    if os.environ.get("NO_COLOR") or os.environ.get("TERM", "dumb") == "dumb":
        return False
    size = os.get_terminal_size(sys.stdout.fileno())
    return size.columns >= SMALLEST[0] and size.lines >= SMALLEST[1]


def set_up(options: argparse.Namespace, say: Say) -> LocalTable:
    """The table with its seats filled, at the start or where a saved game stopped."""
    record = resumed(options, say) if options.resume else None
    position = record.position() if record else start(options)
    if record and position.is_over:
        raise WatersideError(
            say(
                "{file}: this game is over: {result}",
                file=options.resume,
                result=" ".join(
                    position.game.text.ending(position, seat_names(position, say), None, say)
                ),
            )
        )
    if record and options.against is None and options.people is None:
        bots = seated(record, say)
    else:
        bots = opponents(position.players, options.against, options.people, say)
    rng = random.SystemRandom() if options.seed is None else random.Random(options.seed)
    return LocalTable(
        position=position,
        bots=bots,
        rng=rng,
        seed=rng.randrange(2**31),
        file=options.resume,
        headers=record.headers if record else {},
        say=say,
    )


def resumed(options: argparse.Namespace, say: Say) -> Record:
    """The saved game, which must be of the game that the command names."""
    if options.players is not None or options.settings:
        raise WatersideError(
            say("a saved game has its players and options: leave out --players, --set")
        )
    try:
        text = options.resume.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        reason = getattr(problem, "strerror", None) or say("it is not a text file")
        raise WatersideError(
            say("{file} cannot be read: {reason}", file=options.resume, reason=reason)
        ) from None
    record = Record.loads(text)
    if record.game != options.game:
        raise WatersideError(
            say(
                "{file} is a game of {game}, not {other}",
                file=options.resume,
                game=record.game,
                other=options.game,
            )
        )
    return record


def seated(record: Record, say: Say) -> dict[int, Bot]:
    """The bots of a saved game; a name that is not a bot's belongs to a person."""
    bots = {}
    for seat, name in record.seats.items():
        try:
            if name != PERSON:
                bots[seat] = make_bot(name)
        except BotSpecError:
            continue
    if len(bots) == record.players:
        raise WatersideError(say("only bots play in this game; join it with --people 1"))
    return bots


def opponents(players: int, against: str | None, people: int | None, say: Say) -> dict[int, Bot]:
    """Bots for all seats after those of the people, who have the first ones."""
    if people is None:
        people = players if against in (None, NOBODY) else 1
    if not 1 <= people <= players:
        raise WatersideError(
            say(
                "--people {people}: from 1 to {players} people can sit here",
                people=people,
                players=players,
            )
        )
    if against == NOBODY and people < players:
        raise WatersideError(
            say(
                "--people {people}: the other seats need players; use --against",
                people=people,
            )
        )
    if against not in (None, NOBODY) and people == players:
        raise WatersideError(
            say(
                "--people {people}: no seat is left for {bot}",
                people=people,
                bot=against or say("a bot"),
            )
        )
    spec = default_opponent() if against in (None, "", NOBODY) else against
    return {seat: make_bot(str(spec)) for seat in range(people + 1, players + 1)}
