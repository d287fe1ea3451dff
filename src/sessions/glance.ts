/** What a list shows of a session, from the first and last bytes of its file: a log of any size costs the same. */
import { closeSync, fstatSync, readSync } from "node:fs";
import { openToRead } from "../private-files/private-file.ts";
import { type Entry, logFormatVersion } from "../protocol/entry.ts";
import { cutText } from "../workspace/text.ts";
import { headerFromName } from "./file-name.ts";
import { parseLog, type ParsedLog } from "./log.ts";
import { lastName, titleByRule } from "./title.ts";

/** One session in a list. */
export type SessionInfo = {
  readonly id: string;
  /** Absolute path of the log. */
  readonly file: string;
  /**
   * ISO 8601 in UTC. `updatedAt` is the time of the last entry, or the file's where that cannot be read. In a list it is
   * earlier where the clock was set back since, see `orderOfUse`.
   */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Bytes. */
  readonly size: number;
  /** The absolute folder it was started in; empty when the header is damaged. */
  readonly cwd: string;
  /** The git branch that was checked out there at its beginning, or null. */
  readonly branch: string | null;
  /** What it is called: by its user, by a model, or by rule from the first message. Empty when nothing was said yet. */
  readonly title: string;
  /** The name that it was given last, as far as was looked; null for none. */
  readonly named: string | null;
  /** What it is called without a name: by rule, from its first message. */
  readonly byRule: string;
  /** The model that was asked last, or null. */
  readonly model: string | null;
  /** What the user or the model said last, on one line, at most 200 UTF-16 units; empty where that is far from the end. */
  readonly lastWords: string;
  /** The id of the session that it is a copy of, or null. */
  readonly forkedFrom: string | null;
  /** What models have used in it, a text that `usesFrom` reads; null where nobody has counted yet. */
  readonly used: string | null;
  /** False when it was written by a newer rein, so that this one cannot open it. */
  readonly readable: boolean;
};

const headSize = 4 * 1024;
/** A first message with a long paste in it is looked for this far, bytes. */
const longHeadSize = 512 * 1024;
const tailSize = 8 * 1024;
const lastWordsLength = 200;

/**
 * Looks at one log; null for an empty file. A name that was given in the middle of a long log is not seen: `lastNameIn`
 * finds it. Throws what `fs` throws.
 */
export function glance(file: string): SessionInfo | null {
  const fd = openToRead(file);
  try {
    const { size, mtimeMs } = fstatSync(fd);
    if (size === 0) return null;
    let head = parseLog(readRange(fd, 0, Math.min(size, headSize)));
    if (titleByRule(entriesOf(head)) === "" && size > headSize)
      head = parseLog(readRange(fd, 0, Math.min(size, longHeadSize)));
    const tail = size <= headSize ? head : parseLog(readRange(fd, Math.max(0, size - tailSize), size));
    const header = head.header ?? headerFromName(file, head);
    const lastAt = tail.nodes.findLast(({ entry }) => entry !== null && !isBeside(entry))?.entry?.at ?? "";
    const named = lastName(entriesOf(tail)) ?? lastName(entriesOf(head));
    const byRule = titleByRule(entriesOf(head));
    return {
      id: header.sessionId,
      file,
      createdAt: header.createdAt,
      updatedAt: Number.isNaN(Date.parse(lastAt)) ? new Date(mtimeMs).toISOString() : lastAt,
      size,
      cwd: header.cwd,
      branch: header.gitBranch ?? null,
      title: named || byRule,
      named,
      byRule,
      model: modelOf(tail) ?? modelOf(head),
      lastWords: lastWordsOf(tail),
      forkedFrom: header.forkedFrom?.sessionId ?? null,
      used: null,
      readable: (head.format ?? logFormatVersion) <= logFormatVersion,
    };
  } finally {
    closeSync(fd);
  }
}

function entriesOf({ nodes }: ParsedLog): (Entry | null)[] {
  return nodes.map(({ entry }) => entry);
}

/** What is added without anybody going on with the session: it does not become the last used one by that. */
export function isBeside({ type }: Entry): boolean {
  return type === "title" || type === "label";
}

function lastWordsOf({ nodes }: ParsedLog): string {
  for (const { entry } of nodes.toReversed()) {
    const text = entry === null ? "" : saidIn(entry);
    if (text.trim() !== "") return cutText(text.trim().replaceAll(/\s+/g, " "), lastWordsLength);
  }
  return "";
}

function saidIn(entry: Entry): string {
  if (entry.type === "user") return entry.text;
  if (entry.type !== "assistant") return "";
  return entry.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join(" ");
}

function modelOf({ nodes }: ParsedLog): string | null {
  for (const { entry } of nodes.toReversed()) {
    if (entry?.type === "assistant" || entry?.type === "turn_start" || entry?.type === "model")
      return entry.model;
  }
  return null;
}

function readRange(fd: number, start: number, end: number): Uint8Array {
  const bytes = new Uint8Array(end - start);
  const count = readSync(fd, bytes, 0, bytes.length, start);
  return bytes.subarray(0, count);
}
