// Searches in several workers at once, as many as the machine can spare.

import { together } from "../games/index.js";

const MOST = 4;
const workers = [];
let count = 0;

/** The workers that think about a question: one where iterations are counted, else several. */
function crew(question) {
  const wanted = question.ms === undefined ? 1 : Math.min(MOST, Math.max(1, (navigator.hardwareConcurrency ?? 2) - 1));
  while (workers.length < wanted) {
    workers.push(new Worker(new URL("search.js", import.meta.url), { type: "module" }));
  }
  return workers.slice(0, wanted);
}

/** Answers a question (a text) with the actions considered (a text), the best first. */
export async function think(text) {
  const question = JSON.parse(text);
  const id = ++count;
  const found = await Promise.all(crew(question).map((worker, thread) => new Promise((resolve, reject) => {
    worker.addEventListener("message", function hear({ data }) {
      if (data.id !== id) return;
      worker.removeEventListener("message", hear);
      resolve(data.considered);
    });
    worker.addEventListener("error", reject, { once: true });
    worker.postMessage({ id, question, thread });
  })));
  const best = together(found);
  return JSON.stringify(best.map(({ action, visits, value, error }) => [action, visits, value, error]));
}
