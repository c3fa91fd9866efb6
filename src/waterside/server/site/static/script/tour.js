// A first tour: says what to do, waits for the right touch, and shows what comes of it.

import { make } from "./elements.js";
import { Room } from "./room.js";
import { Stage } from "./scene.js";
import { say } from "./texts.js";
import { Touches } from "./touch.js";
import { busily, makeTable, name } from "./visit.js";

const $ = (id) => document.getElementById(id);
const main = $("main");
const STEPS = Number(main.dataset.steps);
const PAUSE = 900;
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

class Tour {
  constructor() {
    this.number = 0;
    /** The step that one wants to see: ahead of the one shown while the server is asked. */
    this.goal = 0;
    this.choice = null;
    this.stage = new Stage($("board"));
    this.room = new Room($("board"), () => this.go(this.goal, true));
    this.touches = new Touches($("board"), {
      chosen: () => this.go(this.number + 1),
      narrowed: () => this.narrowed(),
      looked: (choice) => { $("preview").textContent = choice ? choice.label : ""; },
    });
    $("board").addEventListener("click", (event) => this.wrong(event), true);
    $("back").addEventListener("click", () => this.go(Math.max(1, this.goal - 1), true));
    $("restart").addEventListener("click", () => this.go(1, true));
    const asked = Number(location.hash.slice(1));
    this.go(asked >= 1 && asked <= STEPS ? asked : 1, true);
  }

  /** Shows a step, with what leads to it unless it is shown `still`. */
  async go(number, still = false) {
    this.goal = number;
    const answer = await fetch(`/tour/${main.dataset.game}/${number}${this.room.isWide ? "/wide" : ""}`).catch(() => null);
    if (this.goal !== number) return;
    if (!answer?.ok) {
      this.goal = this.number;
      $("trouble").textContent = say("no-line");
      $("trouble").hidden = false;
      this.touches.set(this.choice ? [this.choice] : []);
      return;
    }
    const step = await answer.json();
    if (this.goal !== number) return;
    $("trouble").hidden = true;
    this.number = number;
    this.choice = null;
    this.touches.set([]);
    $("end").hidden = true;
    $("back").disabled = number <= 1;
    history.replaceState(null, "", `#${number}`);
    [...$("steps").children].forEach((bead, i) => {
      bead.className = i < number - 1 ? "done" : i === number - 1 ? "current" : "";
    });
    if (!still) {
      $("preview").textContent = "";
      for (const one of step.steps) {
        if (this.number === number) await this.tell(one);
      }
    }
    if (this.number !== number) return;
    await this.stage.show(step.scene, { still });
    if (this.number !== number) return;
    $("words").classList.remove("narration");
    $("words").textContent = step.words;
    this.choice = step.choice;
    if (step.choice) {
      this.touches.set([step.choice]);
      if (this.touches.byKey) this.touches.focusNext();
    } else {
      $("end").hidden = false;
      $("words").focus({ preventScroll: true });
    }
  }

  async tell(step) {
    $("words").classList.add("narration");
    if (step.text) $("words").textContent = step.text;
    await this.stage.step(step);
    if (step.text && !reduced.matches) await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
  }

  narrowed() {
    const { path } = this.touches;
    if (path.length) $("preview").textContent = say("go-on");
    const only = this.choice && this.choice.touch.length === 0;
    const choose = () => this.touches.choose(this.choice);
    $("choices").replaceChildren(...(only ? [make("button", { type: "button", class: "main", onclick: choose }, this.choice.label)] : []));
  }

  /** A touch that leads nowhere is answered kindly. */
  wrong(event) {
    const part = event.target.closest("[data-touch]");
    if (this.choice && part && !this.choice.touch.includes(part.dataset.touch)) {
      $("preview").textContent = say("not-that");
    }
  }
}

const form = document.querySelector(".play-now");
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const seats = [{ kind: "person" }, { kind: "bot", level: "beginner" }];
  busily(form.querySelector("button"), async () => {
    const made = await makeTable({ game: form.dataset.game, seats }, name.get());
    location.assign(made.link);
  });
});

export const tour = new Tour();
