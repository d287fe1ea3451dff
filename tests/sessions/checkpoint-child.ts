/**
 * A process of its own that keeps contents, for tests with several of them.
 *
 *   DATA_FOLDER TIMES BYTES   keeps TIMES contents, the n-th BYTES times the letter n; prints what came of each
 */
import { writeSync } from "node:fs";
import { createCheckpointStore } from "../../src/sessions/checkpoint-store.ts";
import { numbered } from "./numbered.ts";

const [folder = "", times = "", bytes = ""] = process.argv.slice(2);
const store = createCheckpointStore(folder);
for (let at = 0; at < Number(times); at += 1) {
  const kept = await store.keep(numbered(at, Number(bytes)));
  writeSync(1, `${JSON.stringify(kept)}\n`);
}
