// The page's worker: tables in Python, kept by the browser. Pages say what they would say to a server.

import { loadPyodide } from "../pyodide/pyodide.mjs";
import * as kept from "./kept.js";
import { openTab } from "./python.js";
import { think } from "./thinking.js";

// Pyodide's largest file lies here compressed, for hosts that would not compress it.
const fetchAsItIs = globalThis.fetch.bind(globalThis);
globalThis.fetch = async (address, how) => {
  if (!String(address).endsWith("/pyodide.asm.wasm")) return fetchAsItIs(address, how);
  const answer = await fetchAsItIs(`${address}.packed`, how);
  const unpacked = answer.body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked, { status: answer.status, headers: { "content-type": "application/wasm" } });
};

const channel = new BroadcastChannel("waterside");
const lines = new Map();

async function keep(table, rows, listed) {
  const done = await kept.keep(table, rows, listed);
  if (done) channel.postMessage({ table, number: JSON.parse(rows).at(-1).number });
  return done;
}

async function start() {
  const answer = await fetch(new URL("waterside.zip", import.meta.url));
  if (!answer.ok) throw new Error(`no sources: ${answer.status}`);
  const bundle = await answer.arrayBuffer();
  const options = { indexURL: new URL("../pyodide/", import.meta.url).href };
  const tables = await openTab({ loadPyodide, options, bundle, keep, rows: kept.read, think });
  channel.onmessage = ({ data }) => tables.catchUp(data.table, data.number);
  return tables;
}

const started = start();

const requests = {
  ready: () => true,
  create: (tables, { wish, identity, name }) => tables.create(wish, identity, name),
  scenery: (tables, { game, variant }) => tables.scenery(game, variant),
  async connect(tables, { line, table, identity, name, language }) {
    if (!(await tables.load(table))) return false;
    lines.set(line, await tables.connect(table, {
      identity,
      name,
      language,
      heard: (text) => postMessage({ line, text }),
      closed: (code) => postMessage({ line, code }),
    }));
    return true;
  },
  send: (_, { line, text }) => lines.get(line)?.send(text),
  close(_, { line }) {
    lines.get(line)?.close();
    lines.delete(line);
  },
};

onmessage = async ({ data: { id, request, ...rest } }) => {
  try {
    postMessage({ id, result: await requests[request](await started, rest) });
  } catch (problem) {
    postMessage({ id, problem: String(problem.message ?? problem).trim().split("\n").at(-1) });
  }
};
