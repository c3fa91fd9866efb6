// What the pages around the tables share: who the visitor is, and setting up a table.

import { post, Problem } from "./post.js";
import { commit, isRevealed, Keeper } from "./promises.js";
import { Line } from "./socket.js";
import { has, say } from "./texts.js";

const NAME = "waterside-name";

export const name = {
  get: () => localStorage.getItem(NAME) ?? "",
  set: (value) => { if (value) localStorage.setItem(NAME, value); },
};

/** Makes a table for the user of this browser, who sits down there: `here` are seats and names.
 * Gives the table's id and its link. */
export async function makeTable(wish, called, here = [{ seat: 1, name: called }]) {
  name.set(called);
  await post("/api/session", { name: called || say("guest") });
  const made = await post("/api/tables", { ...wish, name: called || say("guest") });
  if (here.length) await sitDown(made.id, here);
  return made;
}

/** Only now, when the server has committed to its secret, does this browser add to chance. */
function sitDown(table, here) {
  return new Promise((resolve, reject) => {
    const keeper = new Keeper((message) => line.send(message));
    const line = new Line(`/api/tables/${table}/socket`, {
      hello: () => ({}),
      heard: (message) => keeper.hear(message),
      isDone: (message, missed) => (message.type === "reveal" ? isRevealed(message, keeper.state)
        : missed.some((entry) => entry.kind === "seated" && entry.seat === message.seat)),
      changed: (state) => { if (state === "ended") reject(new Problem(say("no-line"))); },
    });
    (async () => {
      for (const { seat, name: called } of here) {
        const message = { type: "sit", seat, name: called || say("guest"), commitment: commit() };
        const answer = await line.send(message);
        if (answer.type === "refused") throw new Problem(say("problem", { problem: answer.text }));
      }
      await keeper.settled();
      resolve();
    })().catch(reject);
  });
}

/** Does something while its button waits; trouble is shown on the page. */
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
