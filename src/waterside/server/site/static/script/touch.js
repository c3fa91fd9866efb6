// Choosing by touch. Every choice is a path of parts; each touch narrows the choices, and the
// parts that can be touched next light up. Clicks, taps, drags and keys do the same.

const DRAG = 10;
const BESIDE = 10; // pixels by which a finger may miss
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Touches {
  /** `chosen(choice)` is called with a finished choice, `narrowed()` whenever something changes. */
  constructor(box, { chosen, narrowed, looked }) {
    this.box = box;
    this.chosen = chosen;
    this.narrowed = narrowed;
    this.looked = looked;
    this.choices = [];
    this.path = [];
    this.drag = null;
    this.byKey = false;
    box.addEventListener("click", (event) => this.click(event));
    box.addEventListener("keydown", (event) => this.key(event));
    box.addEventListener("pointerdown", (event) => this.press(event));
    box.addEventListener("pointermove", (event) => this.pull(event));
    box.addEventListener("pointerup", (event) => this.drop(event));
    box.addEventListener("pointercancel", () => this.letGo());
    box.addEventListener("pointerover", (event) => this.look(event.target));
    box.addEventListener("focusin", (event) => this.look(event.target));
    box.addEventListener("pointerleave", () => this.looked(null));
  }

  /** What can be chosen from now on. */
  set(choices) {
    this.letGo();
    this.choices = choices;
    this.path = [];
    this.mark();
  }

  /** The choices that the touches so far leave. */
  left(path = this.path) {
    return this.choices.filter((choice) => path.every((id, i) => choice.touch[i] === id));
  }

  /** The parts that can be touched next, in the order of the choices. */
  next(path = this.path) {
    return [...new Set(this.left(path).map((choice) => choice.touch[path.length]).filter(Boolean))];
  }

  /** Marks the parts again, after a touch or after the picture was patched. */
  mark() {
    const next = new Set(this.next());
    const starts = new Set(this.path.length ? this.next([]) : []);
    for (const part of this.box.querySelectorAll("[data-touch]")) {
      const id = part.dataset.touch;
      const can = next.has(id);
      const isChosen = this.path.includes(id);
      part.classList.toggle("can", can);
      part.classList.toggle("chosen", isChosen);
      part.classList.toggle("other", !can && !isChosen && starts.has(id));
      const live = can || isChosen || starts.has(id);
      part.setAttribute("tabindex", live ? "0" : "-1");
      if (isChosen) part.setAttribute("aria-pressed", "true");
      else part.removeAttribute("aria-pressed");
      if (live) part.removeAttribute("aria-disabled");
      else part.setAttribute("aria-disabled", "true");
      const only = can ? this.only(id) : null;
      if (only) part.setAttribute("aria-description", only.label);
      else part.removeAttribute("aria-description");
    }
    this.box.classList.toggle("choosing", next.size > 0);
    this.narrowed();
  }

  /** The one choice that touching this part would leave, if there is just one. */
  only(id) {
    const left = this.left([...this.path, id]);
    return left.length === 1 ? left[0] : null;
  }

  part(id) {
    return this.box.querySelector(`[data-touch="${CSS.escape(id)}"]`);
  }

  /** Touches a part; whether that meant anything. */
  touch(id) {
    if (this.next().includes(id)) this.path.push(id);
    else if (this.path.at(-1) === id) this.path.pop();
    else if (this.path.includes(id)) this.path = this.path.slice(0, this.path.indexOf(id) + 1);
    else if (this.next([]).includes(id)) this.path = [id];
    else return false;
    const left = this.left();
    if (left.length === 1 && left[0].touch.length === this.path.length) {
      const [choice] = left;
      this.choose(choice);
      return true;
    }
    this.mark();
    if (this.byKey) this.focusNext();
    return true;
  }

  choose(choice) {
    this.choices = [];
    this.path = [];
    this.mark();
    this.chosen(choice);
  }

  /** Takes the last touch back. */
  back() {
    if (!this.path.length) return false;
    const id = this.path.pop();
    this.mark();
    if (this.byKey) this.part(id)?.focus();
    return true;
  }

  clear() {
    if (!this.path.length) return;
    this.path = [];
    this.mark();
  }

  focusNext() {
    const first = this.next()[0];
    if (first) this.part(first)?.focus();
  }

  click(event) {
    this.byKey = event.detail === 0 && event.pointerType !== "touch";
    if (this.drag?.moved) return;
    const part = this.meant(event);
    if (!part || !this.touch(part.dataset.touch)) this.clear();
  }

  /** The part that is hit; for a finger that hits nothing of use, one just beside that can be touched. */
  meant(event) {
    const hit = event.target.closest("[data-touch]");
    if (event.pointerType !== "touch" || hit?.getAttribute("tabindex") === "0") return hit;
    const { clientX: x, clientY: y } = event;
    let best = hit;
    let least = BESIDE;
    for (const part of this.box.querySelectorAll('[data-touch][tabindex="0"]')) {
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
      this.touch(part.dataset.touch);
    } else if (event.key in ARROWS) {
      event.preventDefault();
      this.neighbour(part, ARROWS[event.key])?.focus();
    }
  }

  /** The nearest part in a direction that can be touched. */
  neighbour(part, [dx, dy]) {
    const from = middle(part);
    let best = null;
    let least = Infinity;
    for (const other of this.box.querySelectorAll('[data-touch][tabindex="0"]')) {
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
    this.looked(part?.classList.contains("can") ? this.only(part.dataset.touch) : null);
  }

  press(event) {
    this.letGo();
    const part = event.target.closest("[data-touch]");
    if (!part || event.button !== 0 || !event.isPrimary) return;
    const id = part.dataset.touch;
    const path = this.next().includes(id) ? [...this.path, id] : this.next([]).includes(id) ? [id] : null;
    if (path && this.next(path).length) this.drag = { part, path, x: event.clientX, y: event.clientY, moved: false };
  }

  pull(event) {
    if (!this.drag || (event.buttons & 1) === 0) return;
    const { part, path, x, y } = this.drag;
    const [dx, dy] = [event.clientX - x, event.clientY - y];
    if (!this.drag.moved) {
      if (Math.hypot(dx, dy) < DRAG) return;
      this.drag.moved = true;
      this.byKey = false;
      this.path = path;
      this.mark();
      this.box.setPointerCapture(event.pointerId);
      part.classList.add("dragged");
    }
    const screen = part.parentNode.getScreenCTM().inverse();
    const [by, origin] = [new DOMPoint(dx, dy), new DOMPoint(0, 0)].map((p) => p.matrixTransform(screen));
    part.style.translate = `${by.x - origin.x}px ${by.y - origin.y}px`;
    this.look(this.under(event) ?? this.box);
  }

  drop(event) {
    if (!this.drag?.moved) return;
    const goal = this.under(event);
    const { drag } = this;
    drag.part.style.removeProperty("translate");
    drag.part.classList.remove("dragged");
    if (goal && this.next().includes(goal.dataset.touch)) this.touch(goal.dataset.touch);
    else this.clear();
    setTimeout(() => { if (this.drag === drag) this.drag = null; });
  }

  letGo() {
    this.drag?.part.style.removeProperty("translate");
    this.drag?.part.classList.remove("dragged");
    this.drag = null;
  }

  /** The part under the pointer that can be touched next, beneath what is being dragged. */
  under(event) {
    const next = this.next();
    for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
      const part = element.closest("[data-touch]");
      if (part && part !== this.drag?.part && next.includes(part.dataset.touch)) return part;
    }
    return null;
  }
}

function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
