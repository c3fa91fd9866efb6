// What an invited friend sees before anything is asked: the game, who invites, how to learn it.

import { make } from "./elements.js";
import { say } from "./texts.js";

/** The invitation of a table that waits; null for its host and for who has a seat already. */
export function invitation({ phase, you, people, table }) {
  if (phase !== "waiting" || you.host || you.seats.length) return null;
  const { dataset } = document.getElementById("main");
  const host = people[table.host];
  const game = dataset.title;
  const title = host ? say("invites", { host, game }) : say("invited", { game });
  const link = (href, text) => make("a", { class: "button", href, target: "_blank", rel: "noopener" }, text);
  return make("div", { class: "invited" },
    make("img", { src: `/games/${table.game}.svg`, alt: "", width: 480, height: 360 }),
    make("h2", {}, title),
    make("p", { class: "about" }, dataset.about),
    make("p", { class: "facts" }, ...dataset.facts.split("|").filter(Boolean).map((fact) => make("span", { class: "tag" }, fact))),
    make("div", { class: "row" },
      dataset.tour ? link(`/tour/${table.game}`, say("learn-first")) : null,
      dataset.guide ? link(`/rules/${table.game}`, say("read-rules")) : null));
}
