// The largest files lie here compressed, for hosts that would not compress them. VERSION is written at the
// head of this script: it is another one when Python or what it runs is.

const TYPES = { wasm: "application/wasm", zip: "application/zip" };
const PARTS = { "pyodide.asm.wasm": 0.5, "python_stdlib.zip": 0.2, "tables.zip": 0.1, "pages.zip": 0 };
const fetchAsItIs = globalThis.fetch.bind(globalThis);
const shares = new Map();
let tell = () => {};

/** Has `heard(share)` called when more is here; all is at 0.8, the rest is for starting it. */
export function onProgress(heard) {
  tell = () => heard([...shares.values()].reduce((sum, share) => sum + share, 0));
}

/** An answer whose bytes are counted while they come. */
function counted(name, answer) {
  const size = Number(answer.headers.get("content-length")) || Infinity;
  const note = (share) => {
    shares.set(name, PARTS[name] * Math.min(1, share));
    tell();
  };
  let bytes = 0;
  return answer.body.pipeThrough(new TransformStream({
    transform(chunk, passed) {
      bytes += chunk.length;
      note(bytes / size);
      passed.enqueue(chunk);
    },
    flush: () => note(1),
  }));
}

globalThis.fetch = async (address, how) => {
  const name = String(address).split("/").at(-1);
  if (!(name in PARTS)) return fetchAsItIs(address, how);
  const answer = await fetchAsItIs(`${address}.packed`, how);
  if (!answer.ok) return answer;
  const unpacked = counted(name, answer).pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked, { headers: { "content-type": TYPES[name.split(".").at(-1)] } });
};

/** What `loadPyodide` is called with. */
export const options = { indexURL: new URL("../pyodide/", import.meta.url).href };

/** The bytes of an archive beside this file. */
export async function archive(name) {
  const answer = await fetch(new URL(name, import.meta.url).href);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.arrayBuffer();
}

const SNAPSHOTS = "waterside-python-";
const PLACE = "snapshot";

/** Python's memory as it is after the start, kept in this browser for the next time. */
export const snapshots = globalThis.caches && {
  find: () => caches.match(PLACE, { cacheName: SNAPSHOTS + VERSION }).catch(() => null),
  async read() {
    const found = await this.find();
    return found && new Uint8Array(await found.arrayBuffer());
  },
  async keep(bytes) {
    try {
      for (const name of await caches.keys()) if (name.startsWith(SNAPSHOTS)) await caches.delete(name);
      await (await caches.open(SNAPSHOTS + VERSION)).put(PLACE, new Response(bytes));
    } catch (problem) {
      console.info(`Python will start afresh each time: ${problem}`); // there is too little room
    }
  },
};
