"""A server for tests of pages, which draws whatever is random from seeds.

``python -m tests.browser.seeded_server PORT DATABASE PAUSE`` prints its address. Each line that it
reads is the seed from then on, and is repeated: tests of one server, in any order, then meet the
same games in every run.
"""

import random
import sys
import threading

from waterside.server.ops.logs import configure_logging
from waterside.server.ops.settings import Settings
from waterside.server.serve import listen, serve

PUSH_KEY = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
"""The private key of an example in RFC 8291."""
SMALL_REVIEWS = {
    "iterations": 6, "rough": 4, "samples": 1, "worlds": 1, "ahead": 0,
    "outcomes": 2, "deals": 2, "effort": 40,
}  # fmt: skip
"""Reviews are about the page here, not about what they find; hints are of a level that counts
iterations, so that they are the same in every run."""


PAGE_TIME = 600.0
"""However slow the machine is, pages that can think for bots do."""


def take_seeds(source: random.Random) -> None:
    """Reads seeds as long as there are any."""
    for line in sys.stdin:
        source.seed(line.strip())
        print(line.strip(), flush=True)


def main() -> None:
    """Serves until it is told to stop."""
    port, database, pause = sys.argv[1:]
    configure_logging("text", "error")
    source = random.Random("before the first seed")
    threading.Thread(target=take_seeds, args=[source], daemon=True).start()
    settings = Settings(
        bots=1,
        hint_level="club",
        bot_pause=float(pause),
        page_time=PAGE_TIME,
        review_budget=SMALL_REVIEWS,
        push_key=PUSH_KEY,
        push_contact="mailto:host@example.org",
    ).without_rates()
    serve(listen("127.0.0.1", int(port)), database, settings, randbytes=source.randbytes)


if __name__ == "__main__":
    main()
