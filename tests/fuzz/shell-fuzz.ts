/**
 * Looks for shell texts of which the analysis shows less than bash does with them:
 * `node bin/bun.mjs tests/fuzz/shell-fuzz.ts [--seconds N] [--seed N] [--texts N]`
 *
 * Prints its seed; with `--seed` the same texts come again. Ends with 1 when something was missed, with each text cut
 * down to what matters.
 */
import { parseArgs } from "node:util";
import { randomOf } from "./random.ts";
import { missedIn } from "./shell-compare.ts";
import { oracleMissing, runTexts } from "./shell-oracle.ts";
import { readShell } from "../../src/permissions/read-shell.ts";
import { shellText } from "./shell-texts.ts";

/** So many texts share a jail. */
const batch = 100;

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
    texts: { type: "string", default: "100000000" },
  },
});

const say = (line: string) => process.stdout.write(`${line}\n`);
const missing = oracleMissing();
if (missing !== null) {
  say(`Skipped: the shell fuzz needs a jail to run bash in, and ${missing}.`);
  process.exit(0);
}

const seed = Number(values.seed);
const random = randomOf(seed);
const until = performance.now() + Number(values.seconds) * 1000;
let texts = 0;
let ran = 0;
let understood = 0;
const found = new Set<string>();
say(`seed ${seed}`);
while (performance.now() < until && texts < Number(values.texts) && found.size < 20) {
  const some = Array.from({ length: batch }, () => shellText(random));
  const deeds = runTexts(some);
  texts += batch;
  for (const [at, text] of some.entries()) {
    const done = deeds[at];
    if (done === undefined) continue;
    if (done.commands.length > 0) ran += 1;
    if (readShell(text).understood) understood += 1;
    if (missedIn(text, done).length > 0) report(text);
  }
}
say(
  `${texts} texts (bash ran commands in ${ran}, the analysis understood ${understood}); missed: ${found.size}; seed ${seed}`,
);
process.exit(found.size === 0 ? 0 : 1);

function report(text: string): void {
  const small = reduced(text);
  if (found.has(small)) return;
  found.add(small);
  const [deeds] = runTexts([small]);
  say(`MISSED  ${JSON.stringify(small)}`);
  for (const what of deeds === undefined ? [] : missedIn(small, deeds)) say(`        ${what}`);
}

/** The text without what can be left out. */
function reduced(text: string): string {
  let kept = text;
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (;;) {
      const tries = Array.from(
        { length: Math.ceil(kept.length / size) },
        (_, at) => kept.slice(0, at * size) + kept.slice((at + 1) * size),
      );
      const deeds = runTexts(tries);
      const better = tries.find((one, at) => {
        const done = deeds[at];
        return done !== undefined && missedIn(one, done).length > 0;
      });
      if (better === undefined) break;
      kept = better;
    }
  }
  return kept;
}
