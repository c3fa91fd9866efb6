// Setting up a table with friends: by link, at this device, with bots, or all of that.

import { Line } from "./socket.js";
import { say } from "./texts.js";
import { busily, entropy, makeTable, name, Problem } from "./visit.js";

const form = document.getElementById("wish");
const rows = [...form.querySelectorAll(".seat-wish")];
const kind = (row) => row.querySelector("select").value;
const called = (row) => row.querySelector("input").value.trim();

rows[0].querySelector("input").value = name.get();
for (const row of rows) {
  row.addEventListener("change", () => {
    row.querySelector("input").hidden = !["me", "here"].includes(kind(row));
  });
}

function wish() {
  const seats = rows.map((row) => (["me", "here", "person"].includes(kind(row))
    ? { kind: "person" } : { kind: "bot", level: kind(row) }));
  const options = {};
  for (const field of form.querySelectorAll("[data-option]")) {
    const number = field.type === "number" ? Number(field.value) : field.value;
    options[field.dataset.option] = number;
  }
  const { title, series, turn, hints } = form.elements;
  const first = rows.find((row) => kind(row) === "me");
  return {
    game: form.dataset.game,
    seats,
    options,
    title: title.value.trim(),
    public: form.elements.public.value === "yes",
    series: Number(series.value),
    turn_time: turn.value ? Number(turn.value) : null,
    hints: hints.checked,
    sit: first ? 1 : null,
  };
}

/** Sits those down who play at this device too. */
async function seatAll(table, here) {
  if (!here.length) return;
  await new Promise((resolve, reject) => {
    const line = new Line(`/api/tables/${table}/socket`, {
      hello: () => ({}),
      heard: () => {},
      isDone: ({ seat }, missed) => missed.some((entry) => entry.kind === "seated" && entry.seat === seat),
      changed: (state) => { if (state === "ended") reject(new Problem(say("no-line"))); },
    });
    (async () => {
      for (const row of here) {
        const number = Number(row.dataset.seat);
        const name_ = called(row) || say("player", { number });
        const answer = await line.send({ type: "sit", seat: number, name: name_, entropy: entropy() });
        if (answer.type === "refused") throw new Problem(say("problem", { problem: answer.text }));
      }
      resolve();
    })().catch(reject);
  });
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  busily(form.querySelector("button.main"), async () => {
    const made = await makeTable(wish(), called(rows[0]));
    await seatAll(made.id, rows.filter((row) => kind(row) === "here"));
    location.assign(made.link);
  });
});
