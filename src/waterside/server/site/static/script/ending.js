// The end of a game: who has won and what decided it, the ranking, a picture to share, and what next.

import { badge, face } from "./bots.js";
import { button, make } from "./elements.js";
import { check } from "./fairness.js";
import { commit } from "./promises.js";
import { mark, nameOf } from "./seats.js";
import { savePicture } from "./share.js";
import { level, say } from "./texts.js";

const LEVELS = ["beginner", "casual", "club", "expert", "master"];

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
    const [first, decided, ...rest] = (game.ending ?? "").split("\n");
    const mood = moodOf(state);
    this.box.className = `ending card ${mood}`;
    this.box.replaceChildren(...[
      picture(mood),
      make("h2", { tabindex: "-1" }, first),
      decided ? make("p", { class: "decided" }, decided) : null,
      this.ranking(game, seats),
      rest.length ? make("p", { class: "fine" }, rest.join(" ")) : null,
      this.seriesLine(series, seats),
      make("div", { class: "row next" }, this.again(state), this.otherLevel(state),
        make("a", { class: "button", href: "/" }, say("other-game"))),
      this.links(state),
      make("p", { class: "fine", role: "status", id: "fairness" }),
    ].filter(Boolean));
    this.box.hidden = this.put;
    if (isNew && document.activeElement?.closest("#board, #choices, .now")) this.box.querySelector("h2").focus({ preventScroll: true });
  }

  /** The seats from the first place to the last; equal ones share a place. */
  ranking(game, seats) {
    const won = (seat) => Boolean(game.winners?.includes(seat.seat));
    const score = (seat) => game.scores[seat.seat - 1] ?? 0;
    const order = seats.toSorted((a, b) => won(b) - won(a) || score(b) - score(a) || a.seat - b.seat);
    const isEqual = (a, b) => won(a) === won(b) && score(a) === score(b);
    return make("ol", { class: "ranking" }, order.map((seat) => {
      const place = order.findIndex((other) => isEqual(other, seat)) + 1;
      return make("li", { class: won(seat) ? "winner" : "", value: place },
        make("span", { class: "place" }, say("place", { place })), mark(seat), face(seat),
        make("span", { class: "who" }, nameOf(seat)), badge(seat), make("b", {}, String(score(seat))));
    }));
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

  again(state) {
    if (!canPlayAgain(state)) return null;
    const next = state.series.games > 1 && !state.series.over;
    return button(say(next ? "next-game" : "rematch"), () => this.rematch(), "main");
  }

  rematch() {
    return this.table.ask({ type: "rematch", commitment: commit() });
  }

  /** Another game at once, against bots of another level; for who plays with bots alone. */
  otherLevel(state) {
    const { you, seats } = state;
    const bots = seats.filter((seat) => seat.kind === "bot");
    const alone = seats.every((seat) => seat.kind === "bot" || you.seats.includes(seat.seat));
    if (!you.host || !bots.length || !alone || !canPlayAgain(state)) return null;
    const choose = make("select", { name: "other-level", "aria-label": say("other-level"), onchange: async ({ target }) => {
      const { value } = target;
      target.disabled = true;
      for (const { seat } of bots) await this.table.ask({ type: "assign", seat, kind: "bot", level: value });
      await this.rematch();
    } },
    make("option", { value: "", selected: true }, say("other-level")),
    LEVELS.filter((name) => bots.some((seat) => seat.level !== name)).map((name) => make("option", { value: name }, level(name))));
    return choose;
  }

  links(state) {
    const { table, game } = state;
    const at = (what) => `/api/tables/${encodeURIComponent(table.id)}/${what}?game=${game.number}`;
    return make("div", { class: "row small" },
      button(say("see-board"), () => this.hide(), "quiet"),
      make("a", { class: "button quiet", href: `/t/${encodeURIComponent(table.id)}/replay/${game.number}` }, say("replay")),
      make("a", { class: "button quiet", href: `/t/${encodeURIComponent(table.id)}/review/${game.number}` }, say("review")),
      button(say("picture"), (event) => savePicture(event.currentTarget, table.id, `${table.game}-${game.number}`), "quiet"),
      make("a", { class: "button quiet", href: at("record"), download: `${table.game}-${game.number}.txt` }, say("record")),
      button(say("verify"), () => this.verify(table, game), "quiet"));
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
}

/** Whether all players are still there and nothing else is asked. */
function canPlayAgain({ you, phase, offer, seats }) {
  return phase === "between" && you.seats.length > 0 && !offer && !seats.some((seat) => seat.kind !== "bot" && !seat.person);
}

/** How the viewer may feel: who won, who lost, or who only watched or shares the win. */
function moodOf({ game, you }) {
  const winners = game.winners ?? [];
  if (!you.seats.length || !winners.length) return "watched";
  if (!winners.some((seat) => you.seats.includes(seat))) return "lost";
  return winners.every((seat) => you.seats.includes(seat)) ? "won" : "watched";
}

const WAVES = '<path class="f-water" d="M0 50q7-7 14 0t14 0 14 0 14 0 14 0 14 0 14 0 14 0 8-4v22H0z"/>'
  + '<path class="f-water-deep" d="M0 57q7-6 14 0t14 0 14 0 14 0 14 0 14 0 14 0 14 0 8-4v15H0z"/>';
const SKIES = {
  won: '<path class="s-sun round" fill="none" stroke-width="6" d="M60 4v10M24 16l7 8M96 16l-7 8M8 42l10 3M112 42l-10 3"/>'
    + '<path class="f-sun" d="M30 50a30 30 0 0 1 60 0z"/>'
    + '<g class="drops"><circle class="f-coral" cx="14" cy="22" r="4"/><circle class="f-leaf" cx="106" cy="22" r="4"/>'
    + '<circle class="f-sky" cx="40" cy="8" r="3.500"/><circle class="f-plum" cx="80" cy="8" r="3.500"/></g>',
  watched: '<path class="f-sun" d="M34 50a26 26 0 0 1 52 0z"/>',
  lost: '<path class="f-coral" d="M40 50a20 20 0 0 1 40 0z"/><path class="s-faint round" fill="none" stroke-width="4" d="M16 20q6-6 12 0 6-6 12 0M86 14q5-5 10 0 5-5 10 0"/>',
};

/** Sunrise for who has won, evening for who has lost. */
function picture(mood) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" class="sunrise" viewBox="0 0 120 68" aria-hidden="true">${SKIES[mood]}${WAVES}</svg>`;
  return document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
}
