// A board that one person plays on alone: choices by touch, and those that no touch stands for.

import { button } from "./elements.js";
import { Stage } from "./scene.js";
import { say } from "./texts.js";
import { Touches } from "./touch.js";

const $ = (id) => document.getElementById(id);

export class Alone {
  /** `chosen(choice)` is called with what was chosen. */
  constructor(chosen) {
    this.stage = new Stage($("board"));
    this.touches = new Touches($("board"), {
      chosen,
      narrowed: () => this.narrowed(),
      looked: (choice) => { $("preview").textContent = choice?.label ?? ""; },
    });
  }

  /** Shows a position and what can be chosen in it. */
  async show(scene, choices, { still = true } = {}) {
    this.touches.set([]);
    await this.stage.show(scene, { still });
    this.touches.set(choices);
  }

  async tell(steps) {
    this.touches.set([]);
    for (const step of steps) await this.stage.step(step);
  }

  narrowed() {
    const { touches } = this;
    const buttons = touches.left().filter((choice) => choice.touch.length === touches.path.length)
      .map((choice) => button(choice.label, () => touches.choose(choice), "main"));
    if (touches.path.length) buttons.push(button(say("back-one"), () => touches.clear()));
    $("choices").replaceChildren(...buttons);
  }
}
