/** A message that was sent, to be written anew. */
import type { QueuedMessage } from "../../../protocol/event.ts";
import type { Content } from "../../../terminal/text-buffer/content.ts";
import { contentWithImages } from "../../../terminal/text-buffer/image-chips.ts";

/** The message as it stood in the composer: with its images as chips. */
export function writtenMessage({ text, images }: Pick<QueuedMessage, "text" | "images">): Content {
  return images === undefined ? { text, chips: [] } : contentWithImages(text, images);
}
