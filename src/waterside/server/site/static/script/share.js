// The result as a picture that people send each other: drawn by the server, made a PNG here.

import { make } from "./elements.js";
import { say } from "./texts.js";

const WIDE = 1080;

/** Shares the picture where the device can do that, else saves it. */
export async function savePicture(knob, table, name) {
  const theme = getComputedStyle(document.documentElement).colorScheme === "dark" || matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const chosen = document.documentElement.classList.contains("light") ? "light" : document.documentElement.classList.contains("dark") ? "dark" : theme;
  const text = knob.textContent;
  knob.disabled = true;
  const png = await asPng(`/t/${encodeURIComponent(table)}/result.svg?theme=${chosen}`).catch(() => null);
  knob.disabled = false;
  if (!png) {
    knob.textContent = say("no-picture");
    setTimeout(() => { knob.textContent = text; }, 2500);
    return;
  }
  const file = new File([png], `${name}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] }).catch(() => {});
    return;
  }
  const address = URL.createObjectURL(file);
  make("a", { href: address, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

async function asPng(address) {
  const answer = await fetch(address);
  if (!answer.ok) return null;
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(await answer.text())}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = WIDE;
  canvas.height = Math.round(WIDE * image.naturalHeight / image.naturalWidth);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
}
