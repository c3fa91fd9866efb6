"""What was accepted is never lost, and of two moves at once exactly one is taken."""

import asyncio

from benchmarks.kill import torment
from benchmarks.race import race


def test_a_server_killed_again_and_again_loses_no_move_and_finishes_every_game(store_url):
    told = asyncio.run(torment(store_url, tables=6, kills=3, seconds=1.5))
    assert told["confirmed_to_clients"] > 0
    assert (told["lost"], told["unfair"], told["finished"]) == (0, 0, told["tables"])
    assert told["tables"] >= 6
    assert told["exit_status"] == 0


def test_two_processes_accept_exactly_one_of_two_moves_at_once(postgres_url):
    told = asyncio.run(race(postgres_url, pairs=100))
    assert told["pairs"] == 100
    assert (told["both_accepted"], told["neither_accepted"], told["disagreements"]) == (0, 0, 0)
