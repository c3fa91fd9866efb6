// A worker that thinks for a bot: it fetches the bot's question itself and sends what it has found, so that
// neither is ever in the page's own thread.

import { considered } from "./thinking.js";

let current = null;

/** Thinks about the question at an address; sends nothing if another one has come meanwhile. */
async function answer(address) {
  const asked = await fetch(address);
  if (!asked.ok) throw new Error(`${asked.status}`);
  const found = await considered(await asked.json());
  if (current !== address) return;
  const body = JSON.stringify({ considered: found });
  const taken = await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body });
  if (!taken.ok) throw new Error(`${taken.status}`);
}

onmessage = async ({ data: { address } }) => {
  current = address;
  if (address === null) return;
  try {
    await answer(address);
  } catch (problem) {
    if (current !== address) return; // it is not wanted any more
    await fetch(address, { method: "DELETE" }).catch(() => {});
    postMessage({ problem: String(problem.message ?? problem) });
  }
};
