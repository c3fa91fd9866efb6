// A bot's face, and how strong it plays.

import { make } from "./elements.js";
import { level } from "./texts.js";

const isBot = (seat) => seat.level && !seat.person;

/** A bot's face; null for people. */
export function face(seat) {
  if (!isBot(seat)) return null;
  return make("img", { class: "face", src: `/faces/${encodeURIComponent(seat.name)}.svg`, alt: "", width: 32, height: 32 });
}

/** The level of a bot as a small badge; null for people. */
export function badge(seat) {
  return isBot(seat) ? make("span", { class: "tag level" }, level(seat.level)) : null;
}
