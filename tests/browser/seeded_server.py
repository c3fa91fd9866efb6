"""Serves as ``waterside serve`` does, but whatever is drawn at random comes from seeds.

``python -m tests.browser.seeded_server OPTION…`` takes the options of ``waterside serve``. Each line
that it reads is the seed from then on, which it repeats: tests of one server, in any order, then
meet the same games in every run.
"""

import argparse
import random
import sys
import threading

from waterside.cli.serve import add_arguments
from waterside.server.serve import serve


def take_seeds(source: random.Random) -> None:
    """Reads seeds as long as there are any."""
    for line in sys.stdin:
        source.seed(line.strip())
        print(line.strip(), flush=True)


def main() -> int:
    """Serves until it is told to stop."""
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    options = parser.parse_args()
    source = random.Random("before the first seed")
    threading.Thread(target=take_seeds, args=[source], daemon=True).start()
    return serve(options, source.randbytes)


if __name__ == "__main__":
    sys.exit(main())
