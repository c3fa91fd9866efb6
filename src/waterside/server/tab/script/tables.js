// The page's worker: tables in Python, kept by the browser. Pages say what they would say to a server.

import { loadPyodide } from "../pyodide/pyodide.mjs";
import * as kept from "./kept.js";
import { archive, onProgress, options, snapshots } from "./packed.js";
import { openTab } from "./python.js";
import { review } from "./reviews.js";
import { think } from "../static/script/thinking.js";

const channel = new BroadcastChannel("waterside");
const lines = new Map();

async function keep(table, rows, listed) {
  const done = await kept.keep(table, rows, listed);
  if (done) channel.postMessage({ table, number: JSON.parse(rows).at(-1).number });
  return done;
}

const more = async () => ({
  bundle: archive("pages.zip"), keepReview: kept.keepReview, readReview: kept.readReview, review,
});

onProgress((share) => postMessage({ loaded: share }));

async function start() {
  const [bundle, snapshot] = [archive("tables.zip"), await snapshots?.read()];
  const tables = await openTab({ loadPyodide, options, bundle, snapshot, keep, rows: kept.read, think, more });
  channel.onmessage = ({ data }) => tables.catchUp(data.table, data.number);
  postMessage({ loaded: 1 });
  return tables;
}

const started = start();

const requests = {
  ready: () => true,
  create: (tables, { wish, identity, name }) => tables.create(wish, identity, name),
  scenery: (tables, { game, variant }) => tables.scenery(game, variant),
  answer: (tables, { question }) => tables.answer(question),
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
