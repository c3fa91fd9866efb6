// Whether a game was fair, checked by this browser: it computes every roll and draw of the record
// again, and compares the record with what it kept from before the game. The procedure is described
// in the documentation, on the page about fair chance.

import { fits, promiseOf } from "./promises.js";
import { fromHex, hmac, sha256, toHex } from "./sha256.js";
import { say } from "./texts.js";

const SPAN = 2n ** 256n;
const DIGITS = /^[0-9a-f]{64}$/;

class Unreadable extends Error {}

/** Fetches the record of a game and says in words what the check of it found. */
export async function check(table, game) {
  const address = `/api/tables/${encodeURIComponent(table)}/record?game=${game}`;
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return say("no-check");
  return inWords(verify(await answer.text(), promiseOf(table, game)));
}

function inWords({ problems, missing, given, isKept }) {
  if (problems.length) {
    const [key, parts] = problems[0];
    return say("unfair", { problem: say(key, parts) });
  }
  const late = missing.map((seat) => say("fair-missing", { seat }));
  const before = given ? [say("fair-given", { count: given })] : [];
  return [say(isKept ? "fair" : "fair-not-kept"), ...late, ...before].join(" ");
}

/** What is wrong with a record, as keys of texts with their parts; also compared with a promise. */
export function verify(text, promise) {
  const found = { problems: [], missing: [], given: 0, isKept: Boolean(promise) };
  try {
    const record = read(text);
    found.missing = record.missing;
    found.given = record.given;
    found.problems.push(...commitments(record), ...draws(record));
    if (promise) found.problems.push(...differences(record, promise));
  } catch (problem) {
    if (!(problem instanceof Unreadable)) throw problem;
    found.problems.push(["unfair-record", {}]);
  }
  return found;
}

/** Reads a record: its headers, and its actions with the comments before them. */
function read(text) {
  const lines = text.split("\n");
  const end = lines.indexOf("");
  const headers = new Map(lines.slice(1, end).filter((line) => !line.startsWith("#")).map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  }));
  const header = (name) => {
    if (!headers.has(name)) throw new Unreadable(name);
    return headers.get(name) === "-" ? "" : headers.get(name);
  };
  const scheme = headers.get("Chance") ?? "1";
  const seats = Array.from({ length: Number(header("Players")) }, (_, index) => index + 1);
  const record = {
    scheme,
    seats,
    commitment: header("Commitment"),
    secret: header("Secret"),
    entropy: seats.map((seat) => header(`Entropy ${seat}`)),
    commitments: seats.map((seat) => (scheme === "1" ? "" : header(`Entropy commitment ${seat}`))),
    missing: (headers.get("Not revealed") ?? "").split(",").filter(Boolean).map(Number),
    draws: Number(header("Draws")),
    given: Number(headers.get("Given actions") ?? 0),
    steps: [],
  };
  const { steps } = record;
  if (!["1", "2"].includes(scheme) || !DIGITS.test(record.secret)) throw new Unreadable("Secret");
  let comment = null;
  for (const line of lines.slice(end + 1).map((one) => one.trim()).filter(Boolean)) {
    if (line.startsWith("#")) comment = outcomes(line) ?? comment;
    else {
      steps.push({ action: line, draw: comment });
      comment = null;
    }
  }
  if (steps.filter(({ draw }) => draw).length !== record.draws) throw new Unreadable("Draws");
  return record;
}

/** The number of a draw, and its outcomes with their weights, from the comment before it. */
function outcomes(line) {
  const match = /^# draw (\d+): (.+)$/.exec(line);
  if (!match) return null;
  const each = match[2].split(", ").map((one) => /^(\d+) (.+)$/.exec(one));
  if (each.includes(null)) throw new Unreadable(line);
  return { number: Number(match[1]), each: each.map(([, weight, text]) => ({ weight: BigInt(weight), text })) };
}

function commitments({ scheme, seats, secret, commitment, commitments: promised, entropy, missing }) {
  const problems = [];
  if (toHex(sha256(fromHex(secret))) !== commitment) problems.push(["unfair-secret", {}]);
  if (scheme === "1") return problems;
  for (const seat of seats) {
    const [made, given] = [promised[seat - 1], entropy[seat - 1]];
    const isRight = missing.includes(seat) ? made && given === made : given ? fits(made, given) : !made;
    if (!isRight) problems.push(["unfair-entropy", { seat }]);
  }
  return problems;
}

function draws(record) {
  const problems = [];
  let before = 0;
  let decided = false;
  for (const { action, draw } of record.steps) {
    if (!draw) {
      decided = true;
      continue;
    }
    const { number } = draw;
    const follows = number === before + 1 || (number > before && decided);
    if (!follows) problems.push(["unfair-takeback", { number }]);
    const really = drawn(record, draw);
    if (really !== action) problems.push(["unfair-draw", { number, really, action }]);
    before = number;
    decided = false;
  }
  return problems;
}

/** The outcome that a draw brings. */
export function drawn({ scheme, entropy, secret }, { number, each }) {
  const total = each.reduce((sum, { weight }) => sum + weight, 0n);
  if (total === 0n) throw new Unreadable("weights");
  for (let counter = 0; ; counter++) {
    const message = [`Waterside draw ${scheme}`, entropy.length, ...entropy, number, counter].join("\n");
    const word = BigInt(`0x${toHex(hmac(fromHex(secret), new TextEncoder().encode(message)))}`);
    if (word >= SPAN - (SPAN % total)) continue;
    let rest = word % total;
    for (const { weight, text } of each) {
      if (rest < weight) return text;
      rest -= weight;
    }
  }
}

function differences(record, promise) {
  const problems = [];
  if (record.commitment !== promise.commitment) problems.push(["unfair-other-secret", {}]);
  if (String(record.commitments) !== String(promise.commitments)) problems.push(["unfair-other-entropy", {}]);
  for (const [seat, entropy] of Object.entries(promise.revealed)) {
    if (record.entropy[seat - 1] !== entropy) problems.push(["unfair-unused", { seat }]);
  }
  let before = 0;
  let gaps = 0;
  for (const { draw } of record.steps) {
    if (!draw) continue;
    if (draw.number > before + 1) gaps += 1;
    before = draw.number;
  }
  if (gaps > promise.takebacks) problems.push(["unfair-not-agreed", {}]);
  return problems;
}
