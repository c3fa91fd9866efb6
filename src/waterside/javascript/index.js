// Waterside's games in JavaScript: rules, random games and search, compiled from Python to WebAssembly.
// One module holds one game; nothing else is loaded, and nothing is imported.

const CHANCE = -1;
const OVER = -2;
const NO_NODE = -1;
const FORMAT = 1;
const CHUNK = 256;
const WORLDS = 4; // states that a search needs
const LONGEST_LINE = 12;
const OFTEN = 10; // visits that an action of a line has at least
const STAMP = 5; // the place of the stamps in the scratch memory; the clock comes after them
const KINDS = {
  i1: Int8Array,
  i2: Int16Array,
  i4: Int32Array,
  i8: BigInt64Array,
  f4: Float32Array,
  f8: Float64Array,
};
const WIDTHS = { b: Int8Array, h: Int16Array, i: Int32Array, q: BigInt64Array };

/** The memory of an instance of a module: what lies where, and how to reach it. */
class Memory {
  constructor(module) {
    this.exports = new WebAssembly.Instance(module).exports;
    this.end = this.exports.__heap_base.value;
  }

  /** Room for so many bytes; returns its address. */
  reserve(bytes) {
    const address = (this.end + 15) & ~15;
    this.end = address + bytes;
    const missing = this.end - this.exports.memory.buffer.byteLength;
    if (missing > 0) this.exports.memory.grow(Math.ceil(missing / 65536));
    return address;
  }

  /** A new array of zeros. Its numbers are read afresh each time: memory moves when it grows. */
  array(Kind, length) {
    const address = this.reserve(Kind.BYTES_PER_ELEMENT * length);
    const { memory } = this.exports;
    return { address, length, get numbers() { return new Kind(memory.buffer, address, length); } };
  }
}

/** Rules of one game: what `rules` gives. */
export class Game {
  constructor(module) {
    const [section] = WebAssembly.Module.customSections(module, "waterside.game");
    if (!section) throw new TypeError("this is no module of a game");
    this.about = JSON.parse(new TextDecoder().decode(section));
    if (this.about.format !== FORMAT) {
      throw new TypeError(`the module has format ${this.about.format}, known is ${FORMAT}`);
    }
    this.module = module;
    const { name, title, players, options, state, longest, observation } = this.about;
    Object.assign(this, { name, title, players, options });
    this.memory = new Memory(module);
    this.state = this.memory.array(Uint8Array, state.size);
    this.generator = this.memory.array(BigInt64Array, 4);
    const room = Math.max(longest, observation, 8);
    this.list = this.memory.array(Int32Array, room);
    this.weights = this.memory.array(BigInt64Array, room);
    this.choices = this.memory.array(BigInt64Array, Math.max(1, options.length));
    this.won = this.memory.array(BigInt64Array, 8);
  }

  /** Calls a rule function on a state, with a state's address first. */
  call(name, state, ...rest) {
    this.state.numbers.set(state);
    return this.memory.exports[name](this.state.address, ...rest);
  }

  /** The bytes of the state as the last call left it. */
  after() {
    return this.state.numbers.slice();
  }
}

/** Loads a game: from the address or the bytes of its module, or from the module itself. */
export async function rules(source) {
  if (source instanceof WebAssembly.Module) return new Game(source);
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
    return new Game(await WebAssembly.compile(source));
  }
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source}: ${response.status}`);
  return new Game(await WebAssembly.compile(await response.arrayBuffer()));
}

function positionOf(game, players, state) {
  const actor = game.call("actor", state);
  return Object.freeze({
    game,
    players,
    state,
    actor: actor === CHANCE ? "chance" : actor === OVER ? "over" : actor + 1,
  });
}

/** An option's value as the rules take it; the first of several values is the usual one. */
function encoded(option, given, players) {
  const wrong = () => new RangeError(`${option.name}: ${given} is not a value of this option`);
  if (option.values) {
    const values = option.values[players];
    const found = given === undefined ? values[0] : values.find(([value]) => value === given);
    if (!found) throw wrong();
    return found[1];
  }
  const value = given ?? option.usual;
  if (!Number.isInteger(value) || value < option.lowest || value > option.highest) throw wrong();
  return value;
}

function encodedOptions(game, players, options) {
  const [fewest, most] = game.players;
  if (!Number.isInteger(players) || players < fewest || players > most) {
    throw new RangeError(`${game.title} is for ${fewest} to ${most} players`);
  }
  const known = new Set(game.options.map((option) => option.name));
  for (const name of Object.keys(options)) {
    if (!known.has(name)) throw new RangeError(`${game.title} has no option ${name}`);
  }
  const numbers = game.options.map((option) => encoded(option, options[option.name], players));
  game.choices.numbers.set(numbers.map(BigInt));
  return [game.choices.address, numbers.length];
}

/** The position before the first action. */
export function start(game, { players = game.players[0], options = {} } = {}) {
  const choices = encodedOptions(game, players, options);
  game.call("new", new Uint8Array(game.state.length), players, ...choices);
  return positionOf(game, players, game.after());
}

/** A position from the bytes of its state. */
export function restore(game, players, state) {
  if (state.length !== game.state.length) throw new RangeError("these are not the bytes of a state");
  return positionOf(game, players, Uint8Array.from(state));
}

function refuseOver(position) {
  if (position.actor === "over") throw new RangeError("the game is over");
}

/** The numbers of the actions that the player to act can choose from. */
export function legalActions(position) {
  if (position.actor === "chance") throw new RangeError("it is chance's turn: see outcomes()");
  if (position.actor === "over") return [];
  const { game } = position;
  const n = game.call("legal", position.state, game.list.address, game.list.length);
  return Array.from(game.list.numbers.subarray(0, n));
}

/** Whether what an action leads to depends on what the player cannot know, so that a view ends here. */
function guesses({ game, state }) {
  return Boolean(game.call("guesses", state));
}

/** What chance can bring now, each outcome with its weight. */
export function outcomes(position) {
  if (position.actor !== "chance") throw new RangeError("it is not chance's turn");
  const { game } = position;
  const { list, weights } = game;
  const n = game.call(
    "chances", position.state, list.address, list.length, weights.address, weights.length,
  );
  const [actions, amounts] = [list.numbers, weights.numbers];
  return Array.from({ length: n }, (_, i) => ({ action: actions[i], weight: Number(amounts[i]) }));
}

/** The position after an action of the player or an outcome of chance. */
export function play(position, action) {
  refuseOver(position);
  const possible =
    position.actor === "chance"
      ? outcomes(position).map((outcome) => outcome.action)
      : legalActions(position);
  if (!possible.includes(action)) throw new RangeError(`${action} is not possible here`);
  const { game, players, state } = position;
  game.call("apply", state, action);
  return positionOf(game, players, game.after());
}

/** Each seat's score. */
export function scores(position) {
  const { game, players, state } = position;
  game.call("scores", state, game.list.address, game.list.length);
  return Array.from(game.list.numbers.subarray(0, players));
}

/** The seats that have won, or null before the end. */
export function winners(position) {
  if (position.actor !== "over") return null;
  const { game, players, state } = position;
  game.call("winners", state, game.list.address, game.list.length);
  const won = game.list.numbers.subarray(0, players);
  return Array.from(won.keys()).filter((seat) => won[seat]).map((seat) => seat + 1);
}

/** The position as a seat knows it (0: a spectator): all else is forgotten. */
export function seenBy(position, seat) {
  const { game, players, state } = position;
  game.call("redact", state, seat - 1);
  return positionOf(game, players, game.after());
}

/** The numbers of a state by the names of its fields. */
export function fields(position) {
  const found = {};
  for (const [name, width, at, ...shape] of position.game.about.state.fields) {
    const Kind = WIDTHS[width];
    const count = shape.reduce((product, length) => product * length, 1);
    const bytes = position.state.slice(at, at + count * Kind.BYTES_PER_ELEMENT);
    const numbers = Array.from(new Kind(bytes.buffer), Number);
    found[name] = shape.length ? nested(numbers, shape) : numbers[0];
  }
  return found;
}

function nested(numbers, [length, ...shape]) {
  if (shape.length === 0) return numbers;
  const size = numbers.length / length;
  return Array.from({ length }, (_, i) => nested(numbers.slice(i * size, (i + 1) * size), shape));
}

/** Random numbers, the same as everywhere in Waterside for the same seed and stream. */
export class Generator {
  constructor(game, seed = 0, stream = 0) {
    this.game = game;
    seedInto(game.memory, game.generator, seed, stream);
    this.words = game.generator.numbers.slice();
  }

  /** An outcome of chance, by its weight. */
  sample(position) {
    const { game } = this;
    game.generator.numbers.set(this.words);
    const outcome = game.call(
      "sample", position.state, game.generator.address, 4, game.list.address, game.list.length,
      game.weights.address, game.weights.length,
    );
    this.words = game.generator.numbers.slice();
    return outcome;
  }

  /** A redacted position filled up at random, each way that fits as likely as any other. */
  imagine(position) {
    const { game } = this;
    game.generator.numbers.set(this.words);
    game.call("imagine", position.state, game.generator.address, 4);
    this.words = game.generator.numbers.slice();
    return positionOf(game, position.players, game.after());
  }
}

/** A seed as the modules take it: in two halves of 32 bits. */
function halves(seed) {
  const whole = BigInt.asUintN(63, BigInt(seed));
  return [Number(whole & 0xffffffffn) | 0, Number(whole >> 32n) | 0];
}

function seedInto(memory, generator, seed, stream) {
  memory.exports.seed(generator.address, generator.length, ...halves(seed), stream);
}

/** Plays games of random actions; returns the decisions taken and each seat's wins in sixtieths. */
export function randomGames(game, { players = game.players[0], options = {}, seed = 1, first = 0, games = 1 } = {}) {
  const choices = encodedOptions(game, players, options);
  game.won.numbers.fill(0n);
  const { generator, list, weights, won } = game;
  const decisions = game.memory.exports.random_games(
    game.state.address, generator.address, 4, list.address, list.length, weights.address,
    weights.length, won.address, won.length, players, ...choices, seed, first, games,
  );
  return { decisions, won: Array.from(won.numbers.subarray(0, players), Number) };
}

/** Memory for thinking about positions of a game, apart from that of its rules. */
class Workspace {
  constructor(game, players, { nodes, learned, weights, settings = {} }) {
    const { about } = game;
    if (learned && !about.learned_settings) throw new RangeError(`${game.title} has no learned evaluation`);
    this.memory = new Memory(game.module);
    this.states = this.memory.array(Uint8Array, WORLDS * about.state.size);
    this.generator = this.memory.array(BigInt64Array, 4);
    this.tree = this.arrays(about.tree.map(([kind, length]) => [kind, length === 2 ? nodes : length]));
    this.scratch = this.arrays(about.scratch[players]);
    if (learned) this.fill(networkOf(game, players, weights));
    this.chosen = { ...(learned ? about.learned_settings : about.settings) };
    for (const [name, value] of Object.entries(settings)) {
      if (!(name in this.chosen)) throw new RangeError(`search has no setting ${name}`);
      this.chosen[name] = value;
    }
    this.settings = this.memory.array(Float64Array, Object.keys(this.chosen).length);
    this.settings.numbers.set(Object.values(this.chosen).map(Number));
  }

  /** Arrays of these kinds and lengths, and the table of their addresses and lengths. */
  arrays(kinds) {
    const words = [];
    const parts = kinds.map(([kind, ...shape]) => {
      const part = this.memory.array(KINDS[kind], shape.reduce((size, length) => size * length, 1));
      words.push(part.address, ...shape);
      return part;
    });
    const table = this.memory.array(Int32Array, words.length);
    table.numbers.set(words);
    return { address: table.address, parts };
  }

  /** Writes the weights of the learned evaluation. */
  fill(network) {
    const { parts } = this.scratch;
    const first = parts.length - 4 - network.length;
    network.forEach((numbers, i) => parts[first + i].numbers.set(numbers));
  }
}

/**
 * A search that grows as long as one likes; `search` is the short way.
 *
 * It has memory of its own, so that several can go on side by side.
 */
export class Search {
  constructor(position, { seat = position.actor, seed = 0, thread = 0, learned = false, weights, nodes = 200_000, settings } = {}) {
    if (typeof seat !== "number" || seat < 1) throw new RangeError("nobody is to act here");
    const { game, players } = position;
    this.position = position;
    this.seat = seat;
    this.learned = learned;
    this.iterations = 0;
    this.space = new Workspace(game, players, { nodes, learned, weights, settings });
    this.sown = this.space.chosen.sown ?? 0;
    seedInto(this.space.memory, this.space.generator, seed, thread);
    this.space.states.numbers.set(seenBy(position, seat).state);
    this.space.memory.exports.plant(this.space.tree.address);
  }

  /** So many iterations more. */
  grow(iterations) {
    const { memory: { exports }, states, tree, generator, scratch, settings } = this.space;
    const common = [states.address, WORLDS, tree.address, generator.address, 4, scratch.address];
    if (this.iterations === 0 && this.sown) exports.sow(...common, this.seat - 1, this.sown);
    const run = this.learned ? exports.search_learned : exports.search;
    run(...common, settings.address, this.seat - 1, iterations);
    this.iterations += iterations;
  }

  /** The actions looked at, the most visited first. */
  considered() {
    const [action, child, sibling, visits, , , total, squares] = this.space.tree.parts.map(
      (part) => part.numbers,
    );
    const found = new Map(
      legalActions(this.position).map((number) => [number, { action: number, visits: 0, total: 0, squares: 0 }]),
    );
    // An action has a node for each way that it can lead on.
    for (let node = child[0]; node !== NO_NODE; node = sibling[node]) {
      const sums = found.get(action[node]);
      if (!sums) continue;
      sums.visits += visits[node];
      sums.total += total[node];
      sums.squares += squares[node];
    }
    return judged([...found.values()]);
  }

  /** The most visited way on, as long as its actions are public and were tried often. */
  line() {
    const [action, child, sibling, visits] = this.space.tree.parts.map((part) => part.numbers);
    const found = [];
    let position = seenBy(this.position, this.seat);
    for (let node = 0; found.length < LONGEST_LINE;) {
      let best = NO_NODE;
      for (let one = child[node]; one !== NO_NODE; one = sibling[one]) {
        if (best === NO_NODE || visits[one] > visits[best]) best = one;
      }
      if (best === NO_NODE || visits[best] < OFTEN || action[best] < 0) break;
      if (!legalActions(position).includes(action[best])) break;
      found.push(action[best]);
      if (guesses(position)) break;
      position = play(position, action[best]);
      node = best;
      if (typeof position.actor !== "number") break;
    }
    return found;
  }
}

/** Values and errors of actions with these sums, the most visited first. */
function judged(found) {
  return found
    .map(({ action, visits, total, squares }) => {
      const value = visits ? total / visits : 0;
      const spread = visits ? Math.max(0, squares / visits - value * value) : 1;
      const error = visits > 1 ? Math.sqrt(spread / visits) : 1;
      return { action, visits, value, error, total, squares };
    })
    .sort((a, b) => b.visits - a.visits || b.value - a.value || a.action - b.action);
}

/** What several searches of one position have found, added up. */
export function together(lists) {
  const sums = new Map();
  for (const one of lists.flat()) {
    const sum = sums.get(one.action) ?? { action: one.action, visits: 0, total: 0, squares: 0 };
    sum.visits += one.visits;
    sum.total += one.total;
    sum.squares += one.squares;
    sums.set(one.action, sum);
  }
  return judged([...sums.values()]);
}

/**
 * Thinks about a position as the player to act knows it.
 *
 * The same seed and number of iterations give the same answer as in Python. `ms` ends the search
 * after so much time, `stop` when it returns true.
 */
export function search(position, { iterations, ms, stop = () => false, ...options } = {}) {
  const growing = new Search(position, options);
  const budget = iterations ?? (ms === undefined ? 2000 : Infinity);
  const end = performance.now() + (ms ?? Infinity);
  while (growing.iterations < budget && !stop()) {
    if (growing.iterations && performance.now() >= end) break;
    growing.grow(Math.min(CHUNK, budget - growing.iterations));
  }
  const considered = growing.considered();
  return { action: considered[0].action, considered, iterations: growing.iterations };
}

const NO_ACTION = -1;

/**
 * Estimates of each seat's share of the win, as a review of a game needs them: with the game's learned
 * evaluation where it has one. The same seed gives the same numbers as in Python.
 */
export class Estimator {
  constructor(game, players, { weights, nodes = 100_000 } = {}) {
    this.game = game;
    this.players = players;
    this.learned = Boolean(game.about.learned_settings);
    this.space = new Workspace(game, players, { nodes, learned: this.learned, weights });
    this.room = { address: 0, length: 0 };
  }

  /** What each of so many continuations of a state gives each seat, one after the other. */
  continuations(state, { seed, samples, ahead, action = NO_ACTION, imagined = false }) {
    const { memory, states, generator, scratch, settings } = this.prepared(state);
    if (!this.learned && this.space.chosen.decisions >= 0) {
      const place = Object.keys(this.space.chosen).indexOf("decisions");
      settings.numbers[place] = Math.max(ahead, this.space.chosen.decisions);
    }
    const out = this.place(samples);
    memory.exports.continuations(
      states.address, WORLDS, generator.address, 4, scratch.address, settings.address, ahead, ...halves(seed),
      action, Number(imagined), samples, out.address, samples, this.players,
    );
    settings.numbers.set(Object.values(this.space.chosen).map(Number));
    return out.numbers.slice(0, samples * this.players);
  }

  /** What each iteration of a search after an action of a seat gives each seat, one after the other. */
  outlook(state, { seat, seed, action, iterations }) {
    const { memory, states, tree, generator, scratch, settings } = this.prepared(state);
    memory.exports.plant(tree.address);
    const out = this.place(iterations);
    memory.exports.search_after(
      states.address, WORLDS, tree.address, generator.address, 4, scratch.address, settings.address, seat - 1,
      ...halves(seed), action, iterations, out.address, iterations, this.players,
    );
    return out.numbers.slice(0, iterations * this.players);
  }

  /** The memory, with a state in it and nothing left of the last time. */
  prepared(state) {
    const { states, scratch } = this.space;
    states.numbers.set(state);
    const [stamp, clock] = scratch.parts.slice(STAMP, STAMP + 2);
    stamp.numbers.fill(0n);
    clock.numbers.fill(0n);
    return this.space;
  }

  /** Room for what so many samples give. */
  place(samples) {
    const length = samples * this.players;
    if (this.room.length < length) this.room = this.space.memory.array(Float64Array, length);
    this.room.numbers.fill(0);
    return this.room;
  }
}

const MAGIC = "waterside network 1\n";

/** The six arrays of the learned evaluation for a number of players, as 32-bit floats: from a file of
 * weights, or from the module, which has it unless it was left out. */
function networkOf(game, players, weights) {
  const section = weights ?? WebAssembly.Module.customSections(game.module, "waterside.weights")[0];
  if (!section) throw new RangeError(`${game.title}: the weights of the learned evaluation are not here`);
  const bytes = new Uint8Array(section);
  const headEnd = bytes.indexOf(10, MAGIC.length);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(MAGIC.length, headEnd)));
  const numbers = new Uint16Array(section.slice(headEnd + 1));
  const [fewest, most] = head.players;
  const [counts, place] = [most - fewest + 1, players - fewest];
  const { features, width, narrow } = head;
  let at = 0;
  const whole = (size) => floats(numbers, (at += size) - size, size);
  const one = (size) => floats(numbers, (at += size * counts) - size * (counts - place), size);
  const first = whole(features * width);
  for (const [start, length] of game.about.steps) addUp(first, start * width, length * width, width);
  return [first, whole(width), one(width * narrow), one(narrow), one(narrow * most), one(most)];
}

/** Adds each row to the one after it: the last step that is reached stands for all before it, too. */
function addUp(rows, start, size, width) {
  for (let i = start + width; i < start + size; i++) rows[i] += rows[i - width];
}

/** 16-bit floats as 32-bit ones. */
function floats(halves, start, size) {
  return Float32Array.from({ length: size }, (_, i) => {
    const bits = halves[start + i];
    const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
    const amount = exponent
      ? 2 ** (exponent - 15) * (1 + fraction / 1024)
      : 2 ** -14 * (fraction / 1024);
    return bits >> 15 ? -amount : amount;
  });
}
