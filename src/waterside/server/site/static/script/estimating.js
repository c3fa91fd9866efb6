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

  const engine = {
    continuations({ players, state, ...how }) {
      return estimator(players).continuations(bytesOf(state), how);
    },
    outlook({ players, state, ...how }) {
      return estimator(players).outlook(bytesOf(state), how);
    },
    search({ players, state, seat, seed, iterations }) {
      const how = { seat, seed, learned: Boolean(weights), weights, nodes: 100_000 };
      const search = new Search(restore(game, players, bytesOf(state)), how);
      search.grow(iterations);
      const considered = search.considered().map(({ action, visits, value, error }) => [action, visits, value, error]);
      return { considered, line: search.line() };
    },
  };

  return {
    continuations: (text) => engine.continuations(JSON.parse(text)),
    outlook: (text) => engine.outlook(JSON.parse(text)),
    search: (text) => JSON.stringify(engine.search(JSON.parse(text))),

    /** Answers a question of `review/asking.py`: a search goes on with the comparison that is asked for. */
    answer({ what, compare, ...question }) {
      const found = engine[what](question);
      if (!compare) return found;
      const { players, state, seat } = question;
      const best = bestOf(found.considered, question.actions);
      const compared = [...new Set([compare.action, best])];
      const outlooks = compared.map((action) => [action, engine.outlook({ players, state, seat, ...compare, action })]);
      return { ...found, outlooks };
    },
  };
}

/** The best of the actions considered: of equal ones the first by name, as everywhere. */
function bestOf(considered, names) {
  const isBefore = ([one], [other]) => (names[one] < names[other] ? -1 : 1);
  const sorted = [...considered].sort((one, other) => other[1] - one[1] || other[2] - one[2] || isBefore(one, other));
  return sorted[0][0];
}
