/** What models have used in one log and what it was named last, from where it was counted last. */
import { closeSync, fstatSync, readSync } from "node:fs";
import { openToRead } from "../../private-files/private-file.ts";
import { countedLine, type Uses, withUse } from "../model-use.ts";
import { nameOf } from "../title.ts";
import { markAt } from "./mark.ts";

/** Asked between two parts: lets others in, and tells when time is over. */
export type Steps = { next(): Promise<"go on" | "late"> };

const chunk = 1024 * 1024;
const lineEnd = 0x0a;
/** A longer line is no answer of a model that anybody could have waited for, bytes. */
const longestLine = 64 * 1024 * 1024;

export type CountedLog = {
  readonly uses: Uses;
  /** The last name; empty for one that was taken away, null for none. */
  readonly name: string | null;
  /** How far it is counted, bytes; the place is known again by inode and mark. */
  readonly to: number;
  readonly inode: number;
  readonly mark: string;
  /** Of the file when it was looked at, bytes; where time was over before its end, the place that was reached. */
  readonly size: number;
  /** Time was over before its end. */
  readonly isCut: boolean;
};

/** Of a log that nobody has counted. */
export const nothingCounted: CountedLog = {
  uses: new Map(),
  name: null,
  to: 0,
  inode: 0,
  mark: "",
  size: 0,
  isCut: false,
};

/** Goes on from `before` where the file is still the one that was counted. Null for one that cannot be read. */
export async function countLog(
  file: string,
  before: CountedLog,
  steps: Steps,
  onRead?: (bytes: number) => void,
): Promise<CountedLog | null> {
  let fd: number;
  try {
    fd = openToRead(file);
  } catch {
    return null; // removed meanwhile, or not ours to read: a list says nothing of what it cost
  }
  try {
    const { ino: inode, size } = fstatSync(fd);
    const isSame = before.inode === inode && markAt(fd, before.to) === before.mark;
    let { uses, name, to } = isSame ? before : nothingCounted;
    let isLate = false;
    const seen = new Set<string>();
    for (const { lines, end } of wholeLines(fd, to, size)) {
      for (const line of lines) {
        const said = countedLine(line);
        if (said === null || seen.has(said.id)) continue;
        seen.add(said.id);
        if (said.title !== null) name = nameOf(said.title);
        if (said.use !== null) uses = withUse(uses, said.use.model, said.use.usage);
      }
      onRead?.(end - to);
      to = end;
      isLate = (await steps.next()) === "late" && to < size;
      if (isLate) break;
    }
    return { uses, name, to, inode, mark: markAt(fd, to), size: isLate ? to : size, isCut: isLate };
  } finally {
    closeSync(fd);
  }
}

type Lines = {
  /** Those that may say something of it. */
  readonly lines: readonly string[];
  /** Where they end in the file, bytes. */
  readonly end: number;
};

/** Most of a log is what was printed and what was said: those lines are passed over unread, by how they begin. */
const passedOver = [
  "tool_result",
  "user",
  "user_command",
  "tool_start",
  "checkpoint",
  "approval",
  "turn_start",
  "turn_end",
  "question",
  "notice",
].map((type) => Buffer.from(`{"type":"${type}",`));

function* wholeLines(fd: number, from: number, size: number): Generator<Lines> {
  let waiting = Buffer.alloc(0);
  let at = from;
  while (at < size) {
    const bytes = Buffer.allocUnsafe(Math.min(chunk, size - at));
    const count = readSync(fd, bytes, 0, bytes.length, at);
    if (count === 0) return;
    at += count;
    const last = bytes.subarray(0, count).lastIndexOf(lineEnd);
    if (last === -1) {
      if (waiting.length < longestLine) waiting = Buffer.concat([waiting, bytes.subarray(0, count)]);
      continue;
    }
    const text = Buffer.concat([waiting, bytes.subarray(0, last + 1)]);
    waiting = Buffer.from(bytes.subarray(last + 1, count));
    const lines: string[] = [];
    for (let start = 0; start < text.length;) {
      const end = text.indexOf(lineEnd, start);
      const line = text.subarray(start, end);
      // What stands behind a run of NULs is a line of its own.
      if (line.includes(0)) lines.push(...line.toString().split("\0"));
      else if (!passedOver.some((sign) => line.subarray(0, sign.length).equals(sign)))
        lines.push(line.toString());
      start = end + 1;
    }
    yield { lines, end: at - count + last + 1 };
  }
}
