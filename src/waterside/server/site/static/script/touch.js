// Choosing by touch. Every choice is a path of parts; each touch narrows the choices, and the
// parts that can be touched next light up. Clicks, taps, drags and keys do the same. What would come
// of a touch is shown as a ghost of the piece, and can be made to wait until it is confirmed.

const DRAG = 10;
const BESIDE = 14; // pixels by which a finger may miss
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const LIVE = "[data-touch]:is(.can, .chosen, .other)";

export class Touches {
  /** `chosen(choice)` is called with a finished choice, `narrowed()` whenever something changes,
   * `looked(choice)` with what is pointed at, `missed(id, part)` with what cannot be touched;
   * `confirms(part)` says whether a choice that ends there waits, and `eager` whether a touch that
   * is the only one possible is done beforehand. */
  constructor(box, { chosen, narrowed, looked, missed = () => {}, confirms = () => false, eager = false }) {
    Object.assign(this, { box, chosen, narrowed, looked, missed, confirms, eager });
    this.choices = [];
    this.path = [];
    this.base = [];
    this.pending = null;
    this.turns = [];
    this.drag = null;
    this.byKey = false;
    box.addEventListener("click", (event) => this.click(event));
    box.addEventListener("keydown", (event) => this.key(event));
    box.addEventListener("pointerdown", (event) => this.press(event));
    box.addEventListener("pointermove", (event) => this.pull(event));
    box.addEventListener("pointerup", (event) => this.drop(event));
    box.addEventListener("pointercancel", () => { if (this.drag?.moved) this.clear(); this.letGo(); });
    box.addEventListener("pointerover", (event) => { if (event.pointerType !== "touch") this.look(event.target); });
    box.addEventListener("focusin", (event) => this.look(event.target));
    box.addEventListener("pointerleave", () => this.look(this.box));
  }

  /** What can be chosen from now on. */
  set(choices) {
    this.letGo();
    this.choices = choices;
    this.base = this.eager ? this.forced() : [];
    this.path = [...this.base];
    this.pending = null;
    this.mark();
  }

  /** The touches that every choice begins with: where only one piece can move, it is chosen. */
  forced() {
    const path = [];
    for (;;) {
      const next = new Set(this.left(path).map(({ touch }) => touch[path.length]));
      const [id] = next;
      if (next.size !== 1 || !id || this.left(path).some(({ touch }) => touch.length === path.length + 1)) return path;
      path.push(id);
    }
  }

  /** The choices that the touches so far leave. */
  left(path = this.path) {
    return this.choices.filter((choice) => path.every((id, i) => choice.touch[i] === id));
  }

  /** The parts that can be touched next, in the order of the choices. */
  next(path = this.path) {
    return [...new Set(this.left(path).map((choice) => choice.touch[path.length]).filter(Boolean))];
  }

  /** Whether more was chosen than what had to be. */
  get isBegun() {
    return this.pending !== null || this.path.length > this.base.length;
  }

  /** Marks the parts again, after a touch or after the picture was patched. */
  mark() {
    const next = new Set(this.next());
    const starts = new Set(this.isBegun ? this.next(this.base) : []);
    const goals = new Set(this.goals().map(({ touch }) => touch.at(-1)));
    const waiting = this.pending?.touch ?? [];
    for (const part of this.box.querySelectorAll("[data-touch]")) {
      const id = part.dataset.touch;
      const can = next.has(id);
      const isChosen = this.path.includes(id) || waiting.includes(id);
      const live = can || isChosen || starts.has(id);
      part.classList.toggle("can", can);
      part.classList.toggle("chosen", isChosen);
      part.classList.toggle("other", !can && !isChosen && (starts.has(id) || goals.has(id)));
      part.setAttribute("tabindex", live ? "0" : "-1");
      if (isChosen) part.setAttribute("aria-pressed", "true");
      else part.removeAttribute("aria-pressed");
      if (live || goals.has(id)) part.removeAttribute("aria-disabled");
      else part.setAttribute("aria-disabled", "true");
      part.classList.toggle("drags", !part.classList.contains("still") && this.begin(id) !== null);
      part.classList.toggle("along", !isChosen && this.goesAlong(part, "chosen"));
      const only = can ? this.only(id) : null;
      if (only) part.setAttribute("aria-description", only.label);
      else part.removeAttribute("aria-description");
    }
    this.box.classList.toggle("choosing", next.size > 0);
    this.haunt(this.pending);
    this.narrowed();
  }

  /** Whether a part goes along with one before it in the same run that has this mark. */
  goesAlong(part, mark) {
    const run = [...part.classList].find((name) => name.startsWith("run-"));
    if (!run) return false;
    const all = [...this.box.querySelectorAll(`.${run}`)];
    const first = all.findIndex((other) => other.classList.contains(mark));
    return first >= 0 && first < all.indexOf(part);
  }

  /** The one choice that touching this part would leave, if there is just one. */
  only(id) {
    const left = this.left([...this.path, id]);
    return left.length === 1 ? left[0] : null;
  }

  part(id) {
    return this.box.querySelector(`[data-touch="${CSS.escape(id)}"]`);
  }

  /** The choices of a thing that lies several ways round: their goal may be touched first. */
  goals() {
    const isTurned = (id) => this.part(id)?.classList.contains("ways");
    return this.choices.filter(({ touch }) => touch.length === 2 && isTurned(touch[0]));
  }

  /** Touches a part; whether that meant anything. */
  touch(id, { held = false } = {}) {
    const { pending } = this;
    if (pending && pending.touch.at(-1) === id) {
      this.choose(pending);
      return true;
    }
    this.pending = null;
    const { base } = this;
    const round = this.goals().filter(({ touch }) => touch[1] === id);
    if (this.next().includes(id)) this.path.push(id);
    else if (this.path.length > base.length && this.path.at(-1) === id) this.path.pop();
    else if (this.path.slice(base.length).includes(id)) this.path = this.path.slice(0, this.path.indexOf(id) + 1);
    else if (this.next(base).includes(id)) this.path = [...base, id];
    else if (round.length) {
      const same = round.find(({ touch }) => touch[0] === (pending ?? { touch: this.path }).touch[0]);
      this.propose(same ?? round[0], round);
      return true;
    } else {
      if (pending) this.mark();
      return false;
    }
    const left = this.left();
    if (left.length === 1 && left[0].touch.length === this.path.length) {
      const [choice] = left;
      if (!held && this.confirms(this.part(id))) this.propose(choice, round.length ? round : [choice]);
      else this.choose(choice);
      return true;
    }
    this.mark();
    if (this.byKey) this.focusNext();
    return true;
  }

  /** Lets a finished choice wait for a second touch; `turns` are its ways round. */
  propose(choice, turns) {
    this.pending = choice;
    this.turns = turns;
    this.path = choice.touch.slice(0, -1);
    this.mark();
  }

  /** The pending choice the next way round. */
  turn() {
    const at = this.turns.indexOf(this.pending);
    this.propose(this.turns[(at + 1) % this.turns.length], this.turns);
  }

  choose(choice) {
    this.choices = [];
    this.path = [];
    this.base = [];
    this.pending = null;
    this.mark();
    this.chosen(choice);
  }

  /** Takes the last touch back. */
  back() {
    if (!this.isBegun) return false;
    const id = this.pending ? this.pending.touch.at(-1) : this.path.pop();
    this.pending = null;
    this.mark();
    if (this.byKey) this.part(id)?.focus();
    return true;
  }

  clear() {
    if (!this.isBegun) return;
    this.pending = null;
    this.path = [...this.base];
    this.mark();
  }

  focusNext() {
    const first = this.next()[0];
    if (first) this.part(first)?.focus({ preventScroll: true });
  }

  click(event) {
    this.byKey = event.detail === 0 && event.pointerType !== "touch";
    if (this.drag?.moved || this.isHeld?.()) return;
    const part = this.meant(event);
    if (part && this.touch(part.dataset.touch)) return;
    const id = part?.dataset.touch;
    if (!this.isBegun || id) this.missed(id ?? null, part, event);
    this.clear();
  }

  /** The part that is hit; for a finger that hits nothing of use, one just beside that can be touched. */
  meant(event) {
    const { clientX: x, clientY: y } = event;
    const hit = event.target.closest("[data-touch]");
    if (hit?.matches(LIVE)) return hit;
    const below = document.elementsFromPoint(x, y).map((one) => one.closest("[data-touch]")).find((one) => one?.matches(LIVE));
    if (below && this.box.contains(below)) return below;
    if (event.pointerType !== "touch") return hit;
    let best = hit;
    let least = BESIDE;
    for (const part of this.box.querySelectorAll(LIVE)) {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      const away = Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
      if (away < least) [best, least] = [part, away];
    }
    return best;
  }

  key(event) {
    if (event.key === "Escape") {
      this.byKey = true;
      if (this.back()) event.preventDefault();
      return;
    }
    const part = event.target.closest("[data-touch]");
    if (!part) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.byKey = true;
      if (!this.touch(part.dataset.touch)) this.missed(part.dataset.touch, part, event);
    } else if (event.key in ARROWS) {
      event.preventDefault();
      this.neighbour(part, ARROWS[event.key])?.focus({ preventScroll: true });
    }
  }

  /** The nearest part in a direction that can be touched. */
  neighbour(part, [dx, dy]) {
    const from = middle(part);
    let best = null;
    let least = Infinity;
    for (const other of this.box.querySelectorAll(LIVE)) {
      if (other === part) continue;
      const to = middle(other);
      const along = (to.x - from.x) * dx + (to.y - from.y) * dy;
      const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
      if (along > 1 && along + 2.5 * aside < least) {
        least = along + 2.5 * aside;
        best = other;
      }
    }
    return best;
  }

  look(target) {
    const part = target.closest?.("[data-touch]");
    for (const other of this.box.querySelectorAll(".beside")) other.classList.remove("beside");
    const can = part?.classList.contains("can") ?? false;
    if (can) {
      part.classList.add("hovered");
      for (const other of this.box.querySelectorAll('[class*="run-"]')) {
        other.classList.toggle("beside", this.goesAlong(other, "hovered"));
      }
      part.classList.remove("hovered");
    }
    const only = can ? this.only(part.dataset.touch) : null;
    if (!this.pending) this.haunt(only?.touch.length === this.path.length + 1 ? only : null);
    this.looked(only);
  }

  /** Shows the piece of a choice where it would be, or takes such a ghost away. */
  haunt(choice) {
    this.box.querySelector(".ghost")?.remove();
    if (!choice || choice.touch.length < 2) return;
    const [piece, goal] = choice.touch.slice(-2).map((id) => this.part(id));
    if (!piece || !goal || piece.matches(".still, .dragged") || goal.matches(".deed")) return;
    const ghost = piece.cloneNode(true);
    for (const { name } of [...ghost.attributes]) if (name !== "transform") ghost.removeAttribute(name);
    ghost.setAttribute("class", "part ghost");
    ghost.setAttribute("aria-hidden", "true");
    const own = matrixOf(piece);
    const full = piece.classList.contains("ways") ? Math.hypot(own.a, own.b) : 1;
    const [a, b, c, d] = [own.a, own.b, own.c, own.d].map((number) => number / full);
    const from = centre(piece);
    const to = centre(goal).matrixTransform(matrixOf(goal));
    const shift = [to.x - a * from.x - c * from.y, to.y - b * from.x - d * from.y];
    ghost.setAttribute("transform", `matrix(${[a, b, c, d, ...shift].join(" ")})`);
    piece.parentNode.append(ghost);
  }

  /** The path that dragging this part begins with, if it leads anywhere. */
  begin(id) {
    const paths = [this.path.at(-1) === id ? this.path : [...this.path, id], [...this.base, id]];
    return paths.find((path) => this.left(path).length && this.next(path).length) ?? null;
  }

  press(event) {
    this.letGo();
    const part = event.target.closest("[data-touch]");
    if (!part || part.classList.contains("still") || event.button !== 0 || !event.isPrimary) return;
    const path = this.begin(part.dataset.touch);
    if (path) this.drag = { part, path, x: event.clientX, y: event.clientY, moved: false };
  }

  pull(event) {
    if (!this.drag?.part || (event.buttons & 1) === 0) return;
    const { part, path, x, y } = this.drag;
    const [dx, dy] = [event.clientX - x, event.clientY - y];
    if (!this.drag.moved) {
      if (Math.hypot(dx, dy) < DRAG) return;
      this.drag.moved = true;
      this.byKey = false;
      this.pending = null;
      this.path = [...path];
      this.mark();
      this.box.setPointerCapture(event.pointerId);
      part.classList.add("dragged");
    }
    const screen = part.parentNode.getScreenCTM().inverse();
    const [by, origin] = [new DOMPoint(dx, dy), new DOMPoint(0, 0)].map((p) => p.matrixTransform(screen));
    part.style.translate = `${by.x - origin.x}px ${by.y - origin.y}px`;
    const under = this.under(event);
    for (const other of this.box.querySelectorAll(".under")) other.classList.toggle("under", other === under);
    under?.classList.add("under");
    this.look(under ?? this.box);
  }

  drop(event) {
    if (!this.drag?.moved || !this.drag.part) return;
    const goal = this.under(event);
    const { drag } = this;
    goal?.classList.remove("under");
    const isMeant = goal && this.next().includes(goal.dataset.touch);
    if (isMeant && this.finishes(goal.dataset.touch)) {
      // it stays where it was put, until what comes of it is known
      drag.part.classList.remove("dragged");
      drag.part.classList.add("dropped");
      this.drag = { moved: true, part: null };
    } else this.putBack(drag.part);
    const { drag: dropped } = this;
    if (isMeant) this.touch(goal.dataset.touch, { held: true });
    else {
      const on = this.hit(event, drag.part);
      if (on) this.missed(on.dataset.touch, on, event);
      this.clear();
    }
    setTimeout(() => { if (this.drag === dropped) this.drag = null; });
  }

  letGo() {
    if (this.drag?.part) this.putBack(this.drag.part);
    for (const other of this.box.querySelectorAll(".under")) other.classList.remove("under");
    this.drag = null;
  }

  putBack(part) {
    part.style.removeProperty("translate");
    part.classList.remove("dragged");
  }

  /** Whether touching this part finishes a choice. */
  finishes(id) {
    const left = this.left([...this.path, id]);
    return left.length === 1 && left[0].touch.length === this.path.length + 1;
  }

  /** The part under the pointer that can be touched next, beneath what is being dragged. */
  under(event) {
    const next = this.next();
    return this.hit(event, this.drag?.part, (part) => next.includes(part.dataset.touch));
  }

  /** The uppermost part there that fits, apart from one. */
  hit(event, apart, fits = () => true) {
    for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
      const part = element.closest("[data-touch]");
      if (part && part !== apart && fits(part)) return part;
    }
    return null;
  }
}

function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The middle of a part, in its own coordinates. */
function centre(part) {
  const { x, y, width, height } = part.getBBox();
  return new DOMPoint(x + width / 2, y + height / 2);
}

function matrixOf(part) {
  return part.transform.baseVal.consolidate()?.matrix ?? new DOMMatrix();
}
