/** What has to be noted where the conversation goes on after going to another place of its tree. Pure. */
import type { Job } from "../process/jobs.ts";
import type { PermissionMode } from "../protocol/approval.ts";
import type { Entry, NewEntry } from "../protocol/entry.ts";
import { closeOpenCalls, openJobs } from "../sessions/open-calls.ts";
import { jobName } from "../tools/job-text.ts";
import { say } from "../words/say.ts";
import { lastChoices } from "./resume.ts";

export type GoneTo = {
  /** The branch that goes on, with the move at its end. */
  readonly branch: readonly Entry[];
  /** The branch that was left. */
  readonly left: readonly Entry[];
  /** Everything in the log. */
  readonly entries: readonly Entry[];
  /** The background jobs of this run. */
  readonly jobs: readonly Pick<Job, "id" | "command" | "status">[];
  readonly mode: PermissionMode;
  readonly chosen: { readonly model: string; readonly effort?: string };
};

/**
 * The entries behind a move: calls and the turn that it stops in are closed, the user's mode and model stay what they
 * are, and of background jobs it is said what the branch does not know.
 */
export function notedBehindMove(gone: GoneTo): NewEntry[] {
  return [...closeOpenCalls(gone.branch, gone.entries), ...sameChoices(gone), ...jobNotices(gone)];
}

/** Where the branch says otherwise; where it says nothing, what the user chose themselves on the one that was left. */
function sameChoices({ branch, left, mode, chosen }: GoneTo): NewEntry[] {
  const said = lastChoices(branch);
  const wasChosen = (type: Entry["type"]) => left.some((entry) => entry.type === type);
  const isModelSaid = said.model === chosen.model && said.effort === chosen.effort;
  const model = said.model === undefined ? wasChosen("model") : !isModelSaid;
  const modeDiffers = said.mode === undefined ? wasChosen("mode") : said.mode !== mode;
  return [
    ...(modeDiffers ? [{ type: "mode" as const, mode }] : []),
    ...(model ? [{ type: "model" as const, ...chosen }] : []),
  ];
}

function jobNotices({ branch, jobs }: GoneTo): NewEntry[] {
  const known = openJobs(branch);
  const running = jobs.filter(({ status }) => status === "running");
  const ended = [...known].filter(([id]) => !running.some((job) => job.id === id));
  const unknown = running.filter(({ id }) => !known.has(id)).map(jobName);
  return [
    ...(ended.length === 0
      ? []
      : [
          {
            type: "notice" as const,
            text: say`Background jobs that have ended meanwhile: ${ended.map(([, name]) => name).join(", ")}.`,
            endedJobs: ended.map(([id]) => id),
          },
        ]),
    ...(unknown.length === 0
      ? []
      : [
          {
            type: "notice" as const,
            text: say`Background jobs that were started after this place still run: ${unknown.join(", ")}.`,
          },
        ]),
  ];
}
