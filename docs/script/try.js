// Examples in these pages run in the reader's browser, where the documentation was built with a site of its own.

const site = new URL("../site/", document.currentScript.src);
let worker = null;
let count = 0;
const waiting = new Map();

function run(text) {
  if (!worker) {
    worker = new Worker(new URL("tab/examples.js", site), { type: "module" });
    worker.onmessage = ({ data: { id, said } }) => {
      waiting.get(id)(said);
      waiting.delete(id);
    };
  }
  const id = ++count;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    worker.postMessage({ id, text });
  });
}

/** Puts a button at each example; what stands above it on the page runs first, once. */
function offer(blocks) {
  const done = new Set();
  for (const [place, block] of blocks.entries()) {
    const button = document.createElement("button");
    button.textContent = "Run";
    button.className = "md-button run-example";
    const said = document.createElement("pre");
    said.hidden = true;
    button.addEventListener("click", async () => {
      button.disabled = true;
      button.textContent = "One moment…";
      for (const before of blocks.slice(0, place).filter((one) => !done.has(one))) {
        await run(before.textContent);
        done.add(before);
      }
      said.textContent = await run(block.textContent) || "(it says nothing)";
      done.add(block);
      said.hidden = false;
      button.disabled = false;
      button.textContent = "Run";
    });
    block.closest("pre").after(button, said);
  }
}

async function begin() {
  const examples = [...document.querySelectorAll(".highlight code")].filter((one) => one.textContent.startsWith(">>> "));
  const place = document.querySelector("[data-site]");
  if (!examples.length && !place) return;
  const there = await fetch(new URL("tab/examples.js", site), { method: "HEAD" }).catch(() => null);
  if (!there?.ok) return;
  offer(examples);
  if (place) {
    const frame = document.createElement("iframe");
    Object.assign(frame, { src: new URL(place.dataset.site, site), title: "Waterside", width: "100%", height: "720" });
    frame.style.border = "0";
    place.append(frame);
  }
}

begin();
