/** Images in the composer's text, and in the messages that it becomes and comes from. Pure. */
import type { EncodedImage, SentImage } from "../../protocol/message.ts";
import { placeImages } from "../../protocol/user-images.ts";
import { plainText } from "../input/plain-text.ts";
import { type Chip, chipMark, type Content, contentOf, joinContent } from "./content.ts";

/** One chip, `[Image #1]`, as content. */
export function imageContent(image: EncodedImage, id: number): Content {
  return { text: chipMark, chips: [{ kind: "image", id, text: `[Image #${id}]`, image }] };
}

/** The images of a text as they are sent with it: each once. What was only typed like a label is none. */
export function imagesIn({ chips }: Content): SentImage[] {
  const images = new Map<string, SentImage>();
  for (const chip of chips) {
    if (chip.kind !== "image" || images.has(chip.text)) continue;
    const { mediaType, data } = chip.image;
    images.set(chip.text, { mediaType, data, label: chip.text });
  }
  return [...images.values()];
}

/** A message as it was written: chips where its images' labels stand. */
export function contentWithImages(text: string, images: readonly SentImage[] = []): Content {
  let content = contentOf("");
  let from = 0;
  const labelled = images.filter(({ label }) => text.includes(label));
  for (const [at, { image, after }] of placeImages(text, labelled).entries()) {
    const { label = "" } = labelled[at] ?? {};
    const id = Number(/\d+/.exec(label)?.[0] ?? at + 1);
    const before = plainText(text.slice(from, Math.max(from, after - label.length)));
    content = joinContent(content, { text: before, chips: [] });
    content = joinContent(content, imageContent(image, id));
    from = after;
  }
  return joinContent(content, contentOf(text.slice(from)));
}

/** The content with other numbers for its chips: those that `next` gives. A chip that stands in it twice keeps one. */
export function renumbered(content: Content, next: (kind: Chip["kind"]) => number): Content {
  const numbers = new Map<string, number>();
  const chips = content.chips.map((chip): Chip => {
    const key = `${chip.kind} ${chip.id}`;
    const id = numbers.get(key) ?? next(chip.kind);
    numbers.set(key, id);
    return chip.kind === "image" ? { ...chip, id, text: `[Image #${id}]` } : { ...chip, id };
  });
  return { text: content.text, chips };
}
