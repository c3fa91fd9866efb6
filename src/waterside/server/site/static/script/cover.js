// Several people at one device: when the turn passes from one of them to another, the mover first
// sees what came of the move; then the hands are covered until the next one says "it is me".

import { button, make } from "./elements.js";
import { nameOf } from "./seats.js";
import { say } from "./texts.js";

const LOOK = 30_000; // milliseconds after which the hands are covered in any case

export class Cover {
  constructor(box, passing, table) {
    this.box = box;
    this.passing = passing;
    this.table = table;
    this.shown = "";
    this.passed = "";
  }

  /** Whether the hands are covered now. */
  get isDown() {
    return !this.box.hidden;
  }

  /** Whether the turn is another player's at this device, who has not said so yet. */
  isDue({ you, game, phase }) {
    const actor = game?.actor;
    return phase === "playing" && you.seats.length > 1 && you.seats.includes(actor) && actor !== you.seat;
  }

  show(state, came) {
    if (!this.isDue(state)) {
      this.lift();
      this.begin(state);
      return;
    }
    const { actor, number, actions } = state.game;
    const turn = `${number} ${actions} ${actor}`;
    if (!state.you.secrets) {
      if (this.shown !== turn) this.table.ask({ type: "switch_seat", seat: actor });
      this.shown = turn;
      return;
    }
    const seesHand = state.you.seat !== null && state.you.seats.includes(state.you.seat);
    if (seesHand && this.passed !== turn && !this.isDown) this.offer(turn, state, came);
    else if (!this.isDown || this.shown !== turn) this.drop(turn, state);
  }

  /** Says that the player to act is looking already, so that the clock begins. */
  begin({ game, you, phase }) {
    const turn = `${game?.number} ${game?.actions}`;
    if (phase !== "playing" || !game.clock?.stopped || game.actor !== you.seat || this.begun === turn) return;
    this.begun = turn;
    this.table.ask({ type: "switch_seat", seat: game.actor });
  }

  lift() {
    clearTimeout(this.timer);
    this.box.hidden = true;
    this.passing.hidden = true;
    this.shown = "";
  }

  /** The mover still sees the board and their own hand, and passes the device on when done. */
  offer(turn, state, came) {
    if (this.shown === turn) return;
    this.shown = turn;
    const who = nameOf(state.seats[state.game.actor - 1]);
    const pass = button(say("cover-pass", { who }), () => this.cover(turn), "main");
    this.passing.replaceChildren(make("p", {}, came), pass);
    this.passing.hidden = false;
    pass.focus({ preventScroll: true });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.cover(turn), LOOK);
  }

  cover(turn) {
    clearTimeout(this.timer);
    this.passed = turn;
    this.table.rest();
  }

  drop(turn, state) {
    clearTimeout(this.timer);
    this.shown = turn;
    this.passed = turn;
    const { actor } = state.game;
    const who = nameOf(state.seats[actor - 1]);
    const go = button(say("cover-go", { who }), () => this.table.ask({ type: "switch_seat", seat: actor }), "main");
    const stopped = state.game.clock?.stopped ? make("p", { class: "fine" }, say("cover-clock")) : null;
    this.passing.hidden = true;
    this.box.hidden = false;
    this.box.replaceChildren(...[make("h2", {}, say("cover-title", { who })), make("p", {}, say("cover-text", { who })), stopped, go].filter(Boolean));
    go.focus({ preventScroll: true });
    document.getElementById("live").textContent = say("cover-title", { who });
  }
}
