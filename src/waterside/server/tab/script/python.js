// Tables in Python, here in this thread: what a worker of a page, or Node, runs.

const PLACE = "/waterside";

/** Starts Python with an archive of Waterside's sources. `loadPyodide` is Pyodide's own function,
 * `options` what it is called with. */
export async function openPython({ loadPyodide, options = {}, bundles }) {
  const python = await loadPyodide(options);
  for (const bundle of await Promise.all(bundles)) python.unpackArchive(bundle, "zip", { extractDir: PLACE });
  python.globals.set("place", PLACE);
  python.runPython(`
import sys
sys.path.insert(0, place)
from waterside.server.tab.stand_ins import install
install()
`);
  return python;
}

/** Starts Python and gives the tables: `keep(table, rows, listed)` keeps events, `rows(table, after)`
 * gives them, `think(question)` searches; all take and give texts. `more()` resolves with what makes
 * pages besides tables: the archive `bundle` of their sources, `keepReview(review)`, `readReview(key)`
 * and `review(game, order)`. */
export async function openTab({ loadPyodide, options, bundle, keep, rows, think, more, pause = 0.8 }) {
  const python = await openPython({ loadPyodide, options, bundles: [bundle] });
  const open = python.runPython(`
from waterside.server.ops.settings import Settings
from waterside.server.tab.hub import Tab
lambda keep, rows, think, review, pause: Tab(keep, rows, think, Settings(bot_pause=pause, reviews_per_hour=0), review=review)
`);
  const review = async (game, order) => (await more()).review(game, order);
  return new Tables(python, open(keep, rows, think, review, pause), more);
}

class Tables {
  constructor(python, tab, more) {
    this.python = python;
    this.tab = tab;
    this.more = more;
    this.pages = null;
  }

  /** A new table; resolves with its id. */
  create(wish, identity, name) {
    return this.tab.create(JSON.stringify(wish), identity, name);
  }

  /** Takes up a table that was kept; false if there is none. */
  load(table) {
    return this.tab.load(table);
  }

  /** Takes in what another tab has kept of a table up to a number. */
  catchUp(table, number) {
    return this.tab.catch_up(table, number);
  }

  /** The fixed drawing of a board. */
  scenery(game, variant) {
    return this.tab.scenery(game, variant);
  }

  /** What a server would answer to a request. */
  async answer(request) {
    this.pages ??= this.openPages();
    return JSON.parse(await (await this.pages).answer(JSON.stringify(request)));
  }

  async openPages() {
    const { bundle, keepReview, readReview } = await this.more();
    this.python.unpackArchive(await bundle, "zip", { extractDir: PLACE });
    const open = this.python.runPython(`
import importlib
importlib.invalidate_caches()
from waterside.server.tab.pages import TabPages
TabPages
`);
    return open(this.tab, keepReview, readReview);
  }

  /** Connects to a table, as a socket would: `heard(message)` gets the server's messages as texts,
   * `closed(code)` that it ended. */
  async connect(table, { identity, name, language, heard, closed }) {
    const line = await this.tab.connect(table, identity, name, language, (text) => {
      const event = JSON.parse(text);
      if (event.type === "websocket.send") heard(event.text);
      else closed(event.code);
    });
    return { send: (text) => line.receive(text), close: () => line.close() };
  }
}
