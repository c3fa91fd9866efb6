// A player who is out while the others play on: what happened, and watching the rest faster.

import { button, make } from "./elements.js";
import { say } from "./texts.js";

export class Out {
  constructor(box, table) {
    this.box = box;
    this.table = table;
    this.text = "";
    this.skipping = false;
  }

  /** Whether the viewer wants to see nothing but the end. */
  get isSkipping() {
    return this.skipping;
  }

  show(state, before, actions) {
    const { game, you, phase } = state;
    const isOut = phase === "playing" && game && !game.reason && you.seat !== null && game.out?.includes(you.seat);
    if (!isOut) {
      this.box.hidden = true;
      this.text = "";
      this.skipping = false;
      return;
    }
    if (before?.game && !before.game.out?.includes(you.seat)) this.text = actions.map((entry) => entry.text).join(" ");
    const key = `${this.text} ${this.skipping}`;
    if (!this.box.hidden && this.box.dataset.key === key) return;
    this.box.dataset.key = key;
    this.box.replaceChildren(
      make("b", {}, say("you-are-out")),
      make("p", {}, this.text || say("out-watch")),
      make("div", { class: "row" },
        this.skipping ? make("span", { class: "fine" }, say("skipping"))
          : button(say("skip-to-end"), () => this.skip(), "main"),
        this.skipping ? null : button(say("watch-faster"), () => this.table.preferences.choose("fast"))));
    this.box.hidden = false;
  }

  skip() {
    this.skipping = true;
    this.table.hurry();
    this.table.rest();
  }
}
