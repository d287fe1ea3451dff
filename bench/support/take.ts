/** Takes samples of a measure and sums them up. */
import type { Measure, Row, Sample, SubjectName, Target } from "./measure.ts";
import { median, percentile } from "./statistics.ts";

export type Verdict =
  /** Within the target. */
  | "ok"
  /** Over the target's number, but no more than this machine's floor is over the floor that the target was set by. */
  | "ok here"
  | "over"
  /** There is no target. */
  | "";

/** One line of the table. NaN where there is no such value. */
export type Result = {
  readonly measure: string;
  readonly row: Row;
  readonly floor: number;
  readonly rein: number;
  readonly launcher: number;
  readonly verdict: Verdict;
};

/**
 * Samples the subjects in turns, so that a noisy minute is everybody's, and returns a result for each row. What comes
 * first does not count: it is slower for want of caches.
 */
export async function take(measure: Measure, progress: (text: string) => void): Promise<Result[]> {
  const subjects = Object.entries(measure.subjects);
  const values = new Map<string, number[]>();
  if (measure.isLong !== true) for (const [, sample] of subjects) await sample();
  for (let round = 0; round < measure.rounds; round += 1) {
    progress(`${measure.name} ${round + 1}/${measure.rounds}`);
    // Whoever goes second may find a warmer or a busier machine: each goes second as often as first.
    for (const [name, sample] of round % 2 === 0 ? subjects : subjects.toReversed()) {
      collect(values, name, await sample());
    }
  }
  return measure.rows.map((row) => summarize(measure.name, row, values));
}

function collect(values: Map<string, number[]>, subject: string, sample: Sample): void {
  for (const [key, more] of Object.entries(sample)) {
    const name = `${subject} ${key}`;
    values.set(name, [...(values.get(name) ?? []), ...more]);
  }
}

function summarize(measure: string, row: Row, values: ReadonlyMap<string, readonly number[]>): Result {
  const of = (subject: SubjectName) => valueOf(values.get(`${subject} ${row.key}`) ?? [], row.take);
  const [floor, rein] = [of("floor"), of("rein")];
  return { measure, row, floor, rein, launcher: of("launcher"), verdict: judge(rein, floor, row.target) };
}

function valueOf(values: readonly number[], take: Row["take"]): number {
  if (take === "max") return values.length === 0 ? Number.NaN : Math.max(...values);
  return take === "p95" ? percentile(values, 0.95) : median(values);
}

function judge(rein: number, floor: number, target: Target | undefined): Verdict {
  if (target === undefined || Number.isNaN(rein)) return "";
  if (target.type === "ratio") return rein <= target.atMost * floor ? "ok" : "over";
  if (rein <= target.atMost) return "ok";
  return target.floor > 0 && rein <= (target.atMost / target.floor) * floor ? "ok here" : "over";
}
