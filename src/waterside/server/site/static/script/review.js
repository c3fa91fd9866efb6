// A game reviewed: the curve of the game, the moments that decided it, the better move on the board,
// luck and skill; and playing on from any moment. What is found meanwhile is shown as it comes.

import { balance } from "./balance.js";
import { Curve, lineOf } from "./curve.js";
import { make } from "./elements.js";
import { canSearch } from "./hints.js";
import { OwnReview } from "./own_review.js";
import { pace } from "./preferences.js";
import { say } from "./texts.js";
import { LAST, Viewer } from "./viewer.js";
import { busily, makeTable, name } from "./visit.js";

const $ = (id) => document.getElementById(id);
const main = $("main");
const SOURCE = main.dataset.source;
const PAUSE = 1000;
const LEVEL = "waterside-review-level";

class ReviewPage extends Viewer {
  constructor() {
    super();
    this.review = null;
    this.known = "";
    this.isShown = false;
    this.own = null;
    this.curve = new Curve($("curve"), (at) => this.go(at, { still: true }));
    this.asked = location.hash !== "";
    $("better").addEventListener("click", () => this.compare());
    $("on").addEventListener("submit", (event) => {
      event.preventDefault();
      busily($("on").querySelector("button"), () => this.playOn());
    });
    $("level").value = localStorage.getItem(LEVEL) ?? "club";
    this.load();
    this.work();
  }

  async load() {
    this.known = "";
    if (this.review && this.own) this.showOwn();
    else if (this.review) this.look();
    await super.load();
    this.markMoves();
  }

  /** Has the game reviewed and shows what is found until all is. */
  async work() {
    if (!(await this.isThere()) && await this.workHere()) return;
    const answer = await fetch(SOURCE, { method: "POST" }).catch(() => null);
    if (!answer?.ok && answer?.status !== 409) {
      const problem = await answer?.json().catch(() => null);
      this.trouble(problem?.text ?? say("no-line"));
    } else if (!answer.ok) {
      this.trouble((await answer.json()).text);
      return;
    }
    for (;;) {
      const state = await this.look();
      if (state?.complete || state?.failed) return;
      if (state && !state.started) await fetch(SOURCE, { method: "POST" }).catch(() => null);
      await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
    }
  }

  /** Whether the server has the whole review already, or works on it. */
  async isThere() {
    const state = await this.look();
    return Boolean(state?.complete || state?.started);
  }

  /** Reviews the game by this device's own processor; false if that is not possible. */
  async workHere() {
    if (!("own" in main.dataset) || !canSearch() || navigator.connection?.saveData) return false;
    try {
      this.own = new OwnReview(SOURCE);
      await this.own.work(async (state) => {
        if (state.isNew) await this.showOwn();
        this.progress(state);
      });
      return true;
    } catch (problem) {
      console.info(`The server's bots review instead: ${problem.message}`);
      this.own = null;
      this.known = "";
      return false;
    }
  }

  async showOwn() {
    const viewpoint = this.viewpoint();
    const review = await this.own.shown(viewpoint);
    if (viewpoint !== this.viewpoint()) return;
    this.review = review;
    this.show();
  }

  trouble(text) {
    $("trouble").textContent = text;
    $("trouble").hidden = false;
    $("progress").textContent = "";
  }

  /** Asks what was found so far, and shows it if it is more than before. */
  async look() {
    const asked = `${this.viewpoint()}&known=${this.known}`;
    const answer = await fetch(`${SOURCE}/found?${asked}`).catch(() => null);
    if (!answer?.ok) return null;
    const state = await answer.json();
    if (asked !== `${this.viewpoint()}&known=${this.known}`) return state;
    this.progress(state);
    if (state.review) {
      this.review = state.review;
      this.known = String(state.done);
      this.show();
    }
    return state;
  }

  progress(state) {
    const text = state.complete ? say("complete") : state.failed ? say("failed")
      : state.total ? say("closer") : state.waiting ? say("waiting") : $("progress").textContent;
    if ($("progress").textContent !== text) $("progress").textContent = text;
    $("bar").hidden = state.complete || !state.total;
    if (state.total) [$("bar").max, $("bar").value] = [state.total, state.done];
    main.dataset.complete = String(Boolean(state.complete));
  }

  show() {
    const { curve, moves, moments, seats } = this.review;
    this.curve.show(curve, moves, moments);
    $("legend").replaceChildren(...seats.map((seat) => make("li", {},
      lineOf(seat.seat), seat.you ? say("you", { who: seat.name }) : seat.name)));
    $("moments").replaceChildren(...(moments.length ? moments.map((moment) => make("li", {},
      make("button", { type: "button", class: "quiet", onclick: () => this.go(moment.at) }, make("b", { class: "number" }, moment.swing), make("span", {}, moment.text))))
      : [make("li", { class: "fine" }, say("nothing"))]));
    $("balance").replaceChildren(...balance(seats));
    this.markMoves();
    if (!this.asked && moments.length) {
      this.asked = true;
      this.go(moments[0].at, { still: true });
    } else {
      this.mark(this.at);
      this.judge(this.at);
    }
  }

  /** Puts the marks of the verdicts beside the moves. */
  markMoves() {
    for (const [i, line] of [...$("log").children].entries()) {
      const move = this.review?.moves[i - 1];
      const button = line.querySelector("button");
      button.querySelector(".verdict-mark")?.remove();
      if (move?.mark) button.append(" ", make("span", { class: "verdict-mark" }, `${move.mark} `, make("span", { class: "unseen" }, move.verdict)));
    }
  }

  mark(at) {
    const slider = $("curve");
    slider.setAttribute("aria-valuenow", at);
    const shares = (this.review?.curve[at] ?? []).map((share, seat) => say("share-of", { who: this.review.seats[seat].name, share: Math.round(100 * share) }));
    slider.setAttribute("aria-valuetext", say("share-at", { number: at, count: LAST, shares: shares.join(", ") }));
    this.curve.mark(at);
  }

  async go(at, how) {
    this.isShown = false;
    this.judge(Math.min(Math.max(at, 0), LAST));
    await super.go(at, how);
  }

  /** Says what the review thinks of the decision at a moment, and what can be done there. */
  judge(at) {
    const move = this.review?.moves[at];
    const text = move ? say("verdict", move) : "";
    if ($("verdict").textContent !== text) $("verdict").textContent = text;
    $("better").hidden = !move?.better;
    $("better").setAttribute("aria-pressed", String(this.isShown));
    $("better").textContent = say(this.isShown ? "played" : "better");
    if (this.review) $("position").href = `/position?${this.query(at)}`;
    $("on").hidden = !this.review || !Number.isInteger(this.review.start.actors[at]);
  }

  /** The link to the position at a moment. */
  query(at) {
    const { game, options, actions, after } = this.review.start;
    const played = actions.slice(0, after[at]).join(";");
    return new URLSearchParams({ game, players: this.review.seats.length, options: JSON.stringify(options), actions: played }).toString();
  }

  /** Shows the better move as it would be played, or the game as it was again. */
  async compare() {
    if (this.isShown) {
      this.go(this.at, { still: true });
      return;
    }
    this.run(false);
    this.wanted += 1;
    const mine = this.wanted;
    const asked = this.own ? this.own.better(this.at, this.view()) : fetch(`${SOURCE}/better?at=${this.at}&${this.view()}`);
    const answer = await asked.catch(() => null);
    if (mine !== this.wanted) return;
    if (!answer?.ok) {
      this.trouble(say("no-line"));
      return;
    }
    const better = await answer.json();
    this.isShown = true;
    this.shown = -1;
    this.judge(this.at);
    $("said").textContent = better.steps.map((step) => step.text).filter(Boolean).join(" ");
    await this.stage.show(better.scene, { still: true });
    for (const step of better.steps) {
      if (mine !== this.wanted) return;
      await this.stage.step(step, { still: pace() === 0, pace: pace() });
    }
    main.dataset.better = String(this.at);
  }

  /** A new table that goes on from here: the viewer has the seat from which they look. */
  async playOn() {
    const { game, options, actions, after, actors } = this.review.start;
    const level = $("level").value;
    localStorage.setItem(LEVEL, level);
    const own = Number($("viewpoint")?.value) || actors[this.at];
    const seats = this.review.seats.map(({ seat }) => (seat === own ? { kind: "person" } : { kind: "bot", level }));
    const wish = { game, options, seats, actions: actions.slice(0, after[this.at]) };
    const called = name.get();
    const made = await makeTable(wish, called, [{ seat: own, name: called }]);
    location.assign(made.link);
  }
}

export const page = new ReviewPage();
