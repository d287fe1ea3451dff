/** Sessions whose files were damaged while nobody had them open. */
import { readFileSync, writeFileSync } from "node:fs";
import { createSession } from "../../../src/sessions/session-store.ts";
import type { Random } from "../../fuzz/random.ts";
import { checkSession } from "./check.ts";
import { bytesOf, type Damaged, damages, type LogLine, tornAt } from "./damage.ts";
import { historyOf } from "./history.ts";
import { makePlace, type Place, start } from "./place.ts";
import type { Tally } from "./tally.ts";

/** Damages a session so many times in each way, each time afresh. */
export function damageFiles(random: Random, times: number, tally: Tally): void {
  using one = makePlace();
  using other = makePlace();
  for (const [kind, damage] of Object.entries(damages)) {
    for (let done = 0; done < times; done += 1) {
      const place = done % 2 === 0 ? one : other;
      const log = writtenLog(random, place, 3 + random.below(25), 100);
      check(kind, place, log.file, damage(log.lines, random), tally);
    }
  }
}

/** Cuts one session off at each of its bytes. */
export function tearAtEveryByte(random: Random, entries: number, tally: Tally): void {
  using one = makePlace();
  using other = makePlace();
  const { file, lines } = writtenLog(random, one, entries, 20);
  const { length } = bytesOf(lines);
  for (let at = 0; at < length; at += 1)
    check("torn at every byte", at % 2 === 0 ? one : other, file, tornAt(lines, at), tally);
}

function check(
  kind: string,
  { context }: Place,
  file: string,
  { bytes, ...is }: Damaged,
  tally: Tally,
): void {
  writeFileSync(file, bytes);
  const verdict = checkSession(file, context, { acknowledged: is.kept, mustSay: is.mustSay });
  // Whatever was there before is there still: nothing is cut off or written over.
  const isLeft = readFileSync(file).subarray(0, bytes.length).equals(bytes);
  const wrong = isLeft ? verdict.wrong : [...verdict.wrong, "the file was changed in front of its end"];
  tally.add(kind, { ...verdict, wrong }, is.where);
}

/** A log with so many entries, as the session store writes it. */
export function writtenLog(
  random: Random,
  { context }: Pick<Place, "context">,
  entries: number,
  mostText: number,
): { readonly file: string; readonly lines: readonly LogLine[] } {
  const session = createSession(start, context);
  const history = historyOf(random, mostText);
  for (let count = 0; count < entries; count += 1) session.append(history.next().value);
  session.close();
  const file = session.file ?? "";
  const texts = readFileSync(file, "utf8").trimEnd().split("\n");
  const ids = [null, ...session.nodes().map(({ id }) => id)];
  return { file, lines: texts.map((text, at) => ({ id: ids[at] ?? null, text })) };
}
