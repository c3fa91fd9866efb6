// Waterside's games in JavaScript: rules, random games and search.

/** An option of a game: its values for each number of players, the usual one first, each with the number
 * that the rules get; or the bounds of a whole number. */
export type Option =
  | { name: string; values: Record<number, [string | number | boolean, number][]> }
  | { name: string; usual: number; lowest: number; highest: number };

/** Values of options by their names; those left out have their defaults. */
export type Options = Record<string, string | number | boolean>;

/** The rules of one game. */
export interface Game {
  readonly name: string;
  readonly title: string;
  /** The fewest and the most players. */
  readonly players: [number, number];
  readonly options: Option[];
  readonly module: WebAssembly.Module;
}

/** A position of a game; it never changes. */
export interface Position {
  readonly game: Game;
  readonly players: number;
  /** The seat to act, from 1 on. */
  readonly actor: number | "chance" | "over";
  /** The state as bytes: to keep, to compare, to send to a worker. */
  readonly state: Uint8Array;
}

/** An outcome of chance and its weight among the others. */
export interface Outcome {
  action: number;
  weight: number;
}

/** What a search has found about an action. */
export interface Considered {
  action: number;
  visits: number;
  /** The share of the win that the player to act can expect after it, from 0 to 1. */
  value: number;
  /** The standard error of that value. */
  error: number;
  total: number;
  squares: number;
}

export interface SearchOptions {
  /** Whose knowledge counts: the player to act, unless said otherwise. */
  seat?: number;
  seed?: number | bigint | string;
  /** The number of this search among several with the same seed. */
  thread?: number;
  /** Whether to judge by the game's learned evaluation. */
  learned?: boolean;
  /** The file of the learned evaluation, where the module does not have it. */
  weights?: ArrayBuffer;
  /** Room for so many nodes. */
  nodes?: number;
  /** Settings of the search other than the game's own. */
  settings?: Record<string, number | boolean>;
}

export interface Budget {
  iterations?: number;
  ms?: number;
  stop?: () => boolean;
}

export interface Answer {
  action: number;
  considered: Considered[];
  iterations: number;
}

/** Loads a game: from the address or the bytes of its module, or from the module itself. */
export function rules(
  source: string | URL | ArrayBuffer | ArrayBufferView | WebAssembly.Module,
): Promise<Game>;
/** The position before the first action. */
export function start(game: Game, how?: { players?: number; options?: Options }): Position;
/** A position from the bytes of its state. */
export function restore(game: Game, players: number, state: ArrayLike<number>): Position;
/** The numbers of the actions that the player to act can choose from. */
export function legalActions(position: Position): number[];
/** What chance can bring now. */
export function outcomes(position: Position): Outcome[];
/** The position after an action of the player or an outcome of chance. */
export function play(position: Position, action: number): Position;
/** Each seat's score. */
export function scores(position: Position): number[];
/** The seats that have won, or null before the end. */
export function winners(position: Position): number[] | null;
/** The position as a seat knows it (0: a spectator). */
export function seenBy(position: Position, seat: number): Position;
/** The numbers of a state by the names of its fields. */
export function fields(position: Position): Record<string, unknown>;
/** Thinks about a position as the player to act knows it. */
export function search(position: Position, options?: SearchOptions & Budget): Answer;
/** What several searches of one position have found, added up. */
export function together(lists: Considered[][]): Considered[];
/** Plays games of random actions. */
export function randomGames(
  game: Game,
  how?: { players?: number; options?: Options; seed?: number; first?: number; games?: number },
): { decisions: number; won: number[] };

/** A search that grows as long as one likes. */
export class Search {
  constructor(position: Position, options?: SearchOptions);
  readonly iterations: number;
  grow(iterations: number): void;
  considered(): Considered[];
  /** The most visited way on, as far as it is known well. */
  line(): number[];
}

/** Estimates of each seat's share of the win, with the game's learned evaluation where it has one. The
 * numbers of all samples lie one after the other, one for each seat. */
export class Estimator {
  constructor(game: Game, players: number, options?: { weights?: ArrayBuffer; nodes?: number });
  /** So many continuations of a state, each played on for some decisions; `imagined`: the state is
   * redacted, and each begins in a world that fits. */
  continuations(
    state: ArrayLike<number>,
    how: { seed: number | bigint | string; samples: number; ahead: number; action?: number; imagined?: boolean },
  ): Float64Array;
  /** So many iterations of a search after an action of a seat, by what that seat knows. */
  outlook(
    state: ArrayLike<number>,
    how: { seat: number; seed: number | bigint | string; action: number; iterations: number },
  ): Float64Array;
}

/** Random numbers, the same as everywhere in Waterside for the same seed and stream. */
export class Generator {
  constructor(game: Game, seed?: number | bigint, stream?: number);
  /** An outcome of chance, by its weight. */
  sample(position: Position): number;
  /** A redacted position filled up at random. */
  imagine(position: Position): Position;
}
