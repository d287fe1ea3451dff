/** Gathers one bracketed paste over any number of reads, in time linear in its size. */
import { plainText } from "./plain-text.ts";

const endMark = "\u001b[201~";

export interface PasteCollector {
  /** Takes what belongs to the paste from `at` on; returns the offset behind it. */
  take(input: string, at: number): { readonly end: number; readonly done: boolean };
  /** Whether anything has been gathered that was not handed out yet. */
  readonly holds: boolean;
  /** Hands out what has been gathered, ready for the buffer. */
  text(): string;
}

/** A collector that stands behind `CSI 200 ~`. */
export function createPasteCollector(): PasteCollector {
  let parts: string[] = [];
  // The start of an end mark that the last read cut off.
  let cut = "";
  return {
    take(input, at) {
      const fresh = at === 0 ? input : input.slice(at);
      const joined = cut + fresh;
      const mark = joined.indexOf(endMark);
      if (mark >= 0) {
        parts.push(joined.slice(0, mark));
        const end = at + mark + endMark.length - cut.length;
        cut = "";
        return { end, done: true };
      }
      cut = cutMark(joined);
      parts.push(joined.slice(0, joined.length - cut.length));
      return { end: input.length, done: false };
    },
    get holds() {
      return parts.some((part) => part !== "");
    },
    text() {
      const text = parts.join("");
      parts = [];
      return plainText(text);
    },
  };
}

/** The longest end of the text that may be the start of an end mark. */
function cutMark(text: string): string {
  for (let length = Math.min(endMark.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(endMark.slice(0, length))) return endMark.slice(0, length);
  }
  return "";
}
