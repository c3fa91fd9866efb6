// Uploads a record to be replayed: chosen as a file, dropped, or pasted.

import { say } from "./texts.js";

const $ = (id) => document.getElementById(id);

async function upload(file) {
  $("text").value = await file.text();
  $("upload").requestSubmit();
}

$("file").addEventListener("change", () => { if ($("file").files.length) upload($("file").files[0]); });
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  if (!event.dataTransfer?.files.length) return;
  event.preventDefault();
  upload(event.dataTransfer.files[0]);
});
$("upload").addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await fetch("/replay", {
    method: "POST", headers: { "content-type": "text/plain" }, body: $("text").value,
  }).catch(() => null);
  const result = await answer?.json().catch(() => null);
  if (result?.address) {
    location.assign(result.address);
    return;
  }
  $("trouble").textContent = result?.text ?? say("no-line");
  $("trouble").hidden = false;
});
