"""Bots in processes of their own: slow, broken and killed ones do no harm, and none sees more."""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import CancelledError
from pathlib import Path

import numpy as np
import pytest

import waterside
from tests.conftest import install_package
from waterside.bots import pool as pool_module
from waterside.bots.bot import Question
from waterside.bots.factory import BotSpecError, make_bot
from waterside.bots.pool import (
    BotCrashedError,
    BotTimeoutError,
    Pool,
    PoolBusyError,
    PoolClosedError,
)
from waterside.bots.queue import Share
from waterside.core.errors import UnknownGameError
from waterside.core.position import Position

LONG = 120
"""Seconds after which a test fails instead of waiting on."""

# Their functions are static so that a bot may be the class or an instance of it.
BOTS = {
    "odd_bots.py": """
        import os, re, sys, time
        from pathlib import Path
        from waterside.bots.bot import Answer

        def note(what):
            path = Path(os.environ["ODD_BOTS"]) / f"{what}-{os.getpid()}"
            path.touch()

        class Bot:
            @staticmethod
            def answer(question, stop=lambda: False):
                note("began")
                return Answer("done", facts={"pid": os.getpid()})

        class Sleeper(Bot):
            @staticmethod
            def answer(question, stop=lambda: False):
                note("began")
                time.sleep(1000)

        class Obedient(Bot):
            @staticmethod
            def answer(question, stop=lambda: False):
                note("began")
                while not stop():
                    time.sleep(0.01)
                note("stopped")
                return Answer("stopped")

        class Greedy(Bot):
            @staticmethod
            def answer(question, stop=lambda: False):
                note("began")
                re.match("(a+)+$", "a" * 60 + "b")  # lets no other thread run

        class Raiser(Bot):
            @staticmethod
            def answer(question, stop=lambda: False):
                return 1 / 0

        class Leaver(Bot):
            @staticmethod
            def answer(question, stop=lambda: False):
                sys.exit(3)

        class Quitter(Bot):
            @staticmethod
            def answer(question, stop=lambda: False):
                os._exit(3)

        class Vague(Bot):
            @staticmethod
            def answer(question, stop=lambda: False):
                return None

        class Talker(Bot):
            @staticmethod
            def answer(question, stop=lambda: False):
                print("thinking aloud", flush=True)
                os.write(1, b"and louder")
                return Answer("heard " + sys.stdin.read())
    """,
    "odd_bots-1.0.dist-info/entry_points.txt": """
        [waterside.bots]
        plain = odd_bots:Bot
        sleeper = odd_bots:Sleeper
        obedient = odd_bots:Obedient
        hog = odd_bots:Greedy
        raiser = odd_bots:Raiser
        leaver = odd_bots:Leaver
        quitter = odd_bots:Quitter
        vague = odd_bots:Vague
        talker = odd_bots:Talker
    """,
}


@pytest.fixture
def odd_bots(tmp_path, monkeypatch):
    """The odd bots, registered; a folder where they note what they do, as WHAT-PROCESS."""
    folder, notes = tmp_path / "packages", tmp_path / "notes"
    notes.mkdir()
    install_package(folder, monkeypatch, "other", BOTS, {})
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setenv("ODD_BOTS", str(notes))
    return notes


def question(name="crocodile", seed=0, **options):
    return Question.of(first_decision(waterside.game(name).new(**options)), seed)


def first_decision(position):
    while position.actor == "chance":
        position = position.play(next(iter(position.chances())))
    return position


def eventually(found, seconds=LONG):
    """What ``found`` gives as soon as it is true."""
    end = time.monotonic() + seconds
    while not (value := found()):
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.01)
    return value


def within(seconds, action):
    """What the action gives; fails if it takes longer."""
    outcome = []

    def run():
        try:
            outcome.append((action(), None))
        except BaseException as problem:
            outcome.append((None, problem))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    assert outcome, f"not done after {seconds} seconds"
    value, problem = outcome[0]
    if problem:
        raise problem
    return value


def ask(pool, spec, asked=None, limit=LONG):
    return within(2 * LONG, lambda: pool.ask(spec, asked or question(), limit=limit))


def noted(notes, what):
    """The processes that have noted this."""
    return [int(path.name.split("-")[1]) for path in notes.glob(f"{what}-*")]


def busy_process(notes):
    """The process in which a bot has begun to think."""
    (process,) = eventually(lambda: noted(notes, "began"))
    return process


def runs(process):
    """Whether a process runs: one that has ended, but that nobody has asked about, does not."""
    try:
        os.kill(process, 0)
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except ProcessLookupError:
        return False
    except FileNotFoundError:
        return not Path("/proc/self").exists()


def test_answers_are_those_that_the_bot_gives_in_this_process():
    with Pool(workers=2) as pool:
        for name in waterside.all_games():
            asked = [question(name, seed) for seed in range(5)]
            waiting = [pool.submit("random", one) for one in asked]
            answers = [one.result(LONG) for one in waiting]
            assert answers == [make_bot("random").answer(one) for one in asked]
        assert len(pool.processes()) == 2
    assert pool.processes() == []


def test_a_bot_that_there_is_not_is_told_as_such():
    with Pool(workers=1) as pool:
        with pytest.raises(BotSpecError, match="nobody: no such bot"):
            ask(pool, "nobody")
        assert ask(pool, "random")


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("raiser", "raiser: ZeroDivisionError: division by zero"),
        ("leaver", "leaver: SystemExit: 3"),
        ("vague", "vague: AttributeError: 'NoneType' object has no attribute 'to_bytes'"),
    ],
)
def test_what_a_bot_raises_is_told_and_its_process_goes_on(odd_bots, spec, reason):
    with Pool(workers=1) as pool:
        before = ask(pool, "plain").facts["pid"]
        with pytest.raises(BotCrashedError) as crash:
            ask(pool, spec)
        assert str(crash.value) == reason
        assert "Traceback" in crash.value.__notes__[0]
        assert ask(pool, "plain").facts["pid"] == before


def test_a_bot_that_ends_its_process_is_told_and_the_process_replaced(odd_bots):
    with Pool(workers=1) as pool:
        before = ask(pool, "plain").facts["pid"]
        with pytest.raises(BotCrashedError, match="quitter: its process ended with status 3"):
            ask(pool, "quitter")
        assert ask(pool, "plain").facts["pid"] != before


def test_what_a_bot_prints_is_not_taken_for_its_answer(odd_bots):
    with Pool(workers=1) as pool:
        assert ask(pool, "talker").action == "heard "
        assert ask(pool, "plain").action == "done"


def test_a_busy_process_killed_is_told_and_replaced(odd_bots):
    with Pool(workers=1) as pool:
        asked = pool.submit("sleeper", question())
        killed = busy_process(odd_bots)
        os.kill(killed, signal.SIGKILL)
        with pytest.raises(BotCrashedError, match=r"its process was killed by signal 9"):
            asked.result(LONG)
        assert ask(pool, "plain").facts["pid"] != killed
        assert not runs(killed)


def test_an_idle_process_killed_is_replaced_unnoticed(odd_bots):
    with Pool(workers=1) as pool:
        killed = ask(pool, "plain").facts["pid"]
        os.kill(killed, signal.SIGKILL)
        ended = os.WEXITED | os.WNOHANG | os.WNOWAIT
        eventually(lambda: os.waitid(os.P_PID, killed, ended))
        assert ask(pool, "plain").facts["pid"] != killed


def test_a_process_that_cannot_start_is_told(monkeypatch):
    monkeypatch.setattr(pool_module, "COMMAND", [sys.executable, "-c", "raise SystemExit(4)"])
    with Pool(workers=1) as pool, pytest.raises(BotCrashedError, match="status 4"):
        ask(pool, "random")
    monkeypatch.setattr(pool_module, "COMMAND", ["/nowhere/python"])
    with (
        Pool(workers=1) as pool,
        pytest.raises(BotCrashedError, match="no process could be started"),
    ):
        ask(pool, "random")


@pytest.mark.parametrize("spec", ["sleeper", "hog"])
def test_a_bot_that_never_answers_ends_at_its_time_limit(odd_bots, spec):
    with Pool(workers=1) as pool:
        process = ask(pool, "plain").facts["pid"]
        with pytest.raises(BotTimeoutError, match=f"{spec}: no answer within 0.3 seconds"):
            ask(pool, spec, limit=0.3)
        assert not runs(process)
        assert ask(pool, "plain").facts["pid"] != process


def test_a_waiting_question_can_be_cancelled_and_is_never_asked(odd_bots):
    with Pool(workers=1, waiting=1) as pool:
        running = pool.submit("obedient", question())
        busy_process(odd_bots)
        waiting = pool.submit("quitter", question())
        assert waiting.cancel()
        with pytest.raises(CancelledError):
            waiting.result(LONG)
        again = pool.submit("plain", question())  # there is room again
        running.cancel()
        assert again.result(LONG).action == "done"
        assert not again.cancel()


def test_a_running_question_cancelled_stops_the_bot_and_keeps_its_process(odd_bots):
    with Pool(workers=1, grace=LONG) as pool:
        asked = pool.submit("obedient", question())
        process = busy_process(odd_bots)
        assert asked.cancel()
        with pytest.raises(CancelledError):
            asked.result(LONG)
        assert eventually(lambda: noted(odd_bots, "stopped")) == [process]
        assert ask(pool, "plain").facts["pid"] == process


def test_a_bot_that_does_not_stop_within_the_grace_time_is_killed(odd_bots):
    with Pool(workers=1, grace=0.2) as pool:
        asked = pool.submit("sleeper", question())
        process = busy_process(odd_bots)
        asked.cancel()
        assert ask(pool, "plain").facts["pid"] != process
        assert not runs(process)


def test_cancelling_at_any_moment_neither_hangs_nor_stops_another_question(odd_bots):
    with Pool(workers=2, waiting=100, grace=LONG) as pool:
        for pause in [0, 0.0005, 0.001, 0.003, 0.01] * 6:
            given_up = pool.submit("obedient", question())
            wanted = [pool.submit("random", question(seed=seed)) for seed in range(3)]
            time.sleep(pause)
            given_up.cancel()
            for one in wanted:
                one.result(LONG)
        assert len(pool.processes()) == 2


def test_a_full_queue_refuses_at_once(odd_bots):
    with Pool(workers=1, waiting=2) as pool:
        running = pool.submit("obedient", question())
        waiting = [pool.submit("plain", question()) for _ in range(2)]
        with pytest.raises(PoolBusyError, match="questions wait already"):
            pool.submit("plain", question())
        busy_process(odd_bots)
        running.cancel()
        assert [one.result(LONG).action for one in waiting] == ["done", "done"]
        assert ask(pool, "plain").action == "done"


def test_a_result_can_be_waited_for_with_a_limit(odd_bots):
    with Pool(workers=1) as pool:
        asked = pool.submit("obedient", question())
        with pytest.raises(TimeoutError):
            asked.result(0.05)
        assert not asked.done()


def test_closing_ends_running_and_waiting_questions_and_all_processes(odd_bots):
    pool = Pool(workers=1)
    asked = [pool.submit("sleeper", question()) for _ in range(2)]
    process = busy_process(odd_bots)
    within(LONG, pool.close)
    assert not runs(process)
    for one in asked:
        with pytest.raises(PoolClosedError):
            one.result(LONG)
    with pytest.raises(PoolClosedError):
        pool.submit("random", question())
    within(LONG, pool.close)


def test_closing_while_processes_start_ends_them():
    with Pool(workers=2) as pool:
        asked = pool.submit("random", question())
        processes = eventually(pool.processes)
        within(LONG, pool.close)
    with pytest.raises(PoolClosedError):
        asked.result(LONG)
    assert not any(runs(process) for process in processes)


def test_a_coroutine_gets_answers_and_errors(odd_bots):
    async def play(pool):
        both = [pool.ask_async("random", question(seed=seed)) for seed in range(2)]
        answers = await asyncio.wait_for(asyncio.gather(*both), LONG)
        assert answers == [make_bot("random").answer(question(seed=seed)) for seed in range(2)]
        with pytest.raises(BotCrashedError):
            await asyncio.wait_for(pool.ask_async("raiser", question()), LONG)

    with Pool(workers=2) as pool:
        within(2 * LONG, lambda: asyncio.run(play(pool)))


def test_cancelling_the_task_that_waits_cancels_the_question(odd_bots):
    async def give_up(pool):
        task = asyncio.create_task(pool.ask_async("obedient", question()))
        while not noted(odd_bots, "began"):
            await asyncio.sleep(0.01)
        waiting = asyncio.create_task(pool.ask_async("quitter", question()))
        await asyncio.sleep(0.05)
        waiting.cancel()
        task.cancel()
        for cancelled in (task, waiting):
            with pytest.raises(asyncio.CancelledError):
                await cancelled
        answer = await asyncio.wait_for(pool.ask_async("plain", question()), LONG)
        assert [answer.facts["pid"]] == noted(odd_bots, "stopped")

    with Pool(workers=1, grace=LONG) as pool:
        within(2 * LONG, lambda: asyncio.run(give_up(pool)))


def test_warming_reaches_every_worker_in_the_background(odd_bots):
    progress = []
    with Pool(workers=2) as pool:
        pool.warm("kariba", "plain", on_progress=lambda *done: progress.append(done)).result(LONG)
        assert progress == [(1, 2), (2, 2)]
        assert sorted(noted(odd_bots, "began")) == sorted(pool.processes())
        with pytest.raises(BotCrashedError):
            pool.warm("splash", "raiser").result(LONG)
        with pytest.raises(UnknownGameError):
            pool.warm("chess")


@pytest.mark.parametrize("spec", ["sleeper", "hog"])
def test_processes_end_when_their_parent_is_killed(odd_bots, spec):
    code = f"""
        import time, waterside
        from waterside.bots.bot import Question
        from waterside.bots.pool import Pool
        pool = Pool(workers=2)
        question = Question.of(waterside.game("crocodile").new(setup="picture"))
        pool.submit("random", question).result()
        while len(pool.processes()) < 2:
            time.sleep(0.01)
        print(*pool.processes(), flush=True)
        pool.submit("{spec}", question, limit=2)
        time.sleep(1000)
    """
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True
    ) as parent:
        processes = [int(number) for number in parent.stdout.readline().split()]
        assert busy_process(odd_bots) in processes
        parent.kill()
        assert parent.wait(LONG) == -signal.SIGKILL
    assert len(processes) == 2
    eventually(lambda: not any(runs(process) for process in processes))


# Fairness: what a worker is sent does not depend on what the seat does not know


def with_hidden(name, players, secret):
    """A game at its first decision; the secret is written over whatever that seat cannot see."""
    position = first_decision(waterside.game(name).new(players))
    state = position.state.copy()
    field, item = {"kariba": ("hands", 8), "splash": ("token", 1)}[name]
    others = [seat for seat in range(players) if seat != position.actor - 1]
    for number, seat in enumerate(others):
        values = secret[number * item : (number + 1) * item]
        state[field][0][seat] = np.frombuffer(values, np.int8) if item > 1 else values[0]
    if name == "kariba":
        state["pile"][0] = np.frombuffer(secret[:8], np.int8)
    changed = Position(position.game, players, position.options, state, position.previous)
    assert secret in changed.state.tobytes()
    return changed


@pytest.mark.parametrize(
    ("name", "players", "secrets"),
    [
        ("kariba", 3, (b"CANARY-1CANARY-2", b"OTHERBIRDHIDDEN!")),
        ("splash", 4, (b"CAN", b"OWL")),
    ],
)
def test_what_a_worker_is_sent_is_the_same_in_worlds_that_the_seat_cannot_tell_apart(
    monkeypatch, name, players, secrets
):
    sent = []

    def send(pipe, kind, data=b""):
        sent.append(kind + data)
        real_send(pipe, kind, data)

    real_send = pool_module.send
    monkeypatch.setattr(pool_module, "send", send)
    worlds = [with_hidden(name, players, secret) for secret in secrets]
    assert worlds[0] != worlds[1]
    with Pool(workers=1) as pool:
        answers = [ask(pool, "random", Question.of(world, seed=7)) for world in worlds]
    assert len(sent) == 2
    assert sent[0] == sent[1]
    for secret in (*secrets, *(secret[:8] for secret in secrets)):
        assert secret not in sent[0]
    assert answers[0] == answers[1]


BACKGROUND = Share("elsewhere", "bots alone", is_background=True)


def test_one_process_is_kept_for_what_people_wait_for(odd_bots):
    with Pool(workers=2) as pool:
        first, second = (pool.submit("obedient", question(), share=BACKGROUND) for _ in range(2))
        busy_process(odd_bots)
        assert pool.submit("plain", question()).result(LONG).action == "done"
        first.cancel()
        second.cancel()


def test_bots_alone_may_use_the_only_process(odd_bots):
    with Pool(workers=1) as pool:
        assert pool.submit("plain", question(), share=BACKGROUND).result(LONG).action == "done"


def test_a_full_queue_postpones_whoever_asks_most(odd_bots):
    with Pool(workers=1, waiting=2) as pool:
        running = pool.submit("obedient", question(), share=BACKGROUND)
        busy_process(odd_bots)
        waiting = [pool.submit("plain", question(), share=BACKGROUND) for _ in range(2)]
        person = pool.submit("plain", question(), share=Share("here", "people"))
        with pytest.raises(PoolBusyError):
            waiting[1].result(LONG)
        running.cancel()
        assert person.result(LONG).action == "done"
        assert waiting[0].result(LONG).action == "done"


def test_a_person_is_answered_next_however_many_tables_of_bots_another_address_has(odd_bots):
    answered = []

    def submit(pool, name, share):
        asked = pool.submit("plain", question(), share=share)
        asked.add_done_callback(lambda _: answered.append(name))
        return asked

    with Pool(workers=1, waiting=60) as pool:
        running = pool.submit("obedient", question(), share=BACKGROUND)
        busy_process(odd_bots)
        crowd = [Share("crowd", f"{table}", is_background=True) for table in range(50)]
        waiting = [submit(pool, "crowd", share) for share in crowd]
        waiting.append(submit(pool, "another's bots", Share("another", "t", is_background=True)))
        waiting.append(submit(pool, "person", Share("person", "t")))
        running.cancel()
        eventually(lambda: len(answered) == len(waiting))
    assert answered.index("person") == 0
    assert answered.index("another's bots") <= 2, "addresses take turns"


def test_a_pool_of_lower_priority_has_it_once_its_processes_have_started():
    nice = min(os.getpriority(os.PRIO_PROCESS, 0) + 5, 19)
    with Pool(workers=1, interpreted=True, nice=nice) as pool:
        pool.ask("random", question())
        [process] = pool.processes()
        assert os.getpriority(os.PRIO_PROCESS, process) == nice
