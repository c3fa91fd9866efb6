// Has a worker think for the bots of a table that this player has alone. This thread passes a ticket on: what
// a bot knows goes from the server to the worker, and what the worker finds goes back, without it.

let isAble = typeof Worker === "function" && typeof WebAssembly === "object";
let worker = null;
let asked = null;
let askedAt = 0;

/** Whether this page may be asked to think for bots; not any more once that has failed. */
export const canThink = () => isAble;

/** Has the worker fetch the question of a ticket and answer it. */
export function think(table, { ticket, number }) {
  askedAt = number;
  asked = `/api/tables/${encodeURIComponent(table)}/thinking/${encodeURIComponent(ticket)}`;
  worker ??= started();
  worker.postMessage({ address: asked });
}

/** The game is at a number of the log: what was asked before that is not wanted any more. */
export function goneOn(number) {
  if (asked === null || number <= askedAt) return;
  asked = null;
  worker?.postMessage({ address: null });
}

function started() {
  const made = new Worker(new URL("bot_thinking.js", import.meta.url), { type: "module" });
  made.onmessage = ({ data }) => fail(data.problem);
  made.onerror = (event) => {
    if (asked !== null) fetch(asked, { method: "DELETE" }).catch(() => {});
    fail(event.message ?? "a worker does not start");
  };
  return made;
}

function fail(problem) {
  console.info(`The server's bots think instead: ${problem}`);
  isAble = false;
}
