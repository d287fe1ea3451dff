/**
 * A process of its own that uses sessions, for tests that kill it. Prints one line of JSON for everything it did.
 *
 *   append DATA_DIR [BYTES]   makes a session and appends for ever; prints each text once it is saved
 *   open DATA_DIR FILE        opens a session and keeps it; prints "open" or the error's message
 *   count DATA_DIR TIMES      adds 1 to a number in a file, each time under the lock "counter"; prints "done"
 */
import { readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../../src/protocol/error.ts";
import { acquireLock } from "../../src/sessions/lock.ts";
import { dataPaths } from "../../src/sessions/paths.ts";
import { createSession, openSession } from "../../src/sessions/session-store.ts";

const [command, folder = "", argument = ""] = process.argv.slice(2);
const say = (value: unknown) => writeSync(1, `${JSON.stringify(value)}\n`);
const context = {
  paths: dataPaths({ REIN_DATA_DIR: folder }),
  now: Date.now,
  onTrouble: ({ type }: { type: string }) => say({ trouble: type }),
};

if (command === "append") {
  const session = createSession({ cwd: folder, version: "0.1.0" }, context);
  const filler = "x".repeat(Number(argument) || 0);
  for (let count = 0; ; count += 1) {
    session.append({ type: "user", text: `${count} ${filler}`, via: "submit" });
    say({ saved: count });
    // The parent's turn to be heard: it may have sent a signal or closed our output.
    if (count % 50 === 0) await Bun.sleep(0);
  }
} else if (command === "count") {
  const file = join(folder, "number");
  for (let done = 0; done < Number(argument);) {
    const lock = acquireLock(context.paths.locks, "counter", new Date().toISOString());
    if (lock.type === "unavailable") throw lock.cause;
    if (lock.type === "held") continue;
    writeFileSync(file, String(Number(readFileSync(file, "utf8")) + 1));
    lock.release();
    done += 1;
  }
  say("done");
} else {
  try {
    openSession(argument, context);
    say("open");
    setInterval(() => undefined, 60_000);
  } catch (thrown) {
    say(messageOf(thrown));
  }
}
