// What a browser keeps of tables: the rows of their logs, and what lists show of them.

const rows = "rows";
const tables = "tables";

let opening = null;

function database() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("waterside", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(rows, { keyPath: ["table", "number"] });
      request.result.createObjectStore(tables, { keyPath: "id" });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opening;
}

const answered = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** Keeps rows, all of them or none; false if one with the same number is there. */
export async function keep(table, written, listed) {
  const work = (await database()).transaction([rows, tables], "readwrite", { durability: "strict" });
  const done = new Promise((resolve, reject) => {
    work.oncomplete = () => resolve(true);
    work.onabort = () => (work.error?.name === "ConstraintError" ? resolve(false) : reject(work.error));
  });
  for (const row of JSON.parse(written)) work.objectStore(rows).add({ ...row, table });
  if (listed) work.objectStore(tables).put({ id: table, at: Date.now(), ...JSON.parse(listed) });
  return done;
}

/** The rows of a table after a number, as a text. */
export async function read(table, after) {
  const range = IDBKeyRange.bound([table, after], [table, Infinity], true);
  const work = (await database()).transaction(rows);
  const found = await answered(work.objectStore(rows).getAll(range));
  return JSON.stringify(found.map(({ table: _, ...row }) => row));
}

/** The tables that were set up here, the latest first. */
export async function list() {
  const work = (await database()).transaction(tables);
  const found = await answered(work.objectStore(tables).getAll());
  return found.filter((one) => one.phase !== "closed").sort((a, b) => b.at - a.at);
}

// Reviews and uploaded records lie in a database of their own: neither waits for the other's upgrade.

const reviews = "reviews";
let openingReviews = null;

function reviewDatabase() {
  openingReviews ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("waterside-reviews", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(reviews, { keyPath: "key" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return openingReviews;
}

/** Keeps a review (a text) as far as it is. */
export async function keepReview(text) {
  const work = (await reviewDatabase()).transaction(reviews, "readwrite");
  await answered(work.objectStore(reviews).put(JSON.parse(text)));
}

/** The review with a key, as a text; empty if there is none. */
export async function readReview(key) {
  const work = (await reviewDatabase()).transaction(reviews);
  const found = await answered(work.objectStore(reviews).get(key));
  return found ? JSON.stringify(found) : "";
}

/** The game of a table that was set up here; undefined if there is none. */
export async function gameOf(table) {
  const work = (await database()).transaction(tables);
  return (await answered(work.objectStore(tables).get(table)))?.game;
}
