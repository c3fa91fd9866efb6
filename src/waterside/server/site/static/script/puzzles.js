// A puzzle: find the best action. What was solved, and on how many days in a row, stays in this browser.

import { Alone } from "./alone.js";
import { make } from "./elements.js";
import { Room } from "./room.js";
import { say } from "./texts.js";

const $ = (id) => document.getElementById(id);
const main = $("main");
const { source, id, day } = main.dataset;
const KEPT = "waterside-puzzles";

/** What this browser knows: puzzles that were solved, and the days of the puzzle of the day. */
function kept() {
  try {
    const known = JSON.parse(localStorage.getItem(KEPT)) ?? {};
    return { solved: known.solved ?? [], days: known.days ?? [] };
  } catch {
    return { solved: [], days: [] };
  }
}

function keep() {
  const known = kept();
  if (!known.solved.includes(id)) known.solved.push(id);
  if (day && !known.days.includes(Number(day))) known.days.push(Number(day));
  localStorage.setItem(KEPT, JSON.stringify({ solved: known.solved, days: known.days.sort((a, b) => a - b).slice(-400) }));
}

/** On how many days in a row the puzzle of the day was solved, up to the latest. */
export function streak(days) {
  let count = 0;
  for (let at = days.at(-1); days.includes(at); at -= 1) count += 1;
  return count;
}

class Puzzle {
  constructor() {
    this.helped = false;
    this.position = null;
    this.alone = new Alone((choice) => this.attempt(choice.action));
    $("solution").addEventListener("click", () => {
      this.helped = true;
      this.attempt("");
    });
    $("once-more").addEventListener("click", () => this.begin());
    for (const filter of ["theme", "difficulty"]) $(filter).addEventListener("change", () => this.filter());
    this.list();
    this.room = new Room($("board"), () => { if (main.dataset.state === "asking") this.load(); });
    this.load();
  }

  async ask(what, asked = {}) {
    const query = new URLSearchParams({ ...asked, wide: this.room.wide });
    const answer = await fetch(`${source}/${what}?${query}`).catch(() => null);
    $("trouble").hidden = Boolean(answer?.ok);
    if (answer?.ok) return answer.json();
    $("trouble").textContent = (await answer?.json().catch(() => null))?.text ?? say("no-line");
    return null;
  }

  async load() {
    this.position = await this.ask("position");
    if (this.position) this.begin();
  }

  async begin() {
    $("once-more").hidden = true;
    $("solution").hidden = false;
    $("words").textContent = this.position.prompt;
    await this.alone.show(this.position.scene, this.position.choices);
    main.dataset.state = "asking";
  }

  async attempt(action) {
    const answer = await this.ask("try", { action });
    if (!answer) {
      this.begin();
      return;
    }
    if (answer.scene) await this.alone.show(answer.scene, []);
    await this.alone.tell(answer.steps);
    const solved = answer.right && !this.helped;
    $("words").textContent = answer.right ? `${say("solved")} ${answer.text}` : answer.text;
    if (answer.scene) {
      $("solution").hidden = true;
      $("more").hidden = false;
      $("once-more").hidden = false;
      if (solved) keep();
      this.list();
    } else $("once-more").hidden = false;
    main.dataset.state = answer.right ? "solved" : answer.scene ? "shown" : "wrong";
    $("words").focus({ preventScroll: true });
  }

  /** Marks what was solved, and says where the next puzzle is. */
  list() {
    const { solved, days } = kept();
    const all = [...$("list").children];
    for (const one of all) {
      const is = solved.includes(one.dataset.id);
      const link = one.querySelector("a");
      link.classList.toggle("solved", is);
      link.querySelector(".done")?.remove();
      if (is) link.append(make("span", { class: "done" }, " ✓", make("span", { class: "unseen" }, ` ${say("solved-before")}`)));
    }
    const left = all.filter((one) => !one.hidden && !solved.includes(one.dataset.id) && one.dataset.id !== id);
    if (left.length) $("more").href = left[0].querySelector("a").href;
    const count = streak(days);
    $("streak").hidden = count === 0;
    $("streak").textContent = count === 1 ? say("streak-one") : say("streak", { count });
  }

  filter() {
    const [theme, difficulty] = [$("theme").value, $("difficulty").value];
    for (const one of $("list").children) {
      one.hidden = Boolean((theme && !one.dataset.themes.split(" ").includes(theme)) || (difficulty && one.dataset.difficulty !== difficulty));
    }
    this.list();
  }
}

export const puzzle = new Puzzle();
