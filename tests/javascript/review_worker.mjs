// Answers questions of a review in Node as a page does: folder of the page's scripts; the addresses of the
// game's files and questions as JSON on standard input, answers as JSON on standard output.
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

const { engineOf } = await import(pathToFileURL(`${process.argv[2]}/script/estimating.js`));
const { game, places, questions } = JSON.parse(await text(process.stdin));
const engine = await engineOf(game, places);
const listed = (rows) => Array.from(rows);
console.log(JSON.stringify(questions.map((question) => {
  const found = engine.answer(question);
  if (found instanceof Float64Array) return listed(found);
  return { ...found, outlooks: found.outlooks.map(([action, rows]) => [action, listed(rows)]) };
})));
