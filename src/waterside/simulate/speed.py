"""How fast the rules are: uniformly random games on each back end, timed."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from waterside.core.game import Game
from waterside.engine.playout import SHARES, random_games
from waterside.engine.warmup import Buffers, encoded

BACKENDS = ("interpreted", "compiled", "cores")


@dataclass
class Measured:
    """One measurement; decisions are those of players, chance aside."""

    game: str
    players: int
    backend: str
    threads: int
    games: int
    decisions: int
    seconds: float
    decisions_per_s: float
    games_per_s: float
    mean_decisions: float
    win_rate: list[float]

    def line(self) -> dict[str, object]:
        """As a line of JSON, figures rounded."""
        return {
            name: round(value, 6) if isinstance(value, float) else value
            for name, value in asdict(self).items()
        }


def measure(game: Game, players: int, backend: str, seconds: float, seed: int = 1) -> Measured:
    """Plays random games for about so many seconds on one back end."""
    threads = (os.cpu_count() or 1) if backend == "cores" else 1
    rules = game.interpreted if backend == "interpreted" else game.compiled
    play = rules.build(random_games)
    options = encoded(game, players)
    buffers = [Buffers.of(game) for _ in range(threads)]
    decisions = [0] * threads
    spent = [0.0] * threads
    played = [0] * threads

    def run(thread: int) -> None:
        mine = buffers[thread]
        state = mine.states[0] if rules.compiled else game.view(mine.states, 0)
        out, weights, rng = mine.out, mine.weights, mine.rng
        if not rules.compiled:
            out, weights, rng = [0] * game.longest, [0] * game.longest, [0] * 4  # type: ignore[assignment]
        clock = time.perf_counter if threads > 1 else time.thread_time
        first = thread << 40
        games = 1
        start = clock()
        while spent[thread] < seconds:
            decisions[thread] += play(
                state, rng, out, weights, mine.won, players, options, seed, first, games
            )
            first += games
            played[thread] += games
            spent[thread] = clock() - start
            if spent[thread] < seconds / 8:
                games *= 2

    workers = [threading.Thread(target=run, args=(thread,)) for thread in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    per_second = sum(decisions[i] / spent[i] for i in range(threads))
    games_played = sum(played)
    return Measured(
        game=game.name,
        players=players,
        backend=backend,
        threads=threads,
        games=games_played,
        decisions=sum(decisions),
        seconds=max(spent),
        decisions_per_s=per_second,
        games_per_s=sum(played[i] / spent[i] for i in range(threads)),
        mean_decisions=sum(decisions) / games_played,
        win_rate=[
            sum(int(b.won[seat]) for b in buffers) / SHARES / games_played
            for seat in range(players)
        ],
    )


def measure_all(
    games: list[Game], players: int | None, backends: list[str], seconds: float
) -> Iterator[Measured]:
    """Every game, player count and back end, one measurement after the other."""
    for game in games:
        fewest, most = game.seats
        counts = [game.check_players(players)] if players else range(fewest, most + 1)
        for count in counts:
            for backend in backends:
                yield measure(game, count, backend, seconds)
