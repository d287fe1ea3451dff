/** Replaces the content of the file in the first argument by the second and prints how; for a test as another user. */
import { readFileSnapshot } from "../../src/workspace/read-file.ts";
import { writeFileBytes } from "../../src/workspace/write-file.ts";

const [path = "", text = ""] = process.argv.slice(2);
const replaces = await readFileSnapshot(path);
const { how } = await writeFileBytes({ path, bytes: new TextEncoder().encode(text), replaces });
process.stdout.write(how);
