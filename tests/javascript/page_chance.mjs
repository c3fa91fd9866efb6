// Runs the page's own modules on what a server sends before a game, and on records after it. Reads JSON
// from the standard input and prints JSON.

import { readFileSync } from "node:fs";

const given = JSON.parse(readFileSync(0, "utf8"));
const stored = new Map();
globalThis.localStorage = {
  getItem: (key) => stored.get(key) ?? null,
  setItem: (key, text) => stored.set(key, text),
};
globalThis.document = { getElementById: () => ({ content: { children: [] } }) };
const getRandomValues = (bytes) => { bytes.set(Buffer.from(given.entropy, "hex")); return bytes; };
Object.defineProperty(globalThis, "crypto", { value: { getRandomValues } });

const { Keeper, commit, promiseOf } = await import(`${given.scripts}/promises.js`);
const { verify } = await import(`${given.scripts}/fairness.js`);

const commitment = commit();
const sent = [];
const keeper = new Keeper(async (message) => {
  sent.push({ message, kept: structuredClone(promiseOf("table", 1)) });
  return { type: given.answer };
});
for (const message of given.heard) {
  keeper.hear(message);
  await keeper.settled();
}
const kept = promiseOf("table", 1);
const found = given.records.map((text) => ({
  alone: verify(text).problems.map(([key]) => key),
  compared: verify(text, kept).problems.map(([key]) => key),
}));
console.log(JSON.stringify({ commitment, sent, kept, found }));
