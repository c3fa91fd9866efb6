"""The process in which bots think: questions come in through one pipe, answers leave by another.

Other work of the same kind, such as reviews of games, comes the same way, as tasks.

All that is known of a game here is the question's bytes. The process ends with its parent: then
the pipe of the questions ends.
"""

from __future__ import annotations

import faulthandler
import importlib
import json
import os
import struct
import threading
import traceback
from collections.abc import Callable
from queue import SimpleQueue
from typing import IO, cast

from waterside.bots.bot import Question, Stop
from waterside.bots.factory import BotSpecError, make_bot

QUESTION, STOP = b"Q", b"S"
READY, ANSWER, RESULT, BAD_BOT, CRASH = b"R", b"A", b"D", b"B", b"C"

Work = Callable[[bytes, Stop], bytes]
"""Other work than a bot's: from what is given to what comes of it."""

SPARE_SECONDS = 5.0
"""How long after its time limit a question that nobody could stop ends the process."""

HEAD = struct.Struct("!cI")


def send(pipe: IO[bytes], kind: bytes, data: bytes = b"") -> None:
    """Writes one message."""
    left = memoryview(HEAD.pack(kind, len(data)) + data)
    while left:
        left = left[pipe.write(left) :]


def receive(pipe: IO[bytes]) -> tuple[bytes, bytes]:
    """Reads one message, kind and data; an ``EOFError`` if the other side is gone."""
    kind, size = HEAD.unpack(read_exactly(pipe, HEAD.size))
    return kind, read_exactly(pipe, size)


def read_exactly(pipe: IO[bytes], size: int) -> bytes:
    """Reads so many bytes, however they arrive."""
    data = b""
    while len(data) < size:
        part = pipe.read(size - len(data))
        if not part:
            raise EOFError
        data += part
    return data


def request(spec: str, limit: float, question: Question) -> bytes:
    """What a worker is sent: which bot, how long it may take, and the question as it is."""
    return json.dumps({"spec": spec, "limit": limit}).encode() + b"\n" + question.to_bytes()


def task(name: str, limit: float, given: bytes) -> bytes:
    """What a worker is sent for other work: ``module:function``, how long it may take, what is given."""
    return json.dumps({"task": name, "limit": limit}).encode() + b"\n" + given


def function_named(name: str) -> Work:
    """The function that does a task."""
    module, _, function = name.partition(":")
    return cast("Work", getattr(importlib.import_module(module), function))


def reply(data: bytes, stop: Stop) -> tuple[bytes, bytes]:
    """Lets the bot think, or does other work; whatever that raises is reported, not raised."""
    head, _, given = data.partition(b"\n")
    asked = json.loads(head)
    try:
        # Compiled code may keep every other thread from running, also the one that notices that
        # the parent is gone; this clock runs even then.
        faulthandler.dump_traceback_later(asked["limit"] + SPARE_SECONDS, exit=True)
        if "task" in asked:
            return RESULT, function_named(asked["task"])(given, stop)
        # A new bot for every question: one that remembered could put together what several seats
        # know, and would not give the same answer to the same question.
        answer = make_bot(asked["spec"]).answer(Question.from_bytes(given), stop)
        return ANSWER, answer.to_bytes()
    except BotSpecError as problem:
        return BAD_BOT, str(problem).encode(errors="replace")
    except BaseException as problem:  # a bot that calls sys.exit() does not end the worker
        reason = traceback.format_exception_only(problem)[-1].strip()
        return CRASH, json.dumps({"reason": reason, "where": traceback.format_exc()}).encode()
    finally:
        faulthandler.cancel_dump_traceback_later()


def listen(questions: IO[bytes], waiting: SimpleQueue[tuple[bytes, Stop]]) -> None:
    """Hears questions, and that the latest is no longer wanted, while a bot thinks."""
    latest = threading.Event()
    try:
        while True:
            kind, data = receive(questions)
            if kind == STOP:
                latest.set()
            else:
                latest = threading.Event()
                waiting.put((data, latest.is_set))
    except (EOFError, OSError):
        os._exit(0)


def private(descriptor: int, instead: int) -> int:
    """Moves a standard stream where bots, and programs that they start, do not get at it."""
    moved = os.dup(descriptor)
    os.dup2(instead, descriptor)
    return moved


def main() -> None:
    """Answers questions until the parent is gone."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    questions = os.fdopen(private(0, nothing), "rb", buffering=0)
    answers = os.fdopen(private(1, instead=2), "wb", buffering=0)
    waiting: SimpleQueue[tuple[bytes, Stop]] = SimpleQueue()
    threading.Thread(target=listen, args=(questions, waiting), daemon=True).start()
    try:
        send(answers, READY)
        while True:
            send(answers, *reply(*waiting.get()))
    except OSError:
        os._exit(0)
