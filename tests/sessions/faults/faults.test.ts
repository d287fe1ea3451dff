/**
 * What happens to sessions in the field, done to them: after each fault the session opens, holds what was acknowledged
 * before it, says what it could not read, and its next request is valid. `REIN_FAULTS=20` does twenty times as much;
 * `run-faults.ts` counts, with any seed.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { randomOf } from "../../fuzz/random.ts";
import { families } from "./families.ts";
import { canMount } from "../../support/small-disk.ts";
import { createTally } from "./tally.ts";

const scale = Math.max(1, Number(process.env["REIN_FAULTS"] ?? 1));
const hasDisks = canMount();
setDefaultTimeout(60_000 * scale);

for (const { name, mounts = false, run } of families) {
  const isSkipped = mounts && !hasDisks;
  test.skipIf(isSkipped)(
    isSkipped ? `${name} (skipped: no file system may be mounted here)` : name,
    async () => {
      const tally = createTally();
      await run(randomOf(20_307), scale, tally);
      expect(tally.wrong).toEqual([]);
      expect(tally.lost()).toBe(0);
      expect(tally.faults()).toBeGreaterThan(0);
    },
  );
}
