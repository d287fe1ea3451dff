/** Fills the list of sessions: at once with what the index knows, then with what it has to count first. */
import type { App } from "../../../app/open-app.ts";
import type { Spending } from "../../../app/spending.ts";
import type { SessionInfo } from "../../../sessions/glance.ts";
import type { ListOptions } from "../../../sessions/index/indexed-sessions.ts";
import { type UnreadLog, unreadLogsHint } from "../../../sessions/unread-logs.ts";
import type { OpenList } from "./open-list.ts";
import type { RankSessions, SessionPicker } from "./session-picker.ts";

export type FillingParts = {
  readonly app: Pick<App, "paths">;
  /** The session on screen, which is not offered. */
  readonly current: string;
  readonly list: Pick<OpenList, "shows" | "draw">;
  readonly spending: Pick<Spending, "loadPrices">;
};

/** Logs of which more is to be read are counted behind all others, or when the cursor comes to stand on them; bytes. */
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

  /** Resolves when the sessions are in the list; what they have cost comes after that. Rejects for what rein has done wrong. */
  async begin(): Promise<void> {
    const { go } = await import("fuzzysort");
    this.#rank = (filter, options) =>
      go(filter, [...options], {
        keys: [({ label }) => label, ({ value }) => value.lastWords],
        threshold: lowestScore,
      }).map(({ obj }) => obj);
    const first = await this.#show({});
    if (first !== null) void this.#countAll(first);
  }

  /** What one of them used is counted before that of the others, whatever its size. */
  count({ id }: SessionInfo): void {
    void this.#countOne(id);
  }

  /** Not what anybody waits for: those that take no time first, then one by one the long ones. */
  async #countAll(first: readonly SessionInfo[]): Promise<void> {
    await this.#parts.spending.loadPrices();
    if (!this.#isOpen) return;
    this.#picker.refresh();
    this.#parts.list.draw();
    if (uncounted(first).length === 0) return;
    const all = await this.#show({ patienceMs: Number.POSITIVE_INFINITY, mostUnread });
    for (const { id } of uncounted(all ?? [])) if (this.#isOpen) await this.#countOne(id);
  }

  async #countOne(id: string): Promise<void> {
    if (this.#counted.has(id)) return;
    this.#counted.add(id);
    await this.#show({ patienceMs: Number.POSITIVE_INFINITY, only: id });
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
    const unread: UnreadLog[] = [];
    try {
      const { listIndexed } = await import("../../../sessions/index/indexed-sessions.ts");
      sessions = await listIndexed(
        app.paths,
        {},
        {
          ...options,
          signal,
          onUnread: (one) => unread.push(one),
        },
      );
    } catch (thrown) {
      if (signal.aborted) return null;
      throw thrown;
    }
    if (!this.#isOpen || this.#rank === undefined) return null;
    const others = sessions.filter(({ id }) => id !== current);
    this.#picker.fill(others, this.#rank, unreadLogsHint(unread));
    list.draw();
    return others;
  }
}

/** A log that cannot be read is none of them. */
function uncounted(sessions: readonly SessionInfo[]): readonly SessionInfo[] {
  return sessions.filter(({ used, readable }) => used === null && readable);
}
