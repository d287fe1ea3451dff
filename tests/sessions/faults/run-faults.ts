/**
 * Does to sessions what happens to them in the field, and counts:
 * `node bin/bun.mjs tests/sessions/faults/run-faults.ts [--scale N] [--seed N] [--only WORDS]`
 *
 * At scale 1 that is what the tests do, at 20 well over 5,000 faults. Prints its seed; with `--seed` the same faults come
 * again. Ends with 1 when anything was lost or wrong.
 */
import { parseArgs } from "node:util";
import { randomOf } from "../../fuzz/random.ts";
import { families } from "./families.ts";
import { canMount } from "../../support/small-disk.ts";
import { createTally } from "./tally.ts";

const { values } = parseArgs({
  options: {
    scale: { type: "string", default: "1" },
    seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
    only: { type: "string", default: "" },
  },
});

const say = (line: string) => process.stdout.write(`${line}\n`);
const hasDisks = canMount();
const tally = createTally();
say(`seed ${values.seed}, scale ${values.scale}`);
for (const { name, mounts = false, run } of families) {
  if (!name.includes(values.only)) continue;
  if (mounts && !hasDisks) {
    say(`skipped, because no file system may be mounted here: ${name}`);
    continue;
  }
  await run(randomOf(Number(values.seed)), Number(values.scale), tally);
}
for (const line of [...tally.lines(), ...tally.wrong]) say(line);
say(`${tally.faults()} faults, ${tally.lost()} entries lost, ${tally.wrong.length} things wrong`);
process.exit(tally.wrong.length === 0 ? 0 : 1);
