/** The shell of a session: where it was left, the files with whole outputs, and what is said when a job ends. */
import { dirname, join } from "node:path";
import type { Entry } from "../protocol/entry.ts";
import { families } from "../providers/catalogue.ts";
import { ensurePrivateFolder } from "../private-files/private-folder.ts";
import type { Session } from "../sessions/session.ts";
import type { Confinement } from "../tools/confinement.ts";
import { jobEndText } from "../tools/job-text.ts";
import { createSessionShell, type SessionShell, type TimeLimitAction } from "../tools/session-shell.ts";

export type ShellParts = {
  readonly session: Session;
  /** The project's folder: absolute, real. */
  readonly root: string;
  /** The session's folder for whole outputs: absolute, real, perhaps not there yet. */
  readonly outputFolder: string;
  readonly onTimeLimit: TimeLimitAction;
  readonly confinement: Confinement;
  /** Names of variables that the user wants commands to have; keys of model providers are left out. */
  readonly passEnvironment: readonly string[];
  /** Told in words when a job has ended without the model knowing, and its id. */
  readonly note: (text: string, jobId: string) => void;
};

/** Goes on where the session's last command left its shell, if it is gone on with in the same folder. */
export function openShell({
  session,
  root,
  outputFolder,
  onTimeLimit,
  confinement,
  passEnvironment,
  note,
}: ShellParts): SessionShell {
  const left = folderLeft(session, root);
  const shell: SessionShell = createSessionShell({
    root,
    outputFolder,
    lastJob: lastJobIn(session.entries()),
    onTimeLimit,
    confinement,
    passEnvironment: passEnvironment.filter((name) => !ownKeys().has(name)),
    ...(left === undefined ? {} : { start: left }),
    onJobEnd: (job) => {
      void jobEndText(job, shell.jobs).then((text) => note(text, job.id));
    },
  });
  return shell;
}

/** Variables with the keys of model providers, but for those that other programs share. */
function ownKeys(): ReadonlySet<string> {
  const own = families.filter(({ keyIsShared }) => keyIsShared !== true);
  return new Set(own.flatMap(({ keyVariables }) => keyVariables));
}

/** The folder for a session's whole outputs. It may be read unasked, so a strange id in a log must lead nowhere else. */
export function outputFolderOf(outputs: string, { header }: Pick<Session, "header">): string {
  return join(outputs, header.sessionId.replace(/[^a-z0-9-]/g, "_") || "_");
}

/** The folder for a session's files that do not belong to the project. It goes with the session's outputs. */
export function scratchFolderOf(outputs: string, session: Pick<Session, "header">): string {
  return join(outputFolderOf(outputs, session), "scratch");
}

/** Makes that folder, for the user alone. Where that cannot be, whoever writes there is told why. */
export function makeScratchFolder(folder: string): void {
  try {
    ensurePrivateFolder(dirname(folder));
    ensurePrivateFolder(folder);
  } catch (thrown) {
    if (!(thrown instanceof Error && "code" in thrown)) throw thrown;
  }
}

/** The number of the last background job that a log tells of, on whatever branch: an id is never given to another one; 0 for none. */
function lastJobIn(entries: readonly Entry[]): number {
  let last = 0;
  for (const entry of entries) {
    if (entry.type !== "tool_result" || !entry.result.ok || entry.result.job === undefined) continue;
    last = Math.max(last, Number(/^job-(\d{1,9})$/.exec(entry.result.job.id)?.[1] ?? 0));
  }
  return last;
}

/** The folder in which the session's branch left its shell; undefined where it does not say, and in another project. */
export function folderLeft(session: Session, root: string): string | undefined {
  return session.header.cwd === root ? leftIn(session.branch()) : undefined;
}

/** The folder in which the last command of a branch whose end is known left the shell. */
function leftIn(branch: readonly Entry[]): string | undefined {
  for (let at = branch.length - 1; at >= 0; at -= 1) {
    const entry = branch[at];
    if (entry?.type !== "tool_result" || entry.result.view?.type !== "command") continue;
    if (entry.result.view.endedIn !== undefined) return entry.result.view.endedIn;
  }
  return undefined;
}
