// A worker that searches: one question at a time, in small pieces, so that it can be stopped.

import { restore, rules, Search } from "../games/index.js";

const PIECE = 64;
const games = new Map();
let current = 0;

onmessage = async ({ data }) => {
  const { id, question, thread } = data;
  current = id;
  if (!question) return;
  const { game: name, players, state, seat, seed, iterations = Infinity, ms = Infinity, settings = {} } = question;
  if (!games.has(name)) games.set(name, rules(new URL(`../games/${name}.wasm`, import.meta.url)));
  const game = await games.get(name);
  const bytes = Uint8Array.from(state.match(/../g), (two) => parseInt(two, 16));
  const nodes = Math.min(400_000, 20_000 + iterations);
  const growing = new Search(restore(game, players, bytes), { seat, seed, thread, settings, nodes });
  const end = performance.now() + ms;
  while (growing.iterations < iterations && (growing.iterations === 0 || performance.now() < end)) {
    growing.grow(Math.min(PIECE, iterations - growing.iterations));
    await new Promise((resolve) => { setTimeout(resolve); }); // the next message may say stop
    if (current !== id) return;
  }
  postMessage({ id, considered: growing.considered() });
};
