/** Background jobs in words. */
import { messageOf } from "../protocol/error.ts";
import type { Job, Jobs } from "../process/jobs.ts";
import { say } from "../words/say.ts";
import { cutStart, cutText } from "../workspace/text.ts";
import { oneLine } from "./failures.ts";
import { plainOutput } from "./plain-output.ts";

/** How much of an ended job's output is told with its end: lines, and UTF-16 units of them. */
const lastLines = { most: 10, length: 1_000 } as const;

/** How many ended jobs are named at most, the youngest. */
const mostEnded = 10;

/** `job-1 (npm run dev)`. */
export function jobName({ id, command }: Pick<Job, "id" | "command">): string {
  const name = oneLine(command);
  return `${id} (${name.length > 80 ? `${cutText(name, 79)}…` : name})`;
}

/** `running for 12 s`, `exit code: 1 after 3 s`, `killed after 5 s`. */
export function jobStatus({ status, exitCode, signal, durationMs, leftRunning }: Job): string {
  const seconds = `${Math.round(durationMs / 1000)} s`;
  if (status === "running") return `running for ${seconds}`;
  if (status === "killed") return `killed after ${seconds}`;
  const ending = exitCode === null ? `killed by ${signal ?? "a signal"}` : `exit code: ${exitCode}`;
  const left = leftRunning ? "; something that it started runs on, bash_kill ends it" : "";
  return `${ending} after ${seconds}${left}`;
}

/** The same for a panel, in the user's language. */
export function jobSummary(job: Job): string {
  const { status, exitCode, signal, durationMs, leftRunning } = job;
  const seconds = say`${Math.round(durationMs / 1000)} s`;
  if (status === "running") return say`running for ${seconds}`;
  if (status === "killed") return say`killed after ${seconds}`;
  const ending = exitCode === null ? say`killed by ${signal ?? say`a signal`}` : say`exit code: ${exitCode}`;
  return leftRunning
    ? say`${ending} after ${seconds}; something that it started runs on, bash_kill ends it`
    : say`${ending} after ${seconds}`;
}

/** Which jobs there are, for the model to choose from. */
export function knownJobs(jobs: Jobs): string {
  const all = jobs.list();
  const running = all.filter(({ status }) => status === "running").map(jobName);
  const ended = all.filter(({ status }) => status !== "running").map(({ id }) => id);
  const runs =
    running.length === 0
      ? "No background job runs; they end with the session."
      : `Running: ${running.join(", ")}.`;
  return ended.length === 0 ? runs : `${runs} Ended: ${ended.slice(-mostEnded).join(", ")}.`;
}

/** What is said when a job has ended by itself or the user has killed it: how, and its last lines. Never rejects. */
export async function jobEndText(job: Job, jobs: Jobs): Promise<string> {
  const how = job.status === "killed" ? "by the user, " : "";
  const head = `Background job ${jobName(job)} ended: ${how}${jobStatus(job)}.`;
  // A place of its own in the output: bash_output still reads all that is new to the model.
  const text = await outputOf(job, jobs);
  if (text === "") return `${head} It printed nothing.`;
  const end = cutStart(text.split("\n").slice(-lastLines.most).join("\n"), lastLines.length);
  return `${head}\nIts last output (bash_output reads what is new of it):\n${end}`;
}

/** All that a job has printed, both ends of it; what keeps it from being read stands in its place. Never rejects. */
async function outputOf({ id }: Job, jobs: Jobs): Promise<string> {
  try {
    return plainOutput((await jobs.readNew(id, { reader: "notice" }))?.text ?? "").trimEnd();
  } catch (thrown) {
    return `[It could not be read: ${messageOf(thrown)}]`;
  }
}
