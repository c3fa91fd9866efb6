// What to do now: the prompt, the choices that no touch stands for, the tools that apply, and what
// a player asks.

import { button, make, put } from "./elements.js";
import { commit } from "./promises.js";
import { nameOf } from "./seats.js";
import { capital, say } from "./texts.js";

const AWAY = 5_000;
const LONG = 60; // letters of a long prompt
const MEDIUM = 40; // more than that wants smaller letters where there is little room
const $ = (id) => document.getElementById(id);

export class Now {
  constructor(table) {
    this.table = table;
    setInterval(() => this.lookForAway(), AWAY);
  }

  show() {
    const { state, touches } = this.table;
    const { phase, you, seats } = state;
    const mine = phase === "playing" && touches.choices.length > 0;
    const prompt = $("prompt");
    prompt.classList.toggle("mine", Boolean(mine && !this.table.busy));
    put(prompt, this.prompt(mine));
    prompt.classList.toggle("long", prompt.textContent.length > LONG);
    prompt.classList.toggle("medium", prompt.textContent.length > MEDIUM && prompt.textContent.length <= LONG);
    this.preview(null);
    keepFocus($("choices"), mine && !this.table.busy ? this.choices() : []);
    keepFocus($("undo"), this.undo());
    keepFocus($("tools"), this.tools(mine));
    keepFocus($("questions"), this.questions(state, seats, you));
  }

  prompt(mine) {
    const { game, phase, you, seats } = this.table.state;
    if (phase === "waiting") return you.seats.length ? say("waiting-title") : "";
    if (phase === "starting") return say("sending");
    if (phase === "closed") return say("closed-4404");
    if (!game || game.reason) return this.table.ending.put ? game?.ending ?? "" : "";
    if (this.table.busy) return say("sending");
    if (mine) {
      const asked = this.asked(game);
      return you.seats.length > 1 ? `${nameOf(seats[game.actor - 1])}: ${asked}` : asked;
    }
    const seat = seats[game.actor - 1];
    if (!seat) return game.prompt;
    if (game.actor === you.seat) return this.table.lastText ?? "";
    return say(seat.level ? "thinking" : "waits-for", { who: nameOf(seat) });
  }

  /** What the player to act has to decide, after the touches so far. */
  asked(game) {
    const { touches } = this.table;
    if (touches.pending) return say("really", { label: capital(touches.pending.label) });
    if (!touches.isBegun) return game.prompt;
    return game.prompts?.[touches.path[0]] || say("go-on");
  }

  /** The choices that no touch stands for; or what to do with one that waits. */
  choices() {
    const { touches } = this.table;
    const cancel = () => touches.clear();
    if (touches.pending) {
      const { pending } = touches;
      return [
        button(say("confirm"), () => this.choose(pending), "main"),
        touches.turns.length > 1 ? signed("⟳", say("turn-it"), () => touches.turn()) : null,
        signed("✕", say("back-one"), cancel),
      ].filter(Boolean);
    }
    const found = touches.left().filter((choice) => choice.touch.length === touches.path.length)
      .map((choice) => button(choice.label, () => this.choose(choice), "main"));
    if (touches.isBegun) found.push(signed("✕", say("back-one"), cancel));
    return found;
  }

  choose(choice) {
    const { touches } = this.table;
    touches.byKey = document.activeElement?.matches(":focus-visible") ?? false;
    touches.choose(choice);
  }

  /** To the next thing that is useful, for who plays by keys. */
  focusNext() {
    const { touches } = this.table;
    if (touches.next().length) touches.focusNext();
    else $("choices").querySelector("button")?.focus({ preventScroll: true });
  }

  preview(choice) {
    const line = $("preview");
    let text = choice?.label;
    line.classList.toggle("strong", Boolean(text));
    if (!text && this.table.touches.isBegun && !this.table.touches.pending) {
      const left = this.table.touches.left();
      if (left.length === 1) text = say("just-so", { label: left[0].label });
    }
    if (!text && this.table.hint) text = say("hinted", { label: this.table.hint.label });
    const tells = this.table.state && !this.table.state.game?.reason && !this.table.isCovered(this.table.state)
      && $("prompt").textContent !== this.table.lastText;
    if (!text && tells) text = this.table.lastText;
    put(line, text ?? "");
    line.classList.toggle("long", line.textContent.length > MEDIUM);
  }

  /** One button that stays where it is, as long as the game goes on; it says whom it asks. */
  undo() {
    const { game, phase, you, seats, offer } = this.table.state;
    if (phase !== "playing" || !you.seats.length || game?.reason) return [];
    const others = seats.filter((seat) => seat.person && !seat.level && !you.seats.includes(seat.seat));
    const isFree = game.free_takeback || (you.seats.length > 1 && !others.length);
    const asks = others.length === 1 ? say("ask-one", { who: nameOf(others[0]) }) : say("ask-takeback");
    const knob = this.ask(others.length && !isFree ? asks : say("takeback"), () => ({ type: "takeback", at: this.table.at() }));
    knob.disabled = Boolean(this.table.busy || offer || (!others.length && !isFree));
    return [knob];
  }

  tools(mine) {
    const { game, phase, you, table } = this.table.state;
    const tools = [];
    if (phase === "playing" && you.seats.length && table.hints) {
      const knob = button(say("hint"), () => this.table.askHint());
      knob.disabled = !mine || this.table.busy;
      tools.push(knob);
    }
    if (this.table.ending.put && game?.reason) tools.push(button(say("see-result"), () => this.table.ending.unhide()));
    if (phase === "playing" && !you.seats.length) tools.push(make("span", { class: "fine" }, say("you-watch")));
    return tools;
  }

  /** What a player asks of the viewer, or what can be done about a player who is away. */
  questions({ offer, phase, table, game }, seats, you) {
    const found = [];
    if (offer) {
      const own = you.seats.filter((seat) => !seats[seat - 1].level);
      const open = own.some((seat) => !offer.agreed.includes(seat));
      const who = nameOf(seats[offer.seat - 1]);
      if (own.length && open) {
        const answer = (agree) => () => {
          const commitment = agree && offer.what === "rematch" ? commit() : "";
          return { type: "answer", offer: offer.number, agree, commitment };
        };
        found.push(make("div", { class: "notice" }, make("span", {}, say(`asks-${offer.what}`, { who })),
          this.ask(say("agree"), answer(true), "main"), this.ask(say("refuse"), answer(false))));
      } else if (own.length) found.push(make("p", { class: "toast" }, say("asked")));
    }
    if (phase !== "playing" || !you.seats.length) return found;
    if (you.seats.some((seat) => seats[seat - 1].level)) {
      found.push(this.ask(say("come-back"), () => ({ type: "come_back" }), "main"));
    }
    let gone = false;
    for (const seat of seats) {
      if (!seat.person || seat.level || you.seats.includes(seat.seat)) continue;
      const late = seat.away_since && this.table.time() > seat.away_since + table.away_limit;
      if (!seat.left && !(late && !seat.present)) continue;
      gone = true;
      found.push(make("div", { class: "notice" },
        this.ask(say("give-to-bot", { who: nameOf(seat) }), () => ({ type: "replace", seat: seat.seat }))));
    }
    if (gone && game) found.push(make("div", { class: "notice" }, this.ask(say("end-game"), () => ({ type: "end" }), "danger")));
    return found;
  }

  /** A player who is away can be replaced after a while, without anything else happening. */
  lookForAway() {
    const { state } = this.table;
    if (state?.seats.some((seat) => seat.away_since)) {
      keepFocus($("questions"), this.questions(state, state.seats, state.you));
    }
  }

  ask(text, message, kind) {
    return button(text, () => this.table.ask(message()), kind);
  }
}

/** A button whose words give way to a sign where there is little room. */
function signed(sign, text, click) {
  const knob = make("button", { type: "button", class: "signed", "aria-label": text, title: text, onclick: click });
  knob.append(make("span", { "aria-hidden": "true" }, sign), make("span", { class: "word" }, text));
  return knob;
}

/** Puts new children in; the focus stays on the one that says the same. */
function keepFocus(box, children) {
  const focused = box.contains(document.activeElement) ? document.activeElement.textContent : null;
  box.replaceChildren(...children);
  if (focused === null) return;
  const same = [...box.querySelectorAll("button:not(:disabled)")].find((one) => one.textContent === focused);
  (same ?? $("prompt")).focus({ preventScroll: true });
}
