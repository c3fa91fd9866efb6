"""Answers questions as a bot in a tab does, without packages and without a search: what it has to solve.

python -m tests.server.tab_endings LEVEL: lines of hexadecimal on standard input, answers as JSON lines.
"""

import asyncio
import json
import sys

from tests.server.tab_transcript import NoPackages


async def no_search(text):
    """Finds nothing: what is asked for here is to be solved."""
    raise AssertionError("searched")


async def main(level):
    from waterside.bots.bot import Question
    from waterside.server.tab.bots import TabBots

    for line in sys.stdin:
        answer = await TabBots(no_search).ask_async(level, Question.from_bytes(bytes.fromhex(line)))
        considered = [[one.action, one.value] for one in answer.considered]
        print(json.dumps([answer.action, considered, answer.facts]))


if __name__ == "__main__":
    sys.meta_path.insert(0, NoPackages())
    from waterside.server.tab.stand_ins import install

    install()
    asyncio.run(main(sys.argv[1]))
