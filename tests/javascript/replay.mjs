// Replays games that Python has played, and compares everything: node replay.mjs MODULE < games.json
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";

const [index, module] = process.argv.slice(2);
const { Estimator, Generator, Search, fields, legalActions, outcomes, play, restore, rules, scores, search, seenBy, start, winners, randomGames } =
  await import(index);
const game = await rules(await readFile(module));
const hex = (state) => Buffer.from(state).toString("hex");
const bytes = (state) => Buffer.from(state, "hex");
const told = JSON.parse(await text(process.stdin));
let actions = 0;
for (const { players, options, seed, steps, scored, won } of told.games) {
  const chance = new Generator(game, seed);
  let position = start(game, { players, options });
  for (const step of steps) {
    assert.equal(position.actor, step.actor);
    assert.equal(hex(position.state), step.state);
    if (step.actor === "chance") {
      assert.deepEqual(outcomes(position).map(({ action, weight }) => [action, weight]), step.outcomes);
      assert.equal(chance.sample(position), step.action);
    } else {
      assert.deepEqual(legalActions(position), step.legal);
    }
    for (const [seat, [seen, imagined]] of step.views.entries()) {
      const view = seenBy(position, seat);
      assert.equal(hex(view.state), seen);
      if (seat) assert.equal(hex(chance.imagine(view).state), imagined);
    }
    position = play(position, step.action);
    actions += 1;
  }
  assert.equal(position.actor, "over");
  assert.deepEqual(scores(position), scored);
  assert.deepEqual(winners(position), won);
  assert.ok(Object.keys(fields(position)).length > 3);
}
for (const { players, seed, games, decisions, won } of told.random) {
  assert.deepEqual(randomGames(game, { players, seed, games }), { decisions, won });
}
for (const { players, options, actions: played, iterations, seed, learned, considered } of told.searches) {
  let position = start(game, { players, options });
  for (const action of played) position = play(position, action);
  const answer = search(position, { iterations, seed, learned });
  assert.equal(answer.iterations, iterations);
  const found = answer.considered.map(({ action, visits, value }) => [action, visits, value]);
  found.sort(([a], [b]) => a - b);
  assert.deepEqual(found, considered);
}
const found = {};
for (const { players, state, how, numbers } of told.estimates) {
  const estimator = (found[players] ??= new Estimator(game, players));
  const given = how.samples ? estimator.continuations(bytes(state), how) : estimator.outlook(bytes(state), how);
  assert.deepEqual(Array.from(given), numbers);
}
for (const { players, state, seed, iterations, line } of told.lines) {
  const learned = Boolean(game.about.learned_settings);
  const growing = new Search(restore(game, players, bytes(state)), { seed, learned, nodes: 100_000 });
  growing.grow(iterations);
  const [way, [{ action: best }]] = [growing.line(), growing.considered()];
  assert.deepEqual(way[0] === best ? way : [best], line);
}
console.log(JSON.stringify({ actions, searches: told.searches.length }));
