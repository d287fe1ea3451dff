/** What the user sends, as the log keeps it. */
import type { EntryOf, NewEntry } from "../protocol/entry.ts";
import type { SentImage } from "../protocol/message.ts";

/** A message before it is written down. `images` may be empty. */
export type SentMessage = { readonly text: string; readonly images?: readonly SentImage[] };

/** The entry of a message that was sent in this way. */
export function userEntry({ text, images = [] }: SentMessage, via: EntryOf<"user">["via"]): NewEntry {
  return { type: "user", text, ...(images.length === 0 ? {} : { images: [...images] }), via };
}
