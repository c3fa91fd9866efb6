// Two bots play Kariba: node example.js
import { readFile } from "node:fs/promises";
import { Generator, play, rules, scores, search, start, winners } from "./index.js";

const kariba = await rules(await readFile(new URL("kariba.wasm", import.meta.url)));
const chance = new Generator(kariba, 7);
let position = start(kariba, { players: 2, options: { market: true } });
let decisions = 0;
while (position.actor !== "over") {
  if (position.actor === "chance") {
    position = play(position, chance.sample(position));
  } else {
    position = play(position, search(position, { iterations: 200, seed: decisions }).action);
    decisions += 1;
  }
}
console.log(`${decisions} decisions, scores ${scores(position)}, won by seat ${winners(position)}`);
