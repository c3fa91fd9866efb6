// A board whose parts are too small for a finger can be made larger: then it scrolls in its frame.

const FINGER = 44;
const MOST = 2.6;
const narrow = matchMedia("(max-width: 899.98px)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Larger {
  constructor(box, button) {
    this.box = box;
    this.button = button;
    button.addEventListener("click", () => this.toggle());
    narrow.addEventListener("change", () => { if (!narrow.matches) this.toggle(false); });
  }

  get isLarge() {
    return this.box.classList.contains("large");
  }

  /** To be called when the picture, or what can be touched in it, has changed. */
  look() {
    const parts = [...this.box.querySelectorAll(".can")];
    if (this.isLarge) bringIntoSight(parts, this.box.getBoundingClientRect());
    else if (narrow.matches && parts.some((part) => across(part) < FINGER - 0.5)) this.button.hidden = false;
    if (!narrow.matches) this.button.hidden = true;
  }

  toggle(large = !this.isLarge) {
    const least = Math.min(...[...this.box.querySelectorAll("[data-touch]")].map(across).filter(Boolean));
    if (large) this.box.style.setProperty("--larger", Math.min(MOST, Math.max(1, (FINGER + 0.5) / least)));
    this.box.classList.toggle("large", large);
    if (large) this.box.tabIndex = 0; // what scrolls can be reached by keys
    else this.box.removeAttribute("tabindex");
    this.button.setAttribute("aria-pressed", large);
    this.look();
  }
}

/** Scrolls to the first of these parts, unless one of them lies wholly within the frame. */
export function bringIntoSight(parts, frame) {
  const isSeen = (part) => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    return left >= frame.left - 1 && right <= frame.right + 1 && top >= frame.top - 1 && bottom <= frame.bottom + 1;
  };
  if (parts.length && !parts.some(isSeen)) {
    parts[0].scrollIntoView({ block: "center", inline: "center", behavior: still.matches ? "auto" : "smooth" });
  }
}

/** How wide a part is where it is narrowest, in pixels. */
function across(part) {
  const { width, height } = part.getBoundingClientRect();
  return Math.min(width, height);
}
