/** What is done over all saved sessions: the list of 5,000, and finding words in 1 GB of them. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { listIndexed, searchSessions } from "../../src/sessions/index/indexed-sessions.ts";
import type { Measure } from "../support/measure.ts";
import { chineseWord, commonWord, rareWord, savedSessions } from "../support/saved-sessions.ts";

const many = { sessions: 5_000, bytes: 4_000 };
const gigabyte = { sessions: 200, bytes: 5_000_000 };

async function timed(action: () => unknown): Promise<number[]> {
  const since = performance.now();
  await action();
  return [performance.now() - since];
}

/** Everything is in the index; the files are looked at, as they are each time. */
async function sample() {
  const listed = savedSessions(many);
  await listIndexed(listed, {}, { patienceMs: Number.POSITIVE_INFINITY });
  const searched = savedSessions(gigabyte);
  const find = (query: string) => searchSessions(searched, query, { limit: 50 });
  await find(rareWord);
  return {
    list: await timed(() => listIndexed(listed)),
    rare: await timed(() => find(rareWord)),
    common: await timed(() => find(commonWord)),
    two: await timed(() => find(`${commonWord} ${rareWord}`)),
    chinese: await timed(() => find(chineseWord)),
    none: await timed(() => find("nobody-said-this")),
  };
}

/** One look at each of 5,000 files. */
async function floor() {
  const { sessions } = savedSessions(many);
  return {
    list: await timed(() => {
      for (const name of readdirSync(sessions)) statSync(join(sessions, name));
    }),
  };
}

const most = { type: "value", atMost: 100, floor: 0 } as const;

export const savedSessionsMeasure: Measure = {
  name: "saved-sessions",
  rounds: 7,
  isLong: true,
  rows: [
    { key: "list", label: "5,000 sessions listed", unit: "ms", target: most },
    { key: "rare", label: "1 GB searched for a rare word", unit: "ms", target: most },
    { key: "common", label: "… a common word, the last 50 hits", unit: "ms", target: most },
    { key: "two", label: "… both words in one text", unit: "ms", target: most },
    { key: "chinese", label: "… a Chinese word", unit: "ms", target: most },
    { key: "none", label: "… what nobody said", unit: "ms", target: most },
  ],
  subjects: { floor, rein: sample },
};
