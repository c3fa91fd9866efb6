// A board as a scene: a fixed drawing and parts that lie on it. Parts are elements that stay the
// same wherever they go; a step changes some of them, and the change is seen as it happened. The
// elements are where they belong at once; what is seen moving are animations on top of that, so
// that all of it can be ended at any time. Nothing here knows a game.

import { readPicture } from "./elements.js";

const SVG = "http://www.w3.org/2000/svg";
const USUAL = { symbol: "", x: 0, y: 0, turn: 0, scale: 1, layer: 0, classes: "", text: "", label: "", path: "" };
const SLIDE = 420; // milliseconds
const FIELD = 130; // for each point of a way
const LONGEST = 1_100;
const TUMBLE = 560;
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const sceneries = new Map();

/** The fixed drawing of this address, loaded once. */
function load(address) {
  if (!sceneries.has(address)) {
    const loading = fetch(address).then((answer) => {
      if (!answer.ok) throw new Error(`no scenery: ${answer.status}`);
      return answer.text();
    });
    loading.catch(() => sceneries.delete(address));
    sceneries.set(address, loading);
  }
  return sceneries.get(address);
}

/** The parts of a scene by their ids. */
export function partsOf(scene) {
  return new Map(scene.parts.map((part) => [part.id, { ...USUAL, ...part }]));
}

/** The parts after a step, and where each of the changed ones comes from. */
export function applied(parts, step) {
  const next = new Map(parts);
  const came = new Map();
  for (const id of step.gone ?? []) next.delete(id);
  for (const { was } of step.parts ?? []) if (was) next.delete(was);
  for (const { was, ...changed } of step.parts ?? []) {
    const before = was ? parts.get(was) : next.get(changed.id);
    next.set(changed.id, { ...USUAL, ...before, ...changed });
    came.set(changed.id, before ? before.id : null);
  }
  return { parts: next, came };
}

/** The step that leads from some parts to others, where none was sent. */
export function stepBetween(parts, next) {
  return {
    parts: [...next.values()].filter((part) => !same(parts.get(part.id), part)),
    gone: [...parts.keys()].filter((id) => !next.has(id)),
  };
}

function same(one, other) {
  return one !== undefined && Object.keys(USUAL).every((name) => one[name] === other[name]);
}

export class Stage {
  constructor(box) {
    this.box = box;
    this.picture = null;
    this.address = "";
    this.parts = new Map();
    this.elements = new Map();
    this.running = [];
    this.leaving = [];
    this.wanted = 0;
    /** What is written on a part, where that is not just its text. */
    this.reword = (part) => part.text;
  }

  get isEmpty() {
    return this.picture === null;
  }

  /** How much wider than high the board is. */
  get ratio() {
    const { width, height } = this.picture?.viewBox.baseVal ?? { width: 1, height: 1 };
    return width / height;
  }

  /** Shows a whole scene; `parts` in place of its own where they are known already. */
  async show(scene, { still = true, parts = partsOf(scene) } = {}) {
    this.wanted += 1;
    const mine = this.wanted;
    this.finish();
    if (scene.scenery !== this.address || !this.picture) {
      const text = await load(scene.scenery);
      if (mine !== this.wanted) return;
      this.build(scene, text);
    }
    this.picture.setAttribute("aria-label", scene.title);
    await this.step(stepBetween(this.parts, parts), { still });
  }

  build(scene, text) {
    const picture = readPicture(text);
    picture.setAttribute("role", "group");
    this.layers = document.createElementNS(SVG, "g");
    picture.append(this.layers);
    this.box.replaceChildren(picture);
    this.picture = picture;
    this.address = scene.scenery;
    this.parts = new Map();
    this.elements = new Map();
  }

  clear() {
    this.wanted += 1;
    this.finish();
    this.box.replaceChildren();
    this.picture = null;
    this.address = "";
    this.parts = new Map();
    this.elements = new Map();
  }

  /** Ends all movement at once, where it would have ended. */
  finish() {
    const { running, leaving } = this;
    this.running = [];
    this.leaving = [];
    for (const animation of running) animation.cancel();
    for (const element of leaving) element.remove();
  }

  /** What was dropped on the board and is not taken from there goes back. */
  release() {
    for (const element of this.box.querySelectorAll(".dropped")) putDown(element);
  }

  /** Does a step; resolves when nothing moves any more. */
  async step(step, { still = false, pace = 1 } = {}) {
    this.finish();
    if (!this.picture) return;
    const { parts, came } = applied(this.parts, step);
    const before = this.parts;
    const moves = new Map((step.moves ?? []).map((move) => [move.id, move]));
    const lively = !(still || reduced.matches || document.hidden);
    const taken = new Map();
    for (const [id, old] of came) {
      if (old !== null) taken.set(id, this.elements.get(old));
    }
    const vanishing = (step.gone ?? []).map((id) => [id, this.elements.get(id)]);
    for (const { was } of step.parts ?? []) if (was) this.elements.delete(was);
    for (const id of step.gone ?? []) this.elements.delete(id);
    this.parts = parts;
    const acts = [];
    for (const [id, old] of came) {
      const part = parts.get(id);
      const element = taken.get(id) ?? document.createElementNS(SVG, "g");
      const dropped = droppedAt(element);
      this.elements.set(id, element);
      this.draw(element, part, old === null ? null : before.get(old));
      const move = moves.get(id) ?? {};
      moves.delete(id);
      const source = move.from ? before.get(move.from) : null;
      let start = old === null ? source && { ...source, turn: part.turn } : before.get(old);
      if (dropped) start = { ...start, x: start.x + dropped.x, y: start.y + dropped.y };
      acts.push({ element, part, start, move: dropped ? { ...move, way: [] } : move, isNew: old === null });
    }
    for (const [id, move] of moves) {
      const part = parts.get(id);
      if (part && this.elements.has(id)) acts.push({ element: this.elements.get(id), part, start: part, move, isNew: false });
    }
    for (const [id, element] of vanishing) {
      const move = moves.get(id) ?? {};
      const end = move.to ? parts.get(move.to) : null;
      if (!lively) element.remove();
      else acts.push({ element, part: before.get(id), start: before.get(id), end, move, leaves: true });
    }
    if (lively) await this.perform(acts, pace);
  }

  /** Makes an element look like its part. */
  draw(element, part, before) {
    const isTouchable = has(part, "touch");
    if (element.id !== part.id) element.id = part.id;
    if (!before || before.classes !== part.classes) {
      element.classList.remove(...(before?.classes ?? "").split(" ").filter(Boolean));
      element.classList.add("part", ...part.classes.split(" ").filter(Boolean));
    }
    set(element, "data-touch", isTouchable ? part.id : "");
    set(element, "role", isTouchable ? "button" : part.label ? "img" : "");
    set(element, "aria-label", part.label);
    if (isTouchable && !element.hasAttribute("tabindex")) element.setAttribute("tabindex", "-1");
    if (!isTouchable) {
      for (const name of ["tabindex", "aria-disabled", "aria-pressed", "aria-description"]) element.removeAttribute(name);
      element.classList.remove("can", "chosen", "other", "along", "beside", "hinted");
    }
    set(element, "transform", attribute(part));
    if (!before || ["symbol", "path", "text"].some((name) => before[name] !== part[name])) {
      element.replaceChildren(...looks({ ...part, text: this.reword(part) }));
    }
    if (!element.parentNode || before?.layer !== part.layer || before?.id !== part.id) this.place(element, part);
  }

  /** Puts an element where its layer is. Elements that stay are not taken out: they keep focus. */
  place(element, part) {
    element.dataset.layer = part.layer;
    const isAbove = (other) => other !== element
      && (Number(other.dataset.layer) - part.layer || (other.id > part.id ? 1 : -1)) > 0;
    const next = [...this.layers.children].find(isAbove) ?? null;
    if (element.parentNode === this.layers && element.nextElementSibling === next) return;
    const focused = document.activeElement;
    this.layers.insertBefore(element, next);
    if (element.contains(focused) && focused !== document.activeElement) focused.focus({ preventScroll: true });
  }

  /** Shows movements: those that are late begin when the others have ended. */
  async perform(acts, pace) {
    const early = acts.filter(({ move }) => !move.late);
    const late = acts.filter(({ move }) => move.late);
    const first = Math.max(0, ...early.map((act) => this.act(act, 0, pace)));
    for (const act of late) this.act(act, first, pace);
    const all = this.running;
    if (!all.length) return;
    await Promise.allSettled(all.map((animation) => animation.finished));
    if (this.running === all) this.finish();
  }

  /** Begins one movement; how long it takes from now on, in milliseconds. */
  act({ element, part, start, end, move, isNew, leaves }, delay, pace) {
    const way = pairs(move.way ?? []).map(([x, y]) => ({ ...part, x, y }));
    const goal = leaves ? { ...part, ...(end && { x: end.x, y: end.y, scale: part.scale * 0.5 }) } : part;
    let places = start ? [start, ...way, goal] : [goal];
    if (!leaves && start && !way.length && near(start, goal)) places = [goal];
    let lasts = 0;
    if (places.length > 1) {
      lasts = Math.min(LONGEST, way.length ? FIELD * (places.length - 1) + 160 : SLIDE) * pace;
      const frames = places.map((place) => ({ transform: css(place) }));
      this.run(element, frames, lasts, delay, way.length ? "linear" : "ease-in-out");
    }
    if (leaves) {
      this.leaving.push(element);
      element.removeAttribute("id");
      element.setAttribute("aria-hidden", "true");
      if (!end) {
        lasts = SLIDE * 0.6 * pace;
        this.run(element, [{ opacity: 1 }, { opacity: 0 }], lasts, delay);
      }
    } else if (isNew && !start && move.how !== "tumble") {
      lasts = SLIDE * 0.7 * pace;
      this.run(element, [{ opacity: 0 }, { opacity: 1 }], lasts, delay);
    }
    if (move.how === "turn") lasts = Math.max(lasts, this.turn(element, move.back, Math.max(lasts, SLIDE * pace), delay));
    if (move.how === "tumble") lasts = Math.max(lasts, this.tumble(element, move.back, TUMBLE * pace, delay));
    if (move.how === "splash") lasts += this.splash(part, delay + lasts * 0.8, pace);
    return delay + lasts;
  }

  /** Turns a thing over: its back is seen in the first half, its own side in the second. */
  turn(element, back, duration, delay) {
    const front = [...element.children];
    const reverse = looks({ ...USUAL, symbol: back });
    for (const look of reverse) look.classList.add("passing");
    element.append(...reverse);
    this.leaving.push(...reverse);
    for (const look of front) {
      this.run(look, [{ opacity: 0, scale: "0 1" }, { opacity: 0, scale: "0 1", offset: 0.5 },
        { opacity: 1, scale: "0 1", offset: 0.5 }, { opacity: 1, scale: "1 1" }], duration, delay);
    }
    for (const look of reverse) {
      this.run(look, [{ opacity: 1, scale: "1 1" }, { opacity: 1, scale: "0 1", offset: 0.5 },
        { opacity: 0, scale: "0 1", offset: 0.5 }, { opacity: 0, scale: "0 1" }], duration, delay);
    }
    return duration;
  }

  /** Tumbles a thing, blank until it lies still. */
  tumble(element, blank, duration, delay) {
    const front = [...element.children];
    const covers = looks({ ...USUAL, symbol: blank });
    for (const look of covers) look.classList.add("passing");
    element.append(...covers);
    this.leaving.push(...covers);
    for (const look of front) this.run(look, [{ opacity: 0 }, { opacity: 0, offset: 0.92 }, { opacity: 1 }], duration, delay, "linear");
    for (const look of covers) {
      this.run(look, [{ rotate: "-380deg", scale: "0.7", opacity: 1 }, { rotate: "-120deg", scale: "1.15", opacity: 1, offset: 0.5 },
        { rotate: "0deg", scale: "1", opacity: 1, offset: 0.92 }, { rotate: "0deg", scale: "1", opacity: 0 }], duration, delay, "ease-out");
    }
    return duration;
  }

  /** Rings on the water where something has fallen in. */
  splash(part, delay, pace) {
    const duration = 380 * pace;
    for (const [wide, later] of [[46, 0], [70, 0.25]]) {
      const ring = document.createElementNS(SVG, "ellipse");
      for (const [name, value] of [["cx", part.x], ["cy", part.y + 16], ["rx", wide], ["ry", wide * 0.4], ["stroke-width", 6]]) {
        ring.setAttribute(name, value);
      }
      ring.setAttribute("class", "passing s-foam");
      ring.setAttribute("fill", "none");
      ring.setAttribute("opacity", "0");
      ring.dataset.layer = part.layer;
      this.layers.append(ring);
      this.leaving.push(ring);
      this.run(ring, [{ scale: 0.2, opacity: 1 }, { scale: 1, opacity: 0 }], duration, delay + later * duration, "ease-out", "none");
    }
    return duration * 1.25;
  }

  /** What an animation shows lasts until all have ended: nothing jumps back in between. */
  run(element, frames, duration, delay, easing = "ease-in-out", fill = "both") {
    const animation = element.animate(frames, { duration, delay, easing, fill });
    this.running.push(animation);
    return animation;
  }
}

/** What a part looks like, as elements. */
function looks(part) {
  const found = part.symbol.split(" ").filter(Boolean).map((name) => {
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `#s.${name}`);
    return use;
  });
  if (part.path) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", part.path);
    found.push(path);
  }
  if (part.text) {
    const text = document.createElementNS(SVG, "text");
    text.textContent = part.text;
    found.push(text);
  }
  return found;
}

/** Where a piece lies that the viewer has dropped, from its own place; it is put down there. */
function droppedAt(element) {
  if (!element.classList.contains("dropped")) return null;
  const [x, y] = (element.style.translate || "0px 0px").split(" ").map(parseFloat);
  putDown(element);
  return { x, y: y || 0 };
}

function putDown(element) {
  element.style.removeProperty("translate");
  element.classList.remove("dropped");
}

function has(part, name) {
  return part.classes.split(" ").includes(name);
}

function set(element, name, value) {
  if (value) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  } else element.removeAttribute(name);
}

function near(one, other) {
  return Math.abs(one.x - other.x) < 0.5 && Math.abs(one.y - other.y) < 0.5
    && one.turn === other.turn && Math.abs(one.scale - other.scale) < 0.01;
}

function attribute({ x, y, turn, scale }) {
  return `translate(${x} ${y})${turn ? ` rotate(${turn})` : ""}${scale === 1 ? "" : ` scale(${scale})`}`;
}

function css({ x, y, turn, scale }) {
  return `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${scale})`;
}

function pairs(numbers) {
  return numbers.flatMap((x, i) => (i % 2 ? [] : [[x, numbers[i + 1]]]));
}
