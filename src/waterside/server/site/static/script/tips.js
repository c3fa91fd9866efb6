// Words beside what they are about: what a part of the board is, by hovering or by a long press; why
// it cannot be touched, at once.

const HOVER = 550; // milliseconds
const HOLD = 500;
const STAYS = 4_500;
const MOVED = 10;

export class Tips {
  constructor(box, bubble) {
    this.box = box;
    this.bubble = bubble;
    this.wasHeld = false;
    box.addEventListener("pointermove", (event) => this.hover(event));
    box.addEventListener("pointerdown", (event) => this.press(event));
    for (const type of ["pointerup", "pointercancel"]) box.addEventListener(type, () => clearTimeout(this.holding));
    box.addEventListener("pointerleave", () => this.leave());
    box.addEventListener("contextmenu", (event) => { if (this.finger) event.preventDefault(); });
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") this.hide(); });
  }

  hover(event) {
    if (event.pointerType === "touch") {
      const [x, y] = this.start ?? [0, 0];
      if (Math.hypot(event.clientX - x, event.clientY - y) > MOVED) clearTimeout(this.holding);
      return;
    }
    clearTimeout(this.hovering);
    if (this.shown && !this.shown.said && this.at(event) !== this.shown.part) this.hide();
    if (event.buttons) return;
    this.hovering = setTimeout(() => this.tell(event), HOVER);
  }

  press(event) {
    clearTimeout(this.hovering);
    clearTimeout(this.holding);
    this.hide();
    this.wasHeld = false;
    this.finger = event.pointerType === "touch";
    if (!this.finger) return;
    this.start = [event.clientX, event.clientY];
    this.holding = setTimeout(() => { this.wasHeld = this.tell(event); }, HOLD);
  }

  leave() {
    clearTimeout(this.hovering);
    if (this.shown && !this.shown.said) this.hide();
  }

  /** The smallest part with a name at a point. */
  at({ clientX: x, clientY: y }) {
    let best = null;
    let least = Infinity;
    for (const part of this.box.querySelectorAll(".part[aria-label]")) {
      const { left, right, top, bottom, width, height } = part.getBoundingClientRect();
      const isHere = left <= x && x <= right && top <= y && y <= bottom;
      if (isHere && width * height < least) [best, least] = [part, width * height];
    }
    return best;
  }

  /** Says what lies at a point; whether there is anything. */
  tell(event) {
    const part = this.at(event);
    if (!part || (this.shown?.said && !this.finger)) return false;
    this.show(part.getAttribute("aria-label"), part.getBoundingClientRect(), part, false);
    return true;
  }

  /** Answers a touch in words, beside what was touched. */
  say(text, beside) {
    if (text) this.show(text, beside, null, true);
  }

  show(text, { left, right, top, bottom }, part, said) {
    clearTimeout(this.fading);
    const { bubble } = this;
    bubble.textContent = text;
    bubble.hidden = false;
    const frame = bubble.offsetParent.getBoundingClientRect();
    const { width, height } = bubble.getBoundingClientRect();
    const x = Math.min(Math.max((left + right) / 2 - width / 2, frame.left + 4), frame.right - width - 4);
    const above = top - height - 8;
    const y = above >= frame.top + 2 ? above : Math.min(bottom + 8, frame.bottom - height - 2);
    bubble.style.left = `${x - frame.left}px`;
    bubble.style.top = `${y - frame.top}px`;
    this.shown = { part, said };
    this.fading = setTimeout(() => this.hide(), STAYS);
  }

  hide() {
    clearTimeout(this.fading);
    this.bubble.hidden = true;
    this.shown = null;
  }
}
