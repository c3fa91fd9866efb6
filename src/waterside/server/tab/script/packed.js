// Pyodide's largest file lies here compressed, for hosts that would not compress it.

const PARTS = { "pyodide.asm.wasm": 0.4, "python_stdlib.zip": 0.3, "tables.zip": 0.1 };
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
  const isPacked = name.endsWith(".wasm");
  const answer = await fetchAsItIs(isPacked ? `${address}.packed` : address, how);
  if (!answer.ok) return answer;
  const body = counted(name, answer);
  if (!isPacked) return new Response(body, { headers: answer.headers });
  return new Response(body.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": "application/wasm" } });
};

/** What `loadPyodide` is called with. */
export const options = { indexURL: new URL("../pyodide/", import.meta.url).href };

/** The bytes of an archive beside this file. */
export async function archive(name) {
  const answer = await fetch(new URL(name, import.meta.url).href);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.arrayBuffer();
}
