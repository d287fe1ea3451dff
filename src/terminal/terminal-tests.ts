/** What a terminal is asked about itself: what it knows, and how wide it draws. The answers come back as replies. */
import type { Reply } from "./input/event.ts";
import { widthOf } from "./width.ts";
import { say } from "../words/say.ts";

export type TerminalAnswers = {
  /** False when it did not even answer what every terminal answers. */
  readonly answered: boolean;
  /** Its own name and version (XTVERSION), if it tells. */
  readonly version: string | null;
  /** Synchronized output (mode 2026); null when it did not say. */
  readonly synchronized: boolean | null;
  /** It says that programs may write to the clipboard (52 among the device attributes). */
  readonly clipboard: boolean;
  readonly sixel: boolean;
  readonly widths: readonly MeasuredWidth[];
};

/** How many cells a text took. `expected` is what rein counts; `got` is null where the terminal did not say. */
export type MeasuredWidth = {
  readonly name: string;
  readonly text: string;
  readonly expected: number;
  readonly got: number | null;
};

const samples: readonly { readonly name: string; readonly text: string }[] = [
  { name: say`Chinese`, text: "\u65e5\u672c" },
  { name: say`Korean`, text: "\ud55c" },
  { name: say`a combining accent`, text: "e\u0301" },
  { name: say`an emoji`, text: "\u{1f600}" },
  { name: say`an emoji with a skin tone`, text: "\u{1f44d}\u{1f3fd}" },
  { name: say`a family`, text: "\u{1f469}\u200d\u{1f469}\u200d\u{1f467}" },
  { name: say`a flag`, text: "\u{1f1e9}\u{1f1ea}" },
  { name: say`a heart drawn as an emoji`, text: "\u2764\ufe0f" },
];

const begin = "\u001b[?2026h";
const end = "\u001b[?2026l";
/** In the second row: the answer for the first one could be taken for a key. */
const measure = (text: string) => `\u001b[2;1H\u001b[2K${text}\u001b[6n`;

/**
 * The questions. They draw in the second row, so they are for the alternate screen, which has to be drawn anew
 * afterwards. The last one, DA1, every terminal answers.
 */
export const terminalQuestions: string = [
  "\u001b[>q",
  "\u001b[?2026$p",
  begin,
  ...samples.map(({ text }) => measure(text)),
  "\u001b[2K",
  end,
  "\u001b[c",
].join("");

/** Reads what was answered, in the order in which it came. */
export function readAnswers(replies: readonly Reply[]): TerminalAnswers {
  const columns = replies.flatMap((reply) => (reply.kind === "cursor-position" ? [reply.column] : []));
  const attributes = replies.find((reply) => reply.kind === "device-attributes" && reply.level === 1);
  const params = attributes?.kind === "device-attributes" ? attributes.params : [];
  const mode = replies.find((reply) => reply.kind === "mode" && reply.mode === 2026);
  const version = replies.find((reply) => reply.kind === "version");
  // With an answer missing nobody knows which one, so none counts.
  const isWhole = columns.length === samples.length;
  return {
    answered: attributes !== undefined,
    version: version?.kind === "version" ? version.text : null,
    synchronized: mode?.kind === "mode" ? mode.state === 1 || mode.state === 2 : null,
    clipboard: params.includes(52),
    sixel: params.includes(4),
    widths: samples.map(({ name, text }, index) => ({
      name,
      text,
      expected: widthOf(text),
      got: isWhole ? (columns[index] ?? 1) - 1 : null,
    })),
  };
}
