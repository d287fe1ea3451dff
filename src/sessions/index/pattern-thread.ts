/** Fitting a pattern to texts in a thread of its own: one that takes seconds on a line holds up nobody's keys. */
import { Worker } from "node:worker_threads";
import type { PatternMessage } from "./pattern-worker.ts";
import type { Marks } from "./query.ts";

export type Fitting = {
  /** In which of the texts the pattern fits, and where: in the first line that fits. */
  readonly found: readonly { readonly at: number; readonly marks: Marks }[];
  /** Time was over before all texts were looked at. */
  readonly isLate: boolean;
};

export type PatternThread = {
  /** One call at a time. Rejects with the signal's reason when it fires, and for a thread that fails. */
  readonly fit: (texts: readonly string[]) => Promise<Fitting>;
  /** Ends it, whatever it is doing. */
  readonly close: () => void;
};

/** `patienceMs`: how long all texts together may take, from now on. */
export function openPatternThread(
  expression: RegExp,
  patienceMs: number,
  signal?: AbortSignal,
): PatternThread {
  const worker = new Worker(new URL("./pattern-worker.ts", import.meta.url), {
    workerData: expression,
    env: {},
  });
  const over = Promise.withResolvers<"late">();
  // Nobody may be waiting in the moment in which it fails.
  over.promise.catch(() => undefined);
  const timer = setTimeout(() => over.resolve("late"), patienceMs);
  const onAbort = () => over.reject(signal?.reason);
  if (signal?.aborted === true) onAbort();
  signal?.addEventListener("abort", onAbort, { once: true });
  worker.on("error", (error) => over.reject(error));
  return {
    async fit(texts) {
      const found: { readonly at: number; readonly marks: Marks }[] = [];
      const ended = Promise.withResolvers<"end">();
      const take = (message: PatternMessage) => {
        if (message.type === "fits") found.push(message);
        else ended.resolve("end");
      };
      worker.on("message", take);
      worker.postMessage(texts, []);
      try {
        return { found, isLate: (await Promise.race([ended.promise, over.promise])) === "late" };
      } finally {
        worker.off("message", take);
      }
    },
    close() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      // It ends when it comes out of the line that it is in: nobody waits for that.
      worker.unref();
      void worker.terminate();
    },
  };
}
