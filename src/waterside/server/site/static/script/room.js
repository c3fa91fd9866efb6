// The room that a board has: some boards are drawn lying where there is more of it across than down.

const EVEN = 0.9; // of the height: a board is about as large lying as upright there

export class Room {
  /** `changed()` is called when the board should be drawn the other way. */
  constructor(box, changed) {
    this.box = box;
    this.isWide = this.measure();
    new ResizeObserver(() => {
      if (this.isWide === this.measure()) return;
      this.isWide = !this.isWide;
      changed();
    }).observe(box);
  }

  measure() {
    return this.box.clientWidth > EVEN * this.box.clientHeight;
  }

  /** As a query says it. */
  get wide() {
    return this.isWide ? "yes" : "no";
  }
}
