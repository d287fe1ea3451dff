/** Starting a command in the background. */
import type { ToolResult } from "../protocol/tool-result.ts";
import type { Job } from "../process/jobs.ts";
import { readOn } from "./bash-result.ts";
import { readJob } from "./job-output.ts";
import type { SessionShell } from "./session-shell.ts";
import { startFailure } from "./start-failure.ts";

/** So long a new job is watched, ms: what fails at once, such as a name that does not exist, is told at once. */
const watchedMs = 300;

/** Starts it, and says what came of it in its first moment. Throws a `ToolError` when it cannot be started. */
export async function startInBackground(
  command: string,
  cwd: string,
  shell: SessionShell,
  signal: AbortSignal,
): Promise<ToolResult> {
  let job: Job;
  try {
    job = shell.jobs.start({ command, cwd });
  } catch (thrown) {
    throw startFailure(command, thrown);
  }
  const { text, job: now } = await readJob(job.id, shell, { waitMs: watchedMs, signal });
  // Nobody knows its id, so nobody is told of its end either.
  if (signal.aborted) {
    await shell.reading(job.id, async () => ({ result: await shell.jobs.kill(job.id), toldEnd: true }));
  }
  const isRunning = now.status === "running";
  const file = now.outputFile === null ? "" : ` All of its output: ${now.outputFile.path}`;
  const started = `started in the background as ${job.id}\n[${readOn(job.id)}${file}]\n`;
  return {
    ok: true,
    text: isRunning ? started + text : text,
    summary: isRunning ? job.id : `${job.id} ended`,
    job: { id: job.id, runs: isRunning },
    view: { type: "text", text },
  };
}
