// Tables in Python, here in this thread: what a worker of a page, or Node, runs.

const PLACE = "/waterside";

/** Starts Python and gives the tables: `keep(table, rows, listed)` keeps events,
 * `rows(table, after)` gives them, `think(question)` searches; all take and give texts.
 * `loadPyodide` is Pyodide's own function, `options` what it is called with, `bundle` the archive of
 * Waterside's sources. */
export async function openTab({ loadPyodide, options = {}, bundle, keep, rows, think, pause = 0.8 }) {
  const python = await loadPyodide(options);
  python.unpackArchive(bundle, "zip", { extractDir: PLACE });
  python.globals.set("place", PLACE);
  const open = python.runPython(`
import sys
sys.path.insert(0, place)
from waterside.server.tab.stand_ins import install
install()
from waterside.server.ops.settings import Settings
from waterside.server.tab.hub import Tab
lambda keep, rows, think, pause: Tab(keep, rows, think, Settings(bot_pause=pause))
`);
  return new Tables(open(keep, rows, think, pause));
}

class Tables {
  constructor(tab) {
    this.tab = tab;
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
