/** What was cut with Ctrl+K, Ctrl+U, Ctrl+W and Alt+D, newest first, as in readline. */
import { emptyContent, joinContent, type Content } from "./content.ts";

const mostEntries = 32;

export interface KillRing {
  /** Remembers a cut. `joins`: the command before this one cut, too, and this cut goes on with it. */
  push(cut: Content, direction: "forward" | "backward", joins: boolean): void;
  /** The newest cut. */
  newest(): Content;
  /** The next older one, round and round. */
  rotate(): Content;
  readonly size: number;
}

export function createKillRing(): KillRing {
  const entries: Content[] = [];
  return {
    push(cut, direction, joins) {
      if (cut.text === "") return;
      const last = joins ? entries.shift() : undefined;
      if (last === undefined) entries.unshift(cut);
      else entries.unshift(direction === "forward" ? joinContent(last, cut) : joinContent(cut, last));
      entries.length = Math.min(entries.length, mostEntries);
    },
    newest() {
      return entries[0] ?? emptyContent;
    },
    rotate() {
      const first = entries.shift();
      if (first !== undefined) entries.push(first);
      return entries[0] ?? emptyContent;
    },
    get size() {
      return entries.length;
    },
  };
}
