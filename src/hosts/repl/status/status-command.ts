/** The status line that a command of the user's prints: asked again when something has changed, never waited for. */
import { runBriefly } from "../../../process/run-briefly.ts";
import { sanitize } from "../../../terminal/sanitize.ts";
import type { Timers } from "../screen/flusher.ts";

export type StatusCommandOptions = {
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
  /** Without the keys of model providers. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timers: Timers;
  /** Its lines are others now. */
  readonly onChange: () => void;
  /** Told once why it does not work. */
  readonly onTrouble: (why: string) => void;
};

export type StatusCommand = {
  /** Its last lines, one or two; null before there are any, and while it does not work. `state` is what it reads. */
  lines(state: string): readonly string[] | null;
  /** Ends it if it runs. It is not run any more. */
  close(): void;
};

/** It is run at most so often, and killed after as long; ms. */
const shortestPause = 1_000;

export function createStatusCommand(options: StatusCommandOptions): StatusCommand {
  const { command, cwd, env, timers, onChange, onTrouble } = options;
  const aborting = new AbortController();
  let lines: readonly string[] | null = null;
  let wanted: string | undefined;
  let ran: string | undefined;
  let startedAt = Number.NEGATIVE_INFINITY;
  let isDue = false;
  let hasTold = false;

  const schedule = () => {
    if (isDue || wanted === ran || aborting.signal.aborted) return;
    isDue = true;
    timers.after(Math.max(0, startedAt + shortestPause - timers.now()), () => void run());
  };
  const run = async () => {
    ran = wanted;
    startedAt = timers.now();
    const { signal } = aborting;
    const end = await runBriefly({ command, cwd, env, input: `${ran}\n`, limit: shortestPause, signal });
    isDue = false;
    if (signal.aborted) return;
    const before = lines?.join("\n");
    lines = end.type === "printed" ? linesOf(end.text) : null;
    if (end.type === "failed" && !hasTold) {
      hasTold = true;
      onTrouble(end.why);
    }
    if (lines?.join("\n") !== before) onChange();
    schedule();
  };
  return {
    lines(state) {
      wanted = state;
      schedule();
      return lines;
    },
    close: () => aborting.abort(),
  };
}

function linesOf(text: string): readonly string[] | null {
  const lines = sanitize(text, "output").trimEnd().split("\n").slice(0, 2);
  return lines.some((line) => line.trim() !== "") ? lines : null;
}
