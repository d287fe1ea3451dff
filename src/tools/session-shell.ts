/** What the commands of a session share: where they start, the background, and where their output is kept. */
import { createJobs, type Job, type Jobs } from "../process/jobs.ts";
import type { CallClass } from "../protocol/approval.ts";
import type { ChildOptions } from "../process/child-environment.ts";
import type { Confinement } from "./confinement.ts";
import { createShellFolder, type ShellFolder } from "./shell-folder.ts";

export type SessionShell = {
  readonly folder: ShellFolder;
  readonly jobs: Jobs;
  /** A private folder for files with whole outputs; absent, what does not fit into a result is lost. */
  readonly outputFolder?: string;
  /** What happens to a command at its time limit. */
  readonly onTimeLimit: TimeLimitAction;
  /** What confines its commands; absent, nothing does. */
  readonly confinement?: Confinement;
  /** Names of variables of the user's that its commands get beside the usual ones. */
  readonly passEnvironment: readonly string[];
  /** Sends the command that runs to the background; false when none does. */
  moveToBackground(): boolean;
  /** Runs `work`, a command that `moveToBackground` reaches through this signal. */
  foreground<T>(work: (move: AbortSignal) => Promise<T>): Promise<T>;
  /**
   * Runs `work`, a call that reads the job for the model. If the job ends meanwhile and `work` resolves with
   * `toldEnd`, the model knows, and `onJobEnd` is not called for it.
   */
  reading<T>(id: string, work: () => Promise<{ readonly result: T; readonly toldEnd: boolean }>): Promise<T>;
};

/** It moves to the background, or it is ended: TERM, then KILL. */
export type TimeLimitAction = "background" | "kill";

export type SessionShellOptions = {
  /** The project's folder: absolute, real. */
  readonly root: string;
  /** Where an earlier run of the session left its shell. @default the project's folder */
  readonly start?: string;
  readonly outputFolder?: string;
  /** The number of the last job of an earlier run of the session. @default 0 */
  readonly lastJob?: number;
  /** @default "background" */
  readonly onTimeLimit?: TimeLimitAction;
  readonly confinement?: Confinement;
  /** @default [] */
  readonly passEnvironment?: readonly string[];
  /** Told of each job that has ended without the model knowing. Must not throw. */
  readonly onJobEnd: (job: Job) => void;
};

/** What of rein's own environment a command gets. */
export function inheritsFor(
  kind: CallClass | undefined,
  { passEnvironment, folder }: SessionShell,
): ChildOptions {
  return { class: kind, pass: passEnvironment, root: folder.root };
}

/** A shell without jobs, in its first folder. Touches nothing. */
export function createSessionShell(options: SessionShellOptions): SessionShell {
  const {
    root,
    start,
    outputFolder,
    lastJob = 0,
    onTimeLimit = "background",
    confinement,
    passEnvironment = [],
    onJobEnd,
  } = options;
  const readers = new Map<string, number>();
  const told = new Set<string>();
  /** Ended while somebody reads them, who may or may not tell. */
  const undecided = new Map<string, Job>();
  const jobs = createJobs({
    ...(outputFolder === undefined ? {} : { spillFolder: outputFolder }),
    lastNumber: lastJob,
    onEnd: (job) => {
      if (told.has(job.id)) return;
      if ((readers.get(job.id) ?? 0) > 0) undecided.set(job.id, job);
      else onJobEnd(job);
    },
  });
  let foreground: AbortController | undefined;
  const letGo = (id: string) => {
    const left = (readers.get(id) ?? 1) - 1;
    readers.set(id, left);
    const ended = undecided.get(id);
    if (left > 0 || ended === undefined) return;
    undecided.delete(id);
    if (!told.has(id)) onJobEnd(ended);
  };
  return {
    folder: createShellFolder(root, start),
    jobs,
    ...(outputFolder === undefined ? {} : { outputFolder }),
    onTimeLimit,
    passEnvironment,
    ...(confinement === undefined ? {} : { confinement }),
    moveToBackground() {
      foreground?.abort();
      return foreground !== undefined;
    },
    async foreground(work) {
      const controller = new AbortController();
      foreground = controller;
      try {
        return await work(controller.signal);
      } finally {
        if (foreground === controller) foreground = undefined;
      }
    },
    async reading(id, work) {
      readers.set(id, (readers.get(id) ?? 0) + 1);
      try {
        const { result, toldEnd } = await work();
        if (toldEnd) told.add(id);
        return result;
      } finally {
        letGo(id);
      }
    },
  };
}
