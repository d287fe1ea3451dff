/** How long a program takes over tool calls: from the end of a reply that asks for one to the next request. */
import { serveModel, type Step, text } from "../../tests/support/model-server.ts";
import type { TestProject } from "../../tests/support/project.ts";
import { memory } from "./process-stat.ts";
import { modelEnv } from "./programs.ts";

export type CallGaps = {
  /** One a call, ms. */
  readonly gaps: readonly number[];
  /** The most memory that the program had at any time, MB; NaN where the kernel does not say. */
  readonly peak: number;
};

/** Runs the program without a terminal, lets it make these calls one after the other, and waits for its end. */
export async function callGaps(
  command: readonly string[],
  calls: readonly Step[],
  project: TestProject,
): Promise<CallGaps> {
  const gaps: number[] = [];
  let repliedAt = Number.NaN;
  let peak = Number.NaN;
  let pid: number | undefined;
  const replied: Step = {
    type: "wait",
    until: async () => {
      repliedAt = performance.now();
    },
  };
  await using server = await serveModel((_, index) => {
    if (index > 0) gaps.push(performance.now() - repliedAt);
    const call = calls[index];
    if (call !== undefined) return [call, replied];
    if (pid !== undefined) peak = memory(pid).peak;
    return [text("done")];
  });
  const child = Bun.spawn([...command, "go"], {
    cwd: project.folder,
    env: { ...project.env, ...modelEnv(server.chatUrl) },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  pid = child.pid;
  const exitCode = await child.exited;
  if (exitCode !== 0 || gaps.length !== calls.length) {
    throw new Error(`${command.join(" ")} ended with ${exitCode}: ${await child.stderr.text()}`);
  }
  return { gaps, peak };
}

/** rein's arguments for calls that nobody asks about. */
export function unasked(rein: readonly string[], calls: number, ...allow: readonly string[]): string[] {
  const rules = allow.flatMap((rule) => ["--allow", rule]);
  return [...rein, "--max-turns", String(calls + 1), "--permission-mode", "accept-edits", ...rules, "-p"];
}
