/** A text that is being written, as the composer has it and as it is kept on disk. */
import type { KeptChip, KeptText } from "../../../sessions/draft-file.ts";
import { type Chip, type Content, sameNumberOfChips } from "../../../terminal/text-buffer/content.ts";

/** `isTyped`: the sign that begins it was typed, so it may be a command. */
export type Written = { readonly content: Content; readonly isTyped: boolean };

/** What the composer holds: the text in it, and those that were set aside, the youngest last. */
export type AllWritten = { readonly draft: Written | null; readonly stash: readonly Written[] };

export function keptOf({ content, isTyped }: Written): KeptText {
  const chips = content.chips.map((chip) => ({
    id: chip.id,
    text: chip.text,
    lines: chip.lines,
    ...(chip.kind === "image" ? { image: chip.image } : {}),
  }));
  return { text: content.text, chips, isTyped };
}

/** A text that does not go together with its chips is what is left of it without them. */
export function writtenOf({ text, chips, isTyped }: KeptText): Written {
  const content: Content = { text, chips: chips.map(chipOf) };
  return { content: sameNumberOfChips(content), isTyped };
}

function chipOf({ id, text, lines, image }: KeptChip): Chip {
  return image === undefined
    ? { kind: "paste", id, text, lines }
    : { kind: "image", id, text, lines: 1, image };
}
