// Luck and skill of each player as one picture: bars to the right helped, bars to the left cost.

import { lineOf } from "./curve.js";
import { make } from "./elements.js";
import { say } from "./texts.js";

const LEAST = 0.05; // so that tiny terms do not fill the width

export function balance(seats) {
  const most = Math.max(LEAST, ...seats.flatMap(({ terms }) => terms.map(({ value }) => Math.abs(value))));
  return seats.map((seat) => {
    const title = seat.you ? say("you", { who: seat.name }) : seat.name;
    const further = [say("errors", seat), seat.strength ? say("strength", seat) : ""].filter(Boolean).join(" ");
    return make("section", { "aria-label": title },
      make("h3", {}, lineOf(seat.seat), title),
      make("p", { class: "fine" }, say("balance", { ...seat, who: title })),
      make("dl", {}, seat.terms.flatMap((term) => [make("dt", {}, term.name), make("dd", {}, bar(term, most), make("span", { class: "number" }, term.text))])),
      make("p", { class: "fine" }, further));
  });
}

function bar({ value }, most) {
  const track = make("span", { class: "track", "aria-hidden": "true" });
  const filled = make("span", { class: value < 0 ? "bar cost" : "bar gain" });
  filled.style.width = `${(50 * Math.abs(value)) / most}%`;
  track.append(filled);
  return track;
}
