// Sending something to the server over HTTP.

import { say } from "./texts.js";

export class Problem extends Error {}

/** Sends something to the server and gives its answer; Problem says in words what went wrong. */
export async function post(address, body) {
  const answer = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => null);
  if (answer === null) throw new Problem(say("no-line"));
  const reply = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Problem(say("problem", { problem: reply.text ?? answer.status }));
  return reply;
}
