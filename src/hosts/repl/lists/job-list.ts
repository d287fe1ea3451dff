/** /jobs: the session's background commands, to look at and to kill. */
import type { PickerView } from "../../../../components/view.ts";
import type { Job, Jobs } from "../../../process/jobs.ts";
import type { InputEvent } from "../../../terminal/input/event.ts";
import { type Key, keysOf } from "../../../terminal/input/key.ts";
import { sanitize } from "../../../terminal/sanitize.ts";
import { truncateMiddle } from "../../../terminal/truncate-middle.ts";
import { truncateLine, widthOf } from "../../../terminal/width.ts";
import { formatDuration } from "../../../transcript/format.ts";
import { oneLine } from "../../../transcript/panel.ts";
import type { Timers } from "../screen/flusher.ts";
import { keyName, keymap } from "../keys.ts";
import type { List } from "./open-list.ts";
import { say, sayCount } from "../../../words/say.ts";

export type JobListOptions = {
  readonly jobs: Jobs;
  /** Shows what a job has printed. */
  readonly onShow: (job: Job) => void;
  readonly onKill: (job: Job) => void;
  readonly timers: Pick<Timers, "after">;
  /** Draws it anew, if it is still open. */
  readonly redraw: () => void;
};

/** How often the list says anew how long its jobs have run, ms. */
const tickMs = 1_000;

/** Youngest first: that is the one that is looked for. */
export class JobList implements List {
  readonly takesLetters = true;
  readonly #options: JobListOptions;
  #selected: string | undefined;
  #isTickDue = false;

  constructor(options: JobListOptions) {
    this.#options = options;
  }

  view(columns: number): PickerView {
    const jobs = this.#jobs();
    const selected = this.#index(jobs);
    const file = jobs[selected]?.outputFile?.path;
    const idWidth = Math.max(0, ...jobs.map(({ id }) => id.length));
    const rows = jobs.map((job) => truncateLine(jobRow(job, idWidth), Math.max(1, columns - 2)));
    const heading = say`${sayCount(jobs.length, "background job")} · ${keyName("accept", "list")} output · ${keyName("kill-job", "jobs")} kill · esc back`;
    if (jobs.some(({ status }) => status === "running")) this.#tick();
    const where = file === undefined ? "" : ` · ${sanitize(file, "approval_inline")}`;
    return {
      heading: truncateLine(
        heading + truncateMiddle(where, Math.max(0, columns - widthOf(heading))),
        columns,
      ),
      rows,
      selected,
    };
  }

  onInput(event: InputEvent): "stay" | "close" {
    const keys = event.type === "text" ? keysOf(event.text) : event.type === "key" ? [event.key] : [];
    return keys.map((key) => this.#onKey(key)).includes("close") ? "close" : "stay";
  }

  #onKey(key: Key): "stay" | "close" {
    const jobs = this.#jobs();
    const job = jobs[this.#index(jobs)];
    switch (keymap.lookup(key, "jobs")) {
      case "select-previous":
        return this.#select(jobs, -1);
      case "select-next":
        return this.#select(jobs, 1);
      case "accept":
        if (job !== undefined) this.#options.onShow(job);
        return "stay";
      case "kill-job":
        if (job?.status === "running") this.#options.onKill(job);
        return "stay";
      case "dismiss":
      case "interrupt":
      case "close":
        return "close";
      default:
        return "stay";
    }
  }

  /** Draws the list once more, which goes on with that as long as it is open and something runs. */
  #tick(): void {
    if (this.#isTickDue) return;
    this.#isTickDue = true;
    this.#options.timers.after(tickMs, () => {
      this.#isTickDue = false;
      this.#options.redraw();
    });
  }

  #jobs(): readonly Job[] {
    return this.#options.jobs.list().toReversed();
  }

  #index(jobs: readonly Job[]): number {
    return Math.max(
      0,
      jobs.findIndex(({ id }) => id === this.#selected),
    );
  }

  #select(jobs: readonly Job[], step: number): "stay" {
    const index = Math.max(0, Math.min(this.#index(jobs) + step, jobs.length - 1));
    this.#selected = jobs[index]?.id;
    return "stay";
  }
}

/** `job-1  running · 12.0s  npm run dev`. */
function jobRow(job: Job, idWidth: number): string {
  return `${job.id.padEnd(idWidth)}  ${jobState(job)} · ${formatDuration(job.durationMs)}  ${oneLine(job.command)}`;
}

/** `running`, `exit 1`, `killed`. */
export function jobState({ status, exitCode, signal }: Job): string {
  if (status !== "exited") return status === "running" ? say`running` : say`killed`;
  return exitCode === null ? say`ended by ${signal ?? say`a signal`}` : say`exit ${exitCode}`;
}

/** Told when a session is left; empty when no job ended with it. */
export function jobsEndedWords(jobs: readonly Job[]): string {
  if (jobs.length === 0) return "";
  const names = jobs.map(({ id, command }) => `${id} (${oneLine(command)})`).join(", ");
  return jobs.length === 1
    ? say`A background job ended with the session: ${names}.`
    : say`${jobs.length} background jobs ended with the session: ${names}.`;
}

/** For the status line: `2 jobs`; nothing when none runs. */
export function runningJobsWords(jobs: Pick<Jobs, "list">): string {
  const count = jobs.list().filter(({ status }) => status === "running").length;
  if (count === 0) return "";
  return sayCount(count, "job");
}
