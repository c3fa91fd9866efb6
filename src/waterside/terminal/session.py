"""A game from the first move to the last, played by people at the keyboard, bots and chance."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from waterside.bots import make_bot
from waterside.bots.consequences import found_here
from waterside.core.errors import IllegalActionError, MalformedActionError, WatersideError
from waterside.core.position import Position
from waterside.terminal.boards import board
from waterside.terminal.table import LocalTable, NotPossibleError, default_adviser
from waterside.terminal.view import COMMANDS, Face, View, help_text
from waterside.text.narration import seat_names
from waterside.text.reasons import reasons

BEST = 3


class PersonLeftError(Exception):
    """Raised to end the session when the person leaves."""


class Session:
    """Runs a game and shows it on a face: a full screen, or plain lines."""

    def __init__(self, table: LocalTable, face: Face) -> None:
        self.table = table
        self.face = face
        self.say = table.say
        self.text = table.position.game.text
        self.viewer: int | None = table.people[0] if len(table.people) == 1 else None
        """The seat whose viewpoint is shown; None for a spectator's."""
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
        except PersonLeftError:
            return False
        except EOFError:
            self.was_cut_off = True
            self.goodbye = self.say("The input has ended, so the game stops here.")
            return False
        except WatersideError as problem:
            self.was_cut_off = True
            path = self.table.save()
            safe = self.say("Nothing is lost: the game is saved in {file}", file=path)
            self.goodbye = f"{sentence(str(problem))} {safe}"
            return False
        return True

    def step(self) -> None:
        """Plays one action: of chance, of a bot, or of a person."""
        actor = self.table.position.actor
        if actor == "chance":
            self.table.chance()
        elif actor in self.table.bots:
            bot = self.table.bots[int(actor or 0)]
            who = f"{self.called(int(actor or 0))} ({bot.name})"
            self.face.wait(self.view(self.say("{who} is thinking …", who=who)))
            self.table.play(self.table.ask(bot).action)
        else:
            self.person(int(actor or 0))

    def person(self, seat: int) -> None:
        """Lets the person in this seat choose, or do something else."""
        if self.viewer != seat and has_secrets(self.table.position):
            self.viewer = None
            self.face.cover(
                self.say("Pass the keyboard to seat {number}, then press Enter.", number=seat)
            )
        self.viewer = seat
        typed = self.face.ask(self.view(self.wanted(seat)))
        word, _, rest = typed.partition(" ")
        try:
            if word.lower() in COMMANDS:
                getattr(self, word.lower())(*([rest.strip()] if word.lower() == "save" else []))
            elif not typed:
                raise NotPossibleError(
                    self.say("Type a move as it is written in the list, or help.")
                )
            else:
                self.table.play(typed if typed in self.table.position.legal() else typed.lower())
        except MalformedActionError:
            forms = self.table.position.game.notation.FORMS.partition("; chance")[0]
            self.face.say(
                self.say(
                    "{typed} is no move here. Moves look like {forms}. Or type help.",
                    typed=repr(typed),
                    forms=forms,
                )
            )
        except IllegalActionError as problem:
            self.face.say(self.refusal(typed, problem))
        except WatersideError as problem:
            self.face.say(sentence(str(problem)))

    def refusal(self, typed: str, problem: IllegalActionError) -> str:
        """Why a move is not possible; the rules give their reasons in English only."""
        if self.say.language == "en":
            return sentence(str(problem))
        return self.say("{typed} is not possible here. Choose a move from the list.", typed=typed)

    def view(self, prompt: str) -> View:
        """What the person at the keyboard may see now."""
        position = self.table.position
        seen = position.seen_by(self.viewer)
        moves = sorted(position.legal(), key=by_number) if position.actor == self.viewer else []
        return View(
            title=f"{position.game.title} · {self.turn()}",
            board=board(seen, self.viewer, self.say),
            events=counted(self.table.events_since(self.viewer)),
            prompt=prompt,
            choices=[(move, self.text.label(seen, move, self.say)) for move in moves],
            is_over=position.is_over,
        )

    def turn(self) -> str:
        """Whose turn it is, with the seat's mark where the board shows it."""
        position = self.table.position
        actor = position.actor
        if not isinstance(actor, int):
            return self.say("the game is over") if position.is_over else self.say("one moment")
        name = f"{self.called(actor)} {self.text.seat_mark(actor)}".rstrip()
        if actor == self.viewer:
            return self.say("your turn ({who})", who=name)
        return self.say("{who} is to play", who=name)

    def wanted(self, seat: int) -> str:
        """The prompt that says what to do now."""
        ask = self.text.prompt(self.table.position.seen_by(seat), self.say)
        return f"{self.called(seat)}: {ask}" if len(self.table.people) > 1 else ask

    def called(self, seat: int) -> str:
        """The name of a seat."""
        return self.text.seat_name(seat, self.say)

    def help(self) -> None:
        """Shows the help text and the legend of the board."""
        drawn = self.table.position.game.parts.terminal
        legend = ["", *drawn.legend(self.say)] if drawn else []
        text = "\n".join([help_text(self.say), *legend])
        self.face.show(self.say("What you can do"), text)

    def rules(self) -> None:
        """Shows the guide to the game."""
        game = self.table.position.game
        self.face.show(game.title, game.guide(self.say.language), markdown=True)

    def hint(self) -> None:
        """Asks a bot, and shows its best moves with their values and what the first of them leads to."""
        adviser = make_bot(default_adviser())
        self.face.wait(self.view(self.say("Thinking about a hint …")))
        answer = self.table.ask(adviser)
        best = answer.considered[:BEST]
        if best:
            lines = [
                self.say("{move}: wins about {share}", move=one.action, share=f"{one.value:.0%}")
                for one in best
            ]
            hint = self.say("Hint: {moves}.", moves="; ".join(lines))
            self.face.say(" ".join([hint, *self.reasons([one.action for one in best])]))
        elif adviser.name == "random":
            self.face.say(
                self.say("Hint: {move}, chosen at random: do not trust it.", move=answer.action)
            )
        else:
            self.face.say(
                self.say(
                    "Hint: {move} ({bot} would play it).", move=answer.action, bot=adviser.name
                )
            )

    def reasons(self, actions: Sequence[str]) -> list[str]:
        """What the first of these actions leads to, in sentences."""
        position = self.table.position
        if len(actions) < 2:
            return []
        question = self.table.question()
        found = found_here(question, actions[0], actions[1])
        names = seat_names(position, self.say)
        return reasons(found, question.position(), actions[1], names, self.say)

    def undo(self) -> None:
        """Undoes the person's last decision."""
        self.table.position = self.table.before_last_decision()
        self.face.say(self.say("Undone. Choose again."))

    def save(self, name: str = "") -> None:
        """Saves the game."""
        self.table.save(name)
        self.face.say(self.saved())

    def saved(self) -> str:
        """How to continue the game that was just saved."""
        command = f"waterside play {self.table.position.game.name} --resume {self.table.file}"
        return self.say("Saved. To go on later: {command}", command=command)

    def quit(self) -> None:
        """Asks whether to save, then leaves."""
        note = ""
        yes = ("y", "yes", self.say("y"))
        while True:
            asked = self.say(
                "Save the game before you leave? y saves it, n does not, c goes on playing; "
                "or type a file name."
            )
            answer = self.face.question(note + asked)
            if answer.lower() in ("c", "cancel"):
                return
            if answer.lower() in ("n", "no"):
                self.goodbye = self.say("The game was not saved. Goodbye!")
                raise PersonLeftError
            if not answer:
                note = self.say("Please type y, n or c.") + " "
                continue
            try:
                self.table.save("" if answer.lower() in yes else answer)
            except NotPossibleError as problem:
                note = f"{problem} "
                continue
            self.goodbye = self.saved()
            raise PersonLeftError

    def finish(self) -> None:
        """Shows the end of the game."""
        if len(self.table.people) != 1:
            self.viewer = None
        lines = self.text.ending(self.table.position, self.table.names, self.viewer, self.say)
        self.goodbye = "\n".join(lines)
        self.face.end(self.view("\n".join([self.say("Game over."), *lines])))


def has_secrets(position: Position) -> bool:
    """Whether the position has anything that a spectator may not see."""
    return position.seen_by(None) != position


def sentence(problem: str) -> str:
    """A problem as a complete sentence."""
    end = "" if problem.endswith((".", "!", "?")) or ": save" in problem else "."
    return f"{problem}{end}"


def by_number(move: str) -> list[tuple[int, str]]:
    """A sort key that puts ``take 9`` before ``take 10``."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", move)]


def counted(sentences: list[str]) -> list[str]:
    """The sentences, each run of the same one shortened to one with its count."""
    runs = [(sentence, len(list(run))) for sentence, run in groupby(sentences)]
    return [f"{sentence} (×{times})" if times > 1 else sentence for sentence, times in runs]
