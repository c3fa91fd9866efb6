// Tables in Python, here in this thread: what a worker of a page, or Node, runs.

const PLACE = "/waterside";

const IMPORTS = `
import sys
sys.path.insert(0, "${PLACE}")
from waterside.server.tab.stand_ins import install
install()
from waterside.server.ops.settings import Settings
from waterside.server.tab.hub import Tab
`;
const AGAIN = `
import importlib, random
importlib.invalidate_caches()
random.seed()
`;
const EVERYTHING = `
import gc
from waterside.core.registry import all_games
from waterside.pictures import picture_of
for kind in all_games().values():
    position = kind.new(kind.seats[0])
    while position.actor == "chance":
        position = position.play(next(iter(position.outcomes())))
    picture_of(position, 1, "en")
gc.collect()
`;

/** Starts Python with archives of Waterside's sources. `loadPyodide` is Pyodide's own function, `options`
 * what it is called with, `snapshot` what `snapshotOf` gave, if it is known: Python begins there. */
export async function openPython({ loadPyodide, options = {}, bundles, snapshot }) {
  let python = null;
  if (snapshot) {
    python = await loadPyodide({ ...options, _loadSnapshot: snapshot }).catch((problem) => {
      console.info(`Python starts afresh: ${problem.message}`);
      return null;
    });
  }
  const begin = python ? AGAIN : IMPORTS;
  python ??= await loadPyodide(options);
  for (const bundle of await Promise.all(bundles)) unzip(bundle, python.FS);
  python.runPython(begin);
  return python;
}

/** What Python's memory is like when it has started, and has seen all games if there is room: a snapshot
 * cannot be larger than the memory that Pyodide begins with. */
export async function snapshotOf({ loadPyodide, options, bundles }) {
  for (const more of [EVERYTHING, ""]) {
    const python = await loadPyodide({ ...options, _makeSnapshot: true });
    const size = python._module.HEAPU8.length;
    for (const bundle of await Promise.all(bundles)) unzip(bundle, python.FS);
    python.runPython(IMPORTS + more);
    if (python._module.HEAPU8.length === size) return python.makeMemorySnapshot();
  }
  return null;
}

/** Writes the files of a ZIP archive, which are not compressed within it. */
function unzip(bundle, files) {
  const view = new DataView(bundle);
  const words = new TextDecoder();
  const end = view.byteLength - 22;
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left; left -= 1) {
    const [size, name, extra, comment] = [view.getUint32(at + 24, true), ...[28, 30, 32].map((place) => view.getUint16(at + place, true))];
    const path = `${PLACE}/${words.decode(new Uint8Array(bundle, at + 46, name))}`;
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    files.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    files.writeFile(path, new Uint8Array(bundle, start, size));
    at += 46 + name + extra + comment;
  }
}

/** Starts Python and gives the tables: `keep(table, rows, listed)` keeps events, `rows(table, after)`
 * gives them, `think(question)` searches; all take and give texts. `more()` resolves with what makes
 * pages besides tables: the archive `bundle` of their sources, `keepReview(review)`, `readReview(key)`
 * and `review(game, order)`. */
export async function openTab({ loadPyodide, options, bundle, snapshot, keep, rows, think, more, pause = 0.8 }) {
  const python = await openPython({ loadPyodide, options, bundles: [bundle], snapshot });
  const open = python.runPython(`
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
    unzip(await bundle, this.python.FS);
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
