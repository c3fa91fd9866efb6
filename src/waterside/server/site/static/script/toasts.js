// Messages over the page, which move nothing: one that stands as long as it is true, and one that
// passes.

const PASSES = 3_500;

export class Toasts {
  constructor(standing, passing) {
    this.standing = standing;
    this.passing = passing;
  }

  /** Whether a message stands. */
  get stands() {
    return !this.standing.hidden;
  }

  /** Lets a message stand until it is lifted, after a while. */
  stand(text, after = 0) {
    clearTimeout(this.rising);
    this.rising = setTimeout(() => {
      this.standing.textContent = text;
      this.standing.hidden = false;
    }, after);
  }

  lift() {
    clearTimeout(this.rising);
    this.standing.hidden = true;
  }

  /** Words that go away by themselves. */
  pass(text) {
    clearTimeout(this.fading);
    this.passing.textContent = text;
    this.passing.hidden = false;
    this.fading = setTimeout(() => { this.passing.hidden = true; }, PASSES);
  }
}
