// The table: puts together what comes over the line, the picture, the touches and the panels.
// It knows no game: what can be done comes as paths of touches, what happened as steps and words.

import { canThink, goneOn, think } from "./bot_questions.js";
import { Coach } from "./coach.js";
import { Cover } from "./cover.js";
import { Drawers } from "./drawers.js";
import { Ending } from "./ending.js";
import { button, copyText, make, put } from "./elements.js";
import { Elsewhere } from "./elsewhere.js";
import { hint } from "./hints.js";
import { Now } from "./now.js";
import { Out } from "./out.js";
import { pace, Preferences, speed } from "./preferences.js";
import { isRevealed, Keeper } from "./promises.js";
import { named, nameOf, Seats, sign } from "./seats.js";
import { Stage } from "./scene.js";
import { Line } from "./socket.js";
import * as sounds from "./sounds.js";
import { has, say } from "./texts.js";
import { Tips } from "./tips.js";
import { Toasts } from "./toasts.js";
import { Touches } from "./touch.js";

const USUAL_STEPS = 3; // more of them go quicker
const BETWEEN = 120;
const MOST_WAITING = 3;
const LONG_WAIT = 4; // seconds after which it is said that it is one's turn
const FINGER = 40; // pixels: what is smaller is easily missed
const still = matchMedia("(prefers-reduced-motion: reduce)");
const wide = matchMedia("(min-aspect-ratio: 1/1)");
const coarse = matchMedia("(pointer: coarse)");
const $ = (id) => document.getElementById(id);

class Table {
  constructor(main) {
    this.main = main;
    this.state = null;
    this.coming = null;
    this.queue = [];
    this.showing = false;
    this.skip = false;
    this.hint = null;
    this.coach = new Coach(this);
    this.busy = false;
    this.turnSince = 0;
    this.came = "";
    this.lag = Infinity;
    this.stage = new Stage($("board"));
    this.stage.reword = (part) => this.reword(part);
    this.toasts = new Toasts($("line"), $("notice"));
    this.tips = new Tips($("board"), $("tip"));
    this.touches = new Touches($("board"), {
      chosen: (choice) => this.play(choice),
      narrowed: () => { if (this.state) this.now.show(); },
      looked: (choice) => this.now.preview(choice),
      missed: (id, part, event) => this.explain(id, part, event),
      confirms: (part) => this.confirms(part),
      eager: true,
    });
    this.touches.isHeld = () => this.tips.wasHeld;
    this.seats = new Seats($("seats"), $("before"), this);
    this.drawers = new Drawers(this);
    this.ending = new Ending($("ending"), this);
    this.cover = new Cover($("cover"), $("pass"), this);
    this.out = new Out($("out"), this);
    this.elsewhere = new Elsewhere($("preferences"));
    this.now = new Now(this);
    $("board").addEventListener("pointerdown", () => this.hurry(), true);
    document.addEventListener("keydown", (event) => { if (event.key === "Enter") this.hurry(); }, true);
    this.preferences = new Preferences($("preferences"), () => { if (this.state) this.rest(); });
    sounds.belongTo(main.dataset.game);
    $("skip").addEventListener("click", () => this.hurry());
    wide.addEventListener("change", () => this.line.greet(true));
    this.setUpConfirming();
    this.keeper = new Keeper((message) => this.line.send(message));
    this.line = new Line(main.dataset.socket, {
      hello: () => this.hello(),
      heard: (message) => this.heard(message),
      changed: (state, code) => this.lineChanged(state, code),
      isDone: (message, missed) => this.isDone(message, missed),
    });
  }

  hello() {
    this.shape = wide.matches ? "wide" : "high";
    const hello = { language: this.main.dataset.language, scene: true, wide: wide.matches, thinks: canThink() };
    if (this.coming?.you.seat) hello.seat = this.coming.you.seat;
    return hello;
  }

  /** The number of the log that choices are made at. */
  at() {
    return this.line.number;
  }

  /** The server's time, in seconds. */
  time() {
    return Date.now() / 1000 - (Number.isFinite(this.lag) ? this.lag : 0);
  }

  /** Whether what was sent before the line broke has arrived, so that it is not done twice. */
  isDone(message, missed) {
    const { you, phase, offer } = this.coming;
    const own = missed.filter((entry) => entry.person === you.person);
    if (message.type === "chat") return own.some((entry) => entry.says === message.text);
    if (message.type === "sit") return own.some((entry) => entry.kind === "seated");
    if (message.type === "reveal") return isRevealed(message, this.coming);
    if (message.type === "rematch") return phase === "playing" || offer !== null;
    return false;
  }

  /** Sends something; a refusal is shown in words. */
  async ask(message) {
    this.keeper.note(message, this.coming.offer);
    const answer = await this.line.send(message);
    if (answer.type === "refused" && answer.code !== "stale") this.notice(answer.text);
    return answer;
  }

  // What comes

  heard(message) {
    this.keeper.hear(message);
    if (message.type === "think") {
      think(this.main.dataset.table, message);
      return;
    }
    if (message.game) goneOn(message.number);
    if (message.type === "view") {
      this.coming = { ...message, seats: named(message.seats) };
      this.queue.push({ state: this.coming, log: message.log, scene: message.scene, steps: [], fresh: true });
    } else if (message.type === "update") {
      this.coming = merged(this.coming, message);
      this.queue.push({ state: this.coming, log: message.log ?? [], scene: message.scene, steps: message.steps ?? [] });
      const latest = message.log?.at(-1);
      if (latest) this.lag = Math.min(this.lag, Date.now() / 1000 - latest.at);
    } else {
      if (message.type === "refused" && message.id === null) this.notice(message.text);
      return;
    }
    if (this.queue.length > MOST_WAITING) this.hurry();
    this.tell();
  }

  /** Tells what came, one thing after the other. */
  async tell() {
    if (this.showing) return;
    this.showing = true;
    while (this.queue.length) {
      this.skip = this.queue.length > MOST_WAITING;
      const next = this.queue.shift();
      try {
        await this.showOne(next);
      } catch (problem) {
        console.error(problem);
        this.state = next.state;
        this.line.greet(true);
      }
    }
    this.showing = false;
  }

  async showOne({ state, log, scene, steps, fresh }) {
    const before = this.state;
    const goesOn = state.game !== before?.game;
    if (goesOn || fresh) {
      this.hint = null;
      this.coach.clear();
      this.busy = false;
      this.touches.set([]);
    }
    const actions = log.filter((entry) => entry.kind === "acted" && entry.text);
    if (fresh && before?.you.seat === state.you.seat) this.drawers.add(log, state, true);
    else if (fresh) {
      this.lastText = "";
      this.drawers.restart(log, state);
    }
    else {
      this.drawers.add(log, state);
      this.live(log);
      if (log.some((entry) => entry.kind === "chatted" && entry.person !== state.you.person)) sounds.play("chat");
    }
    if (scene) await this.stage.show(scene);
    else if (fresh) this.stage.clear();
    await this.showSteps(steps, this.cover.isDown);
    this.state = state;
    this.out.show(state, before, actions);
    for (const entry of fresh ? [] : log) if (entry.kind === "clock") this.notice(entry.text);
    if (actions.length) this.lastText = actions.at(-1).text;
    this.cameOf(actions, state.you.seat);
    if (actions.length && !fresh) sounds.play("move");
    this.turnChanged(before, state, fresh);
    this.rest();
    if (fresh) $("board").dataset.shape = this.shape;
  }

  /** What came of the viewer's last move, until now. */
  cameOf(actions, seat) {
    for (const { text, seat: actor } of actions) this.came = actor === seat ? text : `${this.came} ${text}`;
  }

  /** Shows steps one after the other; all at once where nobody can or will wait. */
  async showSteps(steps, covered) {
    const share = Math.min(1, USUAL_STEPS / steps.length) * pace();
    const atOnce = covered || this.out.isSkipping || speed() === "none" || still.matches;
    $("skip").hidden = atOnce || this.skip || !steps.length;
    for (const step of steps) {
      const isLast = step === steps.at(-1);
      const quick = atOnce || this.skip;
      if (step.text && !quick) {
        this.lastText = step.text;
        if (this.state) this.now.show();
      }
      if (!quick && !isLast) sounds.play(step.actor === null ? "chance" : "move");
      await this.stage.step(step, { still: quick, pace: share });
      if (!quick && !this.skip && !isLast) {
        await new Promise((resolve) => { setTimeout(resolve, BETWEEN * share); });
      }
    }
    $("skip").hidden = true;
  }

  hurry() {
    if (!this.showing) return;
    this.skip = true;
    this.stage.finish();
  }

  turnChanged(before, state, fresh) {
    const actor = state.game?.actor ?? null;
    this.waited = this.time() - this.turnSince;
    if (before?.game?.actor !== actor || before?.game?.actions !== state.game?.actions) this.turnSince = this.time();
    const mine = actor !== null && state.you.seats.includes(actor);
    const was = before?.game?.actor ?? null;
    if (fresh || !before) return;
    if (mine && was !== actor) sounds.play("turn");
    if (mine && was !== actor) this.elsewhere.yourTurn(state);
    if (mine && was !== actor && (document.hidden || this.waited > LONG_WAIT)) this.toasts.pass(say("your-turn"));
    if (state.game?.reason && !before.game?.reason) {
      const won = state.game.winners?.some((seat) => state.you.seats.includes(seat));
      sounds.play(won || !state.you.seats.length ? "won" : "lost");
    }
  }

  live(log) {
    const text = log.map((entry) => entry.text).filter(Boolean).join(" ");
    if (text) $("live").textContent = text;
  }

  // What is shown

  /** Shows everything as it is now. */
  rest() {
    const { state } = this;
    const { game, phase, you } = state;
    document.body.dataset.phase = phase;
    document.body.classList.toggle("has-ended", Boolean(game?.reason) && !this.ending.put);
    this.seats.show(state);
    this.drawers.showMore(state);
    this.cover.show(state, this.came);
    document.body.classList.toggle("covered", this.cover.isDown);
    this.out.show(state, state, []);
    this.preferences.tell(this.line, state, this.out.isSkipping ? "none" : speed());
    this.ending.show(state);
    $("board").classList.toggle("resting", phase === "waiting");
    $("board").hidden = this.stage.isEmpty;
    document.body.style.setProperty("--ratio", this.stage.ratio);
    const mine = phase === "playing" && game?.actor === you.seat && !this.busy;
    this.touches.set(mine && !this.isCovered(state) ? game.legal : []);
    if (mine && this.touches.byKey && isIdle(document.activeElement)) this.now.focusNext();
    this.elsewhere.mark(state);
  }

  /** Names stand in the list of players: on the board there is room for a sign. */
  reword(part) {
    const seat = /^name-(\d+)$/.exec(part.id)?.[1];
    return seat && this.coming ? sign(this.coming.seats[seat - 1], this.coming.seats) : part.text;
  }

  // Touches

  /** Whether a choice that ends at this part is easily made by mistake. */
  confirms(part) {
    if (!this.isCareful) return false;
    const { width, height } = part.getBoundingClientRect();
    const isSmall = !this.touches.byKey && Math.min(width, height) < FINGER;
    return isSmall || !this.playsBotsAlone();
  }

  playsBotsAlone() {
    const { seats, you } = this.state;
    return seats.every((seat) => !seat.person || seat.level || you.seats.includes(seat.seat));
  }

  /** Says beside it why something cannot be touched. */
  async explain(id, part, event) {
    const labelled = part ?? this.tips.at(event);
    const { state } = this;
    const { game, phase, you, seats } = state;
    if (!labelled || phase !== "playing" || !you.seats.length || this.busy || game.reason) return;
    const beside = labelled.getBoundingClientRect();
    if (game.actor !== you.seat) {
      const who = nameOf(seats[game.actor - 1]);
      this.tips.say(say("not-your-turn", { who }), beside);
      return;
    }
    const at = this.at();
    const touched = [...this.touches.path, id ?? labelled.id];
    const answer = await this.line.send({ type: "why", touched, at });
    if (answer.type !== "why" || at !== this.at()) return;
    this.tips.say(answer.text || say("not-now", { what: labelled.getAttribute("aria-label") }), beside);
  }

  // What is done

  async play(choice) {
    this.busy = true;
    if (!await this.coach.allows(choice)) {
      this.busy = false;
      this.stage.release();
      this.rest();
      return;
    }
    this.tips.hide();
    this.hint = null;
    this.now.show();
    const answer = await this.line.send({ type: "play", action: choice.action, at: this.at() });
    this.busy = false;
    if (answer.type === "refused") {
      this.stage.release();
      if (answer.code !== "stale") this.notice(answer.text);
      this.tell();
      if (!this.showing) this.rest();
    }
  }

  async askHint() {
    const at = this.at();
    put($("preview"), say("hint-thinking"));
    const answer = await hint((message) => this.ask(message), at, this.state.game.legal);
    if (answer.type !== "hint" || at !== this.at() || !answer.considered.length) return;
    this.hint = answer.considered[0];
    const choice = this.touches.choices.find((one) => one.action === this.hint.action);
    for (const part of document.querySelectorAll("#board .hinted")) part.classList.remove("hinted");
    for (const id of choice?.touch ?? []) this.touches.part(id)?.classList.add("hinted");
    this.touches.mark();
    this.coach.explain(answer.considered, at);
    $("live").textContent = say("hinted", { label: this.hint.label });
  }

  /** Whether the next player at this device has not said yet that it is them. */
  isCovered(state) {
    return this.cover.isDue(state);
  }

  // The line, notices, sounds

  lineChanged(state, code) {
    const known = this.state !== null;
    document.body.dataset.line = state;
    if (state === "open") {
      if (known && this.toasts.stands) this.toasts.pass(say("back"));
      this.toasts.lift();
    } else if (state === "ended") this.toasts.stand(say(has(`closed-${code}`) ? `closed-${code}` : "closed"));
    else this.toasts.stand(say(known ? "waiting" : "connecting"), known ? 300 : 1200);
  }

  notice(text) {
    if (text) this.toasts.pass(text);
  }

  async copy(knob) {
    const field = $("link");
    if (!(await copyText(field.value, knob, say("copied")))) field.select();
  }

  /** Whether choices are confirmed that cannot be taken back or are easily made by mistake. */
  setUpConfirming() {
    const box = $("careful");
    const kept = localStorage.getItem("waterside-careful");
    this.isCareful = kept === null ? coarse.matches : kept === "yes";
    box.checked = this.isCareful;
    box.addEventListener("change", () => {
      this.isCareful = box.checked;
      localStorage.setItem("waterside-careful", box.checked ? "yes" : "no");
    });
  }
}

/** The state after an update: parts that are left out are as they were. */
function merged(state, update) {
  const next = { ...state, number: update.number };
  for (const part of ["phase", "you", "seats", "people", "muted", "offer", "series", "game"]) {
    if (update[part] !== null && update[part] !== undefined) next[part] = update[part];
  }
  if (update.seats) next.seats = named(update.seats);
  if (update.offer_gone) next.offer = null;
  return next;
}

/** Whether the focus is on nothing that can be used. */
function isIdle(element) {
  return element === document.body || element.id === "prompt" || (element.matches("[data-touch]") && element.tabIndex < 0);
}

export const table = new Table($("main"));
