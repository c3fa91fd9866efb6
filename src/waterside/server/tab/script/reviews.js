// Reviews in a worker of their own, with a Python of its own: pages answer meanwhile.

let worker = null;
let count = 0;
const waiting = new Map();

/** Goes on with the review of a game for a while; takes and gives texts. */
export function review(game, order) {
  if (!worker) {
    worker = new Worker(new URL("reviewing.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data: { id, found, problem } }) => {
      const { resolve, reject } = waiting.get(id);
      waiting.delete(id);
      if (problem === undefined) resolve(found);
      else reject(new Error(problem));
    };
  }
  const id = ++count;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker.postMessage({ id, game, order });
  });
}
