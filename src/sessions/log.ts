/** The bytes of a log ↔ its entries. Pure: no file is touched here. */
import type { Entry, Header } from "../protocol/entry.ts";
import { currentFormat, type LogFormat } from "./format.ts";
import { LineSplitter } from "./line-splitter.ts";
import { decodeLine, LogReader } from "./log-reader.ts";
import type { LogNode, LogProblem, ParsedLog } from "./parsed-log.ts";
import { mayHoldHalfCharacters, wellFormed } from "./well-formed.ts";

export type { LogNode, LogProblem, ParsedLog };

/** Reads a log of this format or an older one. Never throws: what cannot be read is skipped and listed in `problems`. */
export function parseLog(bytes: Uint8Array, logFormat: LogFormat = currentFormat): ParsedLog {
  const textAt = (start: number, end: number) => decodeLine(bytes.subarray(start, end)).text;
  const reader = new LogReader({ textAt, logFormat });
  const lines = new LineSplitter((line, start, isWhole) => reader.line(line, start, isWhole));
  lines.push(bytes);
  lines.end();
  return reader.parsed(lines.isOpen);
}

/** True when the file was written by a newer rein in a format that this one must not touch. */
export function isTooNew(log: Pick<ParsedLog, "format">, { version } = currentFormat): boolean {
  return log.format !== null && log.format > version;
}

/** True when it has to be written anew before anything is added to it. */
export function isOld(log: Pick<ParsedLog, "format">, { version } = currentFormat): boolean {
  return log.format !== null && log.format < version;
}

/** The path from the root to `leaf` (by default the last node of the file), root first, without what is unreadable. */
export function branchOf(nodes: readonly LogNode[], leaf: string | null = nodes.at(-1)?.id ?? null): Entry[] {
  const branch: Entry[] = [];
  for (const { entry } of pathOf(nodes, leaf)) if (entry !== null) branch.push(entry);
  return branch;
}

/** The same path with what is unreadable. In the nodes a parent stands before its children. */
export function pathOf(nodes: readonly LogNode[], leaf: string | null = nodes.at(-1)?.id ?? null): LogNode[] {
  const path: LogNode[] = [];
  let wanted = leaf;
  // A parent stands before its children: one way back through the nodes meets all of them.
  for (let at = nodes.length - 1; at >= 0 && wanted !== null; at -= 1) {
    const node = nodes[at];
    if (node?.id !== wanted) continue;
    path.push(node);
    wanted = node.parentId;
  }
  return path.toReversed();
}

/** One entry as the line that is written, and the entry as it will be read back: half characters are gone. */
export function serializeEntry(entry: Entry): { readonly entry: Entry; readonly line: string } {
  const json = JSON.stringify(entry);
  if (!mayHoldHalfCharacters(json)) return { entry, line: toLine(json) };
  const clean = wellFormed(entry);
  return { entry: clean, line: toLine(JSON.stringify(clean)) };
}

/** The header's line. */
export function serializeHeader(header: Header): string {
  return toLine(JSON.stringify(wellFormed(header)));
}

/** A whole log as text, as it would be written today. */
export function serializeLog(header: Header, nodes: readonly LogNode[]): string {
  const lines = nodes.map((node) =>
    node.entry === null || node.raw !== undefined ? `${node.raw}\n` : serializeEntry(node.entry).line,
  );
  return serializeHeader(header) + lines.join("");
}

/** JSON allows these in strings as they are, but other people's readers end a line at them. */
const otherLineEnds = /[\u0085\u2028\u2029]/g;

function toLine(json: string): string {
  return `${json.replace(otherLineEnds, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, "0")}`)}\n`;
}
