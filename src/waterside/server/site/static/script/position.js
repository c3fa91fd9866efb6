// A position, by link or by hand: every legal one can be reached, shared, analysed and played on from.

import { Alone } from "./alone.js";
import { button, copyText, make } from "./elements.js";
import { canSearch, searched } from "./hints.js";
import { Room } from "./room.js";
import { say } from "./texts.js";
import { busily, makeTable, name } from "./visit.js";

const $ = (id) => document.getElementById(id);
const main = $("main");
const BETWEEN = ";";

/** One of some outcomes of chance, each as likely as its weight says. */
function drawn(outcomes) {
  let left = Math.random() * outcomes.reduce((sum, { weight }) => sum + weight, 0);
  return outcomes.find(({ weight }) => (left -= weight) < 0) ?? outcomes.at(-1);
}

class PositionPage {
  constructor() {
    const asked = new URLSearchParams(location.search);
    this.players = asked.get("players") ?? $("players").value;
    this.options = asked.get("options") ?? "{}";
    this.actions = (asked.get("actions") ?? "").split(BETWEEN).filter(Boolean);
    this.state = null;
    /** Where one wants to be: ahead of what is shown while the server is asked. */
    this.goal = this.actions;
    this.wanted = 0;
    this.alone = new Alone((choice) => this.go([...this.actions, choice.action]));
    $("undo").addEventListener("click", () => this.go(this.goal.slice(0, -1)));
    $("restart").addEventListener("click", () => {
      this.players = $("players").value;
      this.options = "{}";
      this.go([]);
    });
    $("random").addEventListener("click", () => {
      this.go([...this.actions, drawn(this.state.outcomes).action]);
    });
    $("copy").addEventListener("click", () => copyText(location.href, $("copy"), say("copied")));
    $("analyse").addEventListener("click", () => busily($("analyse"), () => this.analyse()));
    $("on").addEventListener("submit", (event) => {
      event.preventDefault();
      busily($("on").querySelector("button"), () => this.playOn());
    });
    this.room = new Room($("board"), () => this.go(this.goal));
    this.go(this.actions);
  }

  query(actions) {
    const parts = { game: main.dataset.game, players: this.players, options: this.options, actions: actions.join(BETWEEN) };
    return new URLSearchParams(parts).toString();
  }

  async ask(what, actions, more = "") {
    const asked = `${this.query(actions)}&wide=${this.room.wide}${more}`;
    const answer = await fetch(`/position/${what}?${asked}`).catch(() => null);
    $("trouble").hidden = Boolean(answer?.ok);
    if (answer?.ok) return answer.json();
    $("trouble").textContent = (await answer?.json().catch(() => null))?.text ?? say("no-line");
    return null;
  }

  /** Shows the position after some actions; where there is none, the reason. */
  async go(actions) {
    this.wanted += 1;
    this.goal = actions;
    const mine = this.wanted;
    const state = await this.ask("at", actions);
    if (mine !== this.wanted) return;
    if (!state) {
      this.goal = this.actions;
      if (this.state) this.alone.show(this.state.scene, this.state.choices);
      else $("words").textContent = "";
      return;
    }
    this.state = state;
    this.actions = this.goal = state.actions;
    $("players").value = state.players;
    $("words").textContent = state.prompt;
    $("alternatives").replaceChildren();
    $("note").textContent = "";
    $("outcomes").replaceChildren(...state.outcomes.map(({ action, label, chance }) => button(`${label} (${chance})`, () => this.go([...this.actions, action]), "quiet")));
    $("undo").disabled = !this.actions.length;
    $("random").hidden = !state.outcomes.length;
    $("analyse").hidden = state.over;
    $("on").hidden = state.actor === null;
    history.replaceState(null, "", `/position?${this.query(this.actions)}`);
    await this.alone.show(state.scene, state.choices, { still: false });
    if (mine === this.wanted) main.dataset.shown = String(this.actions.length);
  }

  async analyse() {
    const { actions } = this;
    let found = await this.ask("analysis", actions, canSearch() ? "&own=true" : "");
    if (found?.question) found = await this.searched(found) ?? await this.ask("analysis", actions);
    if (!found || actions !== this.actions) return;
    $("note").textContent = found.note ?? "";
    $("alternatives").replaceChildren(...found.alternatives.map((one) => make("li", {},
      make("span", {}, one.label), make("b", { class: "number" }, one.share))));
  }

  /** What this page finds itself about the alternatives; null if it cannot. */
  async searched({ question, labels }) {
    const found = await searched(question);
    return found && {
      alternatives: found.map(({ action, value }) => ({ action, label: labels[action], share: say("share", { number: Math.round(100 * value) }) })),
    };
  }

  async playOn() {
    const { actor, players, options } = this.state;
    const level = $("level").value;
    const seats = Array.from({ length: players }, (_, i) => (i + 1 === actor ? { kind: "person" } : { kind: "bot", level }));
    const wish = { game: main.dataset.game, options, seats, actions: this.actions };
    const made = await makeTable(wish, name.get(), [{ seat: actor, name: name.get() }]);
    location.assign(made.link);
  }
}

export const page = new PositionPage();
