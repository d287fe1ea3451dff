/** How a long session ends, from the end of its file: before all of it is read. */
import { closeSync, fstatSync, readSync } from "node:fs";
import { openToRead } from "../private-files/private-file.ts";
import { type Entry, type Header, logFormatVersion } from "../protocol/entry.ts";
import { currentFormat } from "./format.ts";
import { headerFromName } from "./file-name.ts";
import { LineSplitter } from "./line-splitter.ts";
import { branchOf, parseLog, type ParsedLog } from "./log.ts";
import { decodeLine, LogReader } from "./log-reader.ts";
import { longLog } from "./open-log.ts";

export type LogTail = {
  readonly header: Header;
  /** Of the whole log, bytes. */
  readonly size: number;
  /**
   * The end of the active branch, from a message of the user's on; empty where none is near, behind an output of many
   * megabytes or a move to a place far away.
   */
  readonly entries: readonly Entry[];
};

const headSize = 16 * 1024;
/** So much is looked at, bytes: more where that is not enough to fill a few windows. */
const tailSizes = [256 * 1024, 1024 * 1024, longLog];
const enough = 60;
const lineEnd = 0x0a;

/**
 * The end of a session of 8 MB or more; null for a shorter one and one of another format. What a line says that has the id of one long before it is taken for new here: whoever reads all of it knows
 * better. Throws what `fs` throws.
 */
export function readTail(file: string): LogTail | null {
  const fd = openToRead(file);
  try {
    const { size } = fstatSync(fd);
    if (size < longLog) return null;
    const head = parseLog(bytesAt(fd, 0, headSize));
    if ((head.format ?? logFormatVersion) !== logFormatVersion) return null;
    const header = head.header ?? headerFromName(file, head);
    let entries: readonly Entry[] = [];
    for (const tailSize of tailSizes) {
      const branch = branchOf(parseTail(bytesAt(fd, size - tailSize, tailSize)).nodes);
      const first = branch.findIndex(({ type }) => type === "user");
      if (first !== -1) entries = branch.slice(first);
      if (entries.length >= enough) break;
    }
    return { header, size, entries };
  } finally {
    closeSync(fd);
  }
}

/** What is in the last bytes of a log; the line that they begin in is left out. */
export function parseTail(bytes: Uint8Array): ParsedLog {
  const end = bytes.indexOf(lineEnd);
  // Where none ends they are all of one line.
  const from = end === -1 ? bytes.length : end + 1;
  const textAt = (start: number, end: number) => decodeLine(bytes.subarray(start, end)).text;
  const reader = new LogReader({ textAt, logFormat: currentFormat, isPart: true });
  const lines = new LineSplitter((line, start, isWhole) => reader.line(line, start, isWhole), from);
  lines.push(bytes.subarray(from));
  lines.end();
  return reader.parsed(lines.isOpen);
}

function bytesAt(fd: number, at: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  return bytes.subarray(0, readSync(fd, bytes, 0, size, at));
}
