/** The text of the composer as data: characters, and chips that stand for long pastes and images as one character each. */
import type { EncodedImage } from "../../protocol/message.ts";
import { plainText } from "../input/plain-text.ts";

/** Stands for one chip in `Content.text`. A control character: it joins with nothing and no text can bring one in. */
export const chipMark = "\u001a";

/** What is shown as a label and edited as one character. */
export type Chip = PasteChip | ImageChip;

/** A long paste. */
export type PasteChip = {
  readonly kind: "paste";
  /** Counts from 1 while a text is being written. */
  readonly id: number;
  /** What it stands for. */
  readonly text: string;
  /** At least 1; a newline at the end begins no further line. */
  readonly lines: number;
};

/** An image, ready to be sent. `text` is its label, by which the message names it. */
export type ImageChip = {
  readonly kind: "image";
  /** Counts from 1 while a text is being written. */
  readonly id: number;
  readonly text: string;
  readonly lines: 1;
  readonly image: EncodedImage;
};

/** The nth chip mark in `text` stands for the nth chip. Offsets everywhere are UTF-16 units of `text`. */
export type Content = { readonly text: string; readonly chips: readonly Chip[] };

export const emptyContent: Content = { text: "", chips: [] };

/** A text as content: without control characters but newline and tab. */
export function contentOf(text: string): Content {
  return { text: plainText(text), chips: [] };
}

/** How many newlines a text has. */
export function countNewlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** The part between two offsets. */
export function sliceContent(content: Content, start: number, end: number): Content {
  const text = content.text.slice(start, end);
  if (content.chips.length === 0) return { text, chips: [] };
  const first = countMarks(content.text, 0, start);
  return { text, chips: content.chips.slice(first, first + countMarks(text, 0, text.length)) };
}

/** The content with everything between two offsets replaced. */
export function spliceContent(content: Content, start: number, end: number, inserted: Content): Content {
  const text = content.text.slice(0, start) + inserted.text + content.text.slice(end);
  if (content.chips.length === 0) return { text, chips: inserted.chips };
  const first = countMarks(content.text, 0, start);
  const last = first + countMarks(content.text, start, end);
  return { text, chips: [...content.chips.slice(0, first), ...inserted.chips, ...content.chips.slice(last)] };
}

export function joinContent(first: Content, second: Content): Content {
  return { text: first.text + second.text, chips: [...first.chips, ...second.chips] };
}

/** The text with every chip replaced by what it stands for. */
export function expandContent(content: Content): string {
  if (content.chips.length === 0) return content.text;
  const between = content.text.split(chipMark);
  return between.map((part, index) => part + (content.chips[index]?.text ?? "")).join("");
}

/** The content as it is where each mark has its chip; else its text without marks and chips. For what comes from a file. */
export function sameNumberOfChips(content: Content): Content {
  const isWhole = countMarks(content.text, 0, content.text.length) === content.chips.length;
  const between = content.text.split(chipMark);
  return isWhole && between.every((part) => part === plainText(part)) ? content : contentOf(content.text);
}

/** The chip whose mark is at the offset. */
export function chipAt(content: Content, at: number): Chip | undefined {
  if (content.text.charAt(at) !== chipMark) return undefined;
  return content.chips[countMarks(content.text, 0, at)];
}

function countMarks(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf(chipMark, start); at >= 0 && at < end; at = text.indexOf(chipMark, at + 1))
    count += 1;
  return count;
}
