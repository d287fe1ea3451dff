/** The contract between the engine and a session's log. */
import type { Entry, Header, NewEntry } from "../protocol/entry.ts";
import type { LogNode } from "./log.ts";

/**
 * One open session. `append` is synchronous and durable against a crash of this process when it returns: the line is
 * with the operating system. When the disk refuses, the entry is kept in memory and the trouble is reported once
 * through `onTrouble`; nothing that was said is lost while rein runs.
 */
export interface Session {
  readonly header: Header;
  /** Absolute path of the log, or null for a session that is kept in memory only. */
  readonly file: string | null;
  /**
   * Every entry of the active branch, root first. It grows with what is added, until a `move` leads to another one: whoever
   * waits for something between two looks at it takes a copy. A copy for each who asks would cost more with each entry.
   */
  branch(): readonly Entry[];
  /** The same path as the log has it: with what this version cannot read, which a copy has to hold too. */
  nodes(): readonly LogNode[];
  /**
   * Every entry of the log that this version can read, of all branches, in the order in which they were written. It grows
   * with what is added.
   */
  entries(): readonly Entry[];
  /** The whole tree in that order, with what this version cannot read. */
  tree(): readonly LogNode[];
  /**
   * Goes to another place of the tree: adds a `move` behind the entry `to` (null: before everything) and returns it. The
   * active branch ends in it from then on. Throws when there is no such entry, and in a log without any.
   */
  move(to: string | null): Entry;
  /** Adds an entry behind the active branch's leaf and returns it whole. */
  append(entry: NewEntry): Entry;
  close(): void;
}
