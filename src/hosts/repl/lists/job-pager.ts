/** Background jobs on screen: the list, and what one of them has printed, which follows while it runs. */
import type { FullScreenView } from "../../../../components/FullScreen.tsx";
import type { Job, Jobs } from "../../../process/jobs.ts";
import type { InputEvent } from "../../../terminal/input/event.ts";
import { sanitize } from "../../../terminal/sanitize.ts";
import type { Style } from "../../../terminal/style.ts";
import { wrapText } from "../../../terminal/width.ts";
import { formatDuration } from "../../../transcript/format.ts";
import { oneLine, printedLines } from "../../../transcript/panel.ts";
import type { Timers } from "../screen/flusher.ts";
import type { FullScreenMode } from "../screen/full-screen.ts";
import { JobList, jobState } from "./job-list.ts";
import type { OpenList } from "./open-list.ts";
import type { Screen } from "../screen/screen.ts";
import { TextPager } from "../transcript/text-pager.ts";
import { say } from "../../../words/say.ts";

/** How often a running job is looked at, ms. */
const lookEveryMs = 300;
/** What is kept to be shown, UTF-16 units; all of it is in the job's file. */
const mostShown = 200_000;

/** Each pager reads from the start, at a place of its own in the output. */
let pagers = 0;

type JobPagerOptions = {
  readonly jobs: Jobs;
  readonly style: Style;
  readonly timers: Timers;
  /** Draws it anew. */
  readonly refresh: () => void;
};

/** Opens the list of jobs: Enter shows what one has printed, `k` kills it. */
export function openJobList(
  jobs: Jobs,
  list: OpenList,
  { screen, style, timers }: { readonly screen: Screen; readonly style: Style; readonly timers: Timers },
): void {
  const refresh = () => screen.refreshFull();
  list.open(
    new JobList({
      jobs,
      onShow: (job) => screen.openFull(new JobPager(job, { jobs, style, timers, refresh })),
      onKill: ({ id }) => void jobs.kill(id),
      timers,
      redraw: () => list.draw(),
    }),
  );
}

class JobPager implements FullScreenMode {
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
    const { id, command, durationMs, status, outputFile } = this.#job;
    const head = `${id} · ${jobState(this.#job)} · ${formatDuration(durationMs)} · ${oneLine(command)}`;
    const file = outputFile === null ? [] : [say`all of its output: ${sanitize(outputFile.path, "output")}`];
    const printed = printedLines(this.#text);
    const nothing = status === "running" ? say`nothing printed yet` : say`it printed nothing`;
    const body = printed.length === 0 ? [style.dim(nothing)] : printed;
    return [
      ...wrapText(style.bold(head), columns),
      ...file.flatMap((line) => wrapText(line, columns, { hard: true }).map(style.dim)),
      "",
      ...body.flatMap((line) => wrapText(line, columns, { hard: true })),
    ];
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
