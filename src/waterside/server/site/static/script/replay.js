// A game once more, with a link to each moment and the check of its fairness.

import { copyText } from "./elements.js";
import { check } from "./fairness.js";
import { say } from "./texts.js";
import { Viewer } from "./viewer.js";

const $ = (id) => document.getElementById(id);
const main = $("main");

class Replay extends Viewer {
  constructor() {
    super();
    $("copy").addEventListener("click", () => copyText(location.href, $("copy"), say("copied")));
    $("check")?.addEventListener("click", () => this.check());
    this.load();
  }

  async check() {
    $("fairness").textContent = say("sending");
    $("fairness").textContent = await check(main.dataset.table, main.dataset.game);
  }
}

export const replay = new Replay();
