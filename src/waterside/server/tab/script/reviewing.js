// A worker that reviews games: Python decides what is looked at, WebAssembly looks.

import { loadPyodide } from "../pyodide/pyodide.mjs";
import { engineOf } from "../static/script/estimating.js";
import { archive, options, snapshots } from "./packed.js";
import { openPython } from "./python.js";

async function start() {
  const bundles = [archive("tables.zip"), archive("pages.zip")];
  const python = await openPython({ loadPyodide, options, bundles, snapshot: await snapshots?.read() });
  return python.runPython("from waterside.server.tab.reviewing import work_here\nwork_here");
}

const started = start();
const engines = new Map();

onmessage = async ({ data: { id, game, order } }) => {
  try {
    if (!engines.has(game)) engines.set(game, engineOf(game));
    const [work, engine] = await Promise.all([started, engines.get(game)]);
    postMessage({ id, found: work(order, engine) });
  } catch (problem) {
    postMessage({ id, problem: String(problem.message ?? problem).trim().split("\n").at(-1) });
  }
};
