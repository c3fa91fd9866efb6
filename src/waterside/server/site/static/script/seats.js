// Who sits where: the strip of seats, and before a game the panel where people sit down.

import { badge, face } from "./bots.js";
import { make } from "./elements.js";
import { invitation } from "./invited.js";
import { patch } from "./patch.js";
import { commit } from "./promises.js";
import { lasting, level, say } from "./texts.js";

const MARKS = "▲●■◆★⬢";
const LEVELS = ["beginner", "casual", "club", "expert", "master"];

/** A person's or a bot's name, as others read it. */
export function nameOf(seat) {
  return seat?.called ?? "";
}

/** The seats with what they are called. */
export function named(seats) {
  return seats.map((seat) => ({ ...seat, called: seat.name ?? say("free-seat", { number: seat.seat }) }));
}

export function isFree(seat) {
  return seat.kind !== "bot" && !seat.person;
}

/** What stands for a player where there is no room for a name: as few letters as tell all apart;
 * nothing where the seat has a mark. */
export function sign(seat, seats) {
  if (seat.mark) return "";
  const letters = (one, count) => [...nameOf(one)].slice(0, count).join("");
  const others = seats.filter((one) => one.seat !== seat.seat);
  const count = [1, 2, 3].find((n) => !others.some((one) => letters(one, n) === letters(seat, n)));
  return count ? letters(seat, count) : String(seat.seat);
}

/** The mark of a seat where the game gives its seats colours. */
export function mark(seat) {
  const index = MARKS.indexOf(seat.mark || " ");
  if (index < 0) return null;
  return make("span", { class: `mark seat-${index + 1}`, "aria-hidden": "true" }, seat.mark);
}

export class Seats {
  constructor(list, before, table) {
    this.list = list;
    this.before = before;
    this.table = table;
    setInterval(() => this.tick(), 500);
  }

  show(state) {
    this.state = state;
    const items = state.seats.map((seat) => this.item(seat, state));
    patch(this.list, make("ol", { id: "seats", "data-count": items.length }, items));
    this.tick();
    this.showBefore(state);
  }

  item(seat, { game, you, phase, table, seats }) {
    const turn = phase === "playing" && game?.actor === seat.seat;
    const won = game?.winners?.includes(seat.seat) ? (game.winners.length > 1 ? "tied" : "won") : "";
    const own = you.seats.includes(seat.seat);
    const classes = ["seat", turn && "turn", seat.away_since && "away"].filter(Boolean).join(" ");
    return make("li", { id: `chair-${seat.seat}`, class: classes, "aria-current": turn ? "true" : null },
      mark(seat) ?? (game ? make("span", { class: "mark sign", "aria-hidden": "true" }, sign(seat, seats)) : null),
      face(seat),
      make("span", { class: "name" }, nameOf(seat)),
      make("span", { class: "state" }, won ? null : badge(seat),
        seat.person ? make("span", { class: seat.present ? "dot here" : "dot", title: seat.present ? say("here") : say("away") }) : null,
        make("span", { class: "saying" }, this.saying(seat, { turn, won, table, own }))),
      game ? make("span", { class: "score", title: say("points") }, String(game.scores[seat.seat - 1] ?? 0)) : null);
  }

  saying(seat, { turn, won, table, own }) {
    if (won) return say(won);
    if (seat.left) return say("left");
    if (seat.person && seat.level) return say("bot-for");
    if (own) return say("you");
    if (turn) return say("to-move");
    if (seat.person && seat.person === table.host) return say("host");
    return seat.person ? say(seat.present ? "here" : "away") : seat.level ? "" : say("free");
  }

  /** Times that go on by themselves. */
  tick() {
    const { state } = this;
    if (!state) return;
    const now = this.table.time();
    for (const seat of state.seats) {
      const saying = this.list.querySelector(`#chair-${seat.seat} .saying`);
      if (!saying) continue;
      const turn = state.phase === "playing" && state.game?.actor === seat.seat;
      if (turn && state.game.clock) {
        const left = state.game.clock.until - now;
        saying.textContent = lasting(left);
        saying.className = left < 10 ? "saying time short" : "saying time";
      } else if (seat.away_since && !seat.level && !seat.left) {
        saying.textContent = say("away-since", { time: lasting(now - seat.away_since) });
      } else if (turn && now - this.table.turnSince > 20) {
        saying.textContent = `${say("to-move")} · ${lasting(now - this.table.turnSince)}`;
      }
    }
  }

  /** Before the game and between games: who comes, and sitting down. */
  showBefore(state) {
    const { phase, you, seats, game } = state;
    const free = seats.filter(isFree);
    const show = phase === "waiting" || (phase === "starting" && !game) || (phase === "between" && free.length > 0);
    this.before.hidden = !show;
    if (!show) return;
    if (this.before.contains(document.activeElement) && document.activeElement.matches("input, select")) {
      this.showSeatList(state);
      return;
    }
    this.before.classList.toggle("over", Boolean(game));
    const sitting = you.seats.length > 0;
    const title = free.length && !sitting ? say("sit-title") : say("waiting-title");
    this.before.replaceChildren(...[
      invitation(state),
      make("h2", {}, title),
      free.length && sitting ? this.invitation() : null,
      this.seatList(state),
      free.length ? this.joinForm(state, free) : null,
      this.startButton(state, free),
    ].filter(Boolean));
  }

  showSeatList(state) {
    this.before.querySelector(".seat-list")?.replaceWith(this.seatList(state));
    const free = state.seats.filter(isFree);
    for (const option of this.before.querySelectorAll("select[name=seat] option")) {
      if (option.value) option.disabled = !free.some((seat) => String(seat.seat) === option.value);
    }
  }

  seatList(state) {
    const { you, seats } = state;
    return make("ul", { class: "seat-list" }, seats.map((seat) => {
      const own = you.seats.includes(seat.seat);
      const tools = [];
      if (own) tools.push(this.ask(say("leave-seat"), { type: "leave_seat", seat: seat.seat }, "quiet"));
      if (you.host && isFree(seat)) {
        const text = say("bot-here", { number: seat.seat });
        const bot = make("button", { type: "button", onclick: () => this.assign(seat.seat) }, text);
        tools.push(bot);
      } else if (you.host && seat.kind === "bot") {
        const text = say("open-here", { number: seat.seat });
        tools.push(this.ask(text, { type: "assign", seat: seat.seat, kind: "person" }, "quiet"));
      }
      return make("li", {}, mark(seat), face(seat), make("span", { class: "who" }, nameOf(seat), badge(seat), isFree(seat) ? make("span", { class: "tag" }, say("free")) : null), tools);
    }), you.host && seats.some(isFree) ? make("li", {}, this.levelChoice()) : null);
  }

  levelChoice() {
    const chosen = this.level ?? "casual";
    return make("label", { class: "row" }, say("bot-level"),
      make("select", { name: "level", onchange: (event) => { this.level = event.target.value; } },
        LEVELS.map((name) => make("option", { value: name, selected: name === chosen }, level(name)))));
  }

  assign(seat) {
    this.table.ask({ type: "assign", seat, kind: "bot", level: this.level ?? "casual" });
  }

  joinForm({ you }, free) {
    const first = you.seats.length === 0;
    const name = make("input", {
      name: "name", maxlength: 32, required: true, autocomplete: first ? "nickname" : "off",
      value: first ? localStorage.getItem("waterside-name") ?? "" : "",
    });
    const seat = free.length < 2 ? null : make("select", { name: "seat" },
      make("option", { value: "" }, say("any-seat")),
      free.map((one) => make("option", { value: one.seat }, `${say("seat")} ${one.seat}`)));
    const submit = (event) => {
      event.preventDefault();
      if (first) localStorage.setItem("waterside-name", name.value.trim());
      const message = { type: "sit", name: name.value.trim(), commitment: commit() };
      if (seat?.value) message.seat = Number(seat.value);
      document.activeElement?.blur();
      this.table.ask(message);
    };
    const form = make("form", { onsubmit: submit },
      make("div", { class: "row" },
        make("label", { class: "field" }, first ? say("your-name") : say("next-name"), name),
        seat ? make("label", { class: "field" }, say("seat"), seat) : null),
      make("button", { class: first ? "main" : "" }, first ? say("sit") : say("same-device")));
    if (first) return form;
    return make("details", {}, make("summary", {}, say("more-people")), form);
  }

  startButton({ you, seats, phase }, free) {
    const may = phase === "waiting" && (you.host || you.seats.length > 0);
    const people = free.filter((seat) => seat.kind === "person");
    if (!may || people.length || !seats.some((seat) => seat.person)) return null;
    return this.ask(free.length ? say("start-with-bots") : say("start"), { type: "start" }, "main");
  }

  invitation() {
    const there = document.querySelector("#invite .invitation");
    if (!there) return null;
    const qr = there.querySelector(".qr").cloneNode(true);
    const link = make("input", { readonly: true, "aria-label": say("send-link"), value: document.getElementById("link").value });
    const copy = make("button", { type: "button", class: "main", onclick: () => this.table.copy(copy) }, document.getElementById("copy").textContent);
    return make("div", { class: "sending" }, make("p", {}, say("send-link")),
      make("div", { class: "invitation" }, qr, make("div", { class: "invitation-link" }, link, copy)));
  }

  ask(text, message, kind = "") {
    return make("button", { type: "button", class: kind, onclick: () => this.table.ask(message) }, text);
  }
}
