/** What was sent before, for Up and Down and for Ctrl+R. Data only: a host keeps the list on disk. */
import type { Content } from "./text-buffer/content.ts";

export interface HistoryOptions {
  /** Oldest first. */
  readonly entries: readonly string[];
  /** Told of each new entry, to store it. */
  readonly onAppend?: (text: string) => void;
  /** The most entries kept in memory. @default 1000 */
  readonly limit?: number;
}

export interface History {
  /** Oldest first. */
  readonly entries: readonly string[];
  /**
   * The entry before the one that is shown. `current` is what the composer holds now: the draft is kept and waits at
   * the bottom, an entry that was changed stays changed until something is sent. `undefined` at the oldest.
   */
  previous(current: Content): Content | string | undefined;
  /** The entry behind it, at last the draft. `undefined` when the draft is shown already. */
  next(current: Content): Content | string | undefined;
  /** Whether an entry is shown rather than the draft. */
  readonly isBrowsing: boolean;
  /** A message was sent, or set aside: remembered, unless blank or the same as the last; the draft is a new one. */
  append(text: string): void;
  /** Back at the bottom, with nothing kept; for a composer that was given another text. */
  leave(): void;
}

/** @example history.previous(buffer.content) gives what `buffer.set` takes */
export function createHistory(options: HistoryOptions): History {
  const { onAppend, limit = 1000 } = options;
  let entries: readonly string[] = options.entries.slice(-limit);
  /** Where we are; `entries.length` is the draft. */
  let position = entries.length;
  /** What was changed at which place, the draft among them. */
  let changed = new Map<number, Content>();

  function go(to: number, current: Content): Content | string | undefined {
    if (to < 0 || to > entries.length) return undefined;
    const isUntouched = current.chips.length === 0 && current.text === entries[position];
    if (!isUntouched) changed.set(position, current);
    position = to;
    return changed.get(to) ?? entries[to] ?? "";
  }

  function leave(): void {
    position = entries.length;
    changed = new Map();
  }

  return {
    get entries() {
      return entries;
    },
    previous: (current) => go(position - 1, current),
    next: (current) => go(position + 1, current),
    get isBrowsing() {
      return position < entries.length;
    },
    append(text) {
      if (text.trim() !== "" && text !== entries.at(-1)) {
        entries = [...entries, text].slice(-limit);
        onAppend?.(text);
      }
      leave();
    },
    leave,
  };
}
