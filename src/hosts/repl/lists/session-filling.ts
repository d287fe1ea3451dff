/** Fills the list of sessions: at once with what the index knows, then with what it has to count first. */
import type { App } from "../../../app/open-app.ts";
import type { Spending } from "../../../app/spending.ts";
import type { SessionInfo } from "../../../sessions/glance.ts";
import type { ListOptions } from "../../../sessions/index/indexed-sessions.ts";
import type { OpenList } from "./open-list.ts";
import type { RankSessions, SessionPicker } from "./session-picker.ts";

export type FillingParts = {
  readonly app: Pick<App, "paths">;
  /** The session on screen, which is not offered. */
  readonly current: string;
  readonly list: Pick<OpenList, "shows" | "draw" | "close">;
  readonly spending: Pick<Spending, "loadPrices">;
};

/** Logs of which more is to be read are counted when the cursor comes to stand on them, bytes. */
const mostUnread = 16 * 1024 * 1024;
/** A worse match than this is letters strewn over a long line. 1 is the same text. */
const lowestScore = 0.3;

export class SessionFilling {
  readonly #picker: SessionPicker;
  readonly #parts: FillingParts;
  readonly #controller = new AbortController();
  /** Ids of those that are counted, or were. */
  readonly #counted = new Set<string>();
  #rank: RankSessions | undefined;

  constructor(picker: SessionPicker, parts: FillingParts) {
    this.#picker = picker;
    this.#parts = parts;
  }

  /** Fills it. Rejects for what rein has done wrong. */
  async fill(): Promise<void> {
    const { go } = await import("fuzzysort");
    this.#rank = (filter, options) =>
      go(filter, [...options], {
        keys: [({ label }) => label, ({ value }) => value.lastWords],
        threshold: lowestScore,
      }).map(({ obj }) => obj);
    const first = await this.#show({});
    // What they cost is not what anybody waits for.
    await this.#parts.spending.loadPrices();
    const isCounted = first?.every(({ used, readable }) => used !== null || !readable) !== false;
    if (!isCounted) await this.#show({ patienceMs: Number.POSITIVE_INFINITY, mostUnread });
    else if (this.#isOpen) {
      this.#picker.refresh();
      this.#parts.list.draw();
    }
  }

  /** Counts what one of them used, whatever its size. */
  count({ id }: SessionInfo): void {
    if (this.#counted.has(id)) return;
    this.#counted.add(id);
    void this.#show({ patienceMs: Number.POSITIVE_INFINITY, only: id });
  }

  /** The list is closed: nothing more is read for it. */
  stop(): void {
    this.#controller.abort();
  }

  get #isOpen(): boolean {
    return !this.#controller.signal.aborted && this.#parts.list.shows(this.#picker);
  }

  /** The sessions as they are known by now; null where nobody looks any more. */
  async #show(options: ListOptions): Promise<readonly SessionInfo[] | null> {
    const { app, current, list } = this.#parts;
    const { signal } = this.#controller;
    let sessions: readonly SessionInfo[];
    try {
      const { listIndexed } = await import("../../../sessions/index/indexed-sessions.ts");
      sessions = await listIndexed(app.paths, {}, { ...options, signal });
    } catch (thrown) {
      if (signal.aborted) return null;
      throw thrown;
    }
    if (!this.#isOpen || this.#rank === undefined) return null;
    const others = sessions.filter(({ id }) => id !== current);
    if (this.#picker.fill(others, this.#rank) === "close") list.close(this.#picker);
    else if (this.#isOpen) list.draw();
    return others;
  }
}
