/** Starting a command in the background. */
import type { ToolResult } from "../protocol/tool-result.ts";
import type { Job } from "../process/jobs.ts";
import { say } from "../words/say.ts";
import { readOn } from "./bash-result.ts";
import { firstPolicy, wrapOrRefuse } from "./confined-command.ts";
import { readJob } from "./job-output.ts";
import { inheritsFor, type SessionShell } from "./session-shell.ts";
import { startFailure } from "./start-failure.ts";
import type { ToolRun } from "./tool.ts";

/** So long a new job is watched, ms: what fails at once, such as a name that does not exist, is told at once. */
const watchedMs = 300;

/** Starts it, and says what came of it in its first moment. Throws a `ToolError` when it cannot be started. */
export async function startInBackground(
  command: string,
  cwd: string,
  shell: SessionShell,
  run: ToolRun,
): Promise<ToolResult> {
  const { signal } = run;
  const wrapped = await wrapJob(command, cwd, shell, run);
  let job: Job;
  try {
    job = shell.jobs.start({
      command,
      cwd,
      inherits: inheritsFor(run.class, shell),
      ...(wrapped === null ? {} : { wrapped }),
    });
  } catch (thrown) {
    wrapped?.after();
    throw startFailure(command, thrown);
  }
  const { text, job: now } = await readJob(job.id, shell, { waitMs: watchedMs, signal });
  // Nobody knows its id, so nobody is told of its end either.
  if (signal.aborted) {
    await shell.reading(job.id, async () => ({ result: await shell.jobs.kill(job.id), toldEnd: true }));
  }
  const isRunning = now.status === "running";
  const confined =
    wrapped === null
      ? ""
      : "[It runs in the sandbox: it has no network, and nothing outside can connect to it.]\n";
  const file = now.outputFile === null ? "" : ` All of its output: ${now.outputFile.path}`;
  const started = `started in the background as ${job.id}\n[${readOn(job.id)}${file}]\n${confined}`;
  return {
    ok: true,
    text: isRunning ? started + text : text,
    summary: isRunning ? job.id : say`${job.id} ended`,
    job: { id: job.id, runs: isRunning },
    view: { type: "text", text },
  };
}

/**
 * A sandbox for it, or null. What runs in the background is mostly a server, and nobody reaches one that is in a sandbox:
 * so the user is asked whether it may run outside, a question of its own. Without anybody to ask it stays inside.
 */
async function wrapJob(command: string, cwd: string, { confinement }: SessionShell, run: ToolRun) {
  if (confinement === undefined || (await confinement.sandbox.probe()).type !== "on") return null;
  const answer =
    run.class === "read_only"
      ? "no"
      : await run.ask?.({
          wants: say`to run outside of the sandbox`,
          preview: { type: "command", command, cwd, how: say`in the background, outside of the sandbox` },
          reasons: [
            say`in the sandbox it has no network, and neither your browser nor other commands can connect to what it serves; “no” runs it in there`,
          ],
        });
  run.signal.throwIfAborted();
  return answer === "yes"
    ? null
    : wrapOrRefuse(confinement, { command }, firstPolicy(run.class, command, confinement));
}
