// Advice by this device's own processor where the browser can, else by the server's bots: the server says
// what to search, which is what the player's own seat knows, and nothing is sent back.

const MOST = 5; // alternatives, as many as the server's bots name
let isAble = typeof Worker === "function" && typeof WebAssembly === "object";
let last = Promise.resolve();

/** Whether this page may be asked to search; not any more once that has failed. */
export const canSearch = () => isAble;

/** The actions of a question with their values, the best first; null if they cannot be searched here. */
export async function searched(question) {
  const mine = last.then(async () => {
    const { considered } = await import("./thinking.js");
    const found = (await considered(question)).map(([number, visits, value]) => ({ action: question.actions[number], visits, value }));
    const isBefore = (one, other) => (one.action < other.action ? -1 : 1);
    return found.sort((one, other) => other.visits - one.visits || other.value - one.value || isBefore(one, other));
  });
  last = mine.catch(() => null); // one search after the other
  try {
    return await mine;
  } catch (problem) {
    console.info(`The server's bots think instead: ${problem.message}`);
    isAble = false;
    return null;
  }
}

/** Asks for a hint at a number of the log; `choices` have the legal actions with their labels. */
export async function hint(send, at, choices) {
  const answer = await send(isAble ? { type: "hint", at, own: true } : { type: "hint", at });
  if (answer.type !== "question") return answer;
  const found = await searched(answer.question);
  if (!found) return send({ type: "hint", at });
  const labels = new Map(choices.map(({ action, label }) => [action, label]));
  const considered = found.slice(0, MOST).map(({ action, value }) => ({ action, label: labels.get(action), value }));
  return { type: "hint", number: answer.number, considered };
}
