// Setting up a table with friends: by link, at this device, with bots, or all of that.

import { say } from "./texts.js";
import { busily, makeTable, name } from "./visit.js";

const form = document.getElementById("wish");
const rows = [...form.querySelectorAll(".seat-wish")];
const kind = (row) => row.querySelector("select").value;
const called = (row) => row.querySelector("input").value.trim();

const KEPT = `waterside-wish-${form.dataset.game}`;

rows[0].querySelector("input").value = name.get();
recall();
for (const row of rows) {
  showName(row);
  row.addEventListener("change", () => showName(row));
}
for (const count of form.querySelectorAll("[data-count]")) count.addEventListener("click", keep);

function showName(row) {
  row.querySelector("input").hidden = !["me", "here"].includes(kind(row));
}

/** Keeps what is filled in while the form for another number of players is loaded. */
function keep() {
  const kept = [...form.querySelectorAll("input, select")].map((field) => [
    field.id || field.name, field.type === "radio" ? field.value : "", field.value, field.checked]);
  const open = form.querySelector("details").open;
  sessionStorage.setItem(KEPT, JSON.stringify({ kept, open }));
}

function recall() {
  const text = sessionStorage.getItem(KEPT);
  sessionStorage.removeItem(KEPT);
  if (!text) return;
  const { kept, open } = JSON.parse(text);
  form.querySelector("details").open = open;
  for (const [key, choice, value, checked] of kept) {
    const fields = [...form.querySelectorAll("input, select")].filter((one) => (one.id || one.name) === key);
    const field = choice || fields[0]?.type === "radio" ? fields.find((one) => one.value === choice) : fields[0];
    if (!field) continue;
    if (["radio", "checkbox"].includes(field.type)) field.checked = checked;
    else if (field.tagName !== "SELECT" || [...field.options].some((option) => option.value === value)) field.value = value;
  }
}

function wish() {
  const seats = rows.map((row) => (["me", "here", "person"].includes(kind(row))
    ? { kind: "person" } : { kind: "bot", level: kind(row) }));
  const options = {};
  for (const field of form.querySelectorAll("[data-option]")) {
    const number = field.type === "number" ? Number(field.value) : field.value;
    options[field.dataset.option] = number;
  }
  const { title, series, turn, hints, reminders } = form.elements;
  return {
    game: form.dataset.game,
    seats,
    options,
    title: title.value.trim(),
    public: form.elements.public.value === "yes",
    series: Number(series.value),
    turn_time: turn.value ? Number(turn.value) : null,
    hints: hints.checked,
    reminders: reminders?.checked ?? true,
  };
}

/** The seats of those who play at this device. */
function here() {
  const ours = rows.filter((row) => ["me", "here"].includes(kind(row)));
  return ours.map((row) => {
    const seat = Number(row.dataset.seat);
    return { seat, name: called(row) || (kind(row) === "me" ? "" : say("player", { number: seat })) };
  });
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  busily(form.querySelector("button.main"), async () => {
    const made = await makeTable(wish(), called(rows[0]), here());
    location.assign(made.link);
  });
});
