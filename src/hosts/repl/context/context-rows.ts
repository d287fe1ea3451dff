/** The parts of the context as rows: which are shown, in which order, and how one is drawn. */
import type { ContextLook, ContextPart } from "../../../app/context-parts.ts";
import {
  ageWords,
  kindWords,
  nameOf,
  shareOf,
  shareWords,
  stateWords,
  titleOf,
} from "../../../app/context-words.ts";
import type { Style } from "../../../terminal/style.ts";
import { padLine, truncateLine, widthOf } from "../../../terminal/width.ts";
import { formatTokens } from "../../../transcript/format.ts";
import { say } from "../../../words/say.ts";

export type Showing = {
  /** What a row has to hold, in any case; empty for all. */
  readonly filter: string;
  readonly isBySize: boolean;
  /** Whether what a summary stands for is shown. */
  readonly isUnfolded: boolean;
};

/** The rows of a look. */
export function rowsOf({ parts }: ContextLook, { filter, isBySize, isUnfolded }: Showing): ContextPart[] {
  const wanted = filter.trim().toLowerCase();
  const shown = parts.filter(
    (part) =>
      (isUnfolded || part.state !== "compacted") && (wanted === "" || searchedIn(part).includes(wanted)),
  );
  if (!isBySize) return shown;
  return shown.toSorted((one, other) => other.tokens - one.tokens || other.whole - one.whole);
}

/** How much of a title a filter looks at, UTF-16 units. */
const searchedTitle = 200;
const searched = new WeakMap<ContextPart, string>();

/**
 * What a filter looks at: what the row says, in small letters, but as it was written. To make many thousands of titles
 * printable would be felt at the first key.
 */
function searchedIn(part: ContextPart): string {
  const before = searched.get(part);
  if (before !== undefined) return before;
  const title = part.title.trimStart().slice(0, searchedTitle);
  const text = `${kindOf(part)} ${title} ${stateWords(part)}`.toLowerCase();
  searched.set(part, text);
  return text;
}

function kindOf({ kind, source }: ContextPart): string {
  return source === "" ? kindWords[kind] : source;
}

export type RowLooks = {
  readonly columns: number;
  readonly style: Style;
  readonly isSelected: boolean;
  /** The same part as it would be with what is marked; undefined where nothing of it is marked. */
  readonly marked: ContextPart | undefined;
  readonly isUnfolded: boolean;
};

const nameColumns = 12;

/** One row, as wide as the window: mark, name, what it begins with, what holds for it; tokens, share and age at the end. */
export function drawRow(part: ContextPart, look: ContextLook, looks: RowLooks): string {
  const { columns, style, isSelected, marked } = looks;
  const facts = factsOf(part, look, looks);
  const room = Math.max(1, columns - widthOf(facts) - 2);
  const sign = `${isSelected ? "❯" : " "}${marked === undefined ? " " : "•"}`;
  const start = `${sign} ${foldSign(part, looks)}${padLine(truncateLine(nameOf(part), nameColumns), nameColumns)} `;
  const state = wordsOf(part, marked);
  const stateText = state === "" ? "" : ` [${state}]`;
  const titleRoom = Math.max(0, room - widthOf(start) - widthOf(stateText));
  const title = part.kind === "system" || part.kind === "instructions" ? "" : titleOf(part);
  const left = truncateLine(`${start}${truncateLine(title, titleRoom)}${stateText}`, room);
  const line = truncateLine(`${padLine(left, room + 2)}${facts}`, columns);
  if (isSelected) return style.selection(padLine(line, columns));
  return part.tokens === 0 && marked === undefined ? style.dim(line) : line;
}

function wordsOf(part: ContextPart, marked: ContextPart | undefined): string {
  const words = stateWords(part);
  if (marked === undefined) return words;
  const after = stateWords(marked);
  return `→ ${after === "" ? say`as it was said` : after}`;
}

function foldSign({ kind, state }: ContextPart, { isUnfolded }: RowLooks): string {
  if (state === "compacted") return "  ";
  if (kind !== "summary" || state === "left_out") return "";
  return isUnfolded ? "▾ " : "▸ ";
}

/** As many columns of facts as there is room for. */
function factsOf(part: ContextPart, look: ContextLook, { columns, marked }: RowLooks): string {
  const isChanged = marked !== undefined && marked.tokens !== part.tokens;
  const tokens = isChanged
    ? `${formatTokens(part.tokens)}→${formatTokens(marked.tokens)}`
    : formatTokens(part.tokens === 0 ? part.whole : part.tokens);
  const facts = [
    tokens.padStart(6),
    ...(columns < 40 ? [] : [(part.tokens === 0 ? "" : shareWords(shareOf(part.tokens, look))).padStart(4)]),
    ...(columns < 60 ? [] : [padLine(part.turnsAgo === null ? "" : ageWords(part.turnsAgo), 13, "right")]),
  ];
  return facts.join(" ");
}
