// A worker that starts Python once, looks at everything, and keeps what its memory is like then.

import { loadPyodide } from "../pyodide/pyodide.mjs";
import { archive, options, snapshots } from "./packed.js";
import { snapshotOf } from "./python.js";

if (snapshots && !(await snapshots.find())) {
  const snapshot = await snapshotOf({ loadPyodide, options, bundles: [archive("tables.zip")] });
  if (snapshot) await snapshots.keep(snapshot);
}
close();
