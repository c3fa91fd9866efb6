// Runs the page's search worker in Node, and tells what it finds as the page does: folder of the page's scripts; questions as JSON on standard input,
// answers as JSON on standard output.
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

let heard;
globalThis.onmessage = null;
globalThis.postMessage = (message) => heard(message);
await import(pathToFileURL(`${process.argv[2]}/script/search.js`));
const { corrected } = await import(pathToFileURL(`${process.argv[2]}/script/thinking.js`));
const answers = [];
for (const [i, question] of JSON.parse(await text(process.stdin)).entries()) {
  const answer = new Promise((resolve) => { heard = resolve; });
  globalThis.onmessage({ data: { id: i + 1, question, thread: 0 } });
  const { considered, ...rest } = await answer;
  answers.push(considered ? { ...rest, considered: corrected([considered], question.calibration) } : rest);
}
console.log(JSON.stringify(answers));
