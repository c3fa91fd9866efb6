// Making elements: texts are only ever texts, and pictures hold nothing but shapes.

const FORBIDDEN = new Set(["script", "foreignObject", "iframe", "object", "embed"]);

/** An element with attributes and children; texts are only ever texts. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

export function button(text, click, kind = "") {
  return make("button", { type: "button", class: kind, onclick: click }, text);
}

/** Copies a text, and the button says so for a moment; whether that was possible. */
export async function copyText(text, knob, copied) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return false;
  }
  const { textContent } = knob;
  knob.textContent = copied;
  setTimeout(() => { knob.textContent = textContent; }, 1500);
  return true;
}

/** Writes a text, if it is not there already: what reads it aloud says it once. */
export function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** The picture as elements, without anything that pictures have no use for. */
export function readPicture(svg) {
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (root.nodeName !== "svg") throw new Error("this is no picture");
  for (const element of root.querySelectorAll("*")) {
    if (FORBIDDEN.has(element.nodeName)) element.remove();
    for (const { name } of [...element.attributes]) {
      if (name.startsWith("on")) element.removeAttribute(name);
    }
  }
  return document.importNode(root, true);
}
