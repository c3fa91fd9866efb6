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

/** What one worker has found. */
function asked(worker, message) {
  return new Promise((resolve, reject) => {
    const leave = () => {
      worker.removeEventListener("message", hear);
      worker.removeEventListener("error", fail);
    };
    function hear({ data }) {
      if (data.id !== message.id) return;
      leave();
      if (data.considered) resolve(data.considered);
      else reject(new Error(data.problem));
    }
    function fail(event) {
      leave();
      workers.splice(workers.indexOf(worker), 1);
      reject(new Error(event.message ?? "a worker does not start"));
    }
    worker.addEventListener("message", hear);
    worker.addEventListener("error", fail);
    worker.postMessage(message);
  });
}

/** The actions that a search considers, the best first: number, visits, value and error of each. */
export async function considered(question) {
  const id = ++count;
  const found = await Promise.all(crew(question).map((worker, thread) => asked(worker, { id, question, thread })));
  return corrected(found, question.calibration);
}

/** What several searches have found together, with values as they are meant. */
export function corrected(found, calibration) {
  return together(found).map(({ action, visits, value, error }) => [action, visits, calibrated(value, calibration), error]);
}

/** What a value means, by what came where such values were said, with straight lines between. */
function calibrated(value, came = []) {
  if (came.length === 0) return value;
  const steps = came.length - 1;
  const place = Math.min(steps - 1, Math.floor(value * steps));
  return came[place] + (came[place + 1] - came[place]) * (value * steps - place);
}

/** The actions that are considered for a question that is a text; gives a text. */
export async function think(text) {
  return JSON.stringify(await considered(JSON.parse(text)));
}
