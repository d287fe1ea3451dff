/** Reading a background job for the model. */
import type { Job } from "../process/jobs.ts";
import { costLimited, type CostLimitedPattern } from "./cost-limited-pattern.ts";
import { jobName, jobStatus, knownJobs } from "./job-text.ts";
import { plainOutput } from "./plain-output.ts";
import type { SessionShell } from "./session-shell.ts";
import { ToolError } from "./tool.ts";

/** So long output is gathered once it comes, ms. */
const gatherMs = 100;

export type JobReading = {
  readonly waitMs: number;
  readonly signal: AbortSignal;
  /** Only lines that match. */
  readonly filter?: RegExp;
};

export type JobRead = {
  /** How the job stands, then its new output. */
  readonly text: string;
  readonly job: Job;
};

/**
 * Waits until there is something new that passes the filter, until the job has ended or the time is over, and reads
 * what is new. Throws a `ToolError` for a job that does not exist.
 */
export async function readJob(id: string, shell: SessionShell, reading: JobReading): Promise<JobRead> {
  return shell.reading(id, async () => {
    const result = await read(id, shell, reading);
    // An interrupted call's result is not used.
    return { result, toldEnd: result.job.status !== "running" && !reading.signal.aborted };
  });
}

async function read(id: string, shell: SessionShell, reading: JobReading): Promise<JobRead> {
  const { waitMs, signal } = reading;
  const filter = reading.filter === undefined ? undefined : costLimited(reading.filter);
  const until = performance.now() + waitMs;
  let output = "";
  let ended = false;
  while (true) {
    const left = Math.max(0, until - performance.now());
    const why = left === 0 ? "time" : await shell.jobs.wait(id, left, signal);
    // What is printed together should be read together; and a filter that lets nothing through must not spin.
    if (why === "output") await pause(Math.min(gatherMs, left), signal);
    const fresh = await shell.jobs.readNew(id, filter === undefined ? {} : { filter: filter.pattern });
    if (fresh === null) throw unknownJob(id, shell);
    output += fresh.text;
    ended ||= fresh.job.status !== "running";
    if (output !== "" || ended || why === "time" || why === "aborted" || signal.aborted)
      return { text: textOf(fresh.job, plainOutput(output), filter), job: fresh.job };
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}

function textOf(job: Job, output: string, filter: CostLimitedPattern | undefined): string {
  const none = filter === undefined ? "(no new output)" : "(no new lines that match)";
  const notes: string[] = [];
  if (filter?.gaveUp === true)
    notes.push(
      "[The filter took too long on these lines; from where it gave up all lines are shown. Simplify it.]",
    );
  const head = `${jobName(job)}: ${jobStatus(job)}`;
  return [head, output === "" ? none : output.trimEnd(), ...notes].join("\n");
}

/** For the model that asks for a job that is not there. */
export function unknownJob(id: string, shell: SessionShell): ToolError {
  return new ToolError(`There is no job ${JSON.stringify(id)}. ${knownJobs(shell.jobs)}`);
}
