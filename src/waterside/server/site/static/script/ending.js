// The end of a game: who has won and why, whether chance was fair, and "again?".

import { make } from "./elements.js";
import { check } from "./fairness.js";
import { commit } from "./promises.js";
import { mark, nameOf } from "./seats.js";
import { say } from "./texts.js";

export class Ending {
  constructor(box, table) {
    this.box = box;
    this.table = table;
    this.shownGame = null;
    this.put = false;
  }

  show(state) {
    const { phase, game, seats, series } = state;
    const over = game?.reason && (phase === "between" || phase === "closed");
    if (!over) {
      this.box.hidden = true;
      this.shownGame = null;
      this.put = false;
      return;
    }
    const key = `${game.number} ${phase} ${state.offer?.number ?? ""} ${JSON.stringify(seats)}`;
    if (this.shownGame === key) return;
    const isNew = this.shownGame === null;
    this.shownGame = key;
    const [first, ...rest] = sentences(game.ending ?? "");
    this.box.replaceChildren(...[
      sunrise(),
      make("h2", { tabindex: "-1" }, first),
      rest.length ? make("p", {}, rest.join(" ")) : null,
      make("ul", { class: "scores" }, seats.map((seat, i) => make("li", {},
        mark(seat), nameOf(seat), make("b", {}, String(game.scores[i]))))),
      this.seriesLine(series, seats),
      this.again(state),
      this.links(state),
      make("p", { class: "fine", role: "status", id: "fairness" }),
    ].filter(Boolean));
    this.box.hidden = this.put;
    if (isNew && document.activeElement?.closest("#board, #choices, .now")) this.box.querySelector("h2").focus({ preventScroll: true });
  }

  seriesLine(series, seats) {
    if (series.games < 2) return null;
    if (series.over && series.winners?.length) {
      const who = series.winners.map((seat) => nameOf(seats[seat - 1])).join(", ");
      return make("p", {}, say("series-won", { who }));
    }
    const text = say("series", { number: series.played, games: series.games });
    return make("p", { class: "fine" }, `${text} · ${series.scores.join(" : ")}`);
  }

  again({ you, phase, offer, series, seats }) {
    if (phase !== "between" || !you.seats.length || offer) return null;
    if (seats.some((seat) => seat.kind !== "bot" && !seat.person)) return null;
    const next = series.games > 1 && !series.over;
    return make("button", { type: "button", class: "main", onclick: () => {
      this.table.ask({ type: "rematch", commitment: commit() });
    } }, say(next ? "next-game" : "rematch"));
  }

  links({ table, game }) {
    const at = (what) => `/api/tables/${encodeURIComponent(table.id)}/${what}?game=${game.number}`;
    return make("div", { class: "row" },
      make("button", { type: "button", class: "quiet", onclick: () => this.hide() }, say("see-board")),
      make("a", { class: "button quiet", href: `/t/${encodeURIComponent(table.id)}/replay/${game.number}` }, say("replay")),
      make("a", { class: "button quiet", href: at("record"), download: `${table.game}-${game.number}.txt` }, say("record")),
      make("button", { type: "button", class: "quiet", onclick: () => this.savePicture(table, game) }, say("picture")),
      make("button", { type: "button", class: "quiet", onclick: () => this.verify(table, game) }, say("verify")));
  }

  hide() {
    this.put = true;
    this.box.hidden = true;
    this.table.rest();
  }

  unhide() {
    this.put = false;
    this.box.hidden = false;
    this.box.querySelector("h2")?.focus({ preventScroll: true });
    this.table.rest();
  }

  /** Computes every roll and draw of the record again, here and not on the server. */
  async verify(table, game) {
    const place = this.box.querySelector("#fairness");
    place.textContent = say("sending");
    place.textContent = await check(table.id, game.number);
  }

  /** The board as a file, with its colours in it. */
  savePicture(table, game) {
    const link = make("a", { href: `/t/${encodeURIComponent(table.id)}/picture.svg`, download: `${table.game}-${game.number}.svg` });
    link.click();
  }
}

function sentences(text) {
  return text.match(/[^.!?]+[.!?]+(\s|$)|[^.!?]+$/g)?.map((one) => one.trim()) ?? [text];
}

function sunrise() {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" class="sunrise" viewBox="0 0 120 64" aria-hidden="true">'
    + '<path class="s-sun round" fill="none" stroke-width="6" d="M60 4v10M24 16l7 8M96 16l-7 8M8 42l10 3M112 42l-10 3"/>'
    + '<path class="f-sun" d="M30 50a30 30 0 0 1 60 0z"/>'
    + '<path class="f-water" d="M4 50q7-7 14 0t14 0 14 0 14 0 14 0 14 0 14 0 14 0v6H4z"/>'
    + '<path class="f-water-deep" d="M4 56q7-6 14 0t14 0 14 0 14 0 14 0 14 0 14 0 14 0v8H4z"/></svg>';
  return document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
}
