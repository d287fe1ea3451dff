/** Saves an export under the name that it is given, and ends in its middle by the signal that it is given. */
import { saveOrLeaveNothing } from "../../src/cli/save-export.ts";

const [wanted = "", signal = ""] = process.argv.slice(2);

async function* pieces() {
  yield "x".repeat(1_000_000);
  process.kill(process.pid, signal);
  await new Promise(() => setInterval(() => undefined, 1000));
}

await saveOrLeaveNothing({ pieces: pieces(), cwd: process.cwd(), home: undefined, wanted, fileName: "a.md" });
