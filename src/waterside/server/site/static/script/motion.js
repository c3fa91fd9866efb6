// Shows one picture after the other. What has moved is seen moving: it is measured before and
// after (FLIP), and a copy of it flies over the picture while the thing itself waits unseen.

import { patch, readPicture } from "./patch.js";

const SVG = "http://www.w3.org/2000/svg";
const LONGEST = 480;
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

export class Stage {
  constructor(box) {
    this.box = box;
    this.picture = null;
    this.running = [];
    this.shown = "";
  }

  /** Shows a picture; resolves when nothing moves any more. */
  async show(svg, { still = false, longest = LONGEST } = {}) {
    this.finish();
    if (svg === this.shown) return;
    const made = readPicture(svg);
    this.shown = svg;
    if (!this.picture) {
      this.box.replaceChildren(made);
      this.picture = made;
      return;
    }
    if (still || reduced.matches || document.hidden) {
      patch(this.picture, made);
      return;
    }
    const before = measure(this.picture);
    const vanishing = copies(this.picture, made);
    patch(this.picture, made);
    await this.move(before, vanishing, longest);
  }

  clear() {
    this.finish();
    this.box.replaceChildren();
    this.picture = null;
    this.shown = "";
  }

  /** Ends all movement at once, where it would have ended. */
  finish() {
    for (const animation of this.running) animation.finish();
    this.running = [];
    this.overlay?.remove();
    this.overlay = null;
  }

  async move(before, vanishing, longest) {
    const picture = this.picture;
    const overlay = document.createElementNS(SVG, "g");
    overlay.setAttribute("aria-hidden", "true");
    overlay.setAttribute("class", "flying");
    const root = picture.getScreenCTM().inverse();
    for (const thing of picture.querySelectorAll("[data-moves]")) {
      const now = root.multiply(thing.getScreenCTM());
      const old = before.get(thing.id);
      if (old && near(old.matrix, now)) {
        if (old.look !== thing.innerHTML) this.pulse(thing, longest);
        continue;
      }
      let start = old?.matrix;
      if (!start) {
        const source = before.get(thing.dataset.from);
        if (!source) {
          this.run(thing, [{ opacity: 0 }, { opacity: 1 }], longest * 0.6);
          continue;
        }
        start = shifted(now, source.centre, centre(thing, now));
      }
      const way = ways(thing, root, now);
      const lasts = Math.min(longest * (1 + way.length / 4), 2 * longest);
      this.fly(overlay, thing.cloneNode(true), [start, ...way, now], lasts);
      this.run(thing, [{ opacity: 0 }, { opacity: 0 }], lasts);
    }
    const takers = new Map();
    for (const taker of picture.querySelectorAll("[data-takes]")) {
      for (const id of taker.dataset.takes.split(" ")) takers.set(id, taker);
    }
    for (const [id, copy] of vanishing) {
      const { matrix, centre: middle } = before.get(id);
      const taker = takers.get(id);
      if (!taker) {
        this.fly(overlay, copy, [matrix, matrix], longest * 0.6, 0);
        continue;
      }
      const goal = centre(taker, root.multiply(taker.getScreenCTM()));
      this.fly(overlay, copy, [matrix, shifted(matrix, goal, middle)], longest);
    }
    if (this.running.length === 0) return;
    this.overlay = overlay;
    picture.append(overlay);
    const all = this.running;
    await Promise.allSettled(all.map((animation) => animation.finished));
    if (this.running === all) this.finish();
  }

  fly(overlay, copy, places, duration, opacity = 1) {
    for (const element of [copy, ...copy.querySelectorAll("[id]")]) element.removeAttribute("id");
    copy.removeAttribute("transform");
    copy.classList.remove("can", "chosen", "lifts");
    overlay.append(copy);
    const steps = places.map((place) => ({ transform: css(place) }));
    steps.at(-1).opacity = opacity;
    this.run(copy, steps, duration, "ease-in-out");
  }

  pulse(thing, duration) {
    const box = thing.getBBox();
    thing.style.transformOrigin = `${box.x + box.width / 2}px ${box.y + box.height / 2}px`;
    const animation = this.run(thing, [{ scale: 1 }, { scale: 1.1 }, { scale: 1 }], duration * 0.8);
    animation.finished.finally(() => thing.style.removeProperty("transform-origin"));
  }

  run(element, steps, duration, easing = "ease-out") {
    const animation = element.animate(steps, { duration, easing, fill: "none" });
    this.running.push(animation);
    return animation;
  }
}

/** Where everything with an id is, in the picture's own coordinates. */
function measure(picture) {
  const root = picture.getScreenCTM().inverse();
  const places = new Map();
  for (const element of picture.querySelectorAll("g[id]")) {
    const screen = element.getScreenCTM();
    if (!screen) continue;
    const matrix = root.multiply(screen);
    const look = "moves" in element.dataset ? element.innerHTML : "";
    places.set(element.id, { matrix, look, centre: centre(element, matrix) });
  }
  return places;
}

/** The places that something comes by before it is where it is now. */
function ways(thing, root, now) {
  const parent = root.multiply(thing.parentNode.getScreenCTM());
  const points = (thing.dataset.way ?? "").split(" ").filter(Boolean).map((pair) => {
    const [x, y] = pair.split(",").map(Number);
    return new DOMPoint(x, y).matrixTransform(parent);
  });
  const end = points.pop();
  return points.map((point) => shifted(now, point, end));
}

/** Copies of what will not be there any more. */
function copies(picture, made) {
  const staying = new Set();
  for (const element of made.querySelectorAll("[id]")) staying.add(element.id);
  const found = new Map();
  for (const thing of picture.querySelectorAll("[data-moves]")) {
    if (thing.id && !staying.has(thing.id)) found.set(thing.id, thing.cloneNode(true));
  }
  return found;
}

function centre(element, matrix) {
  const box = element.getBBox();
  return new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(matrix);
}

/** The matrix moved so that `from` comes to lie on `to`. */
function shifted(matrix, to, from) {
  return new DOMMatrix().translate(to.x - from.x, to.y - from.y).multiply(matrix);
}

function near(one, other) {
  return ["a", "b", "c", "d"].every((part) => Math.abs(one[part] - other[part]) < 0.01)
    && Math.abs(one.e - other.e) < 1 && Math.abs(one.f - other.f) < 1;
}

function css({ a, b, c, d, e, f }) {
  return `matrix(${a}, ${b}, ${c}, ${d}, ${e}, ${f})`;
}
