// A worker that searches: one question at a time, in small pieces, so that it can be stopped.

import { restore, rules, Search } from "../games/index.js";
import { modulePlace, weightsOf } from "./estimating.js";

const PIECE = 64;
const games = new Map();
const weights = new Map();
let current = 0;

/** What is loaded once for each place; if that fails, it is tried again the next time. */
function loaded(known, place, load) {
  if (!known.has(place)) {
    known.set(place, load(place));
    known.get(place).catch(() => known.delete(place));
  }
  return known.get(place);
}

/** The search for a question, about to begin. */
async function prepared(question, thread) {
  const { game: name, players, state, seat, seed, iterations = Infinity, learned = false, settings = {} } = question;
  const places = { module: modulePlace(name), weights: modulePlace(name, "weights"), ...question.places };
  const game = await loaded(games, String(places.module), rules);
  const known = learned ? await loaded(weights, String(places.weights), weightsOf) : undefined;
  const bytes = Uint8Array.from(state.match(/../g), (two) => parseInt(two, 16));
  const nodes = Math.min(400_000, 20_000 + iterations);
  return new Search(restore(game, players, bytes), { seat, seed, thread, settings, nodes, learned, weights: known });
}

/** Searches until the budget is spent; gives nothing if another question has come meanwhile. */
async function searched(id, question, thread) {
  const { iterations = Infinity, ms = Infinity } = question;
  const growing = await prepared(question, thread);
  const end = performance.now() + ms;
  while (growing.iterations < iterations && (growing.iterations === 0 || performance.now() < end)) {
    growing.grow(Math.min(PIECE, iterations - growing.iterations));
    await new Promise((resolve) => { setTimeout(resolve); }); // the next message may say stop
    if (current !== id) return null;
  }
  return growing.considered();
}

onmessage = async ({ data: { id, question, thread } }) => {
  current = id;
  if (!question) return;
  try {
    const considered = await searched(id, question, thread);
    if (considered) postMessage({ id, considered });
  } catch (problem) {
    postMessage({ id, problem: String(problem.message ?? problem) });
  }
};
