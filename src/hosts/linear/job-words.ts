/** /jobs: the session's background commands, a line each; what one has printed; killing one. */
import type { Job, Jobs } from "../../process/jobs.ts";
import { formatDuration } from "../../transcript/format.ts";
import { oneLine, printedLines } from "../../transcript/panel.ts";
import { jobState } from "../repl/lists/job-list.ts";
import type { Voice } from "./voice.ts";
import { say, sayCount } from "../../words/say.ts";

/** Of what a job has printed, so many lines are said. */
const mostSaid = 40;

/** Each reading begins at the start of the output, at a place of its own. */
let readings = 0;

/** Lists the jobs; says what one has printed (`ID`); ends one (`kill ID`). */
export async function tellJobs(argument: string, jobs: Jobs, { speak, tell }: Voice): Promise<void> {
  const [word = "", name = ""] = argument.split(/\s+/);
  const all = jobs.list();
  if (all.length === 0) return tell(say`No background jobs.`);
  if (word === "")
    return speak(
      say`${sayCount(all.length, "background job")}; /jobs ID says what one has printed, /jobs kill ID ends it:`,
      ...all.map(jobLine),
    );
  const id = word === "kill" ? name : word;
  if (jobs.get(id) === null) return tell(say`There is no job “${id}”; /jobs lists them.`, "warning");
  if (word === "kill") {
    await jobs.kill(id);
    return speak(say`${id} is ended.`);
  }
  const fresh = await jobs.readNew(id, { reader: `lines-${(readings += 1)}` });
  if (fresh === null) return;
  const lines = printedLines(fresh.text);
  const part =
    lines.length > mostSaid ? say`The last ${mostSaid} of ${lines.length} lines:` : say`It has printed:`;
  speak(
    jobLine(fresh.job),
    ...(lines.length === 0 ? [say`It has printed nothing.`] : [part, ...lines.slice(-mostSaid)]),
  );
}

function jobLine(job: Job): string {
  return `${job.id}: ${jobState(job)}, ${formatDuration(job.durationMs)}, ${oneLine(job.command)}`;
}
