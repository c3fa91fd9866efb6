// Makes what is shown look like a new picture, keeping every element that has the same id:
// it stays the same element wherever it goes, with focus and scrolling as they were.

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

/** Makes `old` look like `made`, which is used up. */
export function patch(old, made) {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const known = new Map();
  for (const element of old.querySelectorAll("[id]")) known.set(element.id, element);
  const wanted = new Set();
  for (const element of made.querySelectorAll("[id]")) wanted.add(element.id);
  patchElement(old, made, { known, wanted });
  if (focused && focused !== document.activeElement && focused.isConnected) {
    focused.focus({ preventScroll: true });
  }
}

function patchElement(old, made, ids) {
  patchAttributes(old, made);
  patchChildren(old, made, ids);
}

function patchAttributes(old, made) {
  for (const { name } of [...old.attributes]) {
    if (!made.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of made.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

function patchChildren(old, made, ids) {
  // nodes after the last one that was put right may move elsewhere at any time
  let last = null;
  const after = () => (last ? last.nextSibling : old.firstChild);
  for (const child of [...made.childNodes]) {
    const place = after();
    const kept = match(place, child, ids);
    last = kept ?? child;
    if (last !== place) old.insertBefore(last, place);
    if (kept === null) adopt(child, ids);
    else if (kept.nodeType === Node.ELEMENT_NODE) patchElement(kept, child, ids);
    else if (kept.data !== child.data) kept.data = child.data;
  }
  let place = after();
  while (place) {
    const next = place.nextSibling;
    if (!(place.id && ids.wanted.has(place.id) && ids.known.get(place.id) === place)) removeKeeping(place, ids);
    place = next;
  }
}

/** The node that goes on as `child`: the one with its id, or else the next without an id. */
function match(place, child, { known }) {
  if (child.id) {
    const same = known.get(child.id);
    if (same && same.nodeName !== child.nodeName) {
      known.delete(child.id);
      return null;
    }
    return same ?? null;
  }
  if (!place || place.id || place.nodeName !== child.nodeName) return null;
  return place;
}

/** A new element may hold elements that were elsewhere before: they move in. */
function adopt(added, ids) {
  if (added.nodeType !== Node.ELEMENT_NODE) return;
  for (const inner of [...added.querySelectorAll("[id]")]) {
    if (!added.contains(inner)) continue; // it went along with what it was in
    const same = ids.known.get(inner.id);
    if (same && same !== inner && same.nodeName === inner.nodeName) {
      inner.replaceWith(same);
      patchElement(same, inner, ids);
    }
  }
}

/** Takes a node away; elements in it that are still needed wait at the end of its parent. */
function removeKeeping(node, { known, wanted }) {
  if (node.nodeType === Node.ELEMENT_NODE) {
    for (const inner of node.querySelectorAll("[id]")) {
      if (wanted.has(inner.id) && known.get(inner.id) === inner) node.parentNode.append(inner);
    }
  }
  node.remove();
}
