// The drawers beside the board: what happened, talk, rules, invitation and the rest.

import { make } from "./elements.js";
import { mark } from "./seats.js";
import { say } from "./texts.js";

const wide = matchMedia("(min-aspect-ratio: 1/1) and (min-width: 900px) and (min-height: 544px)");
const MOST = 5000;

export class Drawers {
  constructor(table) {
    this.table = table;
    this.open = null;
    this.unread = 0;
    this.seen = 0;
    this.log = document.getElementById("log");
    this.chat = document.getElementById("chat");
    this.words = document.getElementById("words");
    this.hint = this.words.placeholder;
    for (const button of document.querySelectorAll("[data-drawer]")) {
      button.addEventListener("click", () => this.toggle(button.dataset.drawer));
    }
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.open && !wide.matches) this.show(null);
    });
    document.querySelector(".play").addEventListener("pointerdown", () => {
      if (this.open && !wide.matches) this.show(null);
    });
    wide.addEventListener("change", () => this.show(wide.matches ? "moves" : null));
    this.all = document.getElementById("all");
    this.all.addEventListener("click", () => this.fetchLog());
    document.getElementById("say").addEventListener("submit", (event) => this.send(event));
    document.getElementById("copy")?.addEventListener("click", (event) => this.table.copy(event.target));
    const share = document.getElementById("share");
    if (share && navigator.share) {
      share.hidden = false;
      share.addEventListener("click", () => {
        navigator.share({ title: document.title, url: document.getElementById("link").value }).catch(() => {});
      });
    }
    for (const type of ["pointerover", "focusin"]) {
      this.log.addEventListener(type, ({ target }) => this.light(target.closest("li")?.dataset.parts));
    }
    this.log.addEventListener("pointerleave", () => this.light(""));
    for (const list of [this.log, this.chat]) stayAtEnd(list);
    this.show(wide.matches ? "moves" : null);
  }

  toggle(name) {
    this.show(this.open === name ? (wide.matches && name !== "moves" ? "moves" : null) : name);
    if (this.open === null && wide.matches) this.show("moves");
  }

  show(name) {
    this.open = name;
    for (const drawer of document.querySelectorAll(".drawer")) drawer.hidden = drawer.id !== name;
    for (const button of document.querySelectorAll("[data-drawer]")) {
      button.setAttribute("aria-expanded", String(button.dataset.drawer === name));
    }
    if (name === "talk") this.read();
    if (name === "rules") this.fetchRules();
    for (const list of [this.log, this.chat]) list.scrollTop = list.scrollHeight;
  }

  /** The rules come when they are first asked for. */
  async fetchRules() {
    const drawer = document.getElementById("rules");
    const place = drawer.querySelector(".rules-text");
    if (place.childElementCount) return;
    const answer = await fetch(drawer.dataset.from).catch(() => null);
    if (!answer?.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const article = page.querySelector("article");
    if (article) place.replaceChildren(document.importNode(article, true));
  }

  /** Starts again with what happened lately. */
  restart(entries, state) {
    this.log.replaceChildren();
    this.chat.replaceChildren();
    this.seen = 0;
    this.first = entries[0]?.number ?? state.number + 1;
    this.all.hidden = this.first <= 1;
    this.add(entries, state, true);
  }

  /** What happened before, when it is asked for. */
  async fetchLog() {
    const { state } = this.table;
    const { first } = this;
    const from = `/api/tables/${this.table.main.dataset.table}/log?seat=${state.you.seat ?? 1}`;
    const entries = [];
    this.all.disabled = true;
    let after = 0;
    while (after !== null && after < first - 1) {
      const limit = Math.min(1000, first - 1 - after);
      const page = await fetch(`${from}&after=${after}&limit=${limit}`).then((answer) => answer.ok && answer.json(), () => null);
      if (!page) break;
      entries.push(...page.log);
      after = page.next;
    }
    this.all.disabled = false;
    if (after !== null && after < first - 1) {
      this.table.notice(say("no-log"));
      return;
    }
    if (first !== this.first) return;
    this.first = 1;
    this.all.hidden = true;
    const lines = (isTalk, write) => entries.filter((one) => one.text && (one.kind === "chatted") === isTalk).map(write);
    this.log.prepend(...lines(false, (entry) => this.line(entry, state)));
    this.chat.prepend(...lines(true, (entry) => this.saying(entry, state)));
    this.log.scrollTop = 0;
    this.log.focus();
  }

  add(entries, state, old = false) {
    const known = this.seen;
    for (const entry of entries) {
      if (!entry.text || (old ? entry.number <= known : entry.number < this.seen)) continue;
      this.seen = Math.max(this.seen, entry.number);
      const isTalk = entry.kind === "chatted";
      const list = isTalk ? this.chat : this.log;
      const atEnd = isAtEnd(list);
      list.append(isTalk ? this.saying(entry, state) : this.line(entry, state));
      while (list.childElementCount > MOST) list.firstElementChild.remove();
      if (atEnd || old) list.scrollTop = list.scrollHeight;
      if (isTalk && !old && entry.person !== state.you.person) this.heard();
    }
  }

  line(entry, state) {
    const seat = entry.kind === "acted" && state.seats[entry.seat - 1];
    const about = entry.kind === "acted" ? "" : "about";
    const parts = entry.parts?.join(" ") || null;
    return make("li", { class: about, "data-parts": parts, "data-seat": seat ? entry.seat : null }, seat ? mark(seat) : null, entry.text);
  }

  saying(entry, state) {
    const name = state.people[entry.person] ?? entry.text.slice(0, -entry.says.length - 2);
    const seat = state.seats.find((one) => one.person === entry.person);
    return make("li", {}, seat ? mark(seat) : null, make("b", {}, name), `: ${entry.says}`);
  }

  heard() {
    if (this.open === "talk") return;
    this.unread += 1;
    this.count();
  }

  read() {
    this.unread = 0;
    this.count();
  }

  count() {
    const sign = document.getElementById("unread");
    sign.hidden = this.unread === 0;
    sign.textContent = String(this.unread);
  }

  async send(event) {
    event.preventDefault();
    const text = this.words.value.trim();
    if (!text) return;
    this.words.value = "";
    const answer = await this.table.ask({ type: "chat", text });
    if (answer.type === "refused") this.words.value ||= text;
  }

  /** Shows where on the board something happened. */
  light(parts) {
    for (const lit of document.querySelectorAll("#board .lit")) lit.classList.remove("lit");
    for (const id of (parts || "").split(" ").filter(Boolean)) {
      document.getElementById(id)?.classList.add("lit");
    }
  }

  /** The options of the table, and what is not done every day. */
  showMore(state) {
    const { you, phase, series } = state;
    const number = Math.min(series.games, series.played + (phase === "playing" ? 1 : 0));
    document.getElementById("series").textContent = series.games > 1
      ? `${say("series", { number, games: series.games })} · ${series.scores.join(" : ")}` : "";
    const tools = [];
    if (phase === "playing" && you.seats.length) {
      tools.push(this.sure("resign", "really-resign", () => ({ type: "resign", at: this.table.at(), seat: you.seat ?? you.seats[0] })));
    }
    if (phase !== "closed") tools.push(this.sure("leave", "really-leave", () => ({ type: "leave" })));
    if (you.host && (phase === "waiting" || phase === "between")) {
      tools.push(this.sure("close-table", "really-close", () => ({ type: "close" })));
    }
    if (you.host && phase !== "closed") {
      const others = Object.entries({ ...state.muted, ...state.people }).filter(([person]) => person !== you.person);
      for (const [person, who] of others) {
        const muted = person in state.muted;
        const onclick = () => this.table.ask({ type: "mute", person, muted: !muted });
        tools.push(make("button", { type: "button", class: "quiet", onclick }, say(muted ? "unmute" : "mute", { who })));
      }
    }
    document.getElementById("far").replaceChildren(...tools);
    this.words.disabled = you.person in state.muted;
    this.words.placeholder = this.words.disabled ? say("muted") : this.hint;
  }

  /** A button that asks once more before it does what cannot be undone. */
  sure(key, again, message) {
    const button = make("button", { type: "button", class: "danger" }, say(key));
    let timer = null;
    button.addEventListener("click", () => {
      if (timer === null) {
        button.textContent = say(again);
        timer = setTimeout(() => { button.textContent = say(key); timer = null; }, 4000);
      } else {
        clearTimeout(timer);
        this.table.ask(message());
      }
    });
    return button;
  }
}

function isAtEnd(list) {
  return list.scrollTop + list.clientHeight > list.scrollHeight - 40;
}

/** A reader of the newest lines goes on seeing them when the list gets more or less room. */
function stayAtEnd(list) {
  let wasAtEnd = true;
  let room = 0;
  list.addEventListener("scroll", () => { if (list.clientHeight === room) wasAtEnd = isAtEnd(list); });
  new ResizeObserver(() => {
    room = list.clientHeight;
    if (wasAtEnd) list.scrollTop = list.scrollHeight;
  }).observe(list);
}
