// Each player's share of the win over a game, as one drawing: touch a point to go there.

const SVG = "http://www.w3.org/2000/svg";
const [WIDE, HIGH, SIDE, TOP] = [640, 220, 14, 16];
const COLOURS = 6;

function draw(name, attributes, text = "") {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text) element.textContent = text;
  return element;
}

/** A piece of a seat's line, for a legend. */
export function lineOf(seat) {
  const picture = draw("svg", { class: "sample", viewBox: "0 0 60 10", "aria-hidden": "true" });
  picture.append(draw("line", { class: `line of-${((seat - 1) % COLOURS) + 1}`, x1: 0, x2: 60, y1: 5, y2: 5 }));
  return picture;
}

export class Curve {
  /** `chosen(moment)` is called when a point is touched. */
  constructor(box, chosen) {
    this.box = box;
    this.chosen = chosen;
    this.last = 1;
    this.marker = null;
    this.pressed = false;
    box.addEventListener("pointerdown", (event) => {
      this.pressed = true;
      this.touch(event);
    });
    box.addEventListener("pointermove", (event) => { if (this.pressed && event.buttons) this.touch(event); });
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      box.addEventListener(end, () => { this.pressed = false; });
    }
  }

  touch(event) {
    const { left, width } = this.box.getBoundingClientRect();
    const part = ((event.clientX - left) / width) * WIDE;
    const at = Math.round(((part - SIDE) / (WIDE - 2 * SIDE)) * this.last);
    this.chosen(Math.min(Math.max(at, 0), this.last));
  }

  x(at) {
    return SIDE + ((WIDE - 2 * SIDE) * at) / this.last;
  }

  y(share) {
    return TOP + (HIGH - 2 * TOP) * (1 - share);
  }

  /** Draws the shares of all seats at each moment, the blamed moves and the numbered moments. */
  show(shares, moves, moments) {
    this.shares = shares;
    this.last = Math.max(1, shares.length - 1);
    const picture = draw("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, "aria-hidden": "true" });
    for (const at of [0, 0.25, 0.5, 0.75, 1]) {
      picture.append(draw("line", { class: "grid", x1: SIDE, x2: WIDE - SIDE, y1: this.y(at), y2: this.y(at) }));
    }
    this.marker = draw("line", { class: "here", x1: SIDE, x2: SIDE, y1: 2, y2: HIGH - 2 });
    picture.append(this.marker);
    for (const seat of shares[0].keys()) {
      const points = shares.map((all, at) => `${this.x(at).toFixed(1)},${this.y(all[seat]).toFixed(1)}`).join(" ");
      picture.append(draw("polyline", { class: `line of-${(seat % COLOURS) + 1}`, points }));
    }
    moves.forEach((move, at) => {
      if (!move?.better) return;
      const cy = this.y(shares[at][move.seat - 1]);
      picture.append(draw("circle", { class: `blamed of-${((move.seat - 1) % COLOURS) + 1}`, cx: this.x(at), cy, r: 6 }));
    });
    moments.forEach((moment, place) => {
      const cy = Math.min(Math.max(this.y(shares[moment.at][moment.seat - 1]), 15), HIGH - 15);
      picture.append(draw("circle", { class: "moment", cx: this.x(moment.at), cy, r: 14 }));
      picture.append(draw("text", { x: this.x(moment.at), y: cy + 6, "text-anchor": "middle" }, String(place + 1)));
    });
    this.box.replaceChildren(picture);
  }

  /** Marks the moment that is on the board. */
  mark(at) {
    for (const end of ["x1", "x2"]) this.marker?.setAttribute(end, this.x(at));
  }
}
