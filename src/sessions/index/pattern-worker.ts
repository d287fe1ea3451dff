/** The thread behind `pattern-thread.ts`: takes texts, and tells in which of them the pattern fits, and where. */
import { parentPort, workerData } from "node:worker_threads";
import { lineMarks } from "./line-marks.ts";
import type { Marks } from "./query.ts";

/** `at`: which of the texts. */
export type PatternMessage =
  { readonly type: "fits"; readonly at: number; readonly marks: Marks } | { readonly type: "end" };

if (parentPort !== null && workerData instanceof RegExp) {
  const port = parentPort;
  const expression = workerData;
  const tell = (message: PatternMessage) => port.postMessage(message);
  port.on("message", (texts: readonly string[]) => {
    for (const [at, text] of texts.entries()) {
      // Whoever waits has the clock, and ends the thread.
      const marks = lineMarks(text, expression, () => false);
      if (marks !== "late" && marks.length > 0) tell({ type: "fits", at, marks });
    }
    tell({ type: "end" });
  });
}
