"""A game from the first move to the last: people at the keyboard, bots, and chance."""

from __future__ import annotations

import re
from itertools import groupby

from waterside.bots import make_bot
from waterside.core.errors import MalformedAction, WatersideError
from waterside.terminal.boards import board
from waterside.terminal.ending import ending
from waterside.terminal.palette import MARKS, seat_name
from waterside.terminal.table import NotNow, Table, default_adviser
from waterside.terminal.view import COMMANDS, HELP, Face, View
from waterside.terminal.words import has_secrets, meaning

BEST = 3


class Left(Exception):
    """The person has left the table."""


class Session:
    """Leads a table's game in front of a face."""

    def __init__(self, table: Table, face: Face) -> None:
        self.table = table
        self.face = face
        self.viewer: int | None = table.people[0] if len(table.people) == 1 else None
        """Whose eyes are on the screen."""
        self.goodbye = ""
        self.was_cut_off = False
        """Whether the input ended before the game did."""

    def run(self) -> bool:
        """Plays until the end; False if the person left before."""
        try:
            while not self.table.position.is_over:
                try:
                    self.step()
                except KeyboardInterrupt:
                    self.quit()
            self.finish()
        except Left:
            return False
        except EOFError:
            self.was_cut_off = True
            self.goodbye = "Nobody is at the keyboard any more, so the game stops here."
            return False
        except WatersideError as problem:
            self.was_cut_off = True
            path = self.table.save()
            self.goodbye = f"{sentence(str(problem))} Nothing is lost: the game is saved in {path}"
            return False
        return True

    def step(self) -> None:
        """One action of whoever it is: chance, a bot, or a person."""
        actor = self.table.position.actor
        if actor == "chance":
            self.table.chance()
        elif actor in self.table.bots:
            bot = self.table.bots[int(actor or 0)]
            self.face.wait(self.view(f"{self.called(int(actor or 0))} ({bot.name}) is thinking …"))
            self.table.play(self.table.ask(bot).action)
        else:
            self.person(int(actor or 0))

    def person(self, seat: int) -> None:
        """Lets the person in this seat choose, or do something else."""
        if self.viewer != seat and has_secrets(self.table.position):
            self.viewer = None
            self.face.cover(f"Pass the keyboard to seat {seat}, then press Enter.")
        self.viewer = seat
        typed = self.face.ask(self.view(self.wanted(seat)))
        word, _, rest = typed.partition(" ")
        try:
            if word.lower() in COMMANDS:
                getattr(self, word.lower())(*([rest.strip()] if word.lower() == "save" else []))
            elif not typed:
                raise NotNow("Type a move as it is written in the list, or help.")
            else:
                self.table.play(typed if typed in self.table.position.legal() else typed.lower())
        except MalformedAction:
            forms = self.table.position.game.notation.FORMS.partition("; chance")[0]
            self.face.say(f"{typed!r} is no move here. Moves look like {forms}. Or type help.")
        except WatersideError as problem:
            self.face.say(sentence(str(problem)))

    def view(self, prompt: str) -> View:
        """What the person at the keyboard may see now."""
        position = self.table.position
        seen = position.seen_by(self.viewer)
        told = [event.told_to(self.viewer) for event in self.table.events_since(self.viewer)]
        return View(
            title=f"{position.game.title} · {self.turn()}",
            board=board(seen, self.viewer),
            events=counted([words for words in told if words]),
            prompt=prompt,
            choices=[
                (move, meaning(seen, move)) for move in sorted(position.legal(), key=by_number)
            ]
            if position.actor == self.viewer
            else [],
        )

    def turn(self) -> str:
        """Whose turn it is, with the seat's mark where the board shows it."""
        position = self.table.position
        actor = position.actor
        if not isinstance(actor, int):
            return "the game is over" if position.is_over else "one moment"
        mark = f" {MARKS[actor - 1]}" if position.game.name in ("crocodile", "cromado") else ""
        if actor == self.viewer:
            name = "Red, " if position.game.name == "crocodile" and actor == 1 else ""
            name = "Yellow, " if position.game.name == "crocodile" and actor == 2 else name
            return f"your turn ({name}seat {actor}){mark}"
        return f"{self.called(actor)} is to play{mark}"

    def wanted(self, seat: int) -> str:
        """What to do now, in few words."""
        moves = self.table.position.legal()
        words = {move.split(" ")[0] for move in moves}
        ask = {
            frozenset({"place"}): "Place a swimmer",
            frozenset({"lay"}): "Lay a bridge",
            frozenset({"put"}): "Put the bridge down",
            frozenset({"cw", "ccw"}): "Which way?",
            frozenset({"take"}): "Take a meeple",
        }.get(frozenset(words), "Your move")
        if {"keep"} & words:
            ask = "Move a bridge, or keep"
        elif {"silent"} & words:
            ask = "Name a colour, or stay silent"
        return f"Seat {seat}: {ask}" if len(self.table.people) > 1 else ask

    def called(self, seat: int) -> str:
        """A seat as people call it."""
        return seat_name(self.table.position.game.name, seat)

    def help(self) -> None:
        """Shows what can be typed."""
        self.face.show("What you can do", HELP)

    def rules(self) -> None:
        """Shows the guide to the game."""
        from waterside.cli.rules import language

        game = self.table.position.game
        self.face.show(game.title, game.guide(language()), markdown=True)

    def hint(self) -> None:
        """Asks a bot, and shows its best moves with what they are worth."""
        adviser = make_bot(default_adviser())
        self.face.wait(self.view("Thinking about a hint …"))
        answer = self.table.ask(adviser)
        best = answer.considered[:BEST]
        if best:
            lines = [f"{one.action}: wins about {one.value:.0%}" for one in best]
            self.face.say("Hint: " + "; ".join(lines) + ".")
        else:
            lot = ", chosen by lot: do not trust it" if adviser.name == "random" else ""
            self.face.say(f"Hint: {answer.action} ({adviser.name} would play it{lot}).")

    def undo(self) -> None:
        """Takes back the person's last decision."""
        self.table.position = self.table.before_last_decision()
        self.face.say("Taken back. Choose again.")

    def save(self, name: str = "") -> None:
        """Saves the game."""
        path = self.table.save(name)
        kind = self.table.position.game.name
        self.face.say(f"Saved. To go on later: waterside play {kind} --resume {path}")

    def quit(self) -> None:
        """Asks whether to save, then leaves."""
        note = ""
        while True:
            answer = self.face.question(
                f"{note}Save the game before you leave? y saves it, n does not, c goes on playing; "
                "or type a file name."
            )
            if answer.lower() in ("c", "cancel"):
                return
            if answer.lower() in ("n", "no"):
                self.goodbye = "The game was not saved. Goodbye!"
                raise Left
            if not answer:
                note = "Please type y, n or c. "
                continue
            try:
                path = self.table.save("" if answer.lower() in ("y", "yes") else answer)
            except NotNow as problem:
                note = f"{problem} "
                continue
            kind = self.table.position.game.name
            self.goodbye = f"Saved. To go on: waterside play {kind} --resume {path}"
            raise Left

    def finish(self) -> None:
        """Shows the end."""
        if len(self.table.people) != 1:
            self.viewer = None
        lines = ending(self.table.position, self.viewer)
        self.goodbye = "\n".join(lines)
        self.face.end(self.view("Game over. " + "\n".join(lines)))


def sentence(problem: str) -> str:
    """A problem as a whole sentence."""
    end = "" if problem.endswith((".", "!", "?")) or ": save" in problem else "."
    return f"{problem}{end}"


def by_number(move: str) -> list[tuple[int, str]]:
    """Sorts ``take 9`` before ``take 10``."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", move)]


def counted(told: list[str]) -> list[str]:
    """The same words several times in a row, once with their number."""
    runs = [(words, len(list(run))) for words, run in groupby(told)]
    return [f"{words[:-1]}, {times} times." if times > 1 else words for words, times in runs]
