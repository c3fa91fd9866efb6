"""Plays a game at a table in a tab, as in a browser, and asks for what pages ask of a server.

python -m tests.server.tab_pages GAME: prints a line of JSON for each answer.
"""

import asyncio
import json
import random
import sys

from tests.server.tab_transcript import PACKAGES, NoPackages, considered

BUNDLED = {"cachetools"}
"""Packages that a browser gets along with the pages' code."""


async def ask(name):
    from waterside.server.ops.settings import Settings
    from waterside.server.tab.hub import Tab
    from waterside.server.tab.pages import TabPages

    lot = random.Random(3)
    kept, reviews, tables = [], {}, [""]

    async def keep(table, rows, listed):
        kept.extend(json.loads(rows))
        return True

    async def rows(table, after):
        return json.dumps(kept[after:] if table == tables[0] else [])

    async def keep_review(text):
        reviews[json.loads(text)["key"]] = text

    async def read_review(key):
        return reviews.get(key, "")

    async def review(name, order):
        raise AssertionError("only a browser reviews games")

    tab = Tab(keep, rows, considered, Settings(bot_pause=0), lot.randbytes, review)
    seats = [{"kind": "person"}, {"kind": "bot", "level": "casual"}]
    table = await tab.create(json.dumps({"game": name, "seats": seats}), "ada", "Ada")
    tables[0] = table
    heard = asyncio.Queue()
    line = await tab.connect(table, "ada", "Ada", "en", heard.put_nowait)
    await line.receive(json.dumps({"type": "hello", "version": 2, "scene": True, "id": 1}))
    await line.receive(json.dumps({"type": "sit", "seat": 1, "name": "Ada", "id": 2}))
    now = (await tab.table(table)).table
    while not (now.round and now.round.position.actor == 1):
        await asyncio.wait_for(heard.get(), 60)
    pages = TabPages(tab, keep_review, read_review)

    async def show(address, method="GET", body="", language="en", identity="ada"):
        question = {"method": method, "address": address, "body": body}
        question |= {"language": language, "identity": identity}
        answer = json.loads(await pages.answer(json.dumps(question)))
        print(json.dumps({"address": address, **answer}), flush=True)
        return answer

    at = f"/t/{table}"
    await show(f"/api/tables/{table}/record?game=1")
    await show(f"{at}/review/1")
    played = {"type": "play", "action": now.round.position.legal()[0], "at": now.number, "id": 3}
    await line.receive(json.dumps(played))
    await line.receive(json.dumps({"type": "resign", "at": now.number, "id": 4}))
    await show(f"{at}/replay", language="fr")
    await show(f"{at}/replay/1/log?viewpoint=open")
    await show(f"{at}/replay/1/scenes?from=0&viewpoint=1")
    await show(f"{at}/replay/1/log", identity="a stranger")
    await show(f"{at}/result.svg?theme=dark")
    await show(f"/api/tables/{table}/log?seat=1&after=0&limit=3")
    record = await show(f"/api/tables/{table}/record?game=1")
    await show("/replay", "POST", "no record")
    uploaded = await show("/replay", "POST", record["body"])
    await show(json.loads(uploaded["body"])["address"])
    await show(f"{json.loads(uploaded['body'])['address']}/review", language="de")
    await show("/puzzles")
    first = await show(f"/puzzles/{name}")
    puzzle = first["body"].split('data-source="')[1].split('"')[0]
    await show(f"{puzzle}/position")
    await show(f"{puzzle}/try?action=")
    await show(f"/position?game={name}")
    await show(f"/position/at?game={name}&players=2&options={{}}&actions=")
    await show("/nowhere")


if __name__ == "__main__":
    sys.meta_path.insert(0, NoPackages())
    PACKAGES -= BUNDLED
    from waterside.server.tab.stand_ins import install

    install()
    asyncio.run(ask(sys.argv[1]))
