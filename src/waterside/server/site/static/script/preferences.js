// What a viewer prefers, kept in this browser: how fast things go, and how loud they are.

import * as sounds from "./sounds.js";

const SPEED = "waterside-speed";
const PACES = { slow: 1.7, normal: 1, fast: 0.4, none: 0 };

/** How fast bots and animations are: slow, normal, fast or none. */
export function speed() {
  const known = localStorage.getItem(SPEED);
  return known in PACES ? known : "normal";
}

/** How long animations last, as a share of the usual time; 0 for no animation at all. */
export function pace() {
  return PACES[speed()];
}

/** The menu with these preferences; `changed()` is called when the speed is another one. */
export class Preferences {
  constructor(menu, changed = () => {}) {
    this.sent = null;
    for (const choice of menu.querySelectorAll("input[name=speed]")) {
      choice.checked = choice.value === speed();
      choice.addEventListener("change", () => this.choose(choice.value));
    }
    this.menu = menu;
    this.changed = changed;
    const on = menu.querySelector("#sounds");
    const volume = menu.querySelector("#volume");
    on.checked = sounds.isOn();
    volume.value = sounds.volume();
    volume.disabled = !on.checked;
    on.addEventListener("change", () => {
      volume.disabled = !on.checked;
      sounds.turn(on.checked);
    });
    volume.addEventListener("change", () => sounds.setVolume(Number(volume.value)));
  }

  choose(name) {
    localStorage.setItem(SPEED, name);
    for (const choice of this.menu.querySelectorAll("input[name=speed]")) choice.checked = choice.value === name;
    this.changed();
  }

  /** Tells the bots how fast to be, once for every connection and whenever it changes. */
  tell(line, state, wanted = speed()) {
    if (!state.you.seats.length || !line.greeted) return;
    const known = this.sent?.socket === line.socket ? this.sent.speed : "normal";
    if (known === wanted) return;
    this.sent = { socket: line.socket, speed: wanted };
    line.send({ type: "pace", speed: wanted });
  }
}
