/** How many faults there were, and what came of them. */
import type { Verdict } from "./check.ts";

export type Tally = {
  /** Counts one fault. `where` says how to see it again. */
  readonly add: (kind: string, verdict: Verdict, where: string) => void;
  readonly faults: () => number;
  readonly lost: () => number;
  /** What went wrong, a line each. */
  readonly wrong: readonly string[];
  /** By kind, a line each. */
  readonly lines: () => string[];
};

export function createTally(): Tally {
  const kinds = new Map<string, { faults: number; lost: number; wrong: number }>();
  const wrong: string[] = [];
  const sum = (of: "faults" | "lost") => [...kinds.values()].reduce((all, kind) => all + kind[of], 0);
  return {
    wrong,
    add(kind, verdict, where) {
      const count = kinds.get(kind) ?? { faults: 0, lost: 0, wrong: 0 };
      kinds.set(kind, count);
      count.faults += 1;
      count.lost += verdict.lost.length;
      if (verdict.lost.length > 0) wrong.push(`${kind}, ${where}: lost ${verdict.lost.join(" ")}`);
      if (verdict.wrong.length > 0) count.wrong += 1;
      for (const words of verdict.wrong) wrong.push(`${kind}, ${where}: ${words}`);
    },
    faults: () => sum("faults"),
    lost: () => sum("lost"),
    lines: () =>
      [...kinds].map(
        ([kind, { faults, lost, wrong: bad }]) =>
          `${kind.padEnd(28)} ${String(faults).padStart(6)} faults  ${lost} lost  ${bad} wrong`,
      ),
  };
}
