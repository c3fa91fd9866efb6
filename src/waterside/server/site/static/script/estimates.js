// A worker that estimates for a review: one question at a time.

import { engineOf } from "./estimating.js";

const engines = new Map();

onmessage = async ({ data: { id, game, places, question } }) => {
  try {
    if (!engines.has(game)) engines.set(game, engineOf(game, places));
    postMessage({ id, found: (await engines.get(game)).answer(question) });
  } catch (problem) {
    postMessage({ id, problem: String(problem.message ?? problem) });
  }
};
