#!/usr/bin/env node
// Checks that games were fair, without Waterside: written from docs/fairness.md alone.
//
//   node examples/verify.js RECORD...             exit status 0: all are fair, 1: one is not
//   node examples/verify.js --kept FILE RECORD    also compares it with what was kept before the game
//
// It computes every commitment, roll and draw of a record again. The outcomes of a draw and their
// weights stand in the comment before it; `waterside verify` compares these with the rules, too.

"use strict";

const { createHash, createHmac } = require("node:crypto");
const { readFileSync } = require("node:fs");

const SPAN = 2n ** 256n;
const DIGITS = /^[0-9a-f]{64}$/;

const sha256 = (hex) => createHash("sha256").update(Buffer.from(hex, "hex")).digest("hex");

/** What a record says: its headers, and its actions with the draw that decided each, or null. */
function read(text) {
  const lines = text.split(/\r?\n/);
  if (lines[0].trim() !== "Waterside record 1") throw new Error("this is not a record");
  const headers = {};
  let at = 1;
  for (; at < lines.length && lines[at].trim(); at++) {
    if (lines[at].startsWith("#")) continue;
    const colon = lines[at].indexOf(":");
    headers[lines[at].slice(0, colon)] = lines[at].slice(colon + 1).trim();
  }
  const steps = [];
  let draw = null;
  for (const line of lines.slice(at).map((one) => one.trim()).filter(Boolean)) {
    const comment = /^# draw (\d+): (.+)$/.exec(line);
    if (comment) draw = { number: Number(comment[1]), outcomes: comment[2].split(", ").map(outcome) };
    if (line.startsWith("#")) continue;
    steps.push({ action: line, draw });
    draw = null;
  }
  return { headers, steps };
}

/** An outcome with its weight, from "8 draw 4". */
function outcome(text) {
  const [, weight, action] = /^(\d+) (.+)$/.exec(text) ?? [];
  if (action === undefined) throw new Error(`${text}: an outcome is a weight and an action`);
  return { weight: BigInt(weight), action };
}

/** The headers about chance; what is missing or malformed is an error. */
function readChance({ headers }) {
  const header = (name) => {
    if (!(name in headers)) throw new Error(`the record has no ${name}`);
    return headers[name] === "-" ? "" : headers[name];
  };
  const scheme = headers.Chance ?? "1";
  if (scheme !== "1" && scheme !== "2") throw new Error(`Chance: ${scheme} is not known`);
  const seats = Array.from({ length: Number(header("Players")) }, (_, index) => index + 1);
  const entropy = seats.map((seat) => header(`Entropy ${seat}`));
  const pattern = scheme === "1" ? /^[0-9a-f]{0,64}$/ : /^([0-9a-f]{64})?$/;
  if (!entropy.every((one) => pattern.test(one))) throw new Error("entropy is malformed");
  if (!DIGITS.test(header("Secret"))) throw new Error("Secret: not 64 hexadecimal digits");
  return {
    scheme,
    entropy,
    secret: header("Secret"),
    commitment: header("Commitment"),
    commitments: seats.map((seat) => (scheme === "1" ? "" : header(`Entropy commitment ${seat}`))),
    draws: Number(header("Draws")),
    missing: (headers["Not revealed"] ?? "").split(",").filter(Boolean).map(Number),
  };
}

/** The outcome that a draw brings. */
function drawn({ scheme, entropy, secret }, { number, outcomes }) {
  const total = outcomes.reduce((sum, { weight }) => sum + weight, 0n);
  if (total <= 0n) throw new Error(`draw ${number} has no outcomes`);
  for (let counter = 0; ; counter++) {
    const lines = [`Waterside draw ${scheme}`, entropy.length, ...entropy, number, counter];
    const digest = createHmac("sha256", Buffer.from(secret, "hex")).update(lines.join("\n"));
    const x = BigInt(`0x${digest.digest("hex")}`);
    if (x >= SPAN - (SPAN % total)) continue;
    let rest = x % total;
    for (const { weight, action } of outcomes) {
      if (rest < weight) return action;
      rest -= weight;
    }
  }
}

/** All that is wrong with a record, in words; `kept` is what a player kept from before the game:
 * { commitment, commitments, revealed: { seat: entropy }, takebacks }. */
function verify(text, kept = null) {
  const findings = [];
  const record = read(text);
  const chance = readChance(record);
  const must = (holds, finding) => { if (!holds) findings.push(finding); };
  must(sha256(chance.secret) === chance.commitment, "the secret does not fit its commitment");
  chance.entropy.forEach((entropy, index) => {
    const promised = chance.commitments[index];
    const seat = index + 1;
    if (chance.scheme === "1") return;
    if (chance.missing.includes(seat)) {
      must(promised && entropy === promised, `seat ${seat} did not reveal: its commitment must replace it`);
    } else must(entropy ? sha256(entropy) === promised : !promised, `the entropy of seat ${seat} does not fit its commitment`);
  });
  let before = 0;
  let draws = 0;
  let gaps = 0;
  let decided = false;
  for (const { action, draw } of record.steps) {
    if (draw === null) {
      decided = true;
      continue;
    }
    if (draw.number !== before + 1) {
      gaps += 1;
      must(draw.number > before && decided, `draw ${draw.number}: no decision preceded a takeback here`);
    }
    const really = drawn(chance, draw);
    must(really === action, `draw ${draw.number} brings ${really}, but the record has ${action}`);
    [before, draws, decided] = [draw.number, draws + 1, false];
  }
  must(draws === chance.draws, `${draws} draws have comments, but there are ${chance.draws}`);
  if (kept) {
    must(chance.commitment === kept.commitment, "the server had committed to another secret");
    must(String(chance.commitments) === String(kept.commitments), "the players had committed to something else");
    for (const [seat, entropy] of Object.entries(kept.revealed)) {
      must(chance.entropy[seat - 1] === entropy, `what seat ${seat} revealed was not used`);
    }
    must(gaps <= kept.takebacks, "draws were taken back without agreement");
  }
  return { findings, draws, missing: chance.missing };
}

function main(files) {
  const kept = files[0] === "--kept" ? JSON.parse(readFileSync(files[1], "utf8")) : null;
  if (kept) files = files.slice(2);
  let unfair = 0;
  for (const file of files) {
    let found;
    try {
      found = verify(readFileSync(file, "utf8"), kept);
    } catch (problem) {
      found = { findings: [problem.message] };
    }
    const fair = found.findings.length === 0;
    console.log(fair ? `${file}: fair, ${found.draws} draws` : `${file}: not fair: ${found.findings.join("; ")}`);
    unfair += fair ? 0 : 1;
  }
  return unfair || !files.length ? 1 : 0;
}

module.exports = { verify };
if (require.main === module) process.exitCode = main(process.argv.slice(2));
