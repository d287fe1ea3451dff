/** Begins to replace the file in the first argument and ends the process while the new file is being written. */
import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { readFileSnapshot } from "../../src/workspace/read-file.ts";
import { writeFileBytes } from "../../src/workspace/write-file.ts";

const [path = ""] = process.argv.slice(2);
const replaces = await readFileSnapshot(path);
void writeFileBytes({ path, bytes: new Uint8Array(50_000_000), replaces });
for (;;) {
  const temporary = readdirSync(dirname(path)).find((name) => name.endsWith(".tmp"));
  if (temporary !== undefined) {
    process.stdout.write(temporary);
    process.exit(7);
  }
  await new Promise((resolve) => setImmediate(resolve));
}
