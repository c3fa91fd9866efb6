// A worker that runs examples of the documentation: one Python prompt for each page.

import { loadPyodide } from "../pyodide/pyodide.mjs";
import { archive, options, snapshots } from "./packed.js";
import { openPython } from "./python.js";

async function start() {
  const python = await openPython({ loadPyodide, options, bundles: [archive("tables.zip")], snapshot: await snapshots?.read() });
  return python.runPython("from waterside.server.tab.examples import Session\nSession()");
}

const started = start();

onmessage = async ({ data: { id, text } }) => {
  try {
    postMessage({ id, said: (await started).run(text) });
  } catch (problem) {
    postMessage({ id, said: String(problem.message ?? problem) });
  }
};
