// A coach for who wants one, where hints are allowed: a hint that says what the alternatives are worth,
// what the suggested move threatens and gives up, and a warning before a move that gives much away.

import { button, make } from "./elements.js";
import { hint } from "./hints.js";
import { capital, say } from "./texts.js";

const $ = (id) => document.getElementById(id);
const WARNS = "waterside-warns";
const BLUNDER = 0.15; // of the win, as in reviews

const percent = (share) => say("share", { number: Math.round(100 * share) });

export class Coach {
  constructor(table) {
    this.table = table;
    this.known = null;
    this.answer = null;
    const box = $("warns");
    box.checked = localStorage.getItem(WARNS) === "yes";
    box.addEventListener("change", () => localStorage.setItem(WARNS, box.checked ? "yes" : "no"));
  }

  /** Shows what the alternatives of a hint are worth, the best first. */
  explain(considered, at) {
    this.known = { considered, at };
    const [best, ...others] = considered;
    others.sort((one, other) => other.value - one.value);
    const [next] = others;
    const lead = next ? Math.round(100 * (best.value - next.value)) : 0;
    const why = !next ? "" : lead > 0 ? say("hint-lead", { label: next.label, lead: percent(lead / 100) }) : say("hint-same", { label: next.label });
    const reasons = make("ul", { class: "reasons" });
    this.put(make("p", {}, say("hint-why", { label: capital(best.label), share: percent(best.value) }), why ? ` ${why}` : ""),
      make("ol", { class: "alternatives" }, [best, ...others].slice(0, 4).map((one) => make("li", {}, make("span", {}, one.label), make("b", { class: "number" }, percent(one.value))))),
      reasons,
      button(say("hide"), () => this.clear(), "quiet"));
    if (next) this.giveReasons(reasons, best, next, at);
  }

  /** Adds what the suggested move leads to, as soon as that is known. */
  async giveReasons(list, best, next, at) {
    const answer = await this.table.line.send({ type: "explain", at, action: best.action, other: next?.action });
    if (answer.type === "explanation") list.append(...answer.texts.map((text) => make("li", {}, text)));
  }

  /** Whether a choice may be played: if it gives much away, the player is asked first. */
  async allows(choice) {
    this.clear();
    const { state } = this.table;
    if (!$("warns").checked || !state.table.hints || state.game.legal.length < 2) return true;
    const at = this.table.at();
    if (this.known?.at !== at) {
      const answer = await hint((message) => this.table.line.send(message), at, state.game.legal);
      if (answer.type !== "hint") return true;
      this.known = { considered: answer.considered, at };
    }
    if (at !== this.table.at()) return false;
    const [best] = this.known.considered;
    const chosen = this.known.considered.find((one) => one.action === choice.action) ?? this.known.considered.at(-1);
    if (!best || best.action === choice.action || best.value - chosen.value < BLUNDER) return true;
    return new Promise((resolve) => {
      this.answer = resolve;
      const answer = (is) => () => {
        this.answer = null;
        this.clear();
        resolve(is);
      };
      this.put(make("p", {}, say("warning", { lost: percent(best.value - chosen.value) })),
        button(say("think-again"), answer(false), "main"), button(say("play-anyway"), answer(true)));
      $("advice").querySelector("button").focus({ preventScroll: true });
    });
  }

  put(...children) {
    $("advice").replaceChildren(...children);
    $("advice").hidden = false;
  }

  /** Takes everything back that was said; an open question is answered with no. */
  clear() {
    $("advice").hidden = true;
    $("advice").replaceChildren();
    const { answer } = this;
    this.answer = null;
    answer?.(false);
  }
}
