// What a review asks of a game's module; questions are texts, and so are answers that are no numbers.

import { Estimator, restore, rules, Search } from "../games/index.js";

const bytesOf = (state) => Uint8Array.from(state.match(/../g), (two) => parseInt(two, 16));

/** Where a game's module lies on a site of files, or its weights. */
export function modulePlace(name, kind = "wasm") {
  return new URL(`../../games/${name}.${kind}`, import.meta.url);
}

/** The file with what a game has learned. */
export async function weightsOf(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
}

/** Loads a game and what it has learned. */
export async function engineOf(name, places = { module: modulePlace(name), weights: modulePlace(name, "weights") }) {
  const game = await rules(places.module);
  const weights = game.about.learned_settings ? await weightsOf(places.weights) : undefined;
  return engineWith(game, weights);
}

/** Answers questions about a game. */
export function engineWith(game, weights) {
  const estimators = new Map();

  function estimator(players) {
    if (!estimators.has(players)) estimators.set(players, new Estimator(game, players, { weights }));
    return estimators.get(players);
  }

  return {
    continuations(text) {
      const { players, state, ...how } = JSON.parse(text);
      return estimator(players).continuations(bytesOf(state), how);
    },
    outlook(text) {
      const { players, state, ...how } = JSON.parse(text);
      return estimator(players).outlook(bytesOf(state), how);
    },
    search(text) {
      const { players, state, iterations, ...how } = JSON.parse(text);
      const learned = Boolean(weights);
      const search = new Search(restore(game, players, bytesOf(state)), { ...how, learned, weights, nodes: 100_000 });
      search.grow(iterations);
      const considered = search.considered().map(({ action, visits, value, error }) => [action, visits, value, error]);
      return JSON.stringify({ considered, line: search.line() });
    },
  };
}
