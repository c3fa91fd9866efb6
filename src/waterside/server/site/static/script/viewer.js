// A game moment by moment: step by step, by itself, by the slider; every moment has its own link.

import { make } from "./elements.js";
import { applied, partsOf, Stage } from "./scene.js";
import { pace } from "./preferences.js";
import { Room } from "./room.js";
import { say } from "./texts.js";

const $ = (id) => document.getElementById(id);
const main = $("main");
export const LAST = Number(main.dataset.moments) - 1;
const PAUSE = 1600;

export class Viewer {
  constructor() {
    this.stage = new Stage($("board"));
    this.room = new Room($("board"), () => this.redraw());
    this.at = 0;
    this.shown = -1;
    this.scene = null;
    this.parts = [];
    this.steps = [];
    this.moments = [];
    this.timer = null;
    this.wanted = 0;
    this.loads = 0;
    $("slider")?.addEventListener("input", () => this.go(Number($("slider").value), { still: true }));
    $("first").addEventListener("click", () => this.go(0));
    $("prev").addEventListener("click", () => this.go(this.at - 1));
    $("next").addEventListener("click", () => this.go(this.at + 1));
    $("last").addEventListener("click", () => this.go(LAST));
    $("run").addEventListener("click", () => this.run(this.timer === null));
    $("viewpoint")?.addEventListener("change", () => this.load());
    $("log").addEventListener("click", ({ target }) => {
      const line = target.closest("li");
      if (line) this.go([...$("log").children].indexOf(line));
    });
    document.addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.go(asked()));
    this.at = asked();
  }

  viewpoint() {
    return $("viewpoint") ? `viewpoint=${encodeURIComponent($("viewpoint").value)}` : "";
  }

  /** The viewpoint, and how the board is to be drawn. */
  view() {
    return `${this.viewpoint()}&wide=${this.room.wide}`;
  }

  /** Fetches the board again, and shows the same moment. */
  redraw() {
    this.parts = [];
    this.steps = [];
    this.go(this.at, { still: true });
  }

  /** Shows the board, and fetches meanwhile what happened in words. */
  async load() {
    this.moments = [];
    this.redraw();
    this.loads += 1;
    const mine = this.loads;
    const log = await this.ask(`log?${this.viewpoint()}`);
    if (!log || mine !== this.loads) return;
    this.moments = log.moments;
    if (log.ending) this.moments.at(-1).text += ` ${log.ending}`;
    $("log").replaceChildren(...this.moments.map((moment, i) => make("li", { id: `moment-${i}` },
      make("button", { type: "button", class: "quiet" }, moment.text || "…"))));
    this.tell();
  }

  /** Shows on the slider which moment it is. */
  mark(at) {
    $("slider").value = at;
    $("slider").setAttribute("aria-valuetext", say("at", { number: at, count: LAST }));
    $("at").textContent = say("at", { number: at, count: LAST });
  }

  /** Says what led to the moment that is shown, and marks it in the log. */
  tell() {
    $("said").textContent = this.moments[this.at]?.text ?? "";
    for (const line of $("log").querySelectorAll("[aria-current]")) line.removeAttribute("aria-current");
    const line = $("log").children[this.at];
    line?.setAttribute("aria-current", "true");
    if (line) $("log").scrollTop = line.offsetTop - $("log").clientHeight / 2;
  }

  async ask(what) {
    const answer = await fetch(`${main.dataset.scenes}/${what}`).catch(() => null);
    if (answer?.ok) return answer.json();
    $("said").textContent = (await answer?.json().catch(() => null))?.text ?? say("no-line");
    this.run(false);
    return null;
  }

  /** The parts of a moment, with those around it fetched at the same time. */
  async partsAt(number) {
    if (!this.parts[number]) {
      const { parts: known, steps: found } = this;
      const chunk = await this.ask(`scenes?from=${Math.max(0, number - 2)}&${this.view()}`);
      if (!chunk || known !== this.parts) return null;
      this.scene = chunk.scene;
      let parts = partsOf(chunk.scene);
      known[chunk.from] = parts;
      chunk.steps.forEach((steps, i) => {
        for (const step of steps) ({ parts } = applied(parts, step));
        known[chunk.from + i + 1] = parts;
        found[chunk.from + i + 1] = steps;
      });
    }
    return this.parts[number];
  }

  async go(number, { still = false } = {}) {
    const at = Math.min(Math.max(number, 0), LAST);
    const near = Math.abs(at - this.at) === 1;
    const onward = at === this.at + 1 && this.shown === this.at && !still;
    this.at = at;
    this.wanted += 1;
    const mine = this.wanted;
    this.mark(at);
    for (const [id, off] of [["first", at === 0], ["prev", at === 0], ["next", at === LAST], ["last", at === LAST]]) {
      $(id).disabled = off;
    }
    const parts = await this.partsAt(at);
    if (!parts || mine !== this.wanted) return;
    this.tell();
    history.replaceState(null, "", `#${at}`);
    const steps = onward ? this.steps[at] ?? [] : [];
    this.shown = -1;
    for (const step of steps) {
      await this.stage.step(step, { still: pace() === 0, pace: pace() });
      if (mine !== this.wanted) return;
    }
    await this.stage.show(this.scene, { still: still || !near, parts });
    if (mine !== this.wanted) return;
    this.shown = at;
    this.partsAt(Math.min(at + 3, LAST));
    if (this.timer !== null && mine === this.wanted) this.later();
  }

  run(on) {
    clearTimeout(this.timer);
    this.timer = null;
    $("run").setAttribute("aria-pressed", String(on));
    if (!on) return;
    if (this.at === LAST) {
      this.timer = 0;
      this.go(0, { still: true });
    } else this.later(200);
  }

  later(pause = PAUSE) {
    clearTimeout(this.timer);
    if (this.at === LAST) this.run(false);
    else this.timer = setTimeout(() => this.go(this.at + 1), pause);
  }

  key(event) {
    if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 };
    if (event.key in steps) this.go(this.at + steps[event.key]);
    else if (event.key === "Home") this.go(0);
    else if (event.key === "End") this.go(LAST);
    else if (event.key === " " && !event.target.closest("button, a")) this.run(this.timer === null);
    else return;
    event.preventDefault();
  }
}

/** The moment that the address asks for: #12 or ?at=12. */
export function asked() {
  const text = location.hash.slice(1) || new URLSearchParams(location.search).get("at") || "0";
  const number = Number(text);
  return Number.isInteger(number) ? Math.min(Math.max(number, 0), LAST) : 0;
}
