/** One more entry in a session of 100,000 entries and 200 MB, and its branch, as the engine asks for it after each. */
import { dataPaths } from "../../src/sessions/paths.ts";
import { openSession } from "../../src/sessions/session-store.ts";
import { makeHugeLog, putHugeSession } from "../support/huge-session.ts";
import type { Measure, Sample } from "../support/measure.ts";
import { makeBenchProject } from "../support/project.ts";

const appends = 500;

async function sample(): Promise<Sample> {
  await using project = await makeBenchProject();
  using log = makeHugeLog();
  const file = putHugeSession(project, log);
  const { session } = openSession(file, { paths: dataPaths(project.env), now: Date.now });
  const times = Array.from({ length: appends }, (_, index) => {
    const text = `message ${index} `.repeat(50);
    const before = performance.now();
    session.append({ type: "user", text, via: "submit" });
    session.branch();
    return performance.now() - before;
  });
  session.close();
  return { p50: times, p95: times };
}

export const appendHuge: Measure = {
  name: "append-huge",
  rounds: 1,
  isLong: true,
  rows: [
    {
      key: "p50",
      label: "200 MB, 100,000 entries: one more, and the branch, p50",
      unit: "ms",
      target: { type: "value", atMost: 1, floor: 0 },
    },
    { key: "p95", label: "… p95", unit: "ms", take: "p95" },
  ],
  subjects: { rein: sample },
};
