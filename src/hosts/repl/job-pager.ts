/** What a background job has printed, on the whole window; it follows while the job runs. */
import type { FullScreenView } from "../../../components/FullScreen.tsx";
import type { Job, Jobs } from "../../process/jobs.ts";
import type { InputEvent } from "../../terminal/input/event.ts";
import type { Style } from "../../terminal/style.ts";
import { wrapText } from "../../terminal/width.ts";
import { formatDuration } from "../../transcript/format.ts";
import { oneLine, printedLines } from "../../transcript/panel.ts";
import type { Timers } from "./flusher.ts";
import type { FullScreenMode } from "./full-screen.ts";
import { jobState } from "./job-list.ts";
import { TextPager } from "./text-pager.ts";

/** How often a running job is looked at, ms. */
const lookEveryMs = 300;
/** What is kept to be shown, UTF-16 units; all of it is in the job's file. */
const mostShown = 200_000;

/** Each pager reads from the start, at a place of its own in the output. */
let pagers = 0;

export type JobPagerOptions = {
  readonly jobs: Jobs;
  readonly style: Style;
  readonly timers: Timers;
  /** Draws it anew. */
  readonly refresh: () => void;
};

export class JobPager implements FullScreenMode {
  readonly #options: JobPagerOptions;
  readonly #reader = `screen-${(pagers += 1)}`;
  readonly #pager: TextPager;
  #job: Job;
  #text = "";
  #cancel: (() => void) | undefined;
  #isClosed = false;

  constructor(job: Job, options: JobPagerOptions) {
    this.#job = job;
    this.#options = options;
    this.#pager = new TextPager((columns) => this.#lines(columns), "end");
    void this.#look();
  }

  view(columns: number, rows: number): FullScreenView {
    return this.#pager.view(columns, rows);
  }

  onInput(event: InputEvent): "stay" | "close" {
    const outcome = this.#pager.onInput(event);
    if (outcome === "close") {
      this.#isClosed = true;
      this.#cancel?.();
    }
    return outcome;
  }

  #lines(columns: number): readonly string[] {
    const { style } = this.#options;
    const { id, command, durationMs } = this.#job;
    const head = `${id} · ${jobState(this.#job)} · ${formatDuration(durationMs)} · ${oneLine(command)}`;
    const printed = printedLines(this.#text);
    const body = printed.length === 0 ? [style.dim("nothing printed yet")] : printed;
    return [...wrapText(style.bold(head), columns), "", ...body.flatMap((line) => wrapText(line, columns, { hard: true }))];
  }

  async #look(): Promise<void> {
    const { jobs, timers, refresh } = this.#options;
    const fresh = await jobs.readNew(this.#job.id, { reader: this.#reader });
    if (this.#isClosed || fresh === null) return;
    this.#job = fresh.job;
    this.#text = (this.#text + fresh.text).slice(-mostShown).toWellFormed();
    refresh();
    if (fresh.job.status === "running") this.#cancel = timers.after(lookEveryMs, () => void this.#look());
  }
}
