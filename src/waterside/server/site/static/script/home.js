// The first page: play now against bots, and how far they are.

import { post } from "./post.js";
import { say } from "./texts.js";
import { busily, makeTable, name } from "./visit.js";

const LEVEL = "waterside-level";
const $ = (id) => document.getElementById(id);

$("name").value = name.get();
$("name").addEventListener("change", () => name.set($("name").value.trim()));
$("me").addEventListener("submit", (event) => event.preventDefault());
const known = localStorage.getItem(LEVEL);
if ([...$("level").options].some((option) => option.value === known)) $("level").value = known;
$("level").addEventListener("change", () => localStorage.setItem(LEVEL, $("level").value));

for (const form of document.querySelectorAll(".play-now")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const bots = Number(form.elements.bots?.value ?? 1);
    const bot = { kind: "bot", level: $("level").value };
    const seats = [{ kind: "person" }, ...Array.from({ length: bots }, () => bot)];
    busily(form.querySelector("button"), async () => {
      const made = await makeTable({ game: form.dataset.game, seats }, $("name").value.trim());
      location.assign(made.link);
    });
  });
}

/** A button asks once more before it takes a table out of the list. */
for (const knob of document.querySelectorAll(".remove")) {
  let timer = null;
  knob.addEventListener("click", () => {
    if (timer === null) {
      knob.textContent = say("really-remove");
      knob.classList.add("danger", "sure");
      timer = setTimeout(() => {
        knob.textContent = "×";
        knob.classList.remove("danger", "sure");
        timer = null;
      }, 4000);
      return;
    }
    clearTimeout(timer);
    busily(knob, async () => {
      await post(`/api/tables/${knob.dataset.table}/remove`, {});
      const section = knob.closest(".tables");
      knob.closest("li").remove();
      if (!section.querySelector("li")) section.remove();
    });
  });
}

/** Shows how far the bots are, until they are ready. */
async function watch() {
  const answer = await fetch("/getting-ready").catch(() => null);
  if (answer?.ok) {
    const { done, total } = await answer.json();
    $("progress").max = total || 1;
    $("progress").value = done;
    if (done >= total) {
      $("ready").hidden = true;
      return;
    }
  }
  setTimeout(watch, 1000);
}
if (!$("ready").hidden) watch();
