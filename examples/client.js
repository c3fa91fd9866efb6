#!/usr/bin/env node
// A program at a table, without Waterside: plays a game against a bot of the server with random
// moves, comes back when the line breaks, and checks afterwards that all rolls and draws were fair.
// Written from docs/protocol.md and docs/fairness.md. Node 22, or Node 20 with --experimental-websocket:
//
//   node --experimental-websocket examples/client.js http://localhost:8000 kariba [--cut]
//
// --cut breaks the line at every tenth move, to show that nothing is lost.

"use strict";

const { createHash, randomBytes } = require("node:crypto");
const { verify } = require("./verify.js");

const VERSION = 2;
const FOR_GOOD = [1000, 4400, 4401, 4403, 4404, 4410];
const PARTS = ["phase", "you", "seats", "series", "game"];

class Client {
  constructor(address) {
    this.address = address.replace(/\/$/, "");
  }

  /** One HTTP request; the answer's JSON, or its text. */
  async ask(method, path, body) {
    const headers = { "content-type": "application/json" };
    if (this.token) headers.authorization = `Bearer ${this.token}`;
    const answer = await fetch(this.address + path, { method, headers, body: body && JSON.stringify(body) });
    const is_json = answer.headers.get("content-type").startsWith("application/json");
    const content = await (is_json ? answer.json() : answer.text());
    if (!answer.ok) throw new Error(`${content.code}: ${content.text}`);
    return content;
  }

  async signIn(name) {
    this.token = (await this.ask("POST", "/api/identity", { name })).token;
  }
}

class Table {
  constructor(client, id, { cut = false } = {}) {
    this.client = client;
    this.id = id;
    this.cut = cut;
    this.state = null;
    this.ids = 0;
    this.sent = new Map();
    this.moves = 0;
    this.cuts = 0;
    this.wait = 100;
    this.entropy = randomBytes(32);
    this.kept = null;
    this.over = new Promise((resolve, reject) => { this.end = resolve; this.fail = reject; });
  }

  connect() {
    const url = `${this.client.address.replace("http", "ws")}/api/tables/${this.id}/socket`;
    this.socket = new WebSocket(url, { headers: { authorization: `Bearer ${this.client.token}` } });
    this.socket.onopen = () => this.send({ type: "hello", version: VERSION, last: this.state?.number });
    this.socket.onmessage = ({ data }) => this.hear(JSON.parse(data));
    this.socket.onclose = ({ code }) => this.lost(code);
    this.socket.onerror = () => {};
  }

  send(message) {
    const id = ++this.ids;
    this.sent.set(id, message);
    this.socket.send(JSON.stringify({ ...message, id }));
  }

  /** What was not answered is forgotten: the table as it is says what is to be done now. */
  lost(code) {
    this.sent.clear();
    if (FOR_GOOD.includes(code)) this.fail(new Error(`the server closed the line: ${code}`));
    else if (this.state?.phase !== "between") setTimeout(() => this.connect(), this.wait = Math.min(2 * this.wait, 5000));
  }

  hear(message) {
    this.wait = 100;
    if (message.type === "view") this.state = message;
    else if (message.type === "update") {
      if (message.since !== this.state.number) return this.send({ type: "hello", version: VERSION });
      const changed = PARTS.filter((part) => message[part] !== undefined && message[part] !== null);
      this.state = { ...this.state, number: message.number, ...Object.fromEntries(changed.map((part) => [part, message[part]])) };
    }
    const asked = this.sent.get(message.id);
    this.sent.delete(message.id);
    if (message.type === "refused") this.refused(message, asked);
    else if (asked?.type === "reveal") this.kept.revealed[this.state.you.seats[0]] = asked.entropy;
    if (this.state) this.act();
  }

  refused({ code, text }, asked) {
    if (code === "too_often" || code === "too_busy" || code === "store") setTimeout(() => this.act(), 1000);
    else if (code !== "stale" && code !== "not_now") this.fail(new Error(`${asked?.type}: ${code}: ${text}`));
  }

  /** Does what is to be done, unless an answer is still to come. */
  act() {
    const { phase, you, game, seats, series, number } = this.state;
    if (this.sent.size) return;
    if (phase === "waiting" && !you.seats.length) {
      const commitment = createHash("sha256").update(this.entropy).digest("hex");
      this.send({ type: "sit", commitment });
    } else if (phase === "starting") {
      // All have committed. Only what is kept now can be checked later, so it comes before the reveal.
      this.kept ??= { commitment: series.commitment, commitments: seats.map((one) => one.commitment), revealed: {}, takebacks: 0 };
      if (!this.kept.revealed[you.seats[0]]) this.send({ type: "reveal", entropy: this.entropy.toString("hex") });
    } else if (phase === "playing" && game.actor === you.seat && game.legal.length) {
      if (this.cut && this.moves % 10 === 9 && this.cuts < (this.moves + 1) / 10) {
        this.cuts += 1;
        this.socket.close();
        return;
      }
      this.moves += 1;
      const { action } = game.legal[Math.floor(Math.random() * game.legal.length)];
      this.send({ type: "play", action, at: number });
    } else if (phase === "between") {
      this.end(game);
      this.socket.close();
    }
  }
}

async function main(address, game, ...options) {
  const client = new Client(address);
  await client.signIn("JavaScript");
  const seats = [{ kind: "person" }, { kind: "bot", level: "random" }];
  const { id } = await client.ask("POST", "/api/tables", { game, seats });
  const table = new Table(client, id, { cut: options.includes("--cut") });
  table.connect();
  const { ending, number } = await table.over;
  const record = await client.ask("GET", `/api/tables/${id}/record?game=${number}`);
  const { findings, draws } = verify(record, table.kept);
  const fair = findings.length ? `not fair: ${findings.join("; ")}` : `fair, ${draws} draws`;
  console.log(`${ending}\n${table.moves} moves, ${table.cuts} cuts; ${fair}`);
  return findings.length ? 1 : 0;
}

main(...process.argv.slice(2)).then((status) => process.exit(status), (problem) => {
  console.error(problem.message);
  process.exit(2);
});
