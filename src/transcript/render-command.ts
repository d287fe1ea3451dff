/** A command that is asked about, all of it; the stretches that ask are marked, each with its reason below it. */
import type { AskedPart } from "../protocol/approval.ts";
import { sanitize } from "../terminal/sanitize.ts";
import { spellOutStretches, type Stretch } from "../terminal/spelled-out.ts";
import type { Style } from "../terminal/style.ts";
import { truncateLine, widthOf, wrapLine } from "../terminal/width.ts";

export type CommandOptions = {
  readonly width: number;
  readonly style: Style;
  /** Which stretches ask; offsets into the command. @default none */
  readonly parts?: readonly AskedPart[];
};

/** Drawn lines, and those among them that ask: what is hidden of these must be said. */
export type MarkedLines = {
  readonly lines: readonly string[];
  readonly marked: readonly number[];
  /** The last line that is part of the call: what stands below is said about it. */
  readonly lastLine: number;
  /** The first line that a change adds or takes away; absent where nothing changes. */
  readonly firstChange?: number;
};

/** Stands before a row that goes on with the line above: a command's own line breaks start a new command. */
const continuation = "↪ ";
/** A reason below its mark takes so many rows; all of it is one key away. */
const mostReasonRows = 2;
/** A reason that has less room than this beside its mark stands below it. */
const leastReasonRoom = 24;

/** One row of the window: the text from `from` to `to` of the spelled command, behind a sign or not. */
type Row = Stretch & { readonly isContinued: boolean };

/** Draws every line of a command. No line is wider than `width`. */
export function renderCommand(command: string, options: CommandOptions): MarkedLines {
  const { width, style, parts = [] } = options;
  const asked = marksParts(command, parts) ? parts : [];
  const spelled = spellOutStretches(command.replace(/\n$/, ""), asked);
  const stretches = spelled.stretches.map(({ from, to }, at) => ({
    from,
    to: Math.min(to, spelled.text.length),
    reason: asked[at]?.reason ?? "",
  }));
  const lines: string[] = [];
  const marked: number[] = [];
  const rows = rowsOf(spelled.text, width);
  let lastLine = 0;
  const placed = stretches.map(({ from, to, reason }): Asked => ({
    from,
    to,
    reason,
    first: rows.findIndex((row) => from < row.to && to > row.from),
    last: rows.findLastIndex((row) => from < row.to && to > row.from),
  }));
  for (const [index, row] of rows.entries()) {
    const here = placed.filter(({ first, last }) => index >= first && index <= last);
    if (here.length > 0) marked.push(lines.length);
    lastLine = lines.length;
    lines.push(
      rowText(row, spelled.text, here, style),
      ...notesBelow(row, index, spelled.text, here, options),
    );
  }
  return { lines, marked, lastLine };
}

/** Whether parts are marked: a mark below all of a command says nothing that its reason does not say. */
export function marksParts(command: string, parts: readonly AskedPart[]): boolean {
  const [part] = parts;
  if (part === undefined) return false;
  return parts.length > 1 || command.slice(part.from, part.to).trim() !== command.trim();
}

function rowsOf(text: string, width: number): Row[] {
  const rows: Row[] = [];
  let start = 0;
  for (const line of text.split("\n")) {
    let at = start;
    const [first = ""] = wrapLine(line, width, { hard: true });
    // A character that is wider than the window is drawn as another; then offsets are only near the truth.
    const push = (length: number, isContinued: boolean) => {
      rows.push({ from: at, to: Math.min(at + length, start + line.length), isContinued });
      at += length;
    };
    push(first.length, false);
    const room = width - continuation.length;
    const rest = line.slice(first.length);
    if (rest !== "")
      for (const row of wrapLine(rest, room < 1 ? width : room, { hard: true })) push(row.length, room >= 1);
    start += line.length + 1;
  }
  return rows;
}

/** A part that asks, and the rows that it begins and ends in. */
type Asked = Stretch & { readonly reason: string; readonly first: number; readonly last: number };

function rowText(row: Row, text: string, asked: readonly Asked[], style: Style): string {
  const sign = row.isContinued ? style.dim(continuation) : "";
  let drawn = "";
  let at = row.from;
  for (const { from, to } of asked) {
    drawn += text.slice(at, Math.max(at, from));
    drawn += style.bold(style.underline(text.slice(Math.max(at, from), Math.min(to, row.to))));
    at = Math.max(at, Math.min(to, row.to));
  }
  return sign + drawn + text.slice(at, row.to);
}

/**
 * The marks below a row: below the first row of each stretch with its reason, and below its last one, so that both ends
 * are seen without colours. Stretches with one reason share a line.
 */
function notesBelow(
  row: Row,
  index: number,
  text: string,
  asked: readonly Asked[],
  { width, style }: CommandOptions,
): string[] {
  const lines: string[] = [];
  const left = row.isContinued ? widthOf(continuation) : 0;
  for (const reason of new Set(asked.map((part) => part.reason))) {
    const same = asked.filter((part) => part.reason === reason);
    const begins = same.some(({ first }) => first === index);
    if (!begins && !same.some(({ last }) => last === index)) continue;
    let carets = " ".repeat(left);
    let start = Number.POSITIVE_INFINITY;
    for (const { from, to } of same) {
      const before = left + widthOf(text.slice(row.from, Math.max(from, row.from)));
      const under = Math.max(1, widthOf(text.slice(Math.max(from, row.from), Math.min(to, row.to))));
      carets = carets.padEnd(before) + "^".repeat(under);
      start = Math.min(start, before);
    }
    lines.push(...withReason(carets, start, begins ? reason : "", width, style));
  }
  return lines;
}

function withReason(carets: string, start: number, reason: string, width: number, style: Style): string[] {
  const marks = truncateLine(carets, width);
  const words = sanitize(reason, "approval", { limit: Infinity }).replaceAll("\n", " ");
  if (words === "") return [style.warning(marks)];
  const beside = width - widthOf(marks) - 1;
  if (widthOf(words) <= beside) return [style.warning(`${marks} ${words}`)];
  if (beside >= leastReasonRoom) {
    const rows = wrapLine(words, beside);
    const indent = " ".repeat(width - beside);
    return folded(rows, beside).map((row, at) => style.warning(at === 0 ? `${marks} ${row}` : indent + row));
  }
  const indent = Math.max(0, Math.min(start, width - leastReasonRoom));
  const room = Math.max(1, width - indent);
  return [marks, ...folded(wrapLine(words, room), room).map((row) => " ".repeat(indent) + row)].map(
    style.warning,
  );
}

function folded(rows: readonly string[], room: number): readonly string[] {
  if (rows.length <= mostReasonRows) return rows;
  const kept = rows.slice(0, mostReasonRows);
  return [...kept.slice(0, -1), `${truncateLine(kept.at(-1) ?? "", Math.max(0, room - 5), "")}… (w)`];
}
