// The line to the table. Every message carries the number of the table's log: what was missed is
// asked for, what was not acknowledged is sent again, and nothing is ever guessed.

const VERSION = 2;
const PING = 20_000;
const SILENCE = 45_000;
const LONGEST_WAIT = 5_000;
const FINAL = new Set([4400, 4401, 4403, 4404, 4410, 4503]);

export class Line {
  /** `hello()` gives what to say first; `heard(message)` gets all that comes, in order;
   * `changed(state, code)` gets "connecting", "open", "waiting" or "ended";
   * `isDone(message, missed)` says whether a message had arrived before the line broke. */
  constructor(path, { hello, heard, changed, isDone }) {
    this.url = new URL(path, location.href);
    this.url.protocol = this.url.protocol.replace("http", "ws");
    this.hello = hello;
    this.heard = heard;
    this.changed = changed;
    this.isDone = isDone;
    this.number = null;
    this.counter = 0;
    this.waiting = new Map();
    this.attempts = 0;
    this.known = 0;
    this.ended = false;
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.hurry(); });
    setInterval(() => this.watch(), 5_000);
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    this.timer = null;
    this.changed("connecting");
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.greeted = false;
    this.last = performance.now();
    socket.onopen = () => this.greet();
    socket.onmessage = ({ data }) => this.read(JSON.parse(data));
    socket.onclose = ({ code }) => this.lost(socket, code);
  }

  /** Says hello; with `fresh`, asks for a view of everything. */
  greet(fresh = false) {
    const hello = { type: "hello", version: VERSION, ...this.hello() };
    if (!fresh && this.number !== null) hello.last = this.number;
    this.write({ ...hello, id: ++this.counter });
    this.greeting = this.counter;
  }

  /** Sends a message and resolves with its answer, however often the line breaks until then. */
  send(message) {
    const id = ++this.counter;
    return new Promise((resolve) => {
      this.waiting.set(id, { message, resolve });
      if (this.greeted) this.write({ ...message, id });
    });
  }

  write(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  read(message) {
    this.last = performance.now();
    this.attempts = 0;
    if (message.type === "view") {
      this.number = message.number;
    } else if (message.type === "update") {
      if (message.since !== this.number) {
        if (message.number > this.number) this.greet(true);
        this.answer(message);
        return;
      }
      this.number = message.number;
    }
    if (message.type !== "done") this.heard(message);
    if (message.id === this.greeting && (message.type === "view" || message.type === "update")) this.welcome(message);
    this.answer(message);
  }

  answer(message) {
    const asked = this.waiting.get(message.id);
    if (!asked) return;
    this.waiting.delete(message.id);
    asked.resolve(message);
  }

  /** The table is shown again: what did not arrive is sent once more. */
  welcome(greeting) {
    if (this.greeted) return;
    this.greeted = true;
    this.changed("open");
    const missed = (greeting.log ?? []).filter((entry) => entry.number > this.known);
    this.known = this.number;
    const again = [...this.waiting.values()];
    this.waiting.clear();
    for (const { message, resolve } of again) {
      if (this.isDone(message, missed)) {
        resolve({ type: "done", number: this.number, id: null });
        continue;
      }
      const id = ++this.counter;
      this.waiting.set(id, { message, resolve });
      this.write({ ...message, id });
    }
  }

  lost(socket, code) {
    if (socket !== this.socket) return;
    this.greeted = false;
    this.known = this.number ?? 0;
    if (FINAL.has(code)) {
      this.ended = true;
      this.changed("ended", code);
      return;
    }
    this.changed("waiting", code);
    const wait = Math.min(LONGEST_WAIT, 250 * 2 ** this.attempts++);
    this.timer = setTimeout(() => this.connect(), wait * (0.7 + 0.6 * Math.random()));
  }

  hurry() {
    if (this.ended) return;
    if (this.timer) this.connect();
    else this.watch();
  }

  /** A line that says nothing for long is dead, whatever the browser thinks. */
  watch() {
    if (this.ended || this.timer) return;
    const quiet = performance.now() - this.last;
    if (quiet > SILENCE) {
      const dead = this.socket;
      dead.close();
      this.lost(dead, 1006);
    } else if (quiet > PING && this.greeted) {
      this.write({ type: "ping", id: ++this.counter });
    }
  }
}
