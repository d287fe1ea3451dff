/** What was sent before, for Up and Down and for Ctrl+R. Data only: a host keeps the list on disk. */
import type { Content } from "./text-buffer/content.ts";

export interface HistoryOptions {
  /** Oldest first. */
  readonly entries: readonly string[];
  /** Told of each new entry, to store it. */
  readonly onAppend?: (text: string) => void;
  /** The most entries that are kept as more are sent. @default 1000 */
  readonly limit?: number;
  /** Which entries are gone through from a draft. @default all of them */
  readonly among?: (draft: Content) => (entry: string) => boolean;
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
  /** The draft that waits at the bottom while an entry is shown. */
  readonly draft: Content | undefined;
  /** Whether the text is the entry that is shown, as it was sent. */
  isUntouched(current: Content): boolean;
  /**
   * A message was sent, or set aside: remembered, unless blank or the same as the last; the draft is a new one. An older
   * one of the same text gives way to it.
   */
  append(text: string): void;
  /** Puts older ones, oldest first, before the oldest: those that are not there yet. What is shown stays. */
  prepend(older: readonly string[]): void;
  /** Back at the bottom, with nothing kept; for a composer that was given another text. */
  leave(): void;
}

const everyOne = (): boolean => true;

/** @example history.previous(buffer.content) gives what `buffer.set` takes */
export function createHistory(options: HistoryOptions): History {
  const { onAppend, limit = 1000, among = () => everyOne } = options;
  let entries: readonly string[] = newestOf(options.entries).slice(-limit);
  /** Where we are; `entries.length` is the draft. */
  let position = entries.length;
  /** What was changed at which place, the draft among them. */
  let changed = new Map<number, Content>();

  /** Which entries are gone through, since the draft was left. */
  let fits: (entry: string) => boolean = everyOne;

  function isUntouched(current: Content): boolean {
    return current.chips.length === 0 && current.text === entries[position];
  }

  function go(by: 1 | -1, current: Content): Content | string | undefined {
    if (position === entries.length) fits = among(current);
    let to = position + by;
    while (to >= 0 && to < entries.length && !fits(entries[to] ?? "")) to += by;
    if (to < 0 || to > entries.length) return undefined;
    if (!isUntouched(current)) changed.set(position, current);
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
    previous: (current) => go(-1, current),
    next: (current) => go(1, current),
    get isBrowsing() {
      return position < entries.length;
    },
    get draft() {
      return changed.get(entries.length);
    },
    isUntouched,
    append(text) {
      if (text.trim() !== "" && text !== entries.at(-1)) {
        const most = Math.max(limit, entries.length);
        entries = [...entries.filter((entry) => entry !== text), text].slice(-most);
        onAppend?.(text);
      }
      leave();
    },
    prepend(older) {
      const known = new Set(entries);
      const added = newestOf(older).filter((text) => !known.has(text));
      entries = [...added, ...entries];
      position += added.length;
      changed = new Map(Array.from(changed, ([at, content]) => [at + added.length, content]));
    },
    leave,
  };
}

/** Each text once, where it stands last. */
function newestOf(entries: readonly string[]): string[] {
  return [...new Set(entries.toReversed())].toReversed();
}
