/** Jobs in a project of their own. */
import { createJobs, type Job, type Jobs, type JobsOptions } from "../../src/process/jobs.ts";
import { until } from "../support/processes.ts";
import type { TestProject } from "../support/project.ts";

/** Jobs whose ends can be waited for, in a project of their own. */
export function jobsIn(project: TestProject, options: Partial<JobsOptions> = {}) {
  const ends: Job[] = [];
  const jobs = createJobs({
    onEnd: (job) => ends.push(job),
    spillFolder: project.path("outputs"),
    ...options,
  });
  const start = (command: string) => jobs.start({ command, cwd: project.folder, env: project.env });
  const ended = (count = 1) => until(() => ends.length >= count);
  return { jobs, ends, start, ended };
}

/** Reads on until the job has ended; every piece that was handed out. */
export async function piecesOf(jobs: Jobs, id: string, filter?: RegExp): Promise<string[]> {
  const pieces: string[] = [];
  for (;;) {
    await jobs.wait(id, 20_000);
    const read = await jobs.readNew(id, filter === undefined ? {} : { filter });
    if (read === null) throw new Error("no such job");
    if (read.text !== "") pieces.push(read.text);
    if (read.job.status !== "running") return pieces;
  }
}
