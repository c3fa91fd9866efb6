// What the pages around the tables share: who somebody is, and setting up a table.

import { has, say } from "./texts.js";

const NAME = "waterside-name";

export const name = {
  get: () => localStorage.getItem(NAME) ?? "",
  set: (value) => { if (value) localStorage.setItem(NAME, value); },
};

export class Problem extends Error {}

/** Sends something to the server and gives its answer; Problem says in words what went wrong. */
export async function post(address, body) {
  const answer = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => null);
  if (answer === null) throw new Problem(say("no-line"));
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Problem(say("problem", { problem: told.text ?? answer.status }));
  return told;
}

/** Random bytes that this browser adds to chance, in hexadecimal. */
export function entropy() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Makes a table for whoever this browser is; gives its id and its link. */
export async function makeTable(wish, called) {
  name.set(called);
  await post("/api/session", { name: called || say("guest") });
  return post("/api/tables", { ...wish, name: called || say("guest"), entropy: entropy() });
}

/** Does something while its button waits; trouble is told on the page. */
export async function busily(button, work) {
  const trouble = document.getElementById("trouble");
  const text = button.textContent;
  trouble.hidden = true;
  button.disabled = true;
  if (has("opening")) button.textContent = say("opening");
  try {
    await work();
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    trouble.textContent = problem.message;
    trouble.hidden = false;
    trouble.scrollIntoView({ block: "nearest" });
  } finally {
    button.disabled = false;
    button.textContent = text;
  }
}

/** Pages that come back from the browser's memory are as they were: buttons work again. */
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
