// Brings a record to be watched: from a file, dropped, or pasted.

import { say } from "./texts.js";

const $ = (id) => document.getElementById(id);

async function take(file) {
  $("text").value = await file.text();
  $("bring").requestSubmit();
}

$("file").addEventListener("change", () => { if ($("file").files.length) take($("file").files[0]); });
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  if (!event.dataTransfer?.files.length) return;
  event.preventDefault();
  take(event.dataTransfer.files[0]);
});
$("bring").addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await fetch("/replay", {
    method: "POST", headers: { "content-type": "text/plain" }, body: $("text").value,
  }).catch(() => null);
  const told = await answer?.json().catch(() => null);
  if (told?.address) {
    location.assign(told.address);
    return;
  }
  $("trouble").textContent = told?.text ?? say("no-line");
  $("trouble").hidden = false;
});
