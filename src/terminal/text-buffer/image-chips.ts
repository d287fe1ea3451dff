/** Images in the composer's text, and in the messages that it becomes and comes from. Pure. */
import type { EncodedImage, SentImage } from "../../protocol/message.ts";
import { type Chip, chipMark, type Content, contentOf, emptyContent, joinContent } from "./content.ts";

/** One chip, `[Image #1]`, as content. */
function imageContent(image: EncodedImage, id: number): Content {
  return { text: chipMark, chips: [{ kind: "image", id, text: `[Image #${id}]`, lines: 1, image }] };
}

/** Images as chips with a blank between them. */
export function imagesContent(images: readonly EncodedImage[], next: () => number): Content {
  const chips = images.flatMap((image) => imageContent(image, next()).chips);
  return { text: chips.map(() => chipMark).join(" "), chips };
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

/** A message as it was written: chips where its images' labels stand. An image without one is left out. */
export function contentWithImages(text: string, images: readonly SentImage[] = []): Content {
  const found = images
    .map(({ label, ...image }) => ({ label, image, at: text.indexOf(label) }))
    .filter(({ at }) => at !== -1)
    .toSorted((one, other) => one.at - other.at);
  let content = emptyContent;
  let from = 0;
  for (const { label, image, at } of found) {
    if (at < from) continue;
    const id = Number(/\d+/.exec(label)?.[0] ?? 1);
    content = joinContent(content, contentOf(text.slice(from, at)));
    content = joinContent(content, imageContent(image, id));
    from = at + label.length;
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
