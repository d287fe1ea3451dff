/** The images that are drawn with entries. */
import type { Entry } from "../../../protocol/entry.ts";
import type { EncodedImage } from "../../../protocol/message.ts";

/** A session that is opened again shows so many of its images, the last ones; the others are named. */
const mostAgain = 8;

/** Those of a message or of a result. */
export function imagesOf(entry: Entry): readonly EncodedImage[] {
  if (entry.type === "user") return entry.images ?? [];
  return entry.type === "tool_result" && entry.result.ok ? (entry.result.images ?? []) : [];
}

/** Those of a session that are made to be drawn when it is opened again. */
export function imagesToPrintAgain(entries: readonly Entry[]): readonly EncodedImage[] {
  const images: EncodedImage[] = [];
  for (let at = entries.length - 1; at >= 0 && images.length < mostAgain; at -= 1) {
    const entry = entries[at];
    if (entry?.type === "user" || entry?.type === "tool_result") images.unshift(...imagesOf(entry));
  }
  return images.slice(-mostAgain);
}
