"""Plays a game at a table in a tab and prints all that the page would hear, as JSON lines.

python -m tests.server.tab_transcript GAME [bare]: with ``bare`` as in a browser, where there are no
packages.
"""

import asyncio
import importlib.abc
import json
import random
import sys
from types import SimpleNamespace

PACKAGES = {"cachetools", "fastapi", "numba", "numpy", "platformdirs", "pydantic", "pydantic_core"}
PACKAGES |= {"prometheus_client", "rich", "sqlalchemy", "starlette"}


class NoPackages(importlib.abc.MetaPathFinder):
    """Finds none of the packages that a browser does not have."""

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in PACKAGES:
            raise ModuleNotFoundError(f"{name} is not for browsers", name=name)
        return


async def considered(text):
    """What a search would find: here every legal action is as good as any other."""
    from waterside.core.position import Position
    from waterside.core.registry import game

    asked = json.loads(text)
    kind = game(asked["game"])
    options = kind.resolve(asked["players"], {})
    seen = Position(kind, asked["players"], options, bytes.fromhex(asked["state"]))
    return json.dumps([[number, 10, 0.5, 0.1] for number in seen.legal_actions()])


async def play(name, decisions):
    from waterside.server.ops.settings import Settings
    from waterside.server.tab import hub

    lot = random.Random(7)
    hub.time = SimpleNamespace(time=lambda: 1000.0, monotonic=lambda: 1000.0)
    kept, tables = [], [""]

    async def keep(table, rows, listed):
        kept.extend(json.loads(rows))
        return True

    async def rows(table, after):
        return json.dumps(kept[after:] if table == tables[0] else [])

    tab = hub.Tab(keep, rows, considered, Settings(bot_pause=0), lot.randbytes)
    seats = [{"kind": "person"}, {"kind": "bot", "level": "casual"}]
    wish = {"game": name, "seats": seats, "options": {}, "title": " Club ", "turn_time": None}
    table = await tab.create(json.dumps({**wish, "series": 3, "hints": True}), "ada", "Ada")
    tables[0] = table
    heard = asyncio.Queue()
    line = await tab.connect(table, "ada", "Ada", "fr", heard.put_nowait)
    view = {}

    async def say(**message):
        await line.receive(json.dumps(message))

    await say(type="chat", text="too early", id=1)
    await say(type="hello", version=2, scene=True, id=2)
    await say(type="sit", seat=1, name="  Ada  ", id=3)
    await say(type="chat", text="", id=4)
    for _ in range(decisions):
        while True:
            message = json.loads(json.loads(await asyncio.wait_for(heard.get(), 60))["text"])
            print(json.dumps(without_times(message), sort_keys=True))
            view.update(message)
            game = view.get("game") or {}
            if (game.get("legal") or game.get("reason")) and heard.empty():
                break
        if game.get("reason"):
            break
        # Whoever names a colour may be out, and so have no more decisions.
        legal = [one["action"] for one in view["game"].pop("legal")]
        action = lot.choice([one for one in legal if not one.startswith("accuse")])
        await say(type="play", action=action, at=view["number"], id=view["number"] + 10)
    line.close()
    again = hub.Tab(keep, rows, considered)
    print(await again.load(table), await again.load("no-such-table"))


def without_times(value):
    """A message without the times in it."""
    if isinstance(value, dict):
        return {name: without_times(one) for name, one in value.items() if name != "at"}
    return [without_times(one) for one in value] if isinstance(value, list) else value


if __name__ == "__main__":
    if sys.argv[2:] == ["bare"]:
        sys.meta_path.insert(0, NoPackages())
        from waterside.server.tab.stand_ins import install

        install()
    asyncio.run(play(sys.argv[1], 6))
