// A review by this device's own processor: the server says what to estimate, the page's workers do, and the
// server puts the answers together and in words. What is found is kept in this tab and nowhere else.

const MOST = 4;
const KEPT = "waterside-review ";

/** Sends bytes or a text; gives what is answered, or throws if that is a refusal. */
async function post(address, body) {
  const answer = await fetch(address, { method: "POST", body });
  const reply = await answer.json();
  if (!answer.ok) throw new Error(reply.text);
  return reply;
}

const problemOf = (event) => new Error(event.message ?? "a worker does not start");

/** Workers that answer questions, as many as the machine can spare. */
class Crew {
  constructor() {
    const wanted = Math.min(MOST, Math.max(1, (navigator.hardwareConcurrency ?? 2) - 1));
    this.workers = Array.from({ length: wanted }, () => {
      const worker = new Worker(new URL("estimates.js", import.meta.url), { type: "module" });
      worker.onerror = (event) => { worker.problem = problemOf(event); };
      return worker;
    });
    this.count = 0;
  }

  /** Answers all questions; `step(share)` says how far that is. */
  async answers({ game, places, questions }, step) {
    const found = new Array(questions.length);
    let next = 0;
    let done = 0;
    await Promise.all(this.workers.map(async (worker) => {
      while (next < questions.length) {
        const at = next++;
        found[at] = await this.ask(worker, { game, places, question: questions[at] });
        step(++done / questions.length);
      }
    }));
    return found;
  }

  ask(worker, message) {
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => (data.problem === undefined ? resolve(data.found) : reject(new Error(data.problem)));
      worker.onerror = (event) => reject(problemOf(event));
      if (worker.problem) reject(worker.problem);
      worker.postMessage({ id, ...message });
    });
  }

  end() {
    for (const worker of this.workers) worker.terminate();
  }
}

/** Answers as the server takes them: a line that counts them, then all numbers; see `review/asking.py`. */
function written(known, players, found) {
  const numbers = [];
  const counted = (rows) => {
    const short = Float32Array.from(rows);
    const exact = short.every((value, i) => value === rows[i]) ? short : rows;
    numbers.push(exact);
    return [rows.length / players, exact.BYTES_PER_ELEMENT];
  };
  const answers = [...found].map(([key, one]) => {
    if (one instanceof Float64Array) return { key, rows: counted(one) };
    const { considered, line, outlooks } = one;
    return { key, considered, line, outlooks: outlooks.map(([action, rows]) => [action, ...counted(rows)]) };
  });
  return new Blob([`${known}\n${JSON.stringify({ players, answers })}\n`, ...numbers]);
}

export class OwnReview {
  constructor(source) {
    this.source = source;
    this.known = sessionStorage.getItem(KEPT + source) ?? "";
  }

  /** Goes on until the review is complete; `found(state)` hears of every step, and with
   * `isNew` that there is more to show. Throws where this browser, or the server, cannot. */
  async work(found) {
    let reply = await this.begin();
    let shown = "";
    const crew = new Crew();
    try {
      const answered = new Map();
      for (;;) {
        const { known, mark = "", keep, done, total, complete, questions, players } = reply;
        const isNew = mark !== shown;
        if (isNew) {
          this.keep(known);
        }
        shown = mark;
        for (const key of answered.keys()) if (!keep.includes(key)) answered.delete(key);
        await found({ done, total, complete, isNew });
        if (complete) return;
        if (questions.some(({ key }) => answered.has(key))) throw new Error("the server asks again");
        const coming = total ? Math.max(1, questions.filter(({ what }) => what === "search").length) : 0;
        const answers = await crew.answers(reply, (share) => found({ done: done + share * coming, total }));
        questions.forEach(({ key }, i) => answered.set(key, answers[i]));
        reply = await post(`${this.source}/own`, written(this.known, players, answered));
      }
    } finally {
      crew.end();
    }
  }

  /** What there is to do: where this tab was, or from the start if the server does not know that any more. */
  async begin() {
    if (this.known) {
      const reply = await post(`${this.source}/own`, this.known).catch(() => null);
      if (reply) return reply;
      this.known = "";
    }
    return post(`${this.source}/own`, "");
  }

  keep(known) {
    this.known = known;
    try {
      sessionStorage.setItem(KEPT + this.source, known);
    } catch {
      // there is no room: after a reload the review begins again
    }
  }

  /** The review as the page shows it. */
  async shown(viewpoint) {
    return (await post(`${this.source}/own/shown?${viewpoint}`, this.known)).review;
  }

  /** The better move at a moment. */
  better(at, viewpoint) {
    return fetch(`${this.source}/own/better?at=${at}&${viewpoint}`, { method: "POST", body: this.known });
  }
}
