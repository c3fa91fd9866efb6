// What this browser keeps from before a game, to check the record with it afterwards: the server's
// commitment, those of all seats, and what the browser itself has added to chance.

import { sha256, fromHex, toHex } from "./sha256.js";

const KEY = "waterside-chance";
const MOST_KEPT = 300;
const PARTS = ["table", "phase", "you", "seats", "series", "game"];
let memory = { entropy: {}, games: {} };

/** What is kept; tabs of one browser share it. */
function kept() {
  try {
    memory = JSON.parse(localStorage.getItem(KEY)) ?? memory;
  } catch {
    // Without storage it is kept as long as the page is open.
  }
  return memory;
}

function change(how) {
  const all = kept();
  const result = how(all);
  for (const part of [all.entropy, all.games]) {
    for (const old of Object.keys(part).slice(0, -MOST_KEPT)) delete part[old];
  }
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // As above.
  }
  return result;
}

/** What was kept from before a game at a table; undefined if nothing was. */
export function promiseOf(table, game) {
  return kept().games[`${table}/${game}`];
}

/** Makes new entropy, keeps it, and gives the commitment to it. */
export function commit() {
  const entropy = crypto.getRandomValues(new Uint8Array(32));
  const commitment = toHex(sha256(entropy));
  change((all) => { all.entropy[commitment] = toHex(entropy); });
  return commitment;
}

/** Follows what comes over a line: keeps what is fixed before a game, and only then reveals what
 * this browser has committed to. `send` sends a message and resolves with the answer. */
export class Keeper {
  constructor(send) {
    this.send = send;
    this.state = null;
    this.revealing = new Map();
  }

  hear(message) {
    if (message.type === "view") this.state = {};
    else if (message.type !== "update" || !this.state) return;
    for (const part of PARTS) if (message[part]) this.state[part] = message[part];
    const fixed = this.fixed();
    if (fixed) this.keep(fixed);
  }

  /** What is fixed before the game that starts or is played. */
  fixed() {
    const { phase, game, series, seats } = this.state;
    if (phase === "starting") {
      const commitments = seats.map((seat) => seat.commitment);
      return { number: (game?.number ?? 0) + 1, commitment: series.commitment, commitments };
    }
    if (phase !== "playing" || !game) return null;
    return { number: game.number, commitment: game.chance.commitment, commitments: game.chance.commitments };
  }

  keep({ number, commitment, commitments }) {
    const key = `${this.state.table.id}/${number}`;
    const promise = promiseOf(this.state.table.id, number) ?? change((all) => {
      all.games[key] = { commitment, commitments, revealed: {}, takebacks: 0 };
      return all.games[key];
    });
    const same = promise.commitment === commitment && String(promise.commitments) === String(commitments);
    if (this.state.phase !== "starting" || !same) return;
    for (const own of new Set(this.state.you.seats.map((seat) => commitments[seat - 1]))) {
      const entropy = kept().entropy[own];
      if (!entropy || this.revealing.has(own)) continue;
      this.revealing.set(own, this.reveal(key, own, entropy));
    }
  }

  async reveal(key, own, entropy) {
    const answer = await this.send({ type: "reveal", entropy });
    this.revealing.delete(own);
    if (answer.type === "refused") return;
    change((all) => {
      const promise = all.games[key];
      promise?.commitments.forEach((one, index) => { if (one === own) promise.revealed[index + 1] = entropy; });
    });
  }

  /** Resolves when the server has all that this browser reveals now. */
  settled() {
    return Promise.all(this.revealing.values());
  }

  /** Notes that this player asks for a takeback, or agrees to one. */
  note(message, offer) {
    const agrees = message.type === "answer" && message.agree && offer?.what === "takeback";
    if (message.type !== "takeback" && !agrees) return;
    const key = `${this.state.table.id}/${this.state.game?.number}`;
    change((all) => { if (all.games[key]) all.games[key].takebacks += 1; });
  }
}

/** Whether a reveal had arrived before the line broke. */
export function isRevealed(message, { phase, game }) {
  return phase === "playing" && Boolean(game?.chance.entropy.includes(message.entropy));
}

/** Whether entropy is what a commitment was made from. */
export function fits(commitment, entropy) {
  return toHex(sha256(fromHex(entropy))) === commitment;
}
