// Compiles archives of Python sources with Pyodide itself: node compile.mjs PYODIDE FOLDER STDLIB TABLES PAGES

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, folder, ...names] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: `${pyodide}/` });
const archives = await Promise.all(names.map(async (name) => new Uint8Array(await readFile(join(folder, name)))));
python.runPython(await readFile(new URL("compile.py", import.meta.url), "utf-8"));
try {
  const made = python.globals.get("compile_all")(archives).toJs();
  await Promise.all(names.map((name, i) => writeFile(join(folder, name), made[i])));
} catch (problem) {
  console.error(problem.message); // without it Node would show the line of Pyodide, a megabyte long
  process.exitCode = 1;
}
