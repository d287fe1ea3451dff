/** Where the images of a user's message stand in its text, and the message without some of them. Pure. */
import type { EncodedImage, PlacedImage, SentImage, UserMessage } from "./message.ts";

/** A stretch of a user's message. */
export type UserPart =
  { readonly type: "text"; readonly text: string } | { readonly type: "image"; readonly image: EncodedImage };

/** Puts each image behind its label; one whose label the text does not have, at its end. */
export function placeImages(text: string, images: readonly SentImage[]): PlacedImage[] {
  const placed = images.map((image) => {
    const at = text.indexOf(image.label);
    return { image, after: at === -1 ? text.length : at + image.label.length };
  });
  return placed.toSorted((one, other) => one.after - other.after);
}

/** The message that a text with these images is. */
export function userMessageOf(text: string, images: readonly SentImage[] = []): UserMessage {
  return userMessageWith(text, placeImages(text, images));
}

/** The same with images that have their places already. */
function userMessageWith(text: string, images: readonly PlacedImage[]): UserMessage {
  return { role: "user", text, ...(images.length === 0 ? {} : { images }) };
}

/** What the message is made of, in order; no text among it is blank. */
export function partsOfUser({ text, images = [] }: UserMessage): UserPart[] {
  const parts: UserPart[] = [];
  let from = 0;
  const say = (to: number) => {
    const between = text.slice(from, to);
    if (between.trim() !== "") parts.push({ type: "text", text: between });
    from = to;
  };
  for (const { image, after } of images) {
    say(after);
    parts.push({ type: "image", image });
  }
  say(text.length);
  return parts;
}

/** Two messages as one, with an empty line between them. */
export function joinUserMessages(first: UserMessage, second: UserMessage): UserMessage {
  const head = `${first.text}\n\n`;
  const moved = (second.images ?? []).map(({ image, after }) => ({ image, after: after + head.length }));
  return userMessageWith(head + second.text, [...(first.images ?? []), ...moved]);
}

/**
 * The message with words in the place of the images for which `why` gives a reason; the same object when it gives none.
 * It is asked once for each image, in order.
 */
export function withoutUserImages(
  message: UserMessage,
  why: (image: EncodedImage) => string | null,
): UserMessage {
  const kept: PlacedImage[] = [];
  let [text, from] = ["", 0];
  let isChanged = false;
  for (const { image, after } of message.images ?? []) {
    text += message.text.slice(from, after);
    from = after;
    const reason = why(image);
    if (reason === null) {
      kept.push({ image, after: text.length });
      continue;
    }
    isChanged = true;
    text += ` [image left out: ${reason}]`;
  }
  return isChanged ? userMessageWith(text + message.text.slice(from), kept) : message;
}
