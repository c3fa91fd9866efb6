// The page's words, in the reader's language: they stand in the template of the page.

const texts = new Map();
let read = null;

/** The texts of the page that is shown; a static site may show several in one document. */
function known() {
  const template = document.getElementById("texts");
  if (template !== read && template) {
    texts.clear();
    for (const element of template.content.children) texts.set(element.dataset.key, element.textContent);
    read = template;
  }
  return texts;
}

/** A text with its {parts} filled in; the key itself where there is none. */
export function say(key, parts = {}) {
  const text = known().get(key) ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in parts ? String(parts[name]) : whole));
}

export function has(key) {
  return known().has(key);
}

/** A level of bots by its name. */
export function level(name) {
  return has(`level-${name}`) ? say(`level-${name}`) : name.charAt(0).toUpperCase() + name.slice(1);
}

/** So many seconds in words. */
export function lasting(seconds) {
  if (seconds < 120) return say("seconds", { count: Math.max(0, Math.round(seconds)) });
  return say("minutes", { count: Math.round(seconds / 60) });
}

/** A text that begins a sentence. */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
