/** How a text is shown to the model: numbered lines, within limits, with an honest word on what is missing. */
import { cutText, linesOf } from "../workspace/text.ts";

/** What one call may hand to the model. `bytes` counts the shown lines in UTF-8, numbers included. */
export const readLimits = { lines: 2_000, bytes: 64 * 1024, lineLength: 2_000 } as const;

/** A part of a text: `offset` is the first line, from 1, or from the end when negative; `limit` a count of lines. */
export type LineRange = { readonly offset?: number | undefined; readonly limit?: number | undefined };

export type Excerpt = {
  readonly text: string;
  /** A few words: "lines 1-20 of 300". */
  readonly summary: string;
};

/** The asked-for lines of a text; null when `offset` lies behind its end. */
export function excerpt(text: string, range: LineRange): Excerpt | null {
  const lines = linesOf(text);
  if (lines.length === 0) return { text: "[The file is empty.]", summary: "empty" };
  const first = firstLine(range.offset ?? 1, lines.length);
  if (first > lines.length) return null;
  const wanted = Math.min(range.limit ?? readLimits.lines, readLimits.lines);
  const { shown, cutLines } = numbered(lines, first, Math.min(first + wanted - 1, lines.length));
  const last = first + shown.length - 1;
  const notices: string[] = [];
  if (first > 1 || last < lines.length) {
    const more = last < lines.length ? ` Read on with offset ${last + 1}.` : "";
    notices.push(`Lines ${first}-${last} of ${lines.length}.${more}`);
  }
  if (cutLines > 0) {
    const which = cutLines === 1 ? "1 line is" : `${cutLines} lines are`;
    notices.push(
      `${which} longer than ${readLimits.lineLength} characters and cut (…); use grep or cut in bash for the rest.`,
    );
  }
  if (last === lines.length && !text.endsWith("\n")) notices.push("No line end at the end of the file.");
  const notice = notices.length === 0 ? "" : `\n[${notices.join(" ")}]`;
  const summary =
    last - first + 1 === lines.length ? countOf(lines.length) : `lines ${first}-${last} of ${lines.length}`;
  return { text: shown.join("\n") + notice, summary };
}

function firstLine(offset: number, count: number): number {
  return offset < 0 ? Math.max(1, count + offset + 1) : Math.max(1, offset);
}

function numbered(lines: readonly string[], first: number, last: number) {
  const shown: string[] = [];
  let bytes = 0;
  let cutLines = 0;
  for (const [index, line] of lines.slice(first - 1, last).entries()) {
    const cut = cutText(line, readLimits.lineLength);
    const entry = `${String(first + index).padStart(6)}\t${cut}${cut === line ? "" : "…"}`;
    bytes += Buffer.byteLength(entry) + 1;
    if (bytes > readLimits.bytes && shown.length > 0) break;
    if (cut !== line) cutLines += 1;
    shown.push(entry);
  }
  return { shown, cutLines };
}

/** "1 line", "20 lines". */
export function countOf(lines: number): string {
  return lines === 1 ? "1 line" : `${lines} lines`;
}
